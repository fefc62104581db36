import type { Node } from "@tiptap/pm/model";
import { XmlElement, type XmlFragment, type XmlText } from "yjs";

type Entry = readonly [type: XmlElement, node: Node];

/**
 * The nodes of the editor by the types of the shared text that they show. Before y-tiptap shows a change of others, it takes out the types
 * that were changed and all that are around them, and then clears the rest as well: a node may stand in the editor as another object than
 * the one that is known here, and of those it does not find out that a block was moved. Nodes that are known down to their last child stay;
 * without that they and their elements would all be made anew.
 */
export class KeptMapping extends Map<XmlFragment | XmlText, Node | Node[]> {
  readonly #text: XmlFragment;

  constructor(text: XmlFragment) {
    super();
    this.#text = text;
  }

  override clear(): void {
    const kept = this.#knownBelow(this.#text);
    super.clear();
    for (const [type, node] of kept) this.set(type, node);
  }

  #knownBelow(parent: XmlFragment): Entry[] {
    return elementsOf(parent).flatMap((type) => {
      const node = this.get(type);
      if (node === undefined) return this.#knownBelow(type);
      const known: Entry[] = [];
      return this.#isKnown(type, node, known) ? known : [];
    });
  }

  /** Whether this is also what its children are known as; `known` gets them all. */
  #isKnown(type: XmlElement, node: Node | Node[], known: Entry[]): boolean {
    if (Array.isArray(node)) return false;
    known.push([type, node]);
    const types = elementsOf(type);
    const nodes = node.children.filter((child) => !child.isText);
    return (
      types.length === nodes.length &&
      types.every((each, at) => {
        const child = this.get(each);
        return child !== undefined && child === nodes[at] && this.#isKnown(each, child, known);
      })
    );
  }
}

function elementsOf(parent: XmlFragment): XmlElement[] {
  return parent.toArray().filter((type) => type instanceof XmlElement);
}
