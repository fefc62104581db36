/** Frames may not come, as in a hidden tab: then the work is done all the same. */
const LATEST_MS = 250;
/** The time between two runs is so many times the time that the last one took. */
const REST_FACTOR = 3;

export interface Pace {
  /** Runs it soon: after a frame is painted, and never between a key and the frame that shows it. */
  readonly ask: () => void;
  readonly end: () => void;
}

/** Runs some work at most once a frame, and in at most a quarter of the time, so that the person who types goes first. */
export function createPace(run: () => void): Pace {
  const ending = new AbortController();
  let timers: readonly ReturnType<typeof setTimeout>[] = [];
  let frame = 0;
  let isAsked = false;
  let hasTyped = false;
  let restUntil = 0;
  const options = { capture: true, passive: true, signal: ending.signal };
  for (const name of ["keydown", "beforeinput"])
    document.addEventListener(name, () => (hasTyped = true), options);
  const cancel = (): void => {
    for (const timer of timers) clearTimeout(timer);
    cancelAnimationFrame(frame);
    isAsked = false;
  };
  const work = (): void => {
    cancel();
    const begin = performance.now();
    run();
    const end = performance.now();
    restUntil = end + REST_FACTOR * (end - begin);
  };
  const afterFrame = (): void => {
    frame = requestAnimationFrame(() => {
      hasTyped = false;
      // The task behind the frame.
      timers = [...timers, setTimeout(() => (hasTyped ? afterFrame() : work()))];
    });
  };
  return {
    ask() {
      if (isAsked || ending.signal.aborted) return;
      isAsked = true;
      const rest = Math.max(0, restUntil - performance.now());
      timers = [setTimeout(work, rest + LATEST_MS)];
      if (rest === 0) afterFrame();
      else timers = [...timers, setTimeout(afterFrame, rest)];
    },
    end() {
      ending.abort();
      cancel();
    },
  };
}
