import type { Document, DocumentId, UserId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { device } from "./store.ts";

/*
 * The text of each document that was opened here lies in a database of its own, so that changes made offline stay. A row for each of them
 * tells which there are.
 */

export interface CopyPlace {
  readonly userId: UserId;
  readonly documentId: DocumentId;
}

interface Copy {
  /** There are changes that the server does not have yet. */
  readonly isWaiting: boolean;
  /** The number of the nodes that its last writer knew. */
  readonly schema: number;
}

const table = "documents";

/** The name of the database with the text of a document. */
export function copyName({ userId, documentId }: CopyPlace): string {
  return `colbin-document:${userId}:${documentId}`;
}

/** Remembers that there is a copy; without a value that there is none any more. The highest number of its nodes stays. */
export async function noteCopy(place: CopyPlace, value: Copy | undefined): Promise<void> {
  const key = [place.userId, place.documentId];
  const schema = value && Math.max(value.schema, await readSchema(place));
  await device.write([{ table, key, value: value && { ...value, schema } }]);
}

/** The highest number of nodes that a writer of the copy knew; 0 where there is none, or it is from before they were counted. */
export async function readSchema({ userId, documentId }: CopyPlace): Promise<number> {
  const rows = await device.read(table, [userId, documentId]);
  const copy = rows.find(({ key }) => key.length === 2)?.value as Partial<Copy> | undefined;
  return copy?.schema ?? 0;
}

/** Below the row of a copy. */
const FACTS = "facts";

/** Keeps what is known of a document besides its text, so that its copy can be shown without a network. */
export async function keepFacts(userId: UserId, document: Document): Promise<void> {
  await device.write([{ table, key: [userId, document.id, FACTS], value: document }]);
}

/** A document as this device last knew it. */
export async function readFacts({ userId, documentId }: CopyPlace): Promise<Document | undefined> {
  const [row] = await device.read(table, [userId, documentId, FACTS]);
  return row?.value as Document | undefined;
}

/** Documents with changes that the server does not have yet. */
export async function listWaitingCopies(userId: string): Promise<readonly DocumentId[]> {
  const rows = await device.read(table, [userId]);
  return rows.flatMap(({ key, value }) =>
    (value as Copy).isWaiting ? [key[1] as DocumentId] : [],
  );
}

/** Nothing of the document stays here, also what the server does not have. */
export async function removeCopy(place: CopyPlace): Promise<void> {
  indexedDB.deleteDatabase(copyName(place));
  await noteCopy(place, undefined);
}

/** A tab that has one of them open lets go of it as it loses the person. */
async function forgetCopies(userId: UserId): Promise<void> {
  const keys = await device.keys(table, [userId]);
  for (const [, documentId = ""] of keys)
    indexedDB.deleteDatabase(copyName({ userId, documentId: documentId as DocumentId }));
  await device.write([{ table, key: [userId] }]);
}

account.onSignOut(({ id }) => forgetCopies(id));
