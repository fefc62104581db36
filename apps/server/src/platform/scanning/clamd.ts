import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import type { Readable } from "node:stream";

/*
 * A client of clamd, the server of ClamAV, for its command INSTREAM: the packages of npm for it are not kept up (clamscan 2.4.0 of 2024
 * runs programs and keeps files, clamdjs 1.0.2 is older), and this is all that Colbin says to it.
 */

export type Verdict =
  | { readonly kind: "clean" }
  /** `threat`: as clamd calls it. */
  | { readonly kind: "found"; readonly threat: string }
  /** clamd does not take so many bytes (StreamMaxLength, MaxFileSize, MaxScanSize). */
  | { readonly kind: "too large" };

export interface Scanner {
  /** Looks through bytes to their end; they may be read more than once. Throws ScannerAway where no verdict comes. */
  scan(read: () => Promise<Readable>): Promise<Verdict>;
}

/** There is no verdict on these bytes: clamd is away, or does not answer. It may later. */
export class ScannerAway extends Error {}

/** clamd takes no connection: it gives no verdict on other bytes either. */
export class ScannerUnreachable extends ScannerAway {}

/** clamd has closed the connection: its reply may have been lost, as that to a file which is too large is at times. */
class ConnectionCut extends ScannerAway {}

const CONNECT_MS = 5_000;
/**
 * So long nothing may move: clamd takes no more bytes, or thinks about those that it has. It gives a file up after 120 s (MaxScanTime)
 * and says so: its word comes first.
 */
const IDLE_MS = 150_000;
/** clamd has 10 threads unless told otherwise; several nodes share them. */
const PARALLEL = 3;
const REPLY_MAX = 4_096;
/** Tries on connections that clamd closes. */
const TRIES = 3;

/** Scans by the clamd that listens there, at host:port or at the path of a socket, a few at a time. */
export function createScanner(
  address: string,
  { connectMs = CONNECT_MS, idleMs = IDLE_MS } = {},
): Scanner {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async scan(read) {
      if (running === PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await tryScan(async () => ask(address, await read(), { connectMs, idleMs }));
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}

async function tryScan(askOnce: () => Promise<string>): Promise<Verdict> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return toVerdict(await askOnce());
    } catch (error) {
      if (!(error instanceof ConnectionCut) || left === 0) throw error;
    }
  }
}

interface Patience {
  readonly connectMs: number;
  readonly idleMs: number;
}

/** The reply of clamd to these bytes; it may come before their end, and then it takes no more of them. */
async function ask(address: string, bytes: Readable, patience: Patience): Promise<string> {
  const socket = createConnection(toPlace(address));
  let Failure: typeof ScannerAway = ScannerUnreachable;
  // A failure from before the first of them is asked for is told then.
  bytes.on("error", () => undefined);
  try {
    socket.setTimeout(patience.connectMs, () => {
      if (Failure === ConnectionCut) Failure = ScannerAway;
      socket.destroy(new Error("clamd does not answer"));
    });
    await once(socket, "connect");
    Failure = ConnectionCut;
    socket.setTimeout(patience.idleMs);
    const reply = readReply(socket);
    const sent = await send(socket, bytes);
    const text = await reply;
    if (text !== "") return text;
    throw sent ?? new Error("clamd has closed the connection without a reply");
  } catch (cause) {
    throw cause instanceof SourceFailed
      ? cause.cause
      : new Failure("clamd has given no verdict", { cause });
  } finally {
    bytes.destroy();
    socket.destroy();
  }
}

function toPlace(address: string) {
  if (address.startsWith("/")) return { path: address };
  const end = address.lastIndexOf(":");
  const host = address.slice(0, end).replace(/^\[(.*)\]$/, "$1");
  return { host, port: Number(address.slice(end + 1)) };
}

/** The bytes themselves cannot be read: no fault of clamd. */
class SourceFailed extends Error {}

/** Sends the bytes as pieces with their lengths before; returns the failure of a connection that clamd has closed, which may have a reply. */
async function send(socket: Socket, bytes: Readable): Promise<Error | undefined> {
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  socket.write("zINSTREAM\0");
  const pieces = bytes.iterator() as AsyncIterator<Buffer, undefined>;
  for (;;) {
    const { done, value } = await pieces.next().catch((cause: unknown) => {
      throw new SourceFailed("Bytes to be scanned cannot be read", { cause });
    });
    if (socket.destroyed) return new Error("clamd has closed the connection");
    // A piece of no bytes says that this was the last one.
    if (done !== true && value.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(done === true ? 0 : value.length);
    socket.write(length);
    if (done === true) return undefined;
    if (!socket.write(value)) {
      try {
        await once(socket, "drain", { signal: closed.signal });
      } catch (error) {
        return error as Error;
      }
    }
  }
}

/** What comes until clamd ends the connection, however it ends it. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text = (text + part).slice(0, REPLY_MAX);
      if (text.endsWith("\0")) resolve(text);
    });
    socket.once("close", () => resolve(text));
    // It is told by the send, or by an empty reply.
    socket.on("error", () => undefined);
  });
}

function toVerdict(reply: string): Verdict {
  const text = reply.replace(/\0.*$/s, "").replace(/^stream: /, "");
  if (text === "OK") return { kind: "clean" };
  const [, threat] = /^(.+) FOUND$/.exec(text) ?? [];
  // Where the operator has it told (AlertExceedsMax), it is no threat.
  if (/^INSTREAM size limit exceeded|^Heuristics\.Limits\.Exceeded/.test(text))
    return { kind: "too large" };
  if (threat !== undefined) return { kind: "found", threat };
  throw new ScannerAway(`clamd answers: ${text.slice(0, 200)}`);
}
