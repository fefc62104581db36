import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface KitServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The web app as `npm run dev` knows it, which alone has the page of all parts, before the server at that address. Built, since a
 * browser asks the server of Vite for each of its modules, in each story.
 */
export async function startKitServer(serverUrl: string): Promise<KitServer> {
  const outDir = await mkdtemp(join(tmpdir(), "colbin-kit-"));
  const build = startVite(["build", `--outDir=${outDir}`, "--mode=development"], serverUrl);
  await build.ended;
  const child = startVite(["preview", `--outDir=${outDir}`, "--port=0"], serverUrl);
  return {
    url: await child.url,
    async stop() {
      child.kill();
      await child.ended;
      await rm(outDir, { recursive: true });
    },
  };
}

function startVite(args: readonly string[], serverUrl: string) {
  const child = spawn(
    process.execPath,
    ["node_modules/vite/bin/vite.js", args[0] ?? "", "apps/web", ...args.slice(1)],
    {
      cwd: root,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "development",
        NO_COLOR: "1",
        PORT: new URL(serverUrl).port,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const url = Promise.withResolvers<string>();
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    const found = /Local:\s+(http:\/\/\S+)\//.exec(text)?.[1];
    if (found !== undefined) url.resolve(found);
  });
  const ended = once(child, "exit").then(([code]) => {
    url.reject(new Error(`Vite ended with code ${String(code)}: ${text}`));
  });
  url.promise.catch(() => undefined);
  return { url: url.promise, ended, kill: () => child.kill("SIGTERM") };
}
