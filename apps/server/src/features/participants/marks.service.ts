import type { RoomId, UserId } from "@colbin/protocol";
import { isInRoom, maySeeRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createBatcher, heldBack } from "#server/platform/db/batcher.ts";
import type { Db } from "#server/platform/db/database.ts";
import { sqlStateOf } from "#server/platform/db/sql-state.ts";
import { waitingForNoLock } from "#server/platform/db/write-batches.ts";
import { moveMarks, type Mark, type MarkRow } from "./marks.queries.ts";

export { updatePassed as passPurged } from "./marks.queries.ts";

/*
 * Marks of what people have read. Every person who merely reads sends one a second, so those that come while others are being
 * written share the next statement, which waits for no lock, and a busy server lets more of them gather.
 */

/** Marks of one statement; more only makes everybody wait. */
const MAX_BATCH = 100;
/** Marks that may wait, a few megabytes; one more is refused with RATE_LIMITED. */
const MAX_WAITING = 10_000;
/** Nobody waits for a mark as for a message, so a busy server may rest longer between two batches. */
const REST_MAX_MS = 50;
const BUSY_RETRY_MAX_MS = 40;

/** A person's place in a room after a mark. */
export type MarkedPlace = MarkRow;

type NewMark = Pick<Mark, "kind" | "slug" | "messageId">;

export interface Marks {
  /**
   * Writes a mark and returns after the commit. The room must be one that the person is in: ROOM_NOT_FOUND or
   * SUBSCRIPTION_NOT_FOUND, and a message that is not there is MESSAGE_NOT_FOUND. A read position never moves back; what was marked as unread
   * ends with the next mark that reads.
   */
  write(actor: Actor, mark: NewMark): Promise<MarkedPlace>;
  /**
   * The same for many rooms, in portions, so that one person does not fill the queue; those that the person has left meanwhile are left
   * out. Where a mark is refused, the portions before it and the rest of its own are written.
   */
  writeAll(actor: Actor, marks: readonly NewMark[]): Promise<void>;
  /** Resolves when nothing waits: for a drain. */
  idle(): Promise<void>;
}

/** Hears of a place of somebody after a mark, once it is committed, whether it moved or not; never throws. */
export type TellRead = (roomId: RoomId, userId: UserId, msgNo: number) => void;

/** The marks of one process, on these connections. */
export function createMarks(db: Db, tellRead: TellRead = () => undefined): Marks {
  const batcher = createBatcher<Mark, MarkRow | null>({
    async run(marks) {
      const rows = await moveMarks(db, marks);
      for (const [at, { userId }] of marks.entries()) {
        const row = rows[at];
        if (row && row.readMsgNo > 0) tellRead(row.roomId, userId, row.readMsgNo);
      }
      return rows.map((row) => (row?.isBusy ? heldBack : row));
    },
    ...waitingForNoLock(
      ({ userId, workspaceId, slug }) => `${userId}/${workspaceId}/${slug}`,
      BUSY_RETRY_MAX_MS,
    ),
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    isPoison: (error) => sqlStateOf(error).startsWith("22"),
    restMaxMs: REST_MAX_MS,
  });
  const add = ({ workspaceId, userId, boundRoomId }: Actor, mark: NewMark) =>
    batcher.add({ ...mark, workspaceId, userId, boundRoomId });
  return {
    async write(actor, mark) {
      const row = await add(actor, mark);
      if (!row || !maySeeRoom(row)) throw new AppError("ROOM_NOT_FOUND");
      if (!isInRoom(row)) throw new AppError("SUBSCRIPTION_NOT_FOUND");
      if (row.msgNo === null) throw new AppError("MESSAGE_NOT_FOUND");
      return row;
    },
    async writeAll(actor, marks) {
      for (let at = 0; at < marks.length; at += MAX_BATCH) {
        const portion = marks.slice(at, at + MAX_BATCH).map((mark) => add(actor, mark));
        await Promise.allSettled(portion);
        await Promise.all(portion);
      }
    },
    idle: () => batcher.idle(),
  };
}
