import { Random } from "./random.ts";

const faultKinds = [
  "cut",
  "cutInFrame",
  "silence",
  "slow",
  "reload",
  "closeTab",
  "openTab",
  "offline",
  "crash",
  "drain",
  "busDown",
  "storeDown",
  "heldLock",
] as const;
export type FaultKind = (typeof faultKinds)[number];

const points = ["before-commit", "after-commit", "after-ack", "mid-replay", "mid-drain"];

/** What a world is made of and how bad its weather is: everything that a seed decides before anything happens. */
export type Shape = ReturnType<typeof shapeOf>;

/** Seeds differ in shape as much as in course: small and large worlds, one fault or all, mild or wild. */
export function shapeOf(seed: string) {
  const random = new Random(`${seed} shape`);
  const often = (probability: number, value: () => number): number =>
    random.chance(probability) ? value() : 0;
  const nodes = random.pick([1, 2, 2, 3]);
  const faultMs = random.pick([2_000, 6_000, 12_000, 30_000]);
  const wild = random.chance(0.5);
  const faults = faultKinds.filter(() => random.chance(wild ? 0.8 : 0.3));
  return {
    seed,
    nodes,
    people: random.from(2, 4),
    tabsEach: random.pick([1, 1, 1, 2]),
    publicRooms: random.from(1, 2),
    privateRooms: random.from(0, 2),
    /** Virtual milliseconds with faults. */
    faultMs,
    /** Do the faults stop at the end, so that everybody must come together? */
    isLive: random.chance(0.75),
    /** Mean time between two things that people do, over the whole world. */
    actMs: faultMs / random.pick([10, 20, 40, 40, 120]),
    /** Share of acts by which somebody comes into a room or leaves it. */
    comings: random.pick([0.02, 0.05, 0.4]),
    /** Mean time between two faults. */
    badMs: faultMs / random.pick([2, 5, 10, 25]),
    skewMs: random.pick([0, 0, 20, 30_000]),
    tokenMs: random.pick([3_600_000, 340_000]),
    faults,
    /** The process dies at this point of the message's way. */
    deathAt: random.chance(0.3)
      ? { point: random.pick(points), chance: random.pick([0.02, 0.1, 0.5]) }
      : undefined,
    bus: {
      loss: often(0.5, () => random.pick([0.05, 0.3, 0.9])),
      double: often(0.5, () => random.pick([0.05, 0.5])),
      late: often(0.5, () => random.pick([0.05, 0.5])),
    },
    store: {
      failure: often(0.3, () => random.pick([0.005, 0.05])),
      lostAnswer: often(0.3, () => random.pick([0.005, 0.05])),
    },
    calls: {
      lost: often(0.4, () => random.pick([0.02, 0.2])),
      lostAnswer: often(0.4, () => random.pick([0.02, 0.2])),
    },
    pieces: random.pick([0, 0.1, 0.6]),
    latency: random.pick([
      [0.1, 1],
      [1, 30],
      [20, 300],
    ] as const),
    storeLatency: random.pick([
      [0.2, 2],
      [0.2, 2],
      [1, 40],
      [5, 300],
    ] as const),
  };
}
