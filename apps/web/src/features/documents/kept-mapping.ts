import type { Node } from "@tiptap/pm/model";
import type { AbstractType } from "yjs";

/**
 * The nodes of the editor by the types of the shared text that they show. Before y-tiptap shows a change of others, it takes out the types
 * that were changed and all that are around them, and then clears the rest as well; without that the nodes of all other blocks stay
 * the same objects, and neither they nor their elements are made anew.
 */
export class KeptMapping extends Map<AbstractType<unknown>, Node | Node[]> {
  override clear(): void {
    // Each change has taken out what it made stale.
  }
}
