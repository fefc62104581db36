import { commands, frames, parseInput, SOCKET_PATH, type FrameType } from "@colbin/protocol";
import { Connection } from "./connection.ts";
import type { Device } from "./person.ts";
import type { Random } from "./random.ts";
import { Owner } from "./scheduler.ts";
import type { World } from "./world.ts";

/*
 * A socket of somebody's own program, which sends what the grammar of frames allows and what it does not, among all that
 * happens otherwise. The server must answer each with a frame of the contract, and nobody else must notice.
 */

const FRAMES_MAX = 60;
const BETWEEN_MS = 120;

/** Begins to send on a connection of its own; ends by itself. */
export function beRude(world: World, device: Device): void {
  const { scheduler, random, weather } = world;
  const door = random.maybe(world.upNodes());
  if (!door) return;
  const owner = new Owner(`${device.name}.rude`);
  const query = new URLSearchParams({
    accessToken: world.createTicket(device),
    userId: device.userId,
    connectionId: owner.name,
  });
  let left = random.from(1, FRAMES_MAX);
  const next = (): void => {
    if (left === 0 || connection.isOver) {
      connection.close(1000);
      return;
    }
    left -= 1;
    connection.send(toHostileFrame(world, random));
    scheduler.after(random.exponential(BETWEEN_MS), next, owner);
  };
  const connection: Connection = new Connection({
    scheduler,
    random,
    weather,
    tab: owner,
    door,
    url: `http://colbin.test${SOCKET_PATH}?${query.toString()}`,
    handlers: {
      onOpen: () => {
        connection.send(JSON.stringify({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: "auth" }));
        scheduler.after(random.between(0, BETWEEN_MS), next, owner);
      },
      onText: (text) => judgeAnswer(world, owner, text),
      onError: () => {},
      onClose: () => {},
    },
    onServerText: () => {},
    onClientText: (text) => world.trace.add(`${owner.name} > ${text.slice(0, 120)}`),
    onEnd: () => {},
  });
}

/** Whatever was asked, the answer is a frame of the contract. */
function judgeAnswer(world: World, { name }: Owner, text: string): void {
  const frame = JSON.parse(text) as { readonly type: FrameType; readonly code?: string };
  const shape = frames[frame.type];
  const parsed = shape && parseInput(shape.frame, frame);
  if (!parsed?.ok) world.violate(`${name} got no frame of the contract: ${text.slice(0, 300)}`);
  if (frame.code === "UNKNOWN_ERROR") world.violate(`${name} got ${text.slice(0, 300)}`);
}

const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "\u0000",
  "\uD800",
  "\u202E",
  "__proto__",
  "constructor",
  "seq_1",
  "temp_",
  "x".repeat(300),
  [],
  [[]],
  {},
  { toString: 1 },
  { length: 1e9 },
];

function hostile(random: Random): unknown {
  if (random.chance(0.1)) return Array.from({ length: 300 }, () => "hall-0");
  if (random.chance(0.05)) return "long ".repeat(5_000);
  return random.pick(hostileValues);
}

/** For each field of any frame something that may be right. */
const fields: Readonly<Record<string, (world: World, random: Random) => unknown>> = {
  requestId: (_world, random) => random.hex(8),
  sessionRoomSlug: toSlug,
  roomSlug: toSlug,
  sessionRoomSlugs: (world, random) => [toSlug(world, random), toSlug(world, random)],
  content: (_world, random) => `rude ${random.hex(6)}`,
  clientMessageId: (_world, random) => `temp_${random.uuid()}`,
  messageType: (_world, random) => random.pick(["text", "system", "image"]),
  metadata: () => ({}),
  lastReadMessageId: toMessageId,
  before: toMessageId,
  afterSeq: (_world, random) => random.pick([0, 1, 5, 10_000]),
  limit: (_world, random) => random.pick([1, 50, 100, 101]),
  isTyping: (_world, random) => random.chance(0.5),
  heads: (world, random) => ({ [toSlug(world, random)]: random.from(0, 10) }),
};

function toSlug(world: World, random: Random): string {
  const slugs = [...world.store.rooms.values()].map(({ slug }) => slug);
  return random.chance(0.9) ? random.pick(slugs) : "nowhere";
}

function toMessageId(world: World, random: Random): string {
  const logs = [...world.store.rooms.values()].flatMap(({ log }) => log);
  const entry = random.maybe(logs);
  return entry?.kind === null ? entry.id : random.uuid();
}

/** A frame: mostly of a known type, with some of its fields, some of them wrong, sometimes broken altogether. */
function toHostileFrame(world: World, random: Random): string {
  if (random.chance(0.05)) return random.pick(["", "null", "[]", "{", '"text"', "\u0000", "{}"]);
  const types = Object.keys(commands);
  const frame: Record<string, unknown> = {
    type: random.chance(0.93) ? random.pick(types) : hostile(random),
  };
  const isNear = random.chance(0.6);
  for (const [name, make] of Object.entries(fields)) {
    if (!isField(frame["type"], name) && random.chance(isNear ? 1 : 0.93)) continue;
    frame[name] = random.chance(isNear ? 0.03 : 0.3) ? hostile(random) : make(world, random);
  }
  const text = JSON.stringify(frame);
  return random.chance(0.03) ? text.slice(0, random.below(text.length)) : text;
}

/** Does a frame of this type have this field? */
function isField(type: unknown, name: string): boolean {
  const shape = typeof type === "string" ? (commands as Record<string, unknown>)[type] : undefined;
  const { frame } = (shape ?? {}) as { readonly frame?: { readonly shape?: object } };
  return frame?.shape !== undefined && Object.hasOwn(frame.shape, name);
}
