import { DOCUMENT_TREE_MAX, type DocumentId, type InputOf, type ReplyOf } from "@colbin/protocol";
import { requireReadableRoom } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import { requireDocument } from "./documents.access.ts";
import { toDocument } from "./documents.view.ts";
import { listAbove, listBelow, listTreeRows } from "./tree.queries.ts";

interface TreeDeps {
  readonly db: Db;
}

/** All active documents of the workspace, or of a room, that the caller may read, in the order of their places. */
export async function listDocumentTree(
  { db }: TreeDeps,
  actor: Actor,
  { sessionRoomSlug: slug }: InputOf<"listDocumentTree">["query"],
): Promise<ReplyOf<"listDocumentTree">> {
  const room = slug === undefined ? undefined : await requireReadableRoom(db, actor, slug);
  const rows = await listTreeRows(db, actor, room?.id, DOCUMENT_TREE_MAX + 1);
  return {
    results: rows.slice(0, DOCUMENT_TREE_MAX).map(toDocument),
    hasMore: rows.length > DOCUMENT_TREE_MAX,
  };
}

/** Documents above one and right below it, as far as the caller may read them. */
export async function getDocumentPlace(
  { db }: TreeDeps,
  actor: Actor,
  id: DocumentId,
): Promise<ReplyOf<"getDocumentPlace">> {
  await requireDocument(db, actor, id);
  const { userId } = actor;
  const [above, below] = await Promise.all([
    listAbove(db, userId, id),
    listBelow(db, userId, id, DOCUMENT_TREE_MAX),
  ]);
  return { above, below };
}
