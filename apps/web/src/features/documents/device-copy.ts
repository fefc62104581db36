import { SCHEMA_VERSION } from "@colbin/documents";
import { IndexeddbPersistence } from "y-indexeddb";
import type { Doc } from "yjs";
import { copyName, noteCopy, readSchema, type CopyPlace } from "#web/lib/device/document-copies.ts";
import { device } from "#web/lib/device/store.ts";

/** A document as this device keeps it. */
export interface DeviceCopy {
  /** The last state vector in base64 that the server told of what it has stored. */
  readonly stored: string | undefined;
  readonly keepStored: (vector: string) => void;
  /** Tells the other parts of the app whether something of it is only here. */
  readonly note: (isWaiting: boolean) => void;
  readonly close: () => void;
  /** Nothing of it stays here. */
  readonly remove: () => void;
}

const STORED_KEY = "stored";
/** A database that does not open in this time keeps nothing. */
const PATIENCE_MS = 5_000;

/** The copy has nodes that this page does not know: an editor would delete them. */
export class NewerCopyError extends Error {}

/**
 * Brings into the document what is kept of it here, and keeps each change from then on; undefined where the browser keeps nothing, or does
 * not answer. Rejects with NewerCopyError where a newer page has written in the copy, which stays as it is.
 */
export async function openCopy(doc: Doc, place: CopyPlace): Promise<DeviceCopy | undefined> {
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS));
  await Promise.race([device.whenOpen(), patience]);
  if (device.isMemory()) return undefined;
  if ((await readSchema(place)) > SCHEMA_VERSION) throw new NewerCopyError();
  const persistence = new IndexeddbPersistence(copyName(place), doc);
  await Promise.race([persistence.whenSynced, patience]);
  if (!persistence.synced) {
    persistence.destroy().catch(ignore);
    return undefined;
  }
  const stored: unknown = await persistence.get(STORED_KEY);
  let noted: boolean | undefined;
  return {
    stored: typeof stored === "string" ? stored : undefined,
    keepStored: (vector) => void persistence.set(STORED_KEY, vector).catch(ignore),
    note(isWaiting) {
      if (isWaiting === noted) return;
      noted = isWaiting;
      noteCopy(place, { isWaiting, schema: SCHEMA_VERSION }).catch(ignore);
    },
    close: () => void persistence.destroy().catch(ignore),
    remove() {
      persistence.clearData().catch(ignore);
      noteCopy(place, undefined).catch(ignore);
    },
  };
}

/** A device that is full keeps no copy; the server has what it was sent. */
function ignore(): void {}
