import type { Document } from "@colbin/protocol";

/** A document in a list, at its place in the tree. */
export interface DocumentLine {
  readonly document: Document;
  /** So many of those above it are in the list. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

/** Opens a closed document of a list, or closes an open one. */
export function withToggled(closed: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(closed);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The documents in their order, each with those below it behind it; not those below a closed one. */
export function toLines(
  documents: readonly Document[],
  closed: ReadonlySet<string>,
): readonly DocumentLine[] {
  const ids = new Set(documents.map(({ id }) => id));
  const below = Map.groupBy(documents, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  );
  const list = (parentId: Document["parentId"], depth: number): DocumentLine[] =>
    (below.get(parentId) ?? []).flatMap((document) => {
      const line = {
        document,
        depth,
        hasChildren: below.has(document.id),
        isOpen: !closed.has(document.id),
      };
      return [line, ...(line.isOpen ? list(document.id, depth + 1) : [])];
    });
  return list(null, 0);
}
