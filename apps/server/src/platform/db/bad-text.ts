const badTextStates: ReadonlySet<unknown> = new Set(["22021", "22P05"]);

/** Text that PostgreSQL cannot hold (a NUL, half a surrogate pair) came from outside, whichever field it was in. */
export function isBadText(error: unknown): boolean {
  return error instanceof Error && "code" in error && badTextStates.has(error.code);
}
