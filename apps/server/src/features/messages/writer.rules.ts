import type { RoomId, UserId } from "@colbin/protocol";

/** A message on its way to the log, as far as a plan must know it. */
export interface PlannedSend {
  readonly kind: "send";
  readonly message: {
    readonly roomId: RoomId;
    readonly authorId: UserId;
    readonly clientMessageId: string;
  };
}

/** Somebody has read up to a numbered message. */
export interface Mark {
  readonly kind: "mark";
  readonly roomId: RoomId;
  readonly userId: UserId;
  readonly msgNo: number;
}

/** A room that gets messages. */
interface PlannedRoom {
  readonly id: RoomId;
  /** Among the rooms of the plan, from 1 on as PostgreSQL's arrays count. */
  place: number;
  /** How many messages it gets. */
  count: number;
}

/** Somebody whose read position the batch moves: by sending, by reading, or both. */
interface PlannedReader {
  readonly roomId: RoomId;
  readonly userId: UserId;
  /** Among the readers of the plan, from 1 on. */
  place: number;
  /** Where they send, and how many messages the batch has there up to their last one. */
  room: PlannedRoom | undefined;
  ordinal: number;
  /** The furthest that they say they have read. */
  mark: number;
}

/** A batch without its doubles, in the order in which rows are locked everywhere: rooms by id, readers by room and person. */
export interface BatchPlan<Send extends PlannedSend> {
  readonly rooms: readonly PlannedRoom[];
  readonly readers: readonly PlannedReader[];
  readonly sends: readonly {
    readonly send: Send;
    readonly room: PlannedRoom;
    readonly reader: PlannedReader;
    readonly ordinal: number;
  }[];
}

/** The room that something of a batch is about: what holds it back and what keeps its order. */
export function roomIdOf(work: PlannedSend | Mark): RoomId {
  return work.kind === "send" ? work.message.roomId : work.roomId;
}

/** What tells two sends of one intent. */
export function intentOf({ roomId, authorId, clientMessageId }: PlannedSend["message"]): string {
  return `${roomId} ${authorId} ${clientMessageId}`;
}

/** Tells readers apart. Ids are of one length and lower case: as texts they sort as in the database. */
export function readerKeyOf({ roomId, userId }: Pick<Mark, "roomId" | "userId">): string {
  return `${roomId} ${userId}`;
}

/**
 * Numbers the sends of a batch room by room in their order; a send whose intent came before in the batch has no row, and the
 * marks of one reader are one.
 */
export function planBatch<Send extends PlannedSend>(
  batch: readonly (Send | Mark)[],
): BatchPlan<Send> {
  const rooms = new Map<RoomId, PlannedRoom>();
  const readers = new Map<string, PlannedReader>();
  const intents = new Set<string>();
  const sends: BatchPlan<Send>["sends"][number][] = [];
  for (const work of batch) {
    if (work.kind === "mark") {
      const reader = readerOf(readers, work);
      reader.mark = Math.max(reader.mark, work.msgNo);
      continue;
    }
    const { roomId, authorId } = work.message;
    const intent = intentOf(work.message);
    if (intents.has(intent)) continue;
    intents.add(intent);
    const room = roomOf(rooms, roomId);
    room.count += 1;
    const reader = readerOf(readers, { roomId, userId: authorId });
    reader.room = room;
    reader.ordinal = room.count;
    sends.push({ send: work, room, reader, ordinal: room.count });
  }
  return { rooms: toPlaced(rooms), readers: toPlaced(readers), sends };
}

function roomOf(rooms: Map<RoomId, PlannedRoom>, id: RoomId): PlannedRoom {
  const known = rooms.get(id);
  if (known) return known;
  const room: PlannedRoom = { id, place: 0, count: 0 };
  rooms.set(id, room);
  return room;
}

function readerOf(
  readers: Map<string, PlannedReader>,
  { roomId, userId }: Pick<Mark, "roomId" | "userId">,
): PlannedReader {
  const key = readerKeyOf({ roomId, userId });
  const known = readers.get(key);
  if (known) return known;
  const reader = { roomId, userId, place: 0, room: undefined, ordinal: 0, mark: 0 };
  readers.set(key, reader);
  return reader;
}

function toPlaced<Placed extends { place: number }>(things: Map<string, Placed>): Placed[] {
  const sorted = [...things].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, thing], index) => {
    thing.place = index + 1;
    return thing;
  });
}
