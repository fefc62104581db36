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

/** A batch without its doubles, in its order. */
export interface BatchPlan<Send extends PlannedSend> {
  readonly sends: readonly Send[];
  /** One of each reader, with the furthest that they have read. */
  readonly marks: readonly Mark[];
  /** Of each item of the batch: its place among the sends, or among the marks. */
  readonly places: readonly number[];
}

/** The room that something of a batch is about: what holds it back and what keeps its order. */
export function roomIdOf(work: PlannedSend | Mark): RoomId {
  return work.kind === "send" ? work.message.roomId : work.roomId;
}

/** Sends of one author, room and clientMessageId are one, and so are the marks of one reader. */
export function planBatch<Send extends PlannedSend>(
  batch: readonly (Send | Mark)[],
): BatchPlan<Send> {
  const sends = new Distinct<Send>(isSameSend);
  const marks = new Distinct<Mark>(isSameReader);
  const places = batch.map((item) => {
    if (item.kind === "send") return sends.add(item.message.clientMessageId, item);
    const place = marks.add(item.userId, item);
    const known = marks.items[place];
    if (known && known.msgNo < item.msgNo) marks.items[place] = item;
    return place;
  });
  return { sends: sends.items, marks: marks.items, places };
}

/** Items by a key that few share. A key made of several ids would be a text that V8 keeps long after its batch. */
class Distinct<Item> {
  readonly items: Item[] = [];
  readonly #places = new Map<string, number[]>();
  readonly #isSame: (one: Item, other: Item) => boolean;

  constructor(isSame: (one: Item, other: Item) => boolean) {
    this.#isSame = isSame;
  }

  /** The place of the first item that is the same. */
  add(key: string, item: Item): number {
    const known = this.#places.get(key);
    const same = known?.find((place) => {
      const other = this.items[place];
      return other !== undefined && this.#isSame(other, item);
    });
    if (same !== undefined) return same;
    const place = this.items.push(item) - 1;
    if (known) known.push(place);
    else this.#places.set(key, [place]);
    return place;
  }
}

function isSameSend({ message: one }: PlannedSend, { message: other }: PlannedSend): boolean {
  return (
    one.roomId === other.roomId &&
    one.authorId === other.authorId &&
    one.clientMessageId === other.clientMessageId
  );
}

function isSameReader(one: Mark, other: Mark): boolean {
  return one.roomId === other.roomId && one.userId === other.userId;
}
