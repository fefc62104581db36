import { heal, trouble, dieAtPoint } from "./faults.ts";
import { judgeRest, type Whose } from "./rest.ts";
import { live, say } from "./people.ts";
import { quiet, START } from "./scheduler.ts";
import { shapeOf, type Shape } from "./shape.ts";
import { setVirtual } from "./virtual-globals.ts";
import { World } from "./world.ts";
import { Random } from "./random.ts";

export interface Outcome {
  readonly seed: string;
  readonly violations: readonly string[];
  /** Of everything that happened: equal for equal runs. */
  readonly hash: string;
  readonly trace: readonly string[];
  readonly shape: Shape;
  readonly tasks: number;
  readonly virtualMs: number;
  readonly commits: number;
}

/** Everybody must have come together this long after the last fault. */
const REST_MS = 200_000;
/**
 * NOTE: what concerns one person alone (lists, read positions, being let into a room) is told by a hint only, and no sweep of
 * the server makes up for one that is lost: their clients read the list again within this time. Whoever has lost none comes to
 * rest without it.
 */
const LIST_MS = 370_000;
/** How often it is looked whether they have. */
const LOOK_MS = 4_000;
/** Without any fault a message reaches everybody within this. */
const PROMPT_MS = 6_000;

let violateNow: ((what: string) => void) | undefined;
process.on("unhandledRejection", (reason) => {
  violateNow?.(`unhandled: ${reason instanceof Error ? (reason.stack ?? "") : String(reason)}`);
});

/** Runs one world from its beginning to its end. Same seed, same run. */
export async function runSeed(seed: string, keepsAll = false): Promise<Outcome> {
  const shape = shapeOf(seed);
  const world = new World(shape, keepsAll);
  setVirtual({ scheduler: world.scheduler, random: new Random(`${seed} globals`) });
  violateNow = (what) => world.violate(what);
  const stopDying = dieAtPoint(world);
  try {
    await course(world, stopDying);
  } finally {
    stopDying();
  }
  await quiet();
  return {
    seed,
    violations: world.violations,
    hash: (world.trace.hash >>> 0).toString(16).padStart(8, "0"),
    trace: world.trace.end,
    shape,
    tasks: world.scheduler.ran,
    virtualMs: world.scheduler.now - START,
    commits: [...world.store.rooms.values()].reduce((sum, { log }) => sum + log.length, 0),
  };
}

async function course(world: World, stopDying: () => void): Promise<void> {
  const { scheduler, shape } = world;
  const isSound = (): boolean => world.isSound();
  world.begin();
  const until = START + shape.faultMs;
  live(world, until);
  trouble(world, until);
  if (!(await scheduler.runUntil(until, isSound)) || !shape.isLive) return;
  stopDying();
  heal(world);
  const isSure = (userId: string): boolean => !world.unsure.has(userId);
  if (!(await comeToRest(world, REST_MS, isSure))) return;
  if (!(await hearLastMessages(world, isSure))) return;
  // A room may be listed as it is and not heard; once everybody has read their list again it is.
  const everybody = (): boolean => true;
  if (world.unsure.size > 0) {
    if (!(await scheduler.runUntil(scheduler.now + LIST_MS, isSound))) return;
    if (!(await comeToRest(world, REST_MS, everybody))) return;
    if (!(await hearLastMessages(world, everybody))) return;
  }
  world.intents.judge([...world.store.rooms.values()]);
}

/** One of these people says something in every room, and all of them have it in time. */
async function hearLastMessages(world: World, whose: Whose): Promise<boolean> {
  const { scheduler } = world;
  for (const room of world.store.rooms.values()) {
    const tab = world.tabs.find(
      ({ device: { userId } }) =>
        whose(userId) && room.places.get(userId)?.accessStatus === "ACCEPTED",
    );
    if (tab) say(world, tab, room.slug);
  }
  const isSound = (): boolean => world.isSound();
  if (!(await scheduler.runUntil(scheduler.now + PROMPT_MS, isSound))) return false;
  for (const what of judgeRest(world, whose)) world.violate(`after the last message: ${what}`);
  return isSound();
}

async function comeToRest(world: World, withinMs: number, whose: Whose): Promise<boolean> {
  const { scheduler } = world;
  const deadline = scheduler.now + withinMs;
  const isSound = (): boolean => world.isSound();
  for (;;) {
    if (!(await scheduler.runUntil(scheduler.now + LOOK_MS, isSound))) return false;
    const open = judgeRest(world, whose);
    if (open.length === 0) return true;
    if (scheduler.now < deadline) continue;
    for (const what of open) world.violate(`not at rest: ${what}`);
    return false;
  }
}
