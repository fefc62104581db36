import type { Outcome } from "./check.ts";
import { isSourcePath, type Repository } from "./repository.ts";

/** How many suppressions the repository holds; lower it with each one that goes, never raise it in silence. */
export const COUNT_PATH = "tools/src/check/suppressions.json";

interface Suppression {
  readonly where: string;
  readonly text: string;
}

/** A comment that begins with it; one that only speaks of it silences nothing. */
const DIRECTIVE =
  /^[\s*]*(?:(?:oxlint|eslint)-(?:disable|enable)|@ts-(?:expect-error|ignore|nocheck)|(?:oxfmt|prettier)-ignore|(?:v8|c8|istanbul) ignore)/;
const FORBIDDEN = /@ts-(?:ignore|nocheck)|(?:v8|c8|istanbul) ignore/;
/** `oxlint-disable-next-line rule -- reason` and `@ts-expect-error reason`: at least two words, on the same line. */
const REASONED = /(?:disable|enable|-ignore)\S*.* -- \S+ \S+|@ts-expect-error:? \S+ \S+/;

function suppressionsOf(repository: Repository, path: string): Suppression[] {
  const { comments, lineOf } = repository.parse(path);
  return comments
    .filter((comment) => DIRECTIVE.test(comment.value))
    .map((comment) => ({ where: `${path}:${lineOf(comment.start)}`, text: comment.value.trim() }));
}

function fault({ where, text }: Suppression): string | undefined {
  if (FORBIDDEN.test(text)) return `${where} may not be suppressed this way: ${text}`;
  const line = text.split("\n").find((each) => DIRECTIVE.test(each)) ?? "";
  return REASONED.test(line)
    ? undefined
    : `${where} gives no reason on the line of the suppression: ${line.trim()}`;
}

/** Every silenced rule has a reason beside it, and their number only falls. */
export function checkSuppressions(repository: Repository, allowed: number): Outcome {
  const all = repository.paths
    .filter(isSourcePath)
    .flatMap((path) => suppressionsOf(repository, path));
  const findings = all.map(fault).filter((each) => each !== undefined);
  if (all.length > allowed) {
    findings.push(`${COUNT_PATH} allows ${allowed} suppressions and there are ${all.length}:`);
    findings.push(...all.map(({ where, text }) => `${where} ${text}`));
  } else if (all.length < allowed) {
    findings.push(
      `${COUNT_PATH} allows ${allowed} suppressions and there are ${all.length}: lower it`,
    );
  }
  return { findings, extent: `${all.length} of ${allowed}` };
}

export function readAllowedCount(repository: Repository): number {
  const { count } = JSON.parse(repository.read(COUNT_PATH)) as { readonly count: number };
  return count;
}
