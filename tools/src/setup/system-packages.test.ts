import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { withoutServices } from "../../setup/system-packages.mjs";

const folder = mkdtempSync(join(tmpdir(), "colbin-guard-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ALLOWED = 0;
const FORBIDDEN = 101;

/** What a package of Debian is told that wants to start its service. */
function ask(guard: string): number | null {
  return existsSync(guard) ? spawnSync(guard, ["somebody", "start"]).status : ALLOWED;
}

/** A set-up in the middle of an installation that is killed there. */
async function killSetup(guard: string): Promise<{ whileAlive: number | null; pid: number }> {
  const module = new URL("../../setup/system-packages.mjs", import.meta.url).href;
  const program = `
    const { withoutServices } = await import(${JSON.stringify(module)});
    withoutServices(() => {
      process.stdout.write("installing");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }, ${JSON.stringify(guard)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const whileAlive = ask(guard);
  child.kill("SIGKILL");
  await once(child, "exit");
  return { whileAlive, pid: child.pid ?? 0 };
}

describe("the guard that keeps services from starting", () => {
  test("is there while a package is installed, and not afterwards", () => {
    const guard = join(folder, "plain");
    expect(withoutServices(() => ask(guard), guard)).toBe(FORBIDDEN);
    expect(existsSync(guard)).toBe(false);
  });

  test("of a set-up that was killed forbids nothing, and goes when it is asked", async () => {
    const guard = join(folder, "killed");
    expect(await killSetup(guard)).toMatchObject({ whileAlive: FORBIDDEN });
    expect(ask(guard)).toBe(ALLOWED);
    expect(existsSync(guard)).toBe(false);
  });

  test("of a set-up whose number another process has by now forbids nothing", async () => {
    const guard = join(folder, "reused");
    const { pid } = await killSetup(guard);
    const script = readFileSync(guard, "utf8");
    writeFileSync(guard, script.replaceAll(new RegExp(`\\b${pid}\\b`, "g"), String(process.pid)));
    // Only Linux tells when a process began, and only there the guard is of use.
    expect(ask(guard)).toBe(existsSync("/proc/self/stat") ? ALLOWED : FORBIDDEN);
  });

  test("of a set-up that was killed is replaced by the next one's", async () => {
    const guard = join(folder, "next");
    await killSetup(guard);
    expect(withoutServices(() => ask(guard), guard)).toBe(FORBIDDEN);
    expect(existsSync(guard)).toBe(false);
  });

  test("of the operator stays as it is", () => {
    const guard = join(folder, "own");
    writeFileSync(guard, "#!/bin/sh\nexit 104\n", { mode: 0o755 });
    expect(withoutServices(() => ask(guard), guard)).toBe(104);
    expect(ask(guard)).toBe(104);
  });
});
