import { readContent } from "@colbin/documents";
import {
  DOCUMENT_TITLE_MAX,
  DOCUMENT_TREE_MAX,
  type Document,
  type DocumentId,
  type InputOf,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { requireDocument } from "./documents.access.ts";
import type { DocumentRow } from "./documents.queries.ts";
import {
  getDocument,
  requireParent,
  requireRoomForDocuments,
  requireSpaceBelow,
  type NewPlace,
} from "./documents.service.ts";
import type { ContentDeps } from "./contents.service.ts";
import { createFilled } from "./filled.service.ts";
import { listTree } from "./tree.queries.ts";

/**
 * A copy of what stands in a document, without its past, its comments and its access, by whoever may read it and write at the place.
 * A restricted one stays so. With children: of those below that the caller may read. Copies that were made stay where a later one is refused.
 */
export async function duplicateDocument(
  deps: ContentDeps,
  actor: Actor,
  id: DocumentId,
  { title, parentId, withChildren }: InputOf<"duplicateDocument">["body"],
): Promise<Document> {
  const original = await requireDocument(deps.db, actor, id);
  if (original.status === "DELETED") throw new AppError("DOCUMENT_NOT_FOUND");
  const place =
    parentId === undefined ? await findPlace(deps, actor, original) : { parentId, roomId: null };
  const rows = withChildren
    ? await listTree(deps.db, actor.userId, { id }, DOCUMENT_TREE_MAX + 1)
    : [];
  if (rows.length > DOCUMENT_TREE_MAX)
    throw new AppError("DOCUMENT_TOO_LARGE", { maxDocuments: DOCUMENT_TREE_MAX });
  if (place.parentId !== null)
    await requireSpaceBelow(deps.db, actor, place.parentId, rows.at(-1)?.depth ?? 1);
  const made = new Map<DocumentId, DocumentId>();
  const copy = async (of: DocumentId, to: NewPlace): Promise<void> => {
    const content = readContent(await deps.contents.copy(of));
    made.set(of, await createFilled(deps, actor, to, { content, filesOf: of }));
  };
  const { icon, isRestricted } = original;
  const named = title ?? toCopyTitle(original.title);
  await copy(id, { ...place, icon, isRestricted, title: named });
  for (const row of rows) {
    const parent = row.parentId === null ? undefined : made.get(row.parentId);
    // Below one that the caller may not read there is no copy to stand below.
    if (row.id !== id && parent) await copy(row.id, { ...row, parentId: parent, roomId: null });
  }
  return getDocument(deps, actor, made.get(id) ?? id);
}

type Place = Omit<NewPlace, "title">;

/** Beside the original where the caller may write there, else among their own. */
async function findPlace(
  { db }: Pick<ContentDeps, "db">,
  actor: Actor,
  { parentId, roomId, slug }: DocumentRow,
): Promise<Place> {
  const own: Place = { parentId: null, roomId: null };
  try {
    if (parentId !== null) {
      await requireParent(db, actor, parentId);
      return { parentId, roomId: null };
    }
    if (roomId === null || slug === null) return own;
    return { parentId: null, roomId: await requireRoomForDocuments(db, actor, slug) };
  } catch (error) {
    if (error instanceof AppError) return own;
    throw error;
  }
}

const COPY = " (copy)";

function toCopyTitle(title: string): string {
  return `${Array.from(title)
    .slice(0, DOCUMENT_TITLE_MAX - COPY.length)
    .join("")}${COPY}`;
}
