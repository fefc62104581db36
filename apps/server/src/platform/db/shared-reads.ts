/*
 * A read that many ask for at the same moment, done once for all of them: one of a kind is under way at a time, and who comes
 * meanwhile shares the next one. So every answer is read after it was asked for, as fresh as a statement of its own.
 */

export interface SharedReads<Answer> {
  /** The same key must mean the same read, whoever asks. */
  read(key: string, read: () => Promise<Answer>): Promise<Answer>;
}

interface Reading<Answer> {
  readonly current: Promise<Answer>;
  next: Promise<Answer> | undefined;
}

/** A failure is that of all who shared the read; the next one begins anew. */
export function createSharedReads<Answer>(): SharedReads<Answer> {
  const underWay = new Map<string, Reading<Answer>>();

  function begin(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const reading: Reading<Answer> = { current: read(), next: undefined };
    underWay.set(key, reading);
    const end = () => {
      if (reading.next === undefined) underWay.delete(key);
    };
    reading.current.then(end, end);
    return reading.current;
  }

  return {
    read(key, read) {
      const reading = underWay.get(key);
      if (!reading) return begin(key, read);
      const again = () => begin(key, read);
      return (reading.next ??= reading.current.then(again, again));
    },
  };
}
