import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerNode } from "./node.ts";
import { Random } from "./random.ts";
import type { FaultKind } from "./shape.ts";
import type { World } from "./world.ts";

const DRAIN_MS = 5_000;

/** What goes wrong, one thing after the other at random times, until the time has come. */
export function trouble(world: World, until: number): void {
  const { scheduler, random, shape } = world;
  if (shape.faults.length === 0) return;
  const next = (): void => {
    const delay = random.exponential(shape.badMs);
    if (scheduler.now + delay > until) return;
    const act = (): void => {
      const kind = random.pick(shape.faults);
      world.trace.add(`fault: ${kind}`);
      faults[kind](world);
      next();
    };
    scheduler.after(delay, act, scheduler.world);
  };
  next();
}

/** From now on nothing goes wrong by itself, and what was broken is mended. */
export function heal(world: World): void {
  const { store, network, weather, calls } = world;
  world.trace.add("the weather clears");
  Object.assign(store.weather, { isDown: false, failure: 0, lostAnswer: 0 });
  Object.assign(network.weather, { isDown: false, loss: 0, double: 0, late: 0 });
  Object.assign(calls, { lost: 0, lostAnswer: 0 });
  weather.rate = undefined;
  for (let place = 0; place < world.shape.nodes; place += 1)
    if (!world.nodes[place]) world.startNode(place);
  for (const device of world.devices)
    if (!world.tabs.some((tab) => tab.device === device)) world.openTab(device);
  for (const tab of world.tabs) if (!tab.isOnline) tab.signal("online");
}

/** Later, unless the world has healed by then. */
function later(world: World, delayMs: number, run: () => void): void {
  world.scheduler.after(delayMs, run, world.scheduler.world);
}

function anyConnection(world: World) {
  return world.random.maybe(world.tabs.flatMap((tab) => [...tab.connections]));
}

function restartLater(world: World, place: number): void {
  const start = (): void => {
    if (!world.nodes[place]) world.startNode(place);
  };
  later(world, world.random.between(50, 8_000), start);
}

/** A process ends by itself and another takes its place. */
function crash(world: World, node: ServerNode): void {
  const place = world.nodes.indexOf(node);
  if (place === -1) return;
  world.killNode(node);
  restartLater(world, place);
}

const faults: { readonly [K in FaultKind]: (world: World) => void } = {
  cut: (world) => anyConnection(world)?.cut(),
  cutInFrame: (world) => anyConnection(world)?.cutAfter(world.random.from(0, 3_000)),
  silence: (world) => anyConnection(world)?.silence(),
  slow(world) {
    world.weather.rate = world.random.pick([0.2, 5]);
    later(world, world.random.between(500, 15_000), () => (world.weather.rate = undefined));
  },
  reload(world) {
    const tab = world.random.maybe(world.tabs);
    if (!tab) return;
    world.closeTab(tab);
    later(world, world.random.between(1, 500), () => world.openTab(tab.device));
  },
  closeTab(world) {
    const tab = world.random.maybe(world.tabs);
    if (tab) world.closeTab(tab);
  },
  openTab(world) {
    const device = world.random.pick(world.devices);
    const own = world.tabs.filter((tab) => tab.device === device);
    if (own.length < 3) world.openTab(device);
  },
  offline(world) {
    const tab = world.random.maybe(world.tabs);
    tab?.signal("offline");
    later(world, world.random.between(100, 10_000), () => {
      if (tab && !tab.owner.isDead) tab.signal("online");
    });
  },
  crash(world) {
    const node = world.random.maybe(world.upNodes());
    if (node) crash(world, node);
  },
  drain(world) {
    const node = world.random.maybe(world.upNodes().filter((each) => !each.isDraining));
    if (!node) return;
    const end = (): void => crash(world, node);
    const begin = (): void => void node.drain(DRAIN_MS).then(end);
    world.scheduler.after(0, begin, node.owner);
  },
  busDown(world) {
    world.network.weather.isDown = true;
    const ms = world.random.between(100, 15_000);
    later(world, ms, () => (world.network.weather.isDown = false));
  },
  storeDown(world) {
    world.store.weather.isDown = true;
    world.store.dropAll();
    const ms = world.random.between(50, 8_000);
    later(world, ms, () => (world.store.weather.isDown = false));
  },
  heldLock(world) {
    const room = world.random.pick([...world.store.rooms.keys()]);
    world.store.holdLock(room, world.random.between(50, 5_000));
  },
};

/** The process that reaches the chosen point dies there, sometimes. Answers the way to stop that. */
export function dieAtPoint(world: World): () => void {
  const { deathAt } = world.shape;
  if (!deathAt) return () => {};
  const random = new Random(`${world.shape.seed} points`);
  const name = `colbin:${deathAt.point}`;
  const listener = (): void => {
    const { current } = world.scheduler;
    const node = world.upNodes().find(({ owner }) => owner === current);
    if (node && random.chance(deathAt.chance)) {
      world.trace.add(`${node.options.name} dies at ${deathAt.point}`);
      crash(world, node);
    }
  };
  subscribe(name, listener);
  return () => void unsubscribe(name, listener);
}
