import { RESUME_EVENTS_MAX, type RoomEventEntry, type RoomId } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import { encodeFrame } from "#server/platform/realtime/frames.ts";
import {
  readReplays,
  toReplayFrame,
  type Replay,
  type ReplayPlace,
  type RoomAddress,
} from "./log.service.ts";

/*
 * Replays for crowds. When a node or the network goes, thousands come back and ask for the same: replays that are asked for
 * together are one statement, those of the same room from the same place are one reading and one frame, and a room that was
 * busy just now is not read at all. Every durable change of a room takes a seq, so a place and a head name one replay.
 */

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
   * RESUME_EVENTS_MAX events. A client that is ahead of the log has seen another one: LOG_EPOCH_CHANGED. Who may have it is
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
export function createReplays(db: Db, listRecent: ListRecent): Replays {
  const kept = new LRUCache<string, KeptReplay>({
    maxSize: KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: ({ frame }) => frame.length,
  });
  const reading = new Map<string, Promise<KeptReplay>>();
  const reads = createLookup((asked: readonly Asked[]) => readInGroups(db, asked));

  async function obtain(key: string, asked: Asked): Promise<KeptReplay> {
    const replay = fromMemory(listRecent, asked) ?? (await reads.find(asked));
    if (!replay) throw new Error("Every place has a replay");
    const frame = encodeFrame(toReplayFrame(asked.room, replay));
    const made = { ...replay, frame };
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
async function readInGroups(db: Db, asked: readonly Asked[]): Promise<Replay[]> {
  const replays: Replay[] = [];
  let group: Asked[] = [];
  let events = 0;
  for (const each of asked) {
    if (group.length > 0 && events + missedBy(each) > EVENTS_PER_READ) {
      replays.push(...(await readReplays(db, group)));
      group = [];
      events = 0;
    }
    group.push(each);
    events += missedBy(each);
  }
  replays.push(...(await readReplays(db, group)));
  return replays;
}
