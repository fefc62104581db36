import { benchAck } from "./bench-ack.ts";
import { benchStart } from "./bench-start.ts";

/*
 * `npm run bench -- NAME`, or `all`: one measurement of the numbers that Colbin must hold (quality), printed with what it
 * is held against. Nothing else should run on the machine meanwhile.
 */

/** Each prints its table and says whether the bar is held. */
const benches: Readonly<Record<string, () => Promise<boolean>>> = {
  ack: benchAck,
  start: benchStart,
};

async function main([name = "all", ...flags]: readonly string[]): Promise<number> {
  const names = name === "all" ? Object.keys(benches) : [name];
  let isHeld = true;
  for (const each of names) {
    const bench = benches[each];
    if (!bench) {
      console.error(`No benchmark '${each}'. There are: ${Object.keys(benches).join(", ")}, all`);
      return 1;
    }
    isHeld = (await bench()) && isHeld;
  }
  return flags.includes("--bars") && !isHeld ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
