import { isSend, roomIdOf, roomKeyOf } from "@colbin/client";
import type { Message } from "@colbin/protocol";
import type { Tab } from "./tab.ts";
import type { World } from "./world.ts";

/** What people do, one thing after the other at random times, until the time has come. */
export function live(world: World, until: number): void {
  const { scheduler, random, shape } = world;
  const next = (): void => {
    const delay = random.exponential(shape.actMs);
    if (scheduler.now + delay > until) return;
    const act = (): void => {
      actOnce(world);
      next();
    };
    scheduler.after(delay, act, scheduler.world);
  };
  next();
}

function actOnce(world: World): void {
  const { random } = world;
  const tab = random.maybe(world.tabs);
  if (!tab) return;
  const room = random.pick([...world.store.rooms.values()]);
  const { slug } = room;
  if (random.chance(world.shape.comings)) {
    const isIn = room.places.get(tab.device.userId)?.accessStatus === "ACCEPTED";
    (isIn ? leave : join)(world, tab, slug);
    return;
  }
  const dice = random.next();
  if (dice < 0.5) say(world, tab, slug);
  else if (dice < 0.65) read(world, tab, slug);
  else if (dice < 0.77) open(world, tab, slug);
  else if (dice < 0.8) tab.act((client) => client.rooms.leaveView());
  else if (dice < 0.85) handleFailed(world, tab);
  else if (dice < 0.9) sayTwice(world, tab, slug);
  else changeMember(world);
}

/** Says something new in a room. */
export function say(world: World, tab: Tab, slug: string): void {
  const roomId = roomIdOf(tab.state, slug);
  // Until it knows the room, a tab offers nothing to write in.
  if (!roomId) return;
  const intent = world.intents.make(tab, slug);
  world.trace.add(`${tab.name} says "${intent.content}" in ${slug}`);
  tab.act(async (client) => {
    await client.messages.send(roomId, intent.content);
    intent.isStored = true;
  });
}

function read(world: World, tab: Tab, slug: string): void {
  const { state } = tab;
  const roomId = roomKeyOf(state, slug);
  const list: readonly Message[] = state.messages.get(roomId) ?? [];
  const id = world.random.maybe(list)?.id ?? state.subscriptions.get(roomId)?.lastMessage?.id;
  if (id === undefined) return;
  world.trace.add(`${tab.name} reads ${slug} up to ${id}`);
  tab.act((client) => client.messages.markRead(roomId, id));
}

function open(world: World, tab: Tab, slug: string): void {
  const roomId = roomIdOf(tab.state, slug);
  // An address of which a tab was told nothing yet opens nothing: the screen waits for the list.
  if (!roomId) return;
  world.trace.add(`${tab.name} opens ${slug}`);
  tab.act((client) => client.rooms.open(roomId));
}

function join(world: World, tab: Tab, slug: string): void {
  world.trace.add(`${tab.name} joins ${slug}`);
  tab.act((client) => client.rooms.join(slug));
}

/** A message that was refused is tried again or thrown away. */
function handleFailed(world: World, tab: Tab): void {
  const unsent = [...tab.state.pending.values()].flat().filter(isSend);
  const failed = unsent.filter((each) => each.failure !== null);
  const entry = world.random.maybe(failed);
  if (!entry) return;
  const intent = world.intents.find(entry.content);
  if (intent) intent.isExcused = true;
  const { clientMessageId } = entry;
  const isRetried = world.random.chance(0.6);
  world.trace.add(`${tab.name} ${isRetried ? "retries" : "discards"} "${entry.content}"`);
  tab.act((client) =>
    isRetried ? client.messages.retry(clientMessageId) : client.messages.discard(clientMessageId),
  );
}

/** Somebody's program sends one message twice at the same time, to whatever node takes it. */
function sayTwice(world: World, tab: Tab, slug: string): void {
  const { random } = world;
  const clientMessageId = `temp_${random.uuid()}`;
  const content = `double ${clientMessageId}`;
  const isSame = random.chance(0.7);
  const contents = [content, isSame ? content : `${content} changed`];
  world.trace.add(`${tab.name} says "${content}" twice in ${slug}`);
  for (const each of contents) {
    tab.act((client) =>
      client.call(
        "sendMessage",
        { params: { slug }, body: { clientMessageId, content: each, type: "text", metadata: {} } },
        { idempotencyKey: "none" },
      ),
    );
  }
}

/** Somebody with the right to it takes somebody out of a private room, or an administrator lets them in again. */
function changeMember(world: World): void {
  const { random, store } = world;
  const rooms = [...store.rooms.values()].filter((each) => each.accessType === "PRIVATE");
  const room = random.maybe(rooms);
  const node = random.maybe(world.upNodes());
  const device = random.pick(world.devices);
  if (!room || !node) return;
  const { slug } = room;
  const place = room.places.get(device.userId);
  if (place?.accessStatus !== "ACCEPTED") {
    world.trace.add(`${device.name} is let into ${slug}`);
    // A database that is down refuses it: then it did not happen.
    const add = (): void => void node.addPerson(slug, device).catch(() => undefined);
    world.scheduler.after(0, add, node.owner);
    return;
  }
  const owner = world.tabs.find(
    (tab) => room.places.get(tab.device.userId)?.accessLevel === "OWNER",
  );
  if (!owner) return;
  world.trace.add(`${owner.name} takes ${device.name} out of ${slug}`);
  owner.act((client) =>
    client.call("removeParticipant", {
      params: { slug, participantId: device.userId },
      body: {},
    }),
  );
}

/** Whoever leaves may look at the room from outside, in any of their tabs and over a new connection. */
function leave(world: World, tab: Tab, slug: string): void {
  const { random, scheduler } = world;
  world.trace.add(`${tab.name} leaves ${slug}`);
  tab.act((client) => client.call("leaveRoom", { params: { slug } }));
  const other = random.maybe(world.tabs.filter(({ device }) => device === tab.device));
  if (!other || random.chance(0.2)) return;
  if (random.chance(0.3)) for (const connection of other.connections) connection.cut();
  const look = (): void => {
    if (!other.owner.isDead) open(world, other, slug);
  };
  scheduler.after(random.pick([0, 20, 1_000]) + random.below(20), look, scheduler.world);
}
