/** A page that nobody sees draws no frames, but its title still counts. */
const HIDDEN_MS = 250;
/** After a frame the page is left to the person for so many times as long as the frame took. */
const REST = 3;
const REST_MAX_MS = 200;

let restsUntil = 0;

/**
 * Runs something once, before a frame is drawn: the next one, unless those before took so long that keys and clicks would have to
 * wait for what others wrote.
 */
export function nextFrame(run: () => void): void {
  const rest = restsUntil - performance.now();
  if (rest > 0) setTimeout(() => beforeFrame(run), rest);
  else beforeFrame(run);
}

function beforeFrame(run: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const begun = performance.now();
    run();
    // A task that is asked for before a frame is drawn comes after it.
    setTimeout(() => {
      const now = performance.now();
      restsUntil = now + Math.min(REST * (now - begun), REST_MAX_MS);
    });
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, HIDDEN_MS);
}
