const own = new Set<string>();

/** True in one tab alone, of all tabs that claim the name within this time; without Web Locks, which need a secure origin, in each. */
export async function claim(name: string, durationMs: number): Promise<boolean> {
  if (own.has(name)) return false;
  own.add(name);
  const ended = new Promise<void>((resolve) => void setTimeout(resolve, durationMs));
  void ended.then(() => own.delete(name));
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks) return true;
  return new Promise((resolve) => {
    void locks.request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await ended;
    });
  });
}
