import {
  RESUME_EVENTS_MAX,
  type DurableEventName,
  type EventData,
  type FrameOf,
  type ParticipantAccessStatus,
  type RoomId,
  type RoomEventEntry,
} from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import { createBatcher } from "#server/platform/db/batcher.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import type { ReadLog } from "#server/platform/realtime/gap-filler.ts";
import type { RoomEvent } from "#server/platform/realtime/live.ts";
import { getRoomAddress, takeNextSeq, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import { insertRoomEvent, listLogAfter, listLogsAfter, type LogRow } from "./log.queries.ts";
import { toMessage } from "./messages.view.ts";

/**
 * Text of one read of the log. A replay is one frame, and a socket whose client does not take more than its bound at once
 * is closed: without this, people who write at length could keep everybody else from coming back.
 */
const READ_MAX_CHARS = 1_000_000;

/** What events must know of their room. */
export type RoomAddress = Pick<RoomRow, "id" | "slug" | "workspaceId">;

/** Kinds whose entry is a row of room_events; a new message is a row of its own table. */
type PlainEventName = Exclude<DurableEventName, "message_new">;

/**
 * Appends an event to the room's log in the caller's transaction; the caller holds the room's lock
 * (requireRoomForChange). Publish what it returns after the commit, never before.
 */
export async function appendEvent<N extends PlainEventName>(
  tx: Tx,
  room: RoomAddress,
  name: N,
  data: EventData<N>,
): Promise<RoomEvent<N>> {
  const seq = await takeNextSeq(tx, room.id);
  await insertRoomEvent(tx, room.id, { seq, kind: name, payload: data });
  return toRoomEvent(room, name, seq, data);
}

function toRoomEvent<N extends DurableEventName>(
  room: RoomAddress,
  name: N,
  seq: number,
  data: EventData<N>,
): RoomEvent<N> {
  const audience = audienceOf(room, name, data);
  return { roomId: room.id, roomSlug: room.slug, name, seq, data, ...(audience && { audience }) };
}

/** Only a change of somebody's place in the room changes who receives what follows. */
function audienceOf(
  { workspaceId }: RoomAddress,
  name: DurableEventName,
  data: EventData<DurableEventName>,
): RoomEvent["audience"] | undefined {
  if (name !== "participant_changed" || !("accessStatus" in data)) return undefined;
  const isIn = (data.accessStatus satisfies ParticipantAccessStatus) === "ACCEPTED";
  return { userId: data.userId, change: isIn ? "add" : "remove", workspaceId };
}

function toEvent(room: RoomAddress, row: LogRow): RoomEvent<DurableEventName> {
  if (row.kind === null) {
    const message = toMessage(row, room.slug);
    // A line of the server has no client that could match it.
    const data =
      row.type === "system" ? { message } : { message, clientMessageId: row.clientMessageId };
    return toRoomEvent(room, "message_new", row.seq, data);
  }
  // NOTE: payloads are written by appendEvent alone, typed by the same registry.
  return toRoomEvent(room, row.kind, row.seq, row.payload as EventData<PlainEventName>);
}

/** The log after a seq, in order and without gaps, as events for the hub; long texts make it shorter than the limit. */
async function readLog(
  db: Db,
  room: RoomAddress,
  afterSeq: number,
  limit = RESUME_EVENTS_MAX,
): Promise<RoomEvent<DurableEventName>[]> {
  const { rows } = await listLogAfter(db, room.id, afterSeq, { limit, maxChars: READ_MAX_CHARS });
  return rows.map((row) => toEvent(room, row));
}

/** Rooms whose logs are read one after the other and answered together; as much text may be in memory for each. */
const READS_TOGETHER = 8;
/** Every room that is heard here may ask at once; each asks again after the next sweep. */
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
export function createLogReads(db: Db): ReadLog {
  const readOne = async ({ roomId, afterSeq, limit }: LogQuestion): Promise<RoomEvent[]> =>
    readLog(db, await getRoomAddress(db, roomId), afterSeq, limit);
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
 * What clients missed after their seqs (wire.md, Delivery 3), one statement for all: for each at most RESUME_EVENTS_MAX
 * events and as much text as fits into one answer, else truncated. Their seqs are not beyond the log.
 */
export async function readReplays(db: Db, places: readonly ReplayPlace[]): Promise<Replay[]> {
  const asked = places.map(({ room, afterSeq }) => ({ roomId: room.id, afterSeq }));
  const bounds = { limit: RESUME_EVENTS_MAX, maxChars: READ_MAX_CHARS };
  const slices = await listLogsAfter(db, asked, bounds);
  return places.map(({ room }, index) => {
    const { headSeq, rows } = slices[index] ?? { headSeq: 0, rows: [] };
    if ((rows.at(-1)?.seq ?? headSeq) < headSeq) return { headSeq, events: [], isTruncated: true };
    const events = rows.map((row) => {
      const event = toEvent(room, row);
      return { event: event.name, seq: row.seq, ...event.data } as RoomEventEntry;
    });
    return { headSeq, events, isTruncated: false };
  });
}

/** A replay as the frame that carries it. */
export function toReplayFrame(
  room: { readonly slug: string },
  replay: Replay,
): FrameOf<"SERVER_MESSAGE_HISTORY"> {
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
