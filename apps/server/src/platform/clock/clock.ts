/** Time as a dependency, so that a test can turn it. Waiting for I/O uses real time; rules use this. */
export interface Clock {
  now(): Date;
  /** Milliseconds from some moment on, for how long something lasts: they never go back when somebody sets the machine's time. */
  steadyMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  steadyMs: () => performance.now(),
};
