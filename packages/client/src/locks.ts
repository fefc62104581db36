/** One task at a time under a name, in the order in which they asked. */
export interface Locks {
  readonly run: <T>(name: string, task: () => Promise<T>) => Promise<T>;
}

/** Locks of this process alone: for programs, and for pages that have no Web Locks (they need a secure origin). */
export function inProcessLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(name, task) {
      const before = tails.get(name) ?? Promise.resolve();
      const result = before.then(task);
      const forget = () => {
        if (tails.get(name) === tail) tails.delete(name);
      };
      const tail = result.then(forget, forget);
      tails.set(name, tail);
      return result;
    },
  };
}

/** The part of the browser's LockManager that is used. */
interface WebLockManager {
  request<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** Locks shared by all tabs of one origin. */
export function webLocks(manager: WebLockManager): Locks {
  return { run: (name, task) => manager.request(name, task) };
}
