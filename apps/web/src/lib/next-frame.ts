/** A page that nobody sees draws no frames, but its title still counts. */
const HIDDEN_MS = 250;

/** Runs something once, before the next frame is drawn. */
export function nextFrame(run: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, HIDDEN_MS);
}
