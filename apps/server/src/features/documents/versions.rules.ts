const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** While somebody writes, a version is kept so often (rules-collab 28). */
const EDITING_MS = 5 * MINUTE_MS;
/** Editing that no process has open any more, as after one was killed, has ended after so long. */
export const LEFT_MS = 2 * EDITING_MS;

/** Is it time to keep what was written since the last version? */
export function isVersionDue(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= EDITING_MS;
}

interface Age {
  readonly from: number;
  /** Of versions from the same stretch of time the last one stays. */
  readonly stretch: number;
}

const ages: readonly Age[] = [
  { from: 90 * DAY_MS, stretch: 7 * DAY_MS },
  { from: 7 * DAY_MS, stretch: DAY_MS },
];

/** Younger ones all stay. */
export const THINNED_FROM_MS = 7 * DAY_MS;

export interface Aged<Id> {
  readonly id: Id;
  readonly createdAt: Date;
}

/** Versions of one document that go, the newest of `versions` first, each with the one that stays in its place. */
export function listSuperseded<Id>(
  versions: readonly Aged<Id>[],
  now: Date,
): { readonly id: Id; readonly by: Id }[] {
  const staying = new Map<string, Id>();
  return versions.flatMap(({ id, createdAt }) => {
    const at = createdAt.getTime();
    const age = ages.find(({ from }) => now.getTime() - at > from);
    if (!age) return [];
    const key = `${age.stretch} ${Math.floor(at / age.stretch)}`;
    const by = staying.get(key);
    if (by !== undefined) return [{ id, by }];
    staying.set(key, id);
    return [];
  });
}
