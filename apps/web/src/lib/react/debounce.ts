export interface Debounce {
  /** Runs this instead of what waits: after that long without another one, and never later than the longest wait. */
  readonly ask: (delayMs: number, run: () => void) => void;
  readonly cancel: () => void;
}

/** The longest wait counts from the first that was asked for, so that what never rests is shown all the same. */
export function createDebounce(maxWaitMs: number): Debounce {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deadline: number | undefined;
  function cancel(): void {
    clearTimeout(timer);
    deadline = undefined;
  }
  return {
    ask(delayMs, run) {
      clearTimeout(timer);
      const now = performance.now();
      deadline ??= now + maxWaitMs;
      timer = setTimeout(
        () => {
          deadline = undefined;
          run();
        },
        Math.min(delayMs, deadline - now),
      );
    },
    cancel,
  };
}
