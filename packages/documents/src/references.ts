import { XmlElement, type Doc } from "yjs";
import { isId } from "./attributes.ts";
import { walk } from "./walk.ts";

/** Something that a document names, by its id. */
export interface DocumentReference {
  readonly kind: "person" | "document" | "file" | "message";
  readonly id: string;
}

/** More than anybody writes by hand: a hostile document must not fill the table. */
const REFERENCES_MAX = 2_000;

/** The nodes that name something, and the attribute that does. */
const sources: Readonly<Record<string, readonly [DocumentReference["kind"], string]>> = {
  mention: ["person", "id"],
  documentLink: ["document", "id"],
  image: ["file", "fileId"],
  file: ["file", "fileId"],
  messageEmbed: ["message", "messageId"],
};

/** References of a shared document, each once. */
export function listReferences(doc: Doc): readonly DocumentReference[] {
  const found = new Map<string, DocumentReference>();
  for (const node of walk(doc)) {
    if (!(node instanceof XmlElement) || !Object.hasOwn(sources, node.nodeName)) continue;
    const [kind, name] = sources[node.nodeName] ?? [];
    const value: unknown = name && node.getAttribute(name);
    const id = typeof value === "string" ? value.toLowerCase() : "";
    if (kind && isId(id)) found.set(`${kind} ${id}`, { kind, id });
    if (found.size === REFERENCES_MAX) break;
  }
  return [...found.values()];
}
