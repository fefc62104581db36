import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withSetupLock } from "../../setup/lock.mjs";
import { run } from "../../setup/process.mjs";

const runModule = fileURLToPath(new URL("../../setup/process.mjs", import.meta.url));

/** A parent that runs this child and ends with its code, as tools/run.mjs does. */
function startParent(child: string) {
  const program = `
    const { run } = await import(${JSON.stringify(runModule)});
    process.exitCode = (await run(process.execPath, ["--eval", ${JSON.stringify(child)}])).code;`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

describe("running a program", () => {
  test("gives its exit code and, when quiet, all that it printed", async () => {
    const program = 'console.log("out"); console.error("err"); process.exitCode = 7';
    const { code, output } = await run(process.execPath, ["--eval", program], { quiet: true });
    expect(code).toBe(7);
    expect(output.split("\n").toSorted()).toEqual(["", "err", "out"]);
  });

  test("gives 128 and the number of the signal that ended it", async () => {
    const program = 'process.kill(process.pid, "SIGKILL")';
    expect((await run(process.execPath, ["--eval", program])).code).toBe(137);
  });

  test("fails when the program is not there", async () => {
    await expect(run("/no/such/program", [])).rejects.toThrow("ENOENT");
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "passes %s on once and waits for the end of the child",
    async (signal) => {
      const parent = startParent(`
        process.on("${signal}", () => {
          console.log("signal");
          setTimeout(() => process.exit(3), 100);
        });
        setInterval(() => undefined, 1000);
        console.log("ready");`);
      let output = "";
      parent.stdout.on("data", (data: Buffer) => {
        output += data.toString();
        parent.kill(signal);
      });
      const [code] = (await once(parent, "close")) as [number];
      expect({ code, output }).toEqual({ code: 3, output: "ready\nsignal\n" });
    },
  );
});

describe("the lock of the set-up", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "colbin-lock-"));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  test("is free again after a step, also after one that failed", async () => {
    const failing = withSetupLock(root, () => Promise.reject(new Error("no network")));
    await expect(failing).rejects.toThrow("no network");
    expect(await withSetupLock(root, () => Promise.resolve("done"))).toBe("done");
  });

  test("is taken over from a process that is gone", async () => {
    const gone = spawnSync(process.execPath, ["--eval", ""]).pid;
    await withSetupLock(root, async () => {
      writeFileSync(join(root, ".cache", "setup.lock"), String(gone));
      expect(await withSetupLock(root, () => Promise.resolve("taken over"))).toBe("taken over");
    });
  });

  test("lets the step of another process end first", async () => {
    const owner = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1000)"]);
    await withSetupLock(root, () => Promise.resolve());
    writeFileSync(join(root, ".cache", "setup.lock"), String(owner.pid));
    const order: string[] = [];
    const waiting = withSetupLock(root, () => Promise.resolve(order.push("ours")));
    order.push("theirs");
    owner.kill();
    await once(owner, "exit");
    await waiting;
    expect(order).toEqual(["theirs", "ours"]);
  });
});
