/** Time as a dependency, so that a test can turn it. Waiting for I/O uses real time; rules use this. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
