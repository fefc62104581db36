import type { DocumentNote } from "@colbin/protocol";
import type { Document, TransactionOrigin } from "@hocuspocus/server";
import { applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness";
import { applyUpdate } from "yjs";
import type { Bus } from "#server/platform/realtime/bus.ts";

/*
 * The same document open in several processes. Each tells the others by the bus what changes; a hint that is lost only delays: a second
 * after one has stored, the others have read that.
 */

const KINDS = { change: 1, presence: 2, note: 3 } as const;

/** Origin of a change from another process: stored here as well, since that one may die, but told to nobody again. */
const fromNode: TransactionOrigin = { source: "local", context: {} };

/** Brings what another process has told or stored into the document. */
export function mergeState(document: Document, state: Uint8Array): void {
  applyUpdate(document, state, fromNode);
}

export interface DocumentNodes {
  /** From now on the document hears of the others. */
  join(document: Document): void;
  leave(name: string): void;
  tellChange(document: Document, update: Uint8Array, origin: unknown): void;
  tellPresence(document: Document, clients: number[], origin: unknown): void;
  /** A note for all who have the document open, in whichever process. */
  tellNote(name: string, note: DocumentNote): void;
  close(): void;
}

/** Hears of the documents that were joined, and tells the other processes of them, until it is closed. */
export function openNodes({ bus }: { readonly bus: Bus }): DocumentNodes {
  const joined = new Map<string, () => void>();
  const tell = (document: Pick<Document, "name">, kind: number, toBytes: () => Uint8Array) =>
    bus.publish(toSubject(document.name), () => Buffer.concat([Buffer.of(kind), toBytes()]));
  return {
    join(document) {
      joined.get(document.name)?.();
      const leave = bus.subscribe(toSubject(document.name), (payload) => hear(document, payload));
      joined.set(document.name, leave);
    },
    leave(name) {
      joined.get(name)?.();
      joined.delete(name);
    },
    tellChange(document, update, origin) {
      if (origin !== fromNode) tell(document, KINDS.change, () => update);
    },
    tellPresence(document, clients, origin) {
      if (origin !== fromNode)
        tell(document, KINDS.presence, () => encodeAwarenessUpdate(document.awareness, clients));
    },
    tellNote: (name, note) => tell({ name }, KINDS.note, () => Buffer.from(JSON.stringify(note))),
    close() {
      for (const leave of joined.values()) leave();
      joined.clear();
    },
  };
}

function hear(document: Document, payload: Uint8Array): void {
  const [kind] = payload;
  const rest = payload.subarray(1);
  if (document.isDestroyed) return;
  if (kind === KINDS.change) mergeState(document, rest);
  else if (kind === KINDS.presence) applyAwarenessUpdate(document.awareness, rest, fromNode);
  else if (kind === KINDS.note) document.broadcastStateless(Buffer.from(rest).toString());
}

/** Subjects are words of letters, digits and dashes, joined by dots. */
function toSubject(name: string): string {
  return `documents.${name.replace("document.", "")}`;
}
