import { DOCUMENT_FIELD } from "@colbin/protocol";
import type { JSONContent } from "@tiptap/core";
import { updateYFragment } from "@tiptap/y-tiptap";
import { XmlElement, XmlText, type Doc, type XmlFragment } from "yjs";
import { DEPTH_MAX, toKnown, UnknownParts, type UnknownPart } from "./known.ts";
import { walkBelow } from "./walk.ts";

/** The content of a shared document; the document stays as it is, also where something in it is unknown. */
export function readContent(doc: Doc): JSONContent {
  const content = new ContentReader().read(doc.getXmlFragment(DOCUMENT_FIELD), 0);
  return toKnown({ type: "doc", content }).toJSON() as JSONContent;
}

/** A content as documents know it, and what of it they did not. */
export interface ExaminedContent {
  readonly content: JSONContent;
  readonly unknown: readonly UnknownPart[];
}

/** Makes content for a document of any content. */
export function examineContent(content: JSONContent): ExaminedContent {
  const unknown = new UnknownParts();
  return { content: toKnown(content, unknown).toJSON() as JSONContent, unknown: unknown.list() };
}

/** Makes the shared document hold this content, with as few changes as it takes, so that what others write beside it stays. */
export function writeContent(doc: Doc, content: JSONContent, origin?: unknown): void {
  const node = toKnown(content);
  doc.transact(() => {
    const fragment = doc.getXmlFragment(DOCUMENT_FIELD);
    updateYFragment(doc, fragment, node, { mapping: new Map(), isOMark: new Map() });
  }, origin);
}

/** A mark may stand at each letter of a text: beyond so many characters of them in all the text is read without. */
const MARK_CHARS_MAX = 5_000_000;
/** Marks that may overlap with others of their kind have a hash behind their name (y-tiptap). */
const HASH = /--[a-zA-Z\d+/=]{8}$/;

interface Part {
  readonly insert: unknown;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

class ContentReader {
  #markChars = 0;

  /** Below the depth that documents have, the texts alone: somebody's client may have sent any depth. */
  read(parent: XmlFragment, depth: number): JSONContent[] {
    if (depth <= DEPTH_MAX)
      return parent.toArray().flatMap((child) => this.#toNodes(child, depth + 1));
    const texts = [...walkBelow(parent)].filter((node) => node instanceof XmlText);
    return texts.flatMap((text) => this.#toTexts(text));
  }

  #toNodes(node: unknown, depth: number): JSONContent[] {
    if (node instanceof XmlText) return this.#toTexts(node);
    if (!(node instanceof XmlElement)) return [];
    const attrs: JSONContent["attrs"] = node.getAttributes();
    return [{ type: node.nodeName, attrs, content: this.read(node, depth) }];
  }

  #toTexts(text: XmlText): JSONContent[] {
    return (text.toDelta() as readonly Part[]).flatMap(({ insert, attributes = {} }) =>
      typeof insert === "string"
        ? [{ type: "text", text: insert, marks: this.#toMarks(attributes) }]
        : [],
    );
  }

  #toMarks(attributes: Readonly<Record<string, unknown>>): NonNullable<JSONContent["marks"]> {
    const marks = Object.entries(attributes).map(([name, attrs]) => ({
      type: name.replace(HASH, ""),
      attrs: attrs !== null && typeof attrs === "object" ? { ...attrs } : {},
    }));
    if (marks.length > 0) this.#markChars += JSON.stringify(marks).length;
    return this.#markChars > MARK_CHARS_MAX ? [] : marks;
  }
}
