/*
 * The channel of what stands in documents (rules-collab 2C, Live): the protocol of Hocuspocus over a WebSocket of its own, opened with a
 * ticket as the live channel is. No schema: what it carries is Yjs.
 */

import type { DocumentId } from "./kernel/ids.ts";

/** Below the base path. */
export const DOCUMENTS_LIVE_PATH = "/documents/live";
/** The shared text within the state of a document. */
export const DOCUMENT_FIELD = "content";
/** Beside it: a map whose entry each client sets anew when it deletes, so that deletions move its clock as well. */
export const DOCUMENT_DELETIONS_FIELD = "deletions";

/** The name of a document on the channel. */
export function toLiveName(id: string): string {
  return `document.${id}`;
}

const NAME = /^document\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The document that a name of the channel means; undefined where it means none. */
export function fromLiveName(name: string): DocumentId | undefined {
  return NAME.exec(name)?.[1] as DocumentId | undefined;
}

/** Notes of the server about a document besides its text. */
export type DocumentNote =
  /** All that is in this state vector (base64) is in the database: told at the beginning, and after each time it is stored. */
  | { readonly kind: "stored"; readonly vector: string }
  /** The reader may write from now on, or may not any more. */
  | { readonly kind: "mode"; readonly isReadOnly: boolean }
  /** The comments beside it have changed. */
  | { readonly kind: "comments" }
  /** Told at the beginning and after each change of it. Once it is full, only what takes away from the text is accepted. */
  | { readonly kind: "size"; readonly size: DocumentSize };

/** By the bytes of its state; `full` is DOCUMENT_TOO_LARGE. */
export const documentSizes = ["fits", "large", "full"] as const;
export type DocumentSize = (typeof documentSizes)[number];

/** Parameter of the address: the number of the nodes that the editor knows. One that tells none has the first. */
export const EDITOR_SCHEMA_PARAMETER = "schema";
/** Why an editor is not let in whose number is not that of the server: the page is to be loaded anew, or the server is not renewed yet. */
export const editorRefusals = { older: "EDITOR_OLDER", newer: "EDITOR_NEWER" } as const;

/** Why somebody was shut out of an open document; 4403 on the wire. */
export const documentClosings = ["access", "deleted"] as const;
