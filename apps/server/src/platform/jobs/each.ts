import { isUnavailable } from "../db/unavailable.ts";

/* Jobs that do the same for many things, of which each stands alone. */

const PORTION = 200;
/** So many failures in a row say that the database is away, and not that some of the things are broken. */
const AWAY = 3;

/** Lists what is due, behind the last one that was listed: what cannot be done is not listed twice. */
type ListDue<T> = (after: T | undefined, limit: number) => Promise<readonly T[]>;

/** All that is due, read a portion at a time. */
export async function* readDue<T>(list: ListDue<T>): AsyncGenerator<T> {
  let due: readonly T[];
  let after: T | undefined;
  do {
    due = await list(after, PORTION);
    after = due.at(-1);
    yield* due;
  } while (due.length === PORTION);
}

/** Acts on each in turn. One that fails keeps no other one back; rejects at the end, so that the job is tried again for it. */
export async function actOnEach<T>(
  things: Iterable<T> | AsyncIterable<T>,
  act: (thing: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let away = 0;
  for await (const thing of things) {
    try {
      await act(thing);
      away = 0;
    } catch (error) {
      failures.push(error);
      away = isUnavailable(error) ? away + 1 : 0;
      if (away === AWAY) break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some of many things have failed");
}
