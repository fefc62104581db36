import { once } from "node:events";
import { connect, type Socket } from "node:net";

/*
 * As much of XMPP as a benchmark needs, over plain TCP: a session by SASL PLAIN, joining a group chat, sending into it. What
 * arrives afterwards is for the caller to count; nothing is parsed that need not be.
 */

export interface XmppAddress {
  readonly port: number;
  readonly domain: string;
  readonly password: string;
}

/** Somebody who is in a room. */
export interface Occupant {
  readonly socket: Socket;
  readonly room: string;
  readonly nick: string;
}

const header = (domain: string): string =>
  `<?xml version='1.0'?><stream:stream to='${domain}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;

/** Opens a session of this account. The socket is ready for stanzas and has no listener for data any more. */
export async function openSession(address: XmppAddress, user: string): Promise<Socket> {
  const socket = connect({ port: address.port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  const secret = Buffer.from(`\0${user}\0${address.password}`).toString("base64");
  await exchange(socket, header(address.domain), "</stream:features>");
  await exchange(
    socket,
    `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`,
    "<success",
  );
  await exchange(socket, header(address.domain), "</stream:features>");
  await exchange(
    socket,
    "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind></iq>",
    "</iq>",
  );
  return socket;
}

/** Enters a group chat, which is made when it is not there; settles with its subject, which is the end of the entry. */
export async function joinRoom(socket: Socket, room: string, nick: string): Promise<void> {
  await exchange(
    socket,
    `<presence to='${room}/${nick}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
    "<subject",
  );
  // The rest of that stanza must not be counted as a message later.
  await untilQuiet(socket);
}

export function toGroupMessage(room: string, id: string, body: string): string {
  return `<message to='${room}' type='groupchat' id='${id}'><body>${body}</body></message>`;
}

/** Sends and waits for an answer that contains this; a refusal of the server is an error. */
function exchange(socket: Socket, text: string, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = "";
    const stop = (): void => {
      socket.off("data", onData);
      socket.off("close", onClose);
    };
    const onData = (chunk: Buffer): void => {
      seen += chunk.toString("latin1");
      const isRefused = /<failure|<stream:error|type=['"]error['"]/.test(seen);
      if (!isRefused && !seen.includes(expected)) return;
      stop();
      if (isRefused) reject(new Error(`Refused: ${seen.slice(-500)}`));
      else resolve();
    };
    const onClose = (): void => {
      stop();
      reject(new Error(`Closed while waiting for ${expected}: ${seen.slice(-500)}`));
    };
    socket.on("data", onData);
    socket.on("close", onClose);
    socket.write(text);
  });
}

/** An answer to a question: everything that was sent before it has arrived then. */
function untilQuiet(socket: Socket): Promise<void> {
  return exchange(
    socket,
    "<iq type='get' id='quiet'><query xmlns='http://jabber.org/protocol/disco#info'/></iq>",
    "</iq>",
  );
}
