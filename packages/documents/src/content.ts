import { DOCUMENT_FIELD } from "@colbin/protocol";
import type { JSONContent } from "@tiptap/core";
import { updateYFragment, yXmlFragmentToProsemirrorJSON } from "@tiptap/y-tiptap";
import type { Doc } from "yjs";
import { toKnown } from "./known.ts";

/** The content of a shared document; the document stays as it is, also where something in it is unknown. */
export function readContent(doc: Doc): JSONContent {
  const fragment = doc.getXmlFragment(DOCUMENT_FIELD);
  return toKnown(yXmlFragmentToProsemirrorJSON(fragment) as JSONContent).toJSON() as JSONContent;
}

/** Makes the shared document hold this content, with as few changes as it takes, so that what others write beside it stays. */
export function writeContent(doc: Doc, content: JSONContent, origin?: unknown): void {
  const node = toKnown(content);
  doc.transact(() => {
    const fragment = doc.getXmlFragment(DOCUMENT_FIELD);
    updateYFragment(doc, fragment, node, { mapping: new Map(), isOMark: new Map() });
  }, origin);
}
