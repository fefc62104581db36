import { hasPermission, isLeadingLevel, type Document, type DocumentId } from "@colbin/protocol";

/** A place in the tree: behind `afterId` among those with the same parent, or first. */
export interface DocumentPlacing {
  readonly parentId: DocumentId | null;
  readonly afterId: DocumentId | null;
}

/** Where something is let go over a document: at its upper edge, at its lower one, or between them. */
export type DropZone = "before" | "inside" | "after";

type Placed = Pick<Document, "id" | "parentId" | "sessionRoomSlug" | "level">;

/** Documents with the same parent, in their order, without one that is on its way. */
export function siblingsIn<D extends Placed>(
  documents: readonly D[],
  { parentId, sessionRoomSlug, id }: Pick<Placed, "parentId" | "sessionRoomSlug" | "id">,
): readonly D[] {
  const ids = new Set(documents.map((each) => each.id));
  // One whose parent is not shown stands at the top.
  const parentOf = (each: Placed) =>
    each.parentId !== null && ids.has(each.parentId) ? each.parentId : null;
  return documents.filter(
    (each) =>
      each.id !== id && parentOf(each) === parentId && each.sessionRoomSlug === sessionRoomSlug,
  );
}

/** Tells the topmost document of the list that one of them stands below: itself where that is none. */
export function topOf<D extends Placed>(documents: readonly D[]): (document: D) => D {
  const byId = new Map(documents.map((each) => [each.id, each]));
  const find = (document: D): D => {
    const parent = document.parentId === null ? undefined : byId.get(document.parentId);
    return parent ? find(parent) : document;
  };
  return find;
}

/** Documents below which this one may stand: of the same room, writable, not itself and not below it. */
export function parentsFor<D extends Placed>(
  documents: readonly D[],
  moved: Pick<Placed, "id" | "sessionRoomSlug">,
): readonly D[] {
  const byId = new Map(documents.map((each) => [each.id, each]));
  const isBelow = (each: Placed): boolean => {
    const parent = each.parentId === null ? undefined : byId.get(each.parentId);
    return each.id === moved.id || (parent !== undefined && isBelow(parent));
  };
  return documents.filter(
    (each) =>
      each.sessionRoomSlug === moved.sessionRoomSlug &&
      hasPermission(each.level, "WRITE") &&
      !isBelow(each),
  );
}

/** May somebody with this level give it another parent? Without that, it moves among those with the same one. */
export function mayMoveElsewhere({ level }: Pick<Placed, "level">): boolean {
  return isLeadingLevel(level);
}

/** The place of a document that is let go over another one; undefined where it may not go there. */
export function placeAt(
  documents: readonly Placed[],
  moved: Placed,
  { target, zone }: { readonly target: Placed; readonly zone: DropZone },
): DocumentPlacing | undefined {
  const parents = new Set(parentsFor(documents, moved).map(({ id }) => id));
  const { sessionRoomSlug } = moved;
  if (target.id === moved.id || target.sessionRoomSlug !== sessionRoomSlug) return undefined;
  const parentId = zone === "inside" ? target.id : target.parentId;
  if (parentId !== null && !parents.has(parentId)) return undefined;
  if (parentId !== moved.parentId && !mayMoveElsewhere(moved)) return undefined;
  const siblings = siblingsIn(documents, { parentId, sessionRoomSlug, id: moved.id });
  const at = siblings.findIndex(({ id }) => id === target.id);
  const before = zone === "inside" ? siblings.at(-1) : zone === "after" ? target : siblings[at - 1];
  return { parentId, afterId: before?.id ?? null };
}
