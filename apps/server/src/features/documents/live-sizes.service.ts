import type { ExaminedUpdate } from "@colbin/documents";
import {
  DOCUMENT_STATE_MAX_BYTES,
  DOCUMENT_LARGE_BYTES,
  documentSizes,
  type DocumentSize,
} from "@colbin/protocol";
import type { Document } from "@hocuspocus/server";

/** How large open documents are (rules-collab 2C, Bad input): as they were stored, and what has come since. */
export interface DocumentSizes {
  /** Notes the bytes of the state; true where the size is another one now. */
  set(document: Document, bytes: number): boolean;
  /** The same for a change that has come. */
  add(document: Document, bytes: number): boolean;
  of(document: Document): DocumentSize;
  /**
   * May a change still come in? One that takes away always may; nobody could make a full document smaller otherwise. A document that has
   * refused one is full until it is stored the next time.
   */
  takes(document: Document, change: ExaminedUpdate, bytes: number): boolean;
}

/** A deletion joins what stood before and behind it, and writes as much anew. */
const JOINT_BYTES_MAX = 1_024;
/** As many of them together as nobody needs until it is stored the next time. */
const JOINTS_BYTES_MAX = 256 * 1_024;

interface Known {
  readonly bytes: number;
  readonly hasRefused: boolean;
}

/** Sizes of the documents that this process has open; each is forgotten with its document. */
export function createSizes(): DocumentSizes {
  const known = new WeakMap<Document, Known>();
  const get = (document: Document) => known.get(document) ?? { bytes: 0, hasRefused: false };
  const note = (document: Document, now: Known): boolean => {
    const before = toSize(get(document));
    known.set(document, now);
    return toSize(now) !== before;
  };
  return {
    set: (document, bytes) => note(document, { bytes, hasRefused: false }),
    add(document, bytes) {
      const before = get(document);
      return note(document, { ...before, bytes: before.bytes + bytes });
    },
    of: (document) => toSize(get(document)),
    takes(document, change, more) {
      const { bytes } = get(document);
      if (bytes + more <= DOCUMENT_STATE_MAX_BYTES || !change.isAdding) return true;
      const isShortening = change.isDeleting && more <= JOINT_BYTES_MAX;
      if (isShortening && bytes + more <= DOCUMENT_STATE_MAX_BYTES + JOINTS_BYTES_MAX) return true;
      known.set(document, { bytes, hasRefused: true });
      return false;
    },
  };
}

function toSize({ bytes, hasRefused }: Known): DocumentSize {
  const [fits, large, full] = documentSizes;
  if (hasRefused || bytes > DOCUMENT_STATE_MAX_BYTES) return full;
  return bytes > DOCUMENT_LARGE_BYTES ? large : fits;
}
