import { isUtf8 } from "node:buffer";
import { Socket } from "node:net";
import { toCloseFrame, toPongFrame } from "./control-frames.ts";
import { FrameReader, opcodes, violations, type FrameSink } from "./frame-reader.ts";
import type { ByteCount } from "./growing-bytes.ts";

/*
 * The websocket on one net.Socket after its handshake: it reads frames, answers pings, and takes part in the closing
 * handshake. What the server says goes through the socket's writer, control frames too, so frames never mix. There is one
 * object here for a socket and no closure: with ten thousand idle sockets every one counts.
 */

/** Whoever a wire belongs to. */
export interface WireOwner {
  receive(data: Buffer, isBinary: boolean): void;
  /** A ping or a pong came. */
  receiveControl(): void;
  /** More of what the client sends must be kept until the rest comes. */
  holding(): void;
  /** A control frame of ours, to be written like any other frame. */
  reply(frame: Buffer): void;
  /** The client said good-bye, broke the protocol, or fell silent for good: nothing more is read, nothing may be sent. */
  finish(goodBye: Buffer | undefined): void;
  /** The connection is gone; called once. */
  gone(code: number): void;
}

const NO_STATUS = 1005;
const LOST = 1006;
const STATUS_BYTES = 2;

const wireOf = Symbol("wire");
type WiredSocket = Socket & { [wireOf]?: Wire };

export class Wire implements FrameSink {
  readonly #net: WiredSocket;
  readonly #owner: WireOwner;
  readonly #reader: FrameReader;
  #closeCode = LOST;

  constructor(net: Socket, owner: WireOwner, inbound: ByteCount) {
    this.#net = net;
    this.#owner = owner;
    this.#reader = new FrameReader(this, inbound);
    forgetHttp(net);
    this.#net[wireOf] = this;
    net.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
  }

  /** Takes bytes as the network brings them; they are the wire's from now on. */
  read(chunk: Buffer): void {
    const violation = this.#reader.read(chunk);
    if (violation !== undefined) this.#stop(violation, toCloseFrame(violation));
    else if (this.#reader.isHolding) this.#owner.holding();
  }

  onMessage(data: Buffer, isBinary: boolean): void {
    this.#owner.receive(data, isBinary);
  }

  onControl(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.close) {
      this.#hearClose(payload);
      return;
    }
    if (opcode === opcodes.ping) this.#owner.reply(toPongFrame(payload));
    this.#owner.receiveControl();
  }

  /** The client has closed its side. */
  end(): void {
    this.#stop(this.#closeCode, undefined);
  }

  gone(): void {
    this.#reader.stop();
    this.#owner.gone(this.#closeCode);
  }

  /** The answer to a close repeats its code; ours was sent first when we closed. */
  #hearClose(payload: Buffer): void {
    const violation = judgeClose(payload);
    if (violation !== undefined) {
      this.#stop(violation, toCloseFrame(violation));
      return;
    }
    const code = payload.length === 0 ? NO_STATUS : payload.readUInt16BE(0);
    this.#stop(code, toCloseFrame(payload.length === 0 ? undefined : code));
  }

  #stop(code: number, goodBye: Buffer | undefined): void {
    this.#closeCode = code;
    this.#reader.stop();
    // What still comes is thrown away; without reading it the end of the connection would not be seen.
    this.#net.resume();
    this.#owner.finish(goodBye);
    this.#net.end();
  }
}

/** The HTTP server leaves listeners' wrappers of its own on a socket; they are of no use after the upgrade. */
function forgetHttp(net: Socket): void {
  for (const name of ["on", "addListener", "prependListener"] as const) {
    if (Object.hasOwn(net, name)) Object.assign(net, { [name]: Socket.prototype[name] });
  }
}

/** RFC 6455, 7.4: codes that may be on the wire. */
function judgeClose(payload: Buffer): number | undefined {
  if (payload.length === 0) return undefined;
  if (payload.length < STATUS_BYTES) return violations.protocol;
  const code = payload.readUInt16BE(0);
  const isLegal =
    (code >= 1000 && code <= 1014 && code !== 1004 && code !== NO_STATUS && code !== LOST) ||
    (code >= 3000 && code <= 4999);
  if (!isLegal) return violations.protocol;
  return isUtf8(payload.subarray(STATUS_BYTES)) ? undefined : violations.noText;
}

function onData(this: WiredSocket, chunk: Buffer): void {
  this[wireOf]?.read(chunk);
}

function onEnd(this: WiredSocket): void {
  this[wireOf]?.end();
}

function onError(this: WiredSocket): void {
  // The stream destroys itself, and `close` follows.
}

function onClose(this: WiredSocket): void {
  this[wireOf]?.gone();
  delete this[wireOf];
}
