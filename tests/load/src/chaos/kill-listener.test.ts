import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";

const listener = new URL("./kill-listener.ts", import.meta.url).href;
const points = fileURLToPath(
  new URL("../../../../apps/server/src/platform/points.ts", import.meta.url),
);

/** Reaches the point once for every line that it is given, and says so. */
const program = `
  import { createInterface } from "node:readline";
  import { tracepoint } from ${JSON.stringify(points)};
  createInterface({ input: process.stdin }).on("line", (name) => {
    tracepoint(name);
    console.log("passed " + name);
  });
  console.log("ready");
`;

async function start() {
  const folder = mkdtempSync(join(tmpdir(), "colbin-kill-"));
  const order = join(folder, "order");
  const child = spawn(
    process.execPath,
    ["--import", listener, "--input-type=module", "--eval", program],
    { env: { ...process.env, COLBIN_KILL_ORDER: order }, stdio: ["pipe", "pipe", "inherit"] },
  );
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await expect.poll(() => said).toBe("ready\n");
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  return {
    ended,
    said: () => said.split("\n").filter((line) => line.startsWith("passed")),
    reach: (...names: string[]) => child.stdin.write(names.map((name) => `${name}\n`).join("")),
    order(text: string) {
      writeFileSync(order, text);
      child.kill("SIGUSR2");
    },
    async isHeard() {
      const { existsSync } = await import("node:fs");
      await expect.poll(() => existsSync(order)).toBe(false);
    },
  };
}

describe("the kill listener", () => {
  test("kills the process at the third time from the order, before anything else happens", async () => {
    const server = await start();
    server.reach("afterCommit");
    await expect.poll(server.said).toEqual(["passed afterCommit"]);

    server.order("after-commit 3");
    await server.isHeard();
    server.reach("afterCommit", "beforeCommit", "afterCommit", "afterCommit", "afterCommit");

    expect(await server.ended).toEqual([null, "SIGKILL"]);
    expect(server.said().length).toBeLessThanOrEqual(4);
    expect(server.said()).not.toContain("passed afterAck");
  });

  test("leaves a process alone that has no order", async () => {
    const server = await start();

    server.order("mid-drain 1");
    await server.isHeard();
    server.reach("afterCommit", "afterAck", "midReplay");

    await expect
      .poll(server.said)
      .toEqual(["passed afterCommit", "passed afterAck", "passed midReplay"]);
  });
});
