import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface KitServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The web app as under `npm run dev`, which alone has the page of all parts, before the server at that address. */
export async function startKitServer(serverUrl: string): Promise<KitServer> {
  const child = spawn(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "apps/web", "--host=127.0.0.1"],
    {
      cwd: root,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "development",
        NO_COLOR: "1",
        WEB_PORT: "0",
        PORT: new URL(serverUrl).port,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const ready = Promise.withResolvers<string>();
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    const url = /Local:\s+(http:\/\/\S+)\//.exec(text)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  child.once("exit", (code) => ready.reject(new Error(`Vite ended with code ${String(code)}`)));
  return {
    url: await ready.promise,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
