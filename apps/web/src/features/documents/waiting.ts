import { DOCUMENT_DELETIONS_FIELD } from "@colbin/protocol";
import { decodeStateVector, encodeStateVector, getState, type Doc, type Transaction } from "yjs";

/** How far the changes of each client have come that has written in a document. */
export type Clocks = ReadonlyMap<number, number>;

export function clocksOf(doc: Doc): Clocks {
  return decodeStateVector(encodeStateVector(doc));
}

/** How far the changes of this device have come since it was opened. */
export function clockOf({ store, clientID }: Doc): number {
  return getState(store, clientID);
}

/** Reads a state vector as the server tells it. */
export function toClocks(base64: string): Clocks {
  return decodeStateVector(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
}

/** The number of these changes that the server has not stored. */
export function countWaiting(own: Clocks, stored: Clocks): number {
  let count = 0;
  for (const [client, clock] of own) count += Math.max(0, clock - (stored.get(client) ?? 0));
  return count;
}

/**
 * From now on each deletion of this device moves its clock as well. By itself it would not, and a state vector could not tell whether it
 * is stored.
 */
export function countDeletions(doc: Doc): void {
  doc.on("afterAllTransactions", (_: Doc, transactions: readonly Transaction[]) => {
    const own = transactions.filter(({ local }) => local);
    const hasDeleted = own.some(({ deleteSet }) => deleteSet.clients.size > 0);
    if (hasDeleted && !own.some((each) => hasMoved(each, doc)))
      doc.transact(() => doc.getMap(DOCUMENT_DELETIONS_FIELD).set("last", true));
  });
}

function hasMoved({ beforeState, afterState }: Transaction, { clientID }: Doc): boolean {
  return beforeState.get(clientID) !== afterState.get(clientID);
}
