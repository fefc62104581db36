import { posix } from "node:path";
import type { Outcome } from "./check.ts";
import { findCycles } from "./cycles.ts";
import { directionRules } from "./directions.rules.ts";
import { isSourcePath, isTestPath, type Repository } from "./repository.ts";

/** Where an import leads: a path in the repository, `npm:package/subpath` or `node:module`. */
type Target = string;

/** The subpath imports (`#server/*`) and the package doors of the workspaces, as their package.json declare them. */
export interface Aliases {
  readonly subpaths: ReadonlyMap<string, string>;
  readonly doors: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly name?: string;
  readonly imports?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
}

const BY_THEIR_DOOR = "packages-by-their-door";
const NO_CIRCULAR = "no-circular";
const NO_FOLDER_CYCLE = "no-folder-cycle";

export const directionRuleNames: readonly string[] = [
  ...directionRules.map(({ name }) => name),
  BY_THEIR_DOOR,
  NO_CIRCULAR,
  NO_FOLDER_CYCLE,
];

export function readAliases(repository: Repository): Aliases {
  const subpaths = new Map<string, string>();
  const doors = new Map<string, string>();
  for (const path of repository.paths.filter((each) => each.endsWith("/package.json"))) {
    const manifest = JSON.parse(repository.read(path)) as Manifest;
    const folder = posix.dirname(path);
    for (const [alias, target] of Object.entries(manifest.imports ?? {})) {
      subpaths.set(alias.replace("*", ""), posix.join(folder, target.replace("*", "")));
    }
    const door = manifest.exports?.["."];
    if (manifest.name && door) doors.set(manifest.name, posix.join(folder, door));
  }
  return { subpaths, doors };
}

export function resolveImport(aliases: Aliases, from: string, specifier: string): Target {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("node:")) return bare;
  if (bare.startsWith(".")) return posix.join(posix.dirname(from), bare);
  const subpath = [...aliases.subpaths].find(([prefix]) => bare.startsWith(prefix));
  if (subpath) return posix.join(subpath[1], bare.slice(subpath[0].length));
  return aliases.doors.get(bare) ?? `npm:${bare}`;
}

function workspaceOf(path: string): string | undefined {
  return /^(?:packages|apps|tests)\/[^/]+\/|^tools\//.exec(path)?.[0];
}

/**
 * What has no door: the set-up also sets up for the tests, and what loads and breaks servers keeps databases and a NATS of its
 * own, by the same code as the server and its tests.
 */
const openWays =
  /^tests\/.* tools\/setup\/|^tests\/load\/.* apps\/server\/(src\/platform\/db\/embedded\/|test\/(free-port|nats-process|push-service)\.ts$)|^tests\/e2e\/.* apps\/server\/test\/(clamd-process|social-providers)\.ts$/;

function brokenRules(from: string, to: Target, specifier: string): string[] {
  const broken = directionRules.filter((rule) => {
    const match = rule.from.exec(from);
    if (!match || rule.fromNot?.test(from)) return false;
    const own = (pattern: string): RegExp => new RegExp(pattern.replaceAll("$1", match[1] ?? ""));
    return own(rule.to).test(to) && !(rule.toNot && own(rule.toNot).test(to));
  });
  const names = broken.map((rule) => `${rule.name}: ${rule.because}`);
  // The tools look into every workspace.
  const isOpen = from.startsWith("tools/") || openWays.test(`${from} ${to}`);
  const isByPath = specifier.startsWith(".") && !isOpen;
  if (isByPath && workspaceOf(from) !== workspaceOf(to)) {
    names.push(`${BY_THEIR_DOOR}: another workspace is imported by its name, not by a path`);
  }
  return names;
}

/** The folder of the feature that a file belongs to. */
function featureOf(path: string): string | undefined {
  return /^apps\/[^/]+\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0];
}

/**
 * Which feature imports which, tests left aside: a test may need what stands above its feature. Each edge gets the place of its
 * first import.
 */
function graphOfFeatures(
  graph: ReadonlyMap<string, readonly Target[]>,
  places: Map<string, string>,
): Map<string, Target[]> {
  const folders = new Map<string, Target[]>();
  for (const [path, targets] of graph) {
    const from = featureOf(path);
    if (from === undefined || isTestPath(path)) continue;
    const known = folders.get(from) ?? [];
    folders.set(from, known);
    for (const target of targets) {
      const to = featureOf(target);
      if (to === undefined || to === from || known.includes(to)) continue;
      known.push(to);
      places.set(`${from} ${to}`, places.get(`${path} ${target}`) ?? path);
    }
  }
  return folders;
}

/** Judges every import, re-export and literal `import()`, of types as of values, whatever form the specifier has. */
export function checkDirections(repository: Repository, aliases: Aliases): Outcome {
  const findings: string[] = [];
  const graph = new Map<string, Target[]>();
  const places = new Map<string, string>();
  for (const path of repository.paths.filter(isSourcePath)) {
    const targets: Target[] = [];
    for (const { specifier, line } of repository.parse(path).imports) {
      const target = resolveImport(aliases, path, specifier);
      targets.push(target);
      places.set(`${path} ${target}`, `${path}:${line}`);
      for (const rule of brokenRules(path, target, specifier)) {
        findings.push(`${path}:${line} imports ${specifier}: ${rule}`);
      }
    }
    graph.set(path, targets);
  }
  const folders = graphOfFeatures(graph, places);
  for (const [rule, edges] of [
    [NO_CIRCULAR, graph],
    [NO_FOLDER_CYCLE, folders],
  ] as const) {
    for (const cycle of findCycles(edges)) {
      const way = [...cycle, cycle[0] ?? ""];
      findings.push(`${places.get(way.slice(0, 2).join(" "))} ${rule}: ${way.join(" -> ")}`);
    }
  }
  return { findings, extent: `${graph.size} files, ${directionRuleNames.length} rules` };
}
