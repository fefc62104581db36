import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./check.ts";
import { checkDirections, directionRuleNames, readAliases } from "./directions.ts";
import { OXLINT } from "./installed-tools.ts";
import { linesOf, runNode } from "./node-program.ts";
import { openRepository, type Repository } from "./repository.ts";

/** A sample is a small tree, tools/fixtures/<kind>/<rule>: its marked lines must fail, all others must pass. */
const FIXTURES = "tools/fixtures";

function rulesWithSamples(root: string, kind: string): string[] {
  return readdirSync(join(root, kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/** The lines that say of themselves, or of the next one, that they must fail. */
function markedPlaces({ paths, read }: Repository): Set<string> {
  const places = new Set<string>();
  for (const path of paths) {
    for (const [index, line] of read(path).split("\n").entries()) {
      const mark = /must fail( in the next line)?/.exec(line);
      if (mark) places.add(`${path}:${index + (mark[1] ? 2 : 1)}`);
    }
  }
  return places;
}

/** Every marked line is found by its rule, and nothing is found anywhere else. */
export function judgeSample(
  sample: Repository,
  rule: string,
  findings: readonly string[],
): string[] {
  const marked = markedPlaces(sample);
  const placeOf = (finding: string): string => /^[^\s:]+:\d+/.exec(finding)?.[0] ?? "";
  const byRule = findings.filter((each) => each.toLowerCase().replaceAll(" ", "-").includes(rule));
  const found = new Set(byRule.map(placeOf));
  const missed = [...marked].filter((place) => !found.has(place));
  const wrong = findings.filter((finding) => !marked.has(placeOf(finding)));
  const faults = [
    ...missed.map((place) => `${place} must fail by ${rule} and passes`),
    ...wrong.map((finding) => `${finding}: a sample of ${rule} that must pass fails`),
  ];
  if (marked.size === 0)
    faults.push(`no line of the sample of ${rule} is marked as one that must fail`);
  const isMarked = (path: string): boolean =>
    [...marked].some((each) => each.startsWith(`${path}:`));
  if (sample.paths.every(isMarked)) {
    faults.push(`the sample of ${rule} holds no file that must pass`);
  }
  return faults;
}

function judgeDirections(repository: Repository): string[] {
  const aliases = readAliases(repository);
  const kind = `${FIXTURES}/directions`;
  const rules = rulesWithSamples(repository.root, kind);
  const untried = directionRuleNames.filter((name) => !rules.includes(name));
  const faults = rules.flatMap((rule) => {
    const sample = openRepository(join(repository.root, kind, rule));
    const { findings } = checkDirections(sample, aliases);
    return judgeSample(sample, rule, findings).map((fault) => `${kind}/${rule}/${fault}`);
  });
  return [...untried.map((name) => `${kind} has no sample of the rule ${name}`), ...faults];
}

async function judgeLint({ root }: Repository): Promise<string[]> {
  const kind = `${FIXTURES}/lint`;
  const configuration = `${kind}/oxlint.json`;
  const { output } = await runNode(root, [
    OXLINT,
    `--config=${configuration}`,
    "--format=unix",
    kind,
  ]);
  const findings = linesOf(output).map((line) => line.replaceAll("\\", "/"));
  return rulesWithSamples(root, kind).flatMap((rule) => {
    const folder = `${kind}/${rule}/`;
    const own = findings.filter((each) => each.startsWith(folder));
    const sample = openRepository(join(root, folder));
    const places = own.map((each) => each.slice(folder.length));
    return judgeSample(sample, rule, places).map((fault) => folder + fault);
  });
}

/** Proves that the rules of the linter and of the directions catch what they are there for, and only that. */
export async function checkSamples(repository: Repository): Promise<Outcome> {
  const findings = [...judgeDirections(repository), ...(await judgeLint(repository))];
  const count = ["directions", "lint"]
    .map((kind) => rulesWithSamples(repository.root, `${FIXTURES}/${kind}`).length)
    .reduce((sum, each) => sum + each, 0);
  return { findings, extent: `${count} rules tried` };
}
