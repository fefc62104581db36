import {
  RESUME_EVENTS_MAX,
  type DurableEventName,
  type RoomEventEntry,
  type RoomId,
} from "@colbin/protocol";
import { getRoomAddress } from "#server/features/rooms/rooms.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createBatcher } from "#server/platform/db/batcher.ts";
import type { Db } from "#server/platform/db/database.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import type { ReadLog } from "#server/platform/realtime/gap-filler.ts";
import type { RoomEvent } from "#server/platform/realtime/live.ts";
import { listLogsAfter } from "./log.queries.ts";
import { toRoomEvents, type Hydration, type RoomAddress } from "./log.view.ts";

/**
 * Text of one read of the log. A replay is one frame, and a socket whose client does not take more than its bound at once
 * is closed: without this, people who write at length could keep everybody else from coming back.
 */
const READ_MAX_BYTES = 1_000_000;
/** Rooms whose logs are read one after the other and answered together; as much text may be in memory for each. */
const READS_TOGETHER = 8;
/** Every room that has sockets here may ask at once; each asks again after the next sweep. */
const READS_WAITING = 100_000;

interface LogQuestion {
  readonly roomId: RoomId;
  readonly afterSeq: number;
  readonly limit: number;
}

/**
 * The reads of the hub, one at a time: after an outage all rooms ask at once, and whoever signs in or opens a room must not wait
 * behind them for a connection.
 */
export function createLogReads(db: Db, hydration: Hydration): ReadLog {
  const readOne = async ({ roomId, afterSeq, limit }: LogQuestion): Promise<RoomEvent[]> => {
    const room = await getRoomAddress(db, roomId);
    const bounds = { limit, maxBytes: READ_MAX_BYTES };
    const [slice] = await listLogsAfter(db, [{ roomId, afterSeq }], bounds);
    // Each in a slice of its own: sockets that hear the room stand at different places, so every event carries its body.
    const parts = (slice?.rows ?? []).map((row) => ({ room, rows: [row] }));
    return (await toRoomEvents(db, hydration, parts)).flat();
  };
  const reads = createBatcher<LogQuestion, readonly RoomEvent[]>({
    async run(questions) {
      const answers: RoomEvent[][] = [];
      for (const question of questions) answers.push(await readOne(question));
      return answers;
    },
    maxBatch: READS_TOGETHER,
    maxWaiting: READS_WAITING,
    refuse: () => new AppError("RATE_LIMITED"),
    isTransient: () => false,
    // One room whose row is gone must not keep the others of its batch waiting.
    isPoison: (error) => !isUnavailable(error),
    maxTries: 1,
  });
  return (roomId, afterSeq, limit) => reads.add({ roomId, afterSeq, limit });
}

export interface Replay {
  readonly headSeq: number;
  readonly events: readonly RoomEventEntry[];
  /** More was missed than is replayed: the client reloads the room. */
  readonly isTruncated: boolean;
}

/** A place of the log from which a client asks on. */
export interface ReplayPlace {
  readonly room: RoomAddress;
  readonly afterSeq: number;
}

/**
 * What clients missed after their seqs (wire.md, Delivery 3), read together: for each at most RESUME_EVENTS_MAX events and as
 * much text as fits into one answer, else truncated. Their seqs are not beyond the log.
 */
export async function readReplays(
  db: Db,
  hydration: Hydration,
  places: readonly ReplayPlace[],
): Promise<Replay[]> {
  const asked = places.map(({ room, afterSeq }) => ({ roomId: room.id, afterSeq }));
  const bounds = { limit: RESUME_EVENTS_MAX, maxBytes: READ_MAX_BYTES };
  const slices = await listLogsAfter(db, asked, bounds);
  const parts = places.map(({ room }, index) => {
    const { headSeq, purgedSeq, rows } = slices[index] ?? { headSeq: 0, purgedSeq: 0, rows: [] };
    // Where the beginning of the log is gone, what follows a place there is not all that happened.
    const isCut = (places[index]?.afterSeq ?? 0) < purgedSeq;
    const isTruncated = isCut || (rows.at(-1)?.seq ?? headSeq) < headSeq;
    return { room, headSeq, isTruncated, rows: isTruncated ? [] : rows };
  });
  const events = await toRoomEvents(db, hydration, parts);
  return parts.map(({ headSeq, isTruncated }, index) => {
    const entries = (events[index] ?? []).map(toEntry);
    return { headSeq, events: entries, isTruncated };
  });
}

function toEntry({ name, seq, data }: RoomEvent<DurableEventName>): RoomEventEntry {
  return { event: name, seq, ...data } as RoomEventEntry;
}
