import { LRUCache } from "lru-cache";
import type { MessageId, Receipts, RoomId, UserId } from "@colbin/protocol";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import type { SocketSession } from "#server/platform/realtime/handler.ts";

/** One socket and the message that it watches. */
export interface Watcher {
  readonly session: SocketSession;
  readonly slug: string;
  readonly messageId: MessageId;
  /** Undefined until the message is found. */
  place: { readonly room: WatchedRoom; readonly msgNo: number; readonly seq: number } | undefined;
  told: Receipts | undefined;
  readAt: number;
  /** Was read just now; hints that come meanwhile are due afterwards. */
  isResting: boolean;
  isDue: boolean;
}

export interface WatchedRoom {
  readonly id: RoomId;
  readonly watchers: Set<Watcher>;
  /** How far the apps of people say that they have the room; anybody may say it. */
  readonly heads: Map<UserId, number>;
  readonly addressKey: string;
  readonly stops: readonly (() => void)[];
}

interface Read {
  readonly userId: UserId;
  readonly msgNo: number;
}

interface Spoken {
  readonly seq: number;
  readonly userIds: readonly UserId[];
}

interface Head {
  readonly userId: UserId;
  readonly seq: number;
}

type Whereabouts = Pick<Actor, "workspaceId" | "userId">;

/** More than the people of a room whose changes are told; the first to speak are forgotten first. */
const HEADS_MAX = 200;
/** One other person is enough: so many speak for a room to the other processes, or large rooms would cost them by their size. */
const SPEAKERS_MAX = 5;
/** Rooms of which it is remembered who spoke; the oldest are forgotten first, and speak once more. */
const SPOKEN_MAX = 10_000;

/** Clients acknowledge by address, whose letters a subject may not have. */
const toAddressKey = (workspaceId: string, slug: string): string =>
  `${workspaceId}.${Buffer.from(slug).toString("hex")}`;
const readSubject = (roomId: RoomId): string => `receipts.read.${roomId}`;
const headSubject = (addressKey: string): string => `receipts.head.${addressKey}`;

/** The rooms in which sockets of this process watch a message, and the hints about these rooms from all processes. */
export class WatchedRooms {
  readonly #bus: Pick<Bus, "publish" | "subscribe">;
  readonly #hint: (watcher: Watcher) => void;
  readonly #byId = new Map<RoomId, WatchedRoom>();
  readonly #byAddress = new Map<string, WatchedRoom>();
  /** By address: up to where others were told that people have the room, and by whom. */
  readonly #spoken = new LRUCache<string, Spoken>({ max: SPOKEN_MAX });

  /** `hint` is called where the message of a watcher may have come further. */
  constructor(bus: Pick<Bus, "publish" | "subscribe">, hint: (watcher: Watcher) => void) {
    this.#bus = bus;
    this.#hint = hint;
  }

  enter(watcher: Watcher, found: Pick<RoomRow, "id" | "slug">): WatchedRoom {
    const room = this.#byId.get(found.id) ?? this.#open(found, watcher.session.actor);
    room.watchers.add(watcher);
    return room;
  }

  leave(watcher: Watcher): void {
    const room = watcher.place?.room;
    if (!room?.watchers.delete(watcher) || room.watchers.size > 0) return;
    for (const stop of room.stops) stop();
    this.#byId.delete(room.id);
    if (this.#byAddress.get(room.addressKey) === room) this.#byAddress.delete(room.addressKey);
  }

  noteRead(roomId: RoomId, read: Read): void {
    this.#hearRead(roomId, read);
    this.#bus.publish(readSubject(roomId), () => encode(read));
  }

  noteHead({ workspaceId, userId }: Whereabouts, slug: string, seq: number): void {
    const key = toAddressKey(workspaceId, slug);
    this.#hearHead(key, { userId, seq });
    const last = this.#spoken.get(key);
    const others = last?.seq === seq ? last.userIds : [];
    if ((last?.seq ?? 0) > seq || others.length >= SPEAKERS_MAX || others.includes(userId)) return;
    this.#spoken.set(key, { seq, userIds: [...others, userId] });
    this.#bus.publish(headSubject(key), () => encode({ userId, seq }));
  }

  #open({ id, slug }: Pick<RoomRow, "id" | "slug">, { workspaceId }: Whereabouts): WatchedRoom {
    const addressKey = toAddressKey(workspaceId, slug);
    const stops = [
      this.#bus.subscribe(readSubject(id), (words) => this.#hearRead(id, decode(words) as Read)),
      this.#bus.subscribe(headSubject(addressKey), (words) =>
        this.#hearHead(addressKey, decode(words) as Head),
      ),
    ];
    const room = { id, addressKey, stops, watchers: new Set<Watcher>(), heads: new Map() };
    this.#byId.set(id, room);
    this.#byAddress.set(addressKey, room);
    return room;
  }

  #hearRead(roomId: RoomId, { userId, msgNo }: Read): void {
    for (const watcher of this.#byId.get(roomId)?.watchers ?? []) {
      const { session, place, told } = watcher;
      const isKnown = told?.readers.some((reader) => reader.userId === userId) ?? false;
      if (userId !== session.actor.userId && !isKnown && place && msgNo >= place.msgNo)
        this.#hint(watcher);
    }
  }

  #hearHead(addressKey: string, { userId, seq }: Head): void {
    const room = this.#byAddress.get(addressKey);
    if (!room || (room.heads.get(userId) ?? 0) >= seq) return;
    room.heads.delete(userId);
    const [oldest] = room.heads.keys();
    if (room.heads.size >= HEADS_MAX && oldest !== undefined) room.heads.delete(oldest);
    room.heads.set(userId, seq);
    for (const watcher of room.watchers) {
      const { session, place, told } = watcher;
      const isNews = told === undefined || told.status === "sent";
      if (userId !== session.actor.userId && isNews && place && seq >= place.seq)
        this.#hint(watcher);
    }
  }
}

function encode(words: Read | Head): Uint8Array {
  return Buffer.from(JSON.stringify(words));
}

function decode(words: Uint8Array): unknown {
  return JSON.parse(Buffer.from(words).toString());
}
