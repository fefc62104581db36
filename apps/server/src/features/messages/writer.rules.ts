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
export interface PlannedReader {
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

/** A message that gets a row. */
export interface PlannedMessage<Send extends PlannedSend> {
  readonly send: Send;
  /** Among the messages of the plan, from 0 on. */
  readonly place: number;
  readonly room: PlannedRoom;
  readonly reader: PlannedReader;
  /** Among the messages of its room, from 1 on. */
  readonly ordinal: number;
}

/** What a batch writes, in the order in which rows are locked everywhere: rooms by id, readers by room and person. */
export interface BatchRows<Send extends PlannedSend> {
  readonly rooms: readonly PlannedRoom[];
  readonly readers: readonly PlannedReader[];
  readonly sends: readonly PlannedMessage<Send>[];
}

/** A batch without its doubles. */
export interface BatchPlan<Send extends PlannedSend> extends BatchRows<Send> {
  /** What became of each item of the batch, in its order: the message that stands for a send, the reader of a mark. */
  readonly items: readonly (PlannedMessage<Send> | PlannedReader)[];
}

/** The room that something of a batch is about: what holds it back and what keeps its order. */
export function roomIdOf(work: PlannedSend | Mark): RoomId {
  return work.kind === "send" ? work.message.roomId : work.roomId;
}

/** What a batch has of one room. Found step by step: a text made of all ids would be kept by V8 long after its batch. */
interface RoomWork<Send extends PlannedSend> {
  room: PlannedRoom | undefined;
  readonly readers: Map<UserId, ReaderWork<Send>>;
}

interface ReaderWork<Send extends PlannedSend> {
  readonly reader: PlannedReader;
  /** Few: what one person sends to one room at a time. */
  readonly sends: PlannedMessage<Send>[];
}

/**
 * Numbers the sends of a batch room by room in their order; a send whose author, room and clientMessageId came before in the
 * batch has no row, and the marks of one reader are one.
 */
export function planBatch<Send extends PlannedSend>(
  batch: readonly (Send | Mark)[],
): BatchPlan<Send> {
  const work = new Map<RoomId, RoomWork<Send>>();
  const sends: PlannedMessage<Send>[] = [];
  const items = batch.map((item) => {
    const inRoom = roomWorkOf(work, roomIdOf(item));
    if (item.kind === "mark") {
      const { reader } = readerWorkOf(inRoom, item);
      reader.mark = Math.max(reader.mark, item.msgNo);
      return reader;
    }
    const { roomId, authorId: userId, clientMessageId } = item.message;
    const ofAuthor = readerWorkOf(inRoom, { roomId, userId });
    const first = ofAuthor.sends.find(
      ({ send }) => send.message.clientMessageId === clientMessageId,
    );
    if (first) return first;
    const room = (inRoom.room ??= { id: roomId, place: 0, count: 0 });
    room.count += 1;
    const { reader } = ofAuthor;
    reader.room = room;
    reader.ordinal = room.count;
    const message = { send: item, place: sends.length, room, reader, ordinal: room.count };
    ofAuthor.sends.push(message);
    sends.push(message);
    return message;
  });
  return { ...placeRows(work), sends, items };
}

function roomWorkOf<Send extends PlannedSend>(
  work: Map<RoomId, RoomWork<Send>>,
  id: RoomId,
): RoomWork<Send> {
  const known = work.get(id);
  if (known) return known;
  const added: RoomWork<Send> = { room: undefined, readers: new Map() };
  work.set(id, added);
  return added;
}

function readerWorkOf<Send extends PlannedSend>(
  { readers }: RoomWork<Send>,
  { roomId, userId }: Pick<Mark, "roomId" | "userId">,
): ReaderWork<Send> {
  const known = readers.get(userId);
  if (known) return known;
  const reader = { roomId, userId, place: 0, room: undefined, ordinal: 0, mark: 0 };
  const added: ReaderWork<Send> = { reader, sends: [] };
  readers.set(userId, added);
  return added;
}

/** Ids are of one length and lower case: as texts they sort as in the database. */
function placeRows<Send extends PlannedSend>(
  work: ReadonlyMap<RoomId, RoomWork<Send>>,
): Pick<BatchRows<Send>, "rooms" | "readers"> {
  const rooms: PlannedRoom[] = [];
  const readers: PlannedReader[] = [];
  for (const [, { room, readers: inRoom }] of toSorted(work)) {
    if (room) {
      rooms.push(room);
      room.place = rooms.length;
    }
    for (const [, { reader }] of toSorted(inRoom)) {
      readers.push(reader);
      reader.place = readers.length;
    }
  }
  return { rooms, readers };
}

function toSorted<Id extends string, Thing>(things: ReadonlyMap<Id, Thing>): [Id, Thing][] {
  return [...things].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
