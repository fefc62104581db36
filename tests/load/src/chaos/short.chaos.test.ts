import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/** A fifth of what a change of the engine takes (R1), which is `npm run chaos -- --nodes 1` and `--nodes 3`. */
const amount = ["--faults", "6", "--sends", "2000", "--nodes", "1"];

test("nothing is lost, doubled, out of order or told to the wrong people while everything fails", () => {
  const run = spawnSync(process.execPath, [main, ...amount], { encoding: "utf8" });
  // With another seed each time; what it prints holds the one to run again.
  expect(`${run.stdout}${run.stderr}`).toMatch(/\n0 lost, 0 doubled, 0 out of order, no gap/);
  expect(run.status).toBe(0);
});
