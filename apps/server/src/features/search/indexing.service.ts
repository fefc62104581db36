import { messagesPurged, type RoomId } from "@colbin/protocol";
import * as z from "zod/mini";
import type { FollowedEntry, LogConsumer } from "#server/features/log/follower.service.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import {
  appendBlocks,
  deletePurged,
  deleteRoomRows,
  listBlocksOf,
  listOpenBlocks,
  listSources,
  listSourcesBelow,
  lockFill,
  moveFill,
  readFillState,
  updateBlocks,
  updateFilling,
  type FillState,
  type SourceRow,
} from "./index.queries.ts";
import {
  BLANK_LINE,
  replaceLine,
  toBlocks,
  toMarks,
  toSearchLine,
  withFileNames,
  type SearchBlock,
  type SearchLine,
} from "./search.rules.ts";

/* Keeps the search table by the logs of the rooms, and fills it with what was said before there was one. */

/** Messages of one portion of the filling. */
const FILL_PORTION = 1_280;
const CHANGES = new Set(["message_edited", "message_deleted"]);

export interface IndexingDeps {
  readonly db: Db;
  /** Bits of the parts that say that a message is a poll, that it has a thread, and that it shows files. */
  readonly bits: { readonly poll: number; readonly thread: number; readonly files: number };
  /** Entries of logs that are still to be filled in. */
  readonly noteLeft: (entries: number) => void;
}

/** The consumer of the logs that keeps the search table. */
export function createSearchIndexing(deps: IndexingDeps): LogConsumer {
  return {
    name: "search",
    take: (tx, entries) => take(deps, tx, entries),
    rest: () => fill(deps),
  };
}

async function take(deps: IndexingDeps, tx: Tx, entries: readonly FollowedEntry[]): Promise<void> {
  const named = entries.flatMap(({ roomId, kind, messageId }) =>
    messageId !== null && (kind === "message_new" || CHANGES.has(kind))
      ? [{ roomId, messageId, isNew: kind === "message_new" }]
      : [],
  );
  // Old messages are gone for good (features/retention).
  for (const { roomId, kind, facts } of entries)
    if (kind === messagesPurged.name)
      await deletePurged(tx, roomId, z.parse(messagesPurged.data, facts));
  if (named.length === 0) return;
  const added = new Set(named.flatMap(({ messageId, isNew }) => (isNew ? [messageId] : [])));
  const changed = new Set(
    named.flatMap(({ messageId }) => (added.has(messageId) ? [] : [messageId])),
  );
  const refs = [...new Map(named.map((ref) => [ref.messageId, ref])).values()];
  const sources = await listSources(tx, refs, deps.bits.files);
  const fresh = sources.filter(({ id, isDeleted }) => added.has(id) && !isDeleted);
  const roots = await listSources(tx, toRoots(fresh), deps.bits.files);
  const stale = [...sources, ...roots].filter(({ id }) => changed.has(id) || !added.has(id));
  if (stale.length > 0) await change(deps, tx, stale);
  if (fresh.length > 0) await add(deps, tx, fresh);
}

/** The messages that have a thread from now on. */
function toRoots(rows: readonly SourceRow[]) {
  return rows.flatMap(({ roomId, threadId, replyNo }) =>
    threadId !== null && replyNo === 1 ? [{ roomId, messageId: threadId }] : [],
  );
}

/** Behind what the rooms have in the table. */
async function add(deps: IndexingDeps, tx: Tx, sources: readonly SourceRow[]): Promise<void> {
  const byRoom = Map.groupBy(sources, ({ roomId }) => roomId);
  const open = await listOpenBlocks(tx, [...byRoom.keys()]);
  const openOf = new Map(open.map((block) => [block.roomId, block]));
  const blocks = [...byRoom].flatMap(([roomId, own]) =>
    toBlocks(
      roomId,
      openOf.get(roomId),
      own.map((row) => toLine(deps, row)),
      false,
    ),
  );
  await appendBlocks(tx, blocks);
}

/** Messages that are not in the table yet come there by the filling, as they are then. */
async function change(deps: IndexingDeps, tx: Tx, sources: readonly SourceRow[]): Promise<void> {
  const blocks = new Map((await listBlocksOf(tx, sources)).map((block) => [keyOf(block), block]));
  const changed = new Set<string>();
  for (const source of sources) {
    const line = source.isDeleted
      ? { id: source.id, line: BLANK_LINE, marks: 0 }
      : toLine(deps, source);
    for (const [key, block] of blocks) {
      const next = block.roomId === source.roomId ? replaceLine(block, line) : undefined;
      if (!next) continue;
      blocks.set(key, next);
      changed.add(key);
    }
  }
  const saved = [...changed].flatMap((key) => blocks.get(key) ?? []);
  if (saved.length > 0) await updateBlocks(tx, saved);
}

function keyOf({ roomId, firstSeq }: SearchBlock): string {
  return `${roomId} ${firstSeq}`;
}

function toLine({ bits }: Pick<IndexingDeps, "bits">, row: SourceRow): SearchLine {
  const { id, seq, authorId, at, text, parts, threadId, files } = row;
  const isOfThread = threadId !== null || (parts & bits.thread) !== 0;
  const marks = toMarks({ ...row, isPoll: (parts & bits.poll) !== 0, isOfThread });
  return { id, seq, authorId, at, marks, line: toSearchLine(withFileNames(text, files ?? [])) };
}

/** A portion of the messages of a room that were there before the table, the newest first; false where none is left. */
async function fill(deps: IndexingDeps): Promise<boolean> {
  const isBusy = await deps.db.transaction().execute(async (tx) => {
    const place = await lockFill(tx);
    if (!place) return false;
    await fillRoom(deps, tx, place);
    return true;
  });
  deps.noteLeft((await readFillState(deps.db)).entries);
  return isBusy;
}

async function fillRoom(
  deps: IndexingDeps,
  tx: Tx,
  place: { readonly roomId: RoomId; readonly belowSeq: number },
): Promise<void> {
  const { roomId } = place;
  const rows = await listSourcesBelow(tx, place, FILL_PORTION, deps.bits.files);
  const lines = rows
    .filter(({ type, isDeleted }) => type !== "system" && !isDeleted)
    .map((row) => toLine(deps, row));
  if (lines.length > 0) await appendBlocks(tx, toBlocks(roomId, undefined, lines, true));
  await moveFill(tx, roomId, rows.length < FILL_PORTION ? undefined : rows[0]?.seq);
}

/** How far the table is filled with what was said before there was one. */
export function getFillState(db: Db): Promise<FillState> {
  return readFillState(db);
}

/** Stops the filling, or lets it go on; servers follow within seconds. */
export function setFilling(db: Db, isFilling: boolean): Promise<void> {
  return updateFilling(db, isFilling);
}

/** Takes a room out of the table that nobody may read any more, and whose messages are gone. */
export async function forgetRoom(db: Db, roomId: RoomId): Promise<void> {
  await db.transaction().execute((tx) => deleteRoomRows(tx, roomId));
}
