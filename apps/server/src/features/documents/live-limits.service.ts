import type { Connection, Document } from "@hocuspocus/server";
import { closeCodes } from "@colbin/protocol";

/*
 * How much one socket of the channel may take once somebody has proved who they are (rules-collab 2C, Bad input). Its frames are counted
 * where they arrive.
 */

/** A name, a color and a selection are some hundred bytes. */
const PRESENCE_BYTES_MAX = 4 * 1024;
/** A page of the web app opens one document by each of its sockets. */
const DOCUMENTS_PER_SOCKET_MAX = 50;

/** Use of one socket; all its documents share it. */
export interface SocketUse {
  documents: number;
}

interface Limited {
  readonly use?: SocketUse;
}

/** Counts one more document of a socket; false beyond the limit, where that one is closed. */
export function enterSocket(connection: Pick<Connection<Limited>, "context" | "close">): boolean {
  const { use } = connection.context;
  if (!use) return true;
  use.documents += 1;
  if (use.documents <= DOCUMENTS_PER_SOCKET_MAX) return true;
  connection.close({ code: closeCodes.notAllowed, reason: "documents" });
  return false;
}

/** Counts a document less that the socket has open. */
export function leaveSocket({ use }: Limited): void {
  if (use) use.documents -= 1;
}

/** Where somebody is in a document. */
interface Presence {
  readonly states: Map<number, Record<string, unknown>>;
  readonly document: Pick<Document, "connections">;
  readonly connection: Connection;
}

/**
 * Is it no more than an editor tells of itself: one state, of the one that this connection has told of before? States without anything
 * are taken out: Hocuspocus adds one of its own to each message.
 */
export function isModest({ states, document, connection }: Presence): boolean {
  for (const [client, state] of states) if (Object.keys(state).length === 0) states.delete(client);
  const own = document.connections.get(connection)?.clients ?? new Set();
  return (
    states.size <= 1 &&
    states.entries().every(([client, state]) => {
      const isOwn = own.size === 0 || own.has(client);
      return isOwn && Buffer.byteLength(JSON.stringify(state)) <= PRESENCE_BYTES_MAX;
    })
  );
}
