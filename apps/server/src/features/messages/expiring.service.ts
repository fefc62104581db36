import type { RoomId } from "@colbin/protocol";
import type { Change, RoomAddress } from "#server/features/log/log.service.ts";
import type { Db } from "#server/platform/db/database.ts";
import { blankMessage, type EditDeps } from "./edits.service.ts";
import {
  deleteBeginning,
  findEndBefore,
  listKept,
  type Beginning,
  type Gone,
  type KeptRow,
} from "./expiring.queries.ts";
import { listMessagesById } from "./messages.queries.ts";

/** Roots that become tombstones in one transaction, and messages that are deleted in it: nobody waits long for the lock of the room. */
const ROOTS_AT_ONCE = 20;
const DELETED_AT_ONCE = 500;

export type ExpiryDeps = Pick<EditDeps, "clock" | "messageParts">;

/** The messages of a beginning that a change has deleted. */
export interface Expired extends Gone {
  readonly kept: readonly KeptRow[];
  /** There may be more. */
  readonly hasMore: boolean;
}

/** Where the messages of a room end that were written before a moment; undefined where there are none. */
export async function findBeginning(
  db: Db,
  roomId: RoomId,
  before: Date,
): Promise<Beginning | undefined> {
  const upToSeq = await findEndBefore(db, roomId, before);
  return upToSeq === 0 ? undefined : { roomId, upToSeq, before };
}

/**
 * Deletes some of the messages of a beginning for good (rules-messages 63): pinned ones stay as they are. The root of a thread that goes on
 * becomes a tombstone, whose texts nobody keeps. The change holds the room's lock.
 */
export async function expireMessages(
  deps: ExpiryDeps,
  change: Change,
  room: RoomAddress,
  beginning: Beginning,
): Promise<Expired> {
  const { tx } = change;
  const kept = await listKept(tx, beginning);
  const roots = kept.filter(({ isPinned, isDeleted }) => !isPinned && !isDeleted);
  const rows = await listMessagesById(
    tx,
    roots.slice(0, ROOTS_AT_ONCE).map(({ id }) => ({ roomId: room.id, id })),
  );
  const atOnce = { ...deps, messagePurgeDays: 0 };
  for (const message of rows) await blankMessage(atOnce, change, { room, message });
  const keptIds = kept.map(({ id }) => id);
  const gone = await deleteBeginning(tx, beginning, { keptIds, limit: DELETED_AT_ONCE });
  const hasMore = roots.length > ROOTS_AT_ONCE || gone.count === DELETED_AT_ONCE;
  return { ...gone, kept, hasMore };
}
