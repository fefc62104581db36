import type { RoomId, UserId } from "@colbin/protocol";

/** A message on its way to the log, as far as a plan must know it. */
export interface PlannedSend {
  readonly message: {
    readonly roomId: RoomId;
    readonly authorId: UserId;
    readonly clientMessageId: string;
  };
}

/** A batch without its doubles, in its order. */
export interface BatchPlan<Send extends PlannedSend> {
  readonly sends: readonly Send[];
  /** Of each item of the batch: its place among the sends. */
  readonly places: readonly number[];
}

/** Sends of one author, room and clientMessageId are one. */
export function planBatch<Send extends PlannedSend>(batch: readonly Send[]): BatchPlan<Send> {
  const sends: Send[] = [];
  // By what few share. A key made of several ids would be a text that V8 keeps long after its batch.
  const byId = new Map<string, number[]>();
  const places = batch.map((send) => {
    const { clientMessageId } = send.message;
    const known = byId.get(clientMessageId);
    const same = known?.find((place) => {
      const other = sends[place];
      return other !== undefined && isSame(other, send);
    });
    if (same !== undefined) return same;
    const place = sends.push(send) - 1;
    if (known) known.push(place);
    else byId.set(clientMessageId, [place]);
    return place;
  });
  return { sends, places };
}

function isSame({ message: one }: PlannedSend, { message: other }: PlannedSend): boolean {
  return one.roomId === other.roomId && one.authorId === other.authorId;
}
