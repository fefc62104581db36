import { DOCUMENT_DELETIONS_FIELD, DOCUMENT_FIELD } from "@colbin/protocol";
import {
  ContentAny,
  ContentDeleted,
  ContentFormat,
  ContentString,
  ContentType,
  decodeUpdate,
  GC,
  getItem,
  getState,
  Item,
  XmlElement,
  XmlText,
  type Doc,
  type ID,
} from "yjs";

/* Changes of a shared document as somebody's client has sent them, judged before they come in: Yjs takes any. */

/** Elements stand no deeper: what Yjs does for each change grows with the depth. */
const DEPTH_MAX = 100;
const NAME_MAX = 100;
/** Of the attributes of an element or of a mark: how deep they are, how many parts and how many characters they have. */
const VALUE_DEPTH_MAX = 4;
const VALUE_PARTS_MAX = 200;
const VALUE_CHARS_MAX = 10_000;

export interface ExaminedUpdate {
  /** Nothing is missing before it: it comes in as a whole, now. */
  readonly isComplete: boolean;
  readonly isAdding: boolean;
  readonly isDeleting: boolean;
}

/** A change that no editor makes; the reason is for the log. */
export class UnsoundUpdate extends Error {
  /** Bad update frame (rules-collab 2C, Bad input). */
  readonly code = 4400;
  readonly reason = "bad-update";
}

interface Place {
  readonly depth: number;
  /** An attribute of an element, not one of its children. */
  readonly isAttribute: boolean;
}

const unknown = "unknown";

/** Throws UnsoundUpdate for what is none, or holds what documents are not made of. */
export function examineUpdate(doc: Doc, update: Uint8Array): ExaminedUpdate {
  const { structs, ds } = decode(update);
  const items = structs.filter((each) => each instanceof Item);
  const places = new Places(doc, items);
  let isComplete = isNext(doc, structs);
  for (const item of items) {
    const place = places.of(item);
    if (place === unknown) isComplete = false;
    else if (place.depth > DEPTH_MAX) throw new UnsoundUpdate("Elements are too deep");
    if (!isSound(item, place === unknown ? undefined : place))
      throw new UnsoundUpdate("Documents are not made of that");
  }
  return { isComplete, isAdding: structs.length > 0, isDeleting: ds.clients.size > 0 };
}

function decode(update: Uint8Array): ReturnType<typeof decodeUpdate> {
  try {
    return decodeUpdate(update);
  } catch {
    throw new UnsoundUpdate("No update");
  }
}

/** Do the structures of each client go on where the document ends? */
function isNext(doc: Doc, structs: readonly { readonly id: ID; readonly length: number }[]) {
  const ends = new Map<number, number>();
  return structs.every((struct) => {
    const { client, clock } = struct.id;
    const end = ends.get(client) ?? getState(doc.store, client);
    ends.set(client, Math.max(end, clock + struct.length));
    return clock <= end && (struct instanceof Item || struct instanceof GC);
  });
}

/** Where the items of a change stand. */
class Places {
  readonly #doc: Doc;
  /** By client, in the order of their clocks. */
  readonly #items: ReadonlyMap<number, readonly Item[]>;
  readonly #known = new Map<Item, Place | typeof unknown>();

  constructor(doc: Doc, items: readonly Item[]) {
    this.#doc = doc;
    this.#items = Map.groupBy(items, ({ id }) => id.client);
  }

  /** Finds the place of an item by the items that it hangs on: any number of them may hang on each other, in a circle too. */
  of(item: Item): Place | typeof unknown {
    const line = new Set<Item>();
    let next: Item | Place | typeof unknown = item;
    while (next instanceof Item && !this.#known.has(next)) {
      if (line.has(next)) throw new UnsoundUpdate("Items hang on each other in a circle");
      line.add(next);
      next = this.#before(next);
    }
    let place = next instanceof Item ? (this.#known.get(next) ?? unknown) : next;
    for (const each of [...line].toReversed()) {
      place = place === unknown ? unknown : toPlace(each, place);
      this.#known.set(each, place);
    }
    return place;
  }

  /** The item of the change by which the place of this one is known, or that place. */
  #before({ parent, parentSub, origin, rightOrigin }: Item): Item | Place | typeof unknown {
    if (typeof parent === "string") {
      const isEntry = parent === DOCUMENT_DELETIONS_FIELD && parentSub !== null;
      if (parent !== DOCUMENT_FIELD && !isEntry)
        throw new UnsoundUpdate("Another part than the text");
      return { depth: 0, isAttribute: isEntry };
    }
    const id = (parent as unknown as ID | null) ?? origin ?? rightOrigin;
    if (!id) return unknown;
    return this.#find(id) ?? this.#findStored(id);
  }

  #find({ client, clock }: ID): Item | undefined {
    const items = this.#items.get(client) ?? [];
    let [from, to] = [0, items.length - 1];
    while (from <= to) {
      const middle = (from + to) >> 1;
      const item = items[middle];
      if (!item) return undefined;
      if (clock < item.id.clock) to = middle - 1;
      else if (clock >= item.id.clock + item.length) from = middle + 1;
      else return item;
    }
    return undefined;
  }

  #findStored(id: ID): Place | typeof unknown {
    const { store } = this.#doc;
    if (id.clock >= getState(store, id.client)) return unknown;
    const item: unknown = getItem(store, id);
    // Items that hang on a deleted one go with it.
    if (!(item instanceof Item)) return { depth: 0, isAttribute: false };
    let depth = 1;
    for (let each = parentOf(item); each && depth <= DEPTH_MAX; each = parentOf(each)) depth += 1;
    return { depth, isAttribute: item.parentSub !== null };
  }
}

function parentOf({ parent }: Item): Item | null {
  return parent !== null && typeof parent === "object" && "_item" in parent ? parent._item : null;
}

/** Below what it hangs on, if that is its parent; else beside it. */
function toPlace({ parent, parentSub }: Item, before: Place): Place {
  return parent === null ? before : { depth: before.depth + 1, isAttribute: parentSub !== null };
}

function isSound({ content, parent }: Item, place: Place | undefined): boolean {
  if (content instanceof ContentDeleted) return true;
  if (content instanceof ContentAny) return place?.isAttribute !== false && isSmall(content.arr);
  if (content instanceof ContentString)
    return place?.isAttribute !== true && typeof parent !== "string";
  if (content instanceof ContentFormat)
    return content.key.length <= NAME_MAX && isSmall(content.value);
  if (!(content instanceof ContentType) || place?.isAttribute === true) return false;
  const type: unknown = content.type;
  if (type instanceof XmlText) return true;
  return type instanceof XmlElement && type.nodeName.length <= NAME_MAX;
}

function isSmall(value: unknown): boolean {
  const waiting: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  let [parts, chars] = [0, 0];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [part, depth] = next;
    parts += 1;
    if (typeof part === "string") chars += part.length;
    else if (part instanceof Uint8Array) return false;
    else if (part !== null && typeof part === "object")
      for (const [name, each] of Object.entries(part)) {
        chars += name.length;
        waiting.push([each, depth + 1]);
        if (waiting.length > VALUE_PARTS_MAX) return false;
      }
    if (depth > VALUE_DEPTH_MAX || parts > VALUE_PARTS_MAX || chars > VALUE_CHARS_MAX) return false;
  }
  return true;
}
