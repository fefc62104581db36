import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/** The bar of every change (R1): 10,000 sends, and 30 faults, which is every kind once. */
const amount = ["--faults", "30", "--sends", "10000", "--nodes", "1"];

test("nothing is lost, doubled, out of order or told to the wrong people while everything fails", () => {
  const run = spawnSync(process.execPath, [main, ...amount], { encoding: "utf8" });
  // With another seed each time; what it prints holds the one to run again.
  expect(`${run.stdout}${run.stderr}`).toMatch(/\n0 lost, 0 doubled, 0 out of order, no gap/);
  expect(run.status).toBe(0);
});
