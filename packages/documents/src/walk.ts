import { DOCUMENT_FIELD } from "@colbin/protocol";
import { XmlElement, XmlText, type Doc, type XmlFragment } from "yjs";

/** Elements and texts of a shared document in their order. Any depth may come, and things that are neither: those are passed over. */
export function* walk(doc: Doc): Generator<XmlElement | XmlText> {
  yield* walkBelow(doc.getXmlFragment(DOCUMENT_FIELD));
}

/** The same below one element. */
export function* walkBelow(parent: XmlFragment): Generator<XmlElement | XmlText> {
  const waiting: unknown[] = parent.toArray().toReversed();
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node instanceof XmlText) yield node;
    if (!(node instanceof XmlElement)) continue;
    yield node;
    const children: readonly unknown[] = node.toArray();
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at]);
  }
}
