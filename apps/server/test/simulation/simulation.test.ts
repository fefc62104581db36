import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { failingSeeds } from "./failing-seeds.ts";

/*
 * The whole protocol in worlds of a seed (world.ts): the real server and the real client on virtual time, with everything that
 * goes wrong between them. They run in processes of their own, because there the clock, the timers and the queries of the
 * database are replaced.
 */

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
/** The short form, with other seeds each time; more by `npm run simulate -- --seeds 100000`. */
const WORLDS = 150;
const FIRST = Number(process.env["SIMULATION_SEED"] ?? Date.now() % 1_000_000);

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function simulate(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output += text.toString();
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

it("runs one seed the same way in every process", async () => {
  const args = ["--from", "1", "--seeds", "10", "--hashes"];
  const [one, other] = await Promise.all([simulate(...args), simulate(...args)]);
  const hashes = (ended: Ended) => ended.output.match(/^\d+ [0-9a-f]{8}$/gm);
  expect(hashes(one)).toHaveLength(10 + failingSeeds.length);
  expect(hashes(other)).toEqual(hashes(one));
});

it(`keeps every promise in ${WORLDS} worlds (first seed ${FIRST})`, async () => {
  const ended = await simulate("--from", `${FIRST}`, "--seeds", `${WORLDS}`, "--workers", "2");
  // The output says everything about a failure, so it is what a failing test shows.
  expect(ended).toEqual({
    code: 0,
    output: expect.stringMatching(/^\d+ worlds, 0 failed/m) as string,
  });
});
