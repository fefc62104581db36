/*
 * When the next job of each kind is due that is not to be done before a moment: its workers look for it then, and need not look all the
 * time. A process knows of the jobs that it left itself and of those that were there when it looked last; looking now and then finds the
 * others.
 */

/** The clocks of the database and of this machine are not quite the same. */
const SLACK_MS = 20;
/** A timer takes no more than 24 days, and others may have left jobs meanwhile. */
const PATIENCE_MS = 3_600_000;

interface Alarms {
  /** A job of this kind is due then. */
  set(name: string, at: Date): void;
  stop(): void;
}

interface AlarmDeps {
  /** The workers of this kind look for jobs now. */
  readonly wake: (name: string) => void;
  /** When the next job of this kind is due that is not due yet. */
  readonly findNext: (name: string) => Promise<Date | undefined>;
}

/** Alarms of one process, one a kind, for the earliest job that is known. */
export function createAlarms({ wake, findNext }: AlarmDeps): Alarms {
  const set = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  let isStopped = false;

  async function ring(name: string): Promise<void> {
    set.delete(name);
    wake(name);
    // Without an answer the next job is found by looking.
    const next = await findNext(name).catch(() => undefined);
    if (next) alarms.set(name, next);
  }
  const alarms: Alarms = {
    set(name, moment) {
      const at = moment.getTime();
      const known = set.get(name);
      if (isStopped || (known && known.at <= at)) return;
      clearTimeout(known?.timer);
      const inMs = Math.min(Math.max(at - Date.now(), 0) + SLACK_MS, PATIENCE_MS);
      set.set(name, { at, timer: setTimeout(() => void ring(name), inMs).unref() });
    },
    stop() {
      isStopped = true;
      for (const { timer } of set.values()) clearTimeout(timer);
    },
  };
  return alarms;
}
