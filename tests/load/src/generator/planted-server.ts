import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { toServerFrame } from "./frames.ts";
import { FrameReader } from "./walker.ts";

/*
 * A server that speaks the dialect of the bare Bun server and is wrong on purpose: what a generator counts is only worth
 * something when it notices.
 */

/** What happens to one event on its way to one receiver. */
export interface Faults {
  /** How often the n-th event (from 0) goes to the receiver at this place of the order of arrival. */
  readonly timesOf?: (event: number, receiver: number) => number;
  /** Two neighbouring events change places for this receiver. */
  readonly swapsFor?: number;
  /** Nothing leaves until so many events are waiting. */
  readonly holdsUntil?: number;
  /** Everything is written in pieces of so many bytes. */
  readonly pieceBytes?: number;
  /** Closes this receiver with 4008 at the first event. */
  readonly closes?: number;
}

export interface PlantedServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Receiver {
  readonly socket: Duplex;
  readonly room: string;
}

const WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Listens on a free port of loopback. */
export async function startPlantedServer(faults: Faults = {}): Promise<PlantedServer> {
  const server = createServer();
  const relay = new Relay(faults);
  server.on("upgrade", (request, socket) => {
    const key = `${request.headers["sec-websocket-key"]}${WEBSOCKET_GUID}`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const room = new URL(request.url ?? "", "http://localhost").searchParams.get("rooms") ?? "";
    relay.enter({ socket, room });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => close(server, relay) };
}

async function close(server: Server, relay: Relay): Promise<void> {
  relay.close();
  await new Promise((resolve) => server.close(resolve));
}

class Relay {
  readonly #faults: Faults;
  readonly #receivers: Receiver[] = [];
  readonly #seqs = new Map<string, number>();
  #events = 0;
  #held: (() => void)[] = [];
  #swapped: Buffer | undefined;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  enter(receiver: Receiver): void {
    this.#receivers.push(receiver);
    receiver.socket.on("error", () => receiver.socket.destroy());
    this.#write(receiver, toServerFrame(JSON.stringify({ type: "READY" })));
    const reader = new FrameReader(
      (text) => this.#publish(text),
      () => undefined,
    );
    receiver.socket.on("data", (piece: Buffer) => reader.read(unmask(piece)));
  }

  close(): void {
    for (const { socket } of this.#receivers) socket.destroy();
  }

  #publish(text: string): void {
    const sent = JSON.parse(text) as { sessionRoomSlug: string; content: string };
    const seq = (this.#seqs.get(sent.sessionRoomSlug) ?? 0) + 1;
    this.#seqs.set(sent.sessionRoomSlug, seq);
    const { content, sessionRoomSlug } = sent;
    const event = { type: "SERVER_ROOM_EVENT", sessionRoomSlug, event: "message_new", seq };
    const frame = toServerFrame(JSON.stringify({ ...event, message: { content } }));
    const number = this.#events;
    this.#events += 1;
    this.#held.push(() => this.#broadcast(sessionRoomSlug, number, frame));
    if (this.#events < (this.#faults.holdsUntil ?? 0)) return;
    for (const leave of this.#held.splice(0)) leave();
  }

  #broadcast(room: string, event: number, frame: Buffer): void {
    const { timesOf = () => 1, swapsFor, closes } = this.#faults;
    for (const [place, receiver] of this.#receivers.entries()) {
      if (receiver.room !== room) continue;
      if (place === closes && event === 0) receiver.socket.end(toClose(4008));
      if (receiver.socket.writableEnded) continue;
      if (place === swapsFor && event === 0) {
        this.#swapped = frame;
        continue;
      }
      for (let times = timesOf(event, place); times > 0; times -= 1) this.#write(receiver, frame);
      if (place === swapsFor && this.#swapped) this.#write(receiver, this.#swapped);
      if (place === swapsFor) this.#swapped = undefined;
    }
  }

  #write({ socket }: Receiver, frame: Buffer): void {
    const { pieceBytes = frame.length } = this.#faults;
    for (let start = 0; start < frame.length; start += pieceBytes) {
      socket.write(frame.subarray(start, start + pieceBytes));
    }
  }
}

function toClose(code: number): Buffer {
  const frame = Buffer.from([0x88, 2, 0, 0]);
  frame.writeUInt16BE(code, 2);
  return frame;
}

/** Frames of the generator are short and come whole; each becomes an unmasked one. */
function unmask(piece: Buffer): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < piece.length;) {
    const short = (piece[at + 1] ?? 0) & 0x7f;
    const header = short < 126 ? 2 : 4;
    const length = header === 2 ? short : piece.readUInt16BE(at + 2);
    const mask = piece.subarray(at + header, at + header + 4);
    const payload = Buffer.from(piece.subarray(at + header + 4, at + header + 4 + length));
    for (let place = 0; place < length; place += 1) {
      payload[place] = (payload[place] ?? 0) ^ (mask[place & 3] ?? 0);
    }
    if (((piece[at] ?? 0) & 0x0f) === 1) frames.push(toServerFrame(payload.toString()));
    at += header + 4 + length;
  }
  return Buffer.concat(frames);
}
