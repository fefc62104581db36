import { benchCalls } from "./bench/calls.ts";
import { benchCompare, fullComparison, quickComparison } from "./bench/compare.ts";
import { describeMachine } from "./bench/machine.ts";
import { benches, type Bench } from "./bench/registry.ts";
import { toMarkdown } from "./bench/table.ts";

/*
 * `npm run bench -- NAME...`, or `all`: measures the numbers that Colbin must hold (docs/benchmarks.md) and prints them as
 * markdown, each with what it is held against. Nothing else should run on the machine meanwhile. With `--bars` the exit
 * code is 1 where a bar is missed. `npm run bench -- compare COMMIT` measures this checkout beside a commit, `--quick` in small;
 * `calls COMMIT` does so call by call.
 */

async function main(args: readonly string[]): Promise<number> {
  const chosen = choose(args);
  if (typeof chosen === "string") {
    console.error(chosen);
    return 1;
  }
  const missed: string[] = [];
  console.log(
    toList([`${new Date().toISOString().slice(0, 16)} UTC`, ...(await describeMachine())]),
  );
  for (const { run } of chosen) {
    const report = await run();
    console.log(`\n${toMarkdown(report)}`);
    missed.push(...report.rows.filter(({ met }) => met === false).map(({ id }) => id));
  }
  if (missed.length > 0) console.log(`\nBars missed: ${[...new Set(missed)].join(", ")}`);
  return args.includes("--bars") && missed.length > 0 ? 1 : 0;
}

/** What was asked for, or why that cannot be. */
function choose(args: readonly string[]): readonly Pick<Bench, "run">[] | string {
  const asked = args.filter((arg) => !arg.startsWith("--"));
  if (asked[0] === "compare") {
    const [, commit, ...more] = asked;
    if (commit === undefined || more.length > 0) return "npm run bench -- compare COMMIT [--quick]";
    const sizes = args.includes("--quick") ? quickComparison : fullComparison;
    return [{ run: () => benchCompare(commit, sizes) }];
  }
  if (asked[0] === "calls" && asked.length === 2) {
    const [, commit = ""] = asked;
    if (!isName(commit)) return [{ run: () => benchCalls(commit) }];
  }
  if (asked.length === 0 || asked.includes("all")) return Object.values(benches);
  const unknown = asked.filter((name) => !isName(name));
  const list = Object.entries(benches).map(([name, { id }]) => `${name} (${id})`);
  return unknown.length > 0
    ? `No benchmark '${unknown.join("', '")}'. There are: ${list.join(", ")}, all, compare COMMIT, calls COMMIT`
    : asked.flatMap((name) => benches[name] ?? []);
}

function isName(text: string): boolean {
  return text === "all" || Object.hasOwn(benches, text);
}

function toList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

// What was started ends with this process (server-process.ts).
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main(process.argv.slice(2));
