import {
  RESUME_EVENTS_MAX,
  type FrameOf,
  type RoomEventEntry,
  type RoomId,
} from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import { toTextFrame } from "#server/platform/realtime/frames.ts";
import { readReplays, type Replay, type ReplayPlace } from "./log-reader.service.ts";
import type { Hydration, RoomAddress } from "./log.view.ts";

/*
 * Replays for crowds. When a node or the network goes, thousands come back and ask for the same: replays that are asked for
 * together are one statement, those of the same room from the same place are one reading and one frame, and a room that was
 * busy just now is not read at all. Every durable change of a room takes a seq, so a place and a head name one replay.
 */

/** A larger answer would reach the bound at which a socket that does not read is closed. */
const REPLAY_MAX_BYTES = 1_000_000;
/** Events that one statement may bring, as far as the heads tell beforehand. */
const EVENTS_PER_READ = 2_000;
/** Bytes of kept frames; how long one is kept after its reading. Names of authors may be as old as that. */
const KEPT_BYTES = 32 * 1024 * 1024;
const KEPT_MS = 1_000;

/** A room whose head the caller has just read. */
export type RoomToReplay = RoomAddress & { readonly lastSeq: number };

export interface KeptReplay extends Replay {
  /** The frame that carries it, without a request id. */
  readonly frame: Buffer;
}

export interface Replays {
  /**
   * What follows a seq in the log of a room, at least up to the head that the caller knows; truncated when that is more than
   * RESUME_EVENTS_MAX events or REPLAY_MAX_BYTES. A client that is ahead of the log has seen another one: LOG_EPOCH_CHANGED. Who may have it is
   * the caller's to judge, after the reading.
   */
  read(room: RoomToReplay, afterSeq: number): Promise<KeptReplay>;
}

/** The last events of a room after a seq, when this process still has all of them. */
export type ListRecent = (
  roomId: RoomId,
  afterSeq: number,
) => { readonly headSeq: number; readonly events: readonly RoomEventEntry[] } | undefined;

/** Replays of one process. Read in common, made at most once for whoever asks meanwhile; bounded in memory. */
export function createLogReplays(db: Db, hydration: Hydration, listRecent: ListRecent): Replays {
  const kept = new LRUCache<string, KeptReplay>({
    maxSize: KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: ({ frame }) => frame.length,
  });
  const reading = new Map<string, Promise<KeptReplay>>();
  const readTogether = (places: readonly Asked[]) => readReplays(db, hydration, places);
  const reads = createLookup((asked: readonly Asked[]) => readInGroups(readTogether, asked));

  async function obtain(key: string, asked: Asked): Promise<KeptReplay> {
    const replay = fromMemory(listRecent, asked) ?? (await reads.find(asked));
    if (!replay) throw new Error("Every place has a replay");
    const made = encode(asked.room, replay);
    kept.set(key, made);
    return made;
  }

  return {
    async read(room, afterSeq) {
      if (afterSeq > room.lastSeq) throw new AppError("LOG_EPOCH_CHANGED");
      const key = `${room.id} ${afterSeq} ${room.lastSeq}`;
      const known = kept.get(key) ?? reading.get(key);
      if (known) return known;
      const made = obtain(key, { room, afterSeq }).finally(() => reading.delete(key));
      reading.set(key, made);
      return made;
    },
  };
}

/** What is too large for one answer is truncated as if it were too many events; no more is encoded than fits. */
function encode(room: RoomAddress, replay: Replay): KeptReplay {
  const { events, ...rest } = toReplayFrame(room, replay);
  const pieces: string[] = [];
  let bytes = 0;
  for (const event of events) {
    const piece = JSON.stringify(event);
    bytes += Buffer.byteLength(piece);
    if (bytes > REPLAY_MAX_BYTES)
      return encode(room, { headSeq: replay.headSeq, events: [], isTruncated: true });
    pieces.push(piece);
  }
  const frame = toTextFrame(`${JSON.stringify(rest).slice(0, -1)},"events":[${pieces.join()}]}`);
  return { ...replay, frame };
}

/** A replay as the frame that carries it. */
export function toReplayFrame(
  room: Pick<RoomAddress, "slug">,
  replay: Replay,
): Extract<FrameOf<"SERVER_MESSAGE_HISTORY">, { readonly mode: "resume" }> {
  return {
    type: "SERVER_MESSAGE_HISTORY",
    mode: "resume",
    sessionRoomSlug: room.slug,
    headSeq: replay.headSeq,
    events: [...replay.events],
    hasMore: replay.isTruncated,
    nextCursor: null,
    ...(replay.isTruncated && { truncated: true }),
  };
}

interface Asked extends ReplayPlace {
  readonly room: RoomToReplay;
}

function missedBy({ room, afterSeq }: Asked): number {
  return room.lastSeq - afterSeq;
}

function fromMemory(listRecent: ListRecent, asked: Asked): Replay | undefined {
  const { room, afterSeq } = asked;
  if (missedBy(asked) > RESUME_EVENTS_MAX) {
    return { headSeq: room.lastSeq, events: [], isTruncated: true };
  }
  const recent = listRecent(room.id, afterSeq);
  if (!recent || recent.headSeq < room.lastSeq) return undefined;
  return { ...recent, isTruncated: false };
}

/** Some rooms may have much to tell: what one statement brings must fit into memory, however many ask. */
async function readInGroups(
  readTogether: (places: readonly Asked[]) => Promise<Replay[]>,
  asked: readonly Asked[],
): Promise<Replay[]> {
  const replays: Replay[] = [];
  let group: Asked[] = [];
  let events = 0;
  for (const each of asked) {
    if (group.length > 0 && events + missedBy(each) > EVENTS_PER_READ) {
      replays.push(...(await readTogether(group)));
      group = [];
      events = 0;
    }
    group.push(each);
    events += missedBy(each);
  }
  replays.push(...(await readTogether(group)));
  return replays;
}
