import { describeMachine } from "./bench/machine.ts";
import { benches } from "./bench/registry.ts";
import { toMarkdown } from "./bench/table.ts";

/*
 * `npm run bench -- NAME...`, or `all`: measures the numbers that Colbin must hold (docs/benchmarks.md) and prints them as
 * markdown, each with what it is held against. Nothing else should run on the machine meanwhile. With `--bars` the exit
 * code is 1 where a bar is missed.
 */

async function main(args: readonly string[]): Promise<number> {
  const asked = args.filter((arg) => !arg.startsWith("--"));
  const names = asked.length === 0 || asked.includes("all") ? Object.keys(benches) : asked;
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    const list = Object.entries(benches).map(([name, { id }]) => `${name} (${id})`);
    console.error(`No benchmark '${unknown.join("', '")}'. There are: ${list.join(", ")}, all`);
    return 1;
  }
  const missed: string[] = [];
  console.log(
    toList([`${new Date().toISOString().slice(0, 16)} UTC`, ...(await describeMachine())]),
  );
  for (const name of names) {
    const report = await benches[name]?.run();
    if (!report) continue;
    console.log(`\n${toMarkdown(report)}`);
    missed.push(...report.rows.filter(({ met }) => met === false).map(({ id }) => id));
  }
  if (missed.length > 0) console.log(`\nBars missed: ${[...new Set(missed)].join(", ")}`);
  return args.includes("--bars") && missed.length > 0 ? 1 : 0;
}

function toList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

// What was started ends with this process (server-process.ts).
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main(process.argv.slice(2));
