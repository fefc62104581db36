import type { Document, DocumentId } from "@colbin/protocol";
import { expect, test } from "vitest";
import { toLines } from "./document-lines.ts";

function documentOf(title: string, parent: string | null): Document {
  const [id, parentId] = [title as DocumentId, parent as DocumentId | null];
  return { id, parentId, title } as Document;
}

const documents = [
  documentOf("minutes", "handbook"),
  documentOf("budget", null),
  documentOf("handbook", null),
  documentOf("first", "minutes"),
  documentOf("lost", "elsewhere"),
];

const linesOf = (closed: readonly string[]) =>
  toLines(documents, new Set(closed)).map(({ document, depth }) => `${depth} ${document.title}`);

test("each stands below its parent, in the order of the list; one whose parent is not in it at the top", () => {
  expect(linesOf([])).toEqual(["0 budget", "0 handbook", "1 minutes", "2 first", "0 lost"]);
});

test("a closed one hides all below it, and says that there is something", () => {
  expect(linesOf(["handbook"])).toEqual(["0 budget", "0 handbook", "0 lost"]);
  const [, handbook] = toLines(documents, new Set(["handbook"]));
  expect(handbook).toMatchObject({ hasChildren: true, isOpen: false });
});
