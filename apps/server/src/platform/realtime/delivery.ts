import type { EventName, RoomEventEntry, RoomId, UserId } from "@colbin/protocol";
import type { Logger } from "pino";
import type { Clock } from "../clock/clock.ts";
import { tracepoint } from "../points.ts";
import type { Audience } from "./audience.ts";
import { encodeHint, roomSubject, userSubject, type EventMeta } from "./bus-payload.ts";
import type { Bus } from "./bus.ts";
import {
  isSuperseding,
  toLogEntry,
  toRoomEventText,
  toTextFrame,
  withRequestId,
} from "./frames.ts";
import { GapFiller, type ReadLog } from "./gap-filler.ts";
import type { Origin, RoomEvent } from "./live.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { Entry, Room } from "./room.ts";

export interface DeliveryDeps {
  readonly audience: Audience;
  readonly bus: Pick<Bus, "publish" | "payloadMax">;
  readonly readLog: ReadLog;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly log: Logger;
  readonly metrics: RealtimeMetrics;
}

export interface PublishOptions {
  readonly origin?: Origin;
  readonly exceptUsers?: readonly UserId[];
}

interface RecentEvents {
  readonly headSeq: number;
  readonly events: readonly RoomEventEntry[];
}

/**
 * Brings the events of rooms to the sockets of this process, in order of seq, and tells the other processes. What it does for
 * a message does not grow with the room but for one queue entry a socket.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #gaps: GapFiller;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#gaps = new GapFiller({ ...deps, apply: (room, entry) => this.#apply(room, entry) });
  }

  /** Live.publish. */
  publish<N extends EventName>(event: RoomEvent<N>, options: PublishOptions): void {
    const encoded = new EncodedEvent(event);
    const { seq, audience } = event;
    const room = this.#deps.audience.findRoomFor(event);
    if (seq === undefined) {
      room?.appendLiveOnly({ frame: encoded.frame, exceptUsers: options.exceptUsers ?? [] });
    } else {
      const own = this.#acknowledge(encoded, room, options.origin);
      const supersedes = isSuperseding(event);
      if (room) this.#deliver(room, { seq, frame: encoded.frame, audience, supersedes, own });
    }
    tracepoint("afterAck");
    this.#tellOthers(event, encoded, options.exceptUsers);
  }

  /** The sender's own copy: in its place among the room's events, or at once when its socket does not hear the room. */
  #acknowledge(encoded: EncodedEvent, room: Room | undefined, origin?: Origin): Entry["own"] {
    const socket = origin && this.#deps.audience.sockets.find(origin.socketId);
    if (!socket) return undefined;
    const frame = toTextFrame(withRequestId(encoded.text, origin.requestId));
    if (room?.members.has(socket)) return { socket, frame };
    socket.writer.push(frame);
    return undefined;
  }

  #tellOthers(event: RoomEvent, encoded: EncodedEvent, exceptUsers?: readonly UserId[]): void {
    const { bus } = this.#deps;
    const { roomId, seq, audience } = event;
    const toPayload = (): Uint8Array => {
      const meta: EventMeta = {
        kind: "event",
        roomId,
        ...(seq !== undefined && { seq }),
        ...(audience && { audience }),
        ...(exceptUsers && { exceptUsers }),
        ...(isSuperseding(event) && { supersedes: true }),
      };
      const hint = encodeHint(meta, encoded.frame);
      const isCarried = seq === undefined || hint.length <= bus.payloadMax;
      // Where to look is enough: the others read the log.
      return isCarried ? hint : encodeHint(meta);
    };
    bus.publish(roomSubject(roomId), toPayload);
    // A process where only the newcomer has a socket does not listen to the room yet.
    if (audience?.change === "add") bus.publish(userSubject(audience.userId), toPayload);
  }

  /** An event that another process has published; without a frame where it was too large to be carried. */
  hear(meta: EventMeta, frame: Buffer): void {
    const { seq, audience, exceptUsers = [], supersedes = false } = meta;
    const room = this.#deps.audience.findRoomFor(meta);
    if (!room) return;
    if (seq === undefined) room.appendLiveOnly({ frame, exceptUsers });
    else if (frame.length > 0) {
      this.#deliver(room, { seq, frame, audience, supersedes, own: undefined });
    } else {
      this.#addLate(room, { seq, audience });
      this.#gaps.want(room, seq);
    }
  }

  /** The log is known to reach this far: what does not arrive by itself is read. */
  want(room: Room, seq: number): void {
    this.#gaps.want(room, seq);
  }

  /** Nobody hears the room any more. */
  forget(room: Room): void {
    this.#gaps.forget(room);
  }

  /**
   * The last events of a room after a seq, as replays carry them, when all of them are still at hand: a room that somebody
   * here hears is kept for a moment.
   */
  listRecent(roomId: RoomId, afterSeq: number): RecentEvents | undefined {
    const room = this.#deps.audience.rooms.get(roomId);
    const entries = room?.listRecent(afterSeq);
    if (!room || !entries) return undefined;
    return { headSeq: room.head, events: entries.map(({ frame }) => toLogEntry(frame)) };
  }

  #deliver(room: Room, entry: Entry): void {
    this.#addLate(room, entry);
    this.#gaps.deliver(room, entry);
  }

  /** Somebody who subscribed further on has opened the room here before this event came; its newcomer joins all the same. */
  #addLate(room: Room, entry: Pick<Entry, "audience" | "seq">): void {
    if (entry.seq <= room.head) this.#deps.audience.enterWith(room, entry);
  }

  #apply(room: Room, entry: Entry): void {
    const { audience, clock } = this.#deps;
    audience.enterWith(room, entry);
    room.append(entry, clock.steadyMs());
    audience.leaveAfter(room, entry);
  }
}

/** An event as bytes, made at most once however many need it. */
class EncodedEvent {
  readonly #event: RoomEvent;
  #text: string | undefined;
  #frame: Buffer | undefined;

  constructor(event: RoomEvent) {
    this.#event = event;
  }

  get text(): string {
    return (this.#text ??= toRoomEventText(this.#event));
  }

  get frame(): Buffer {
    return (this.#frame ??= toTextFrame(this.text));
  }
}
