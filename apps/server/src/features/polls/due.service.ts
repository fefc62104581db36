const PORTION = 200;

/** Does all that is due, a portion at a time. One that fails keeps no other one back; the job is tried again for it. */
export async function workOff<T>(
  list: (limit: number) => Promise<readonly T[]>,
  act: (each: T) => Promise<void>,
): Promise<void> {
  for (;;) {
    const due = await list(PORTION);
    const failures: unknown[] = [];
    for (const each of due) await act(each).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "Some of what is due has failed");
    if (due.length < PORTION) return;
  }
}
