import { isUtf8 } from "node:buffer";
import { FRAME_MAX_BYTES } from "@colbin/protocol";
import { FRAGMENTS_MAX } from "./bounds.ts";
import { GrowingBytes, type ByteCount } from "./growing-bytes.ts";

/*
 * Reads websocket frames as a client sends them (RFC 6455, 5): masked, whole or in fragments, in whatever pieces the
 * network brings. It keeps nothing between two whole messages, and never more than one unfinished frame and one unfinished
 * message, neither larger than FRAME_MAX_BYTES; what is said to be larger is refused before it is read.
 */

export const opcodes = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

/** What closes a socket that breaks the protocol, by the codes of RFC 6455, 7.4. */
export const violations = {
  protocol: 1002,
  noText: 1007,
  tooManyParts: 1008,
  tooLarge: 1009,
} as const;
export type Violation = (typeof violations)[keyof typeof violations];

const FINAL = 0x80;
const RESERVED = 0x70;
const OPCODE = 0x0f;
const CONTROL = 0x08;
const MASKED = 0x80;
const LENGTH = 0x7f;
const LENGTH_16 = 126;
const CONTROL_MAX = 125;
const MASK_BYTES = 4;
const HEAD_MIN = 2;
const known: ReadonlySet<number> = new Set(Object.values(opcodes));

export interface FrameSink {
  onMessage(data: Buffer, isBinary: boolean): void;
  /** Close, ping or pong. The payload is valid during the call only. */
  onControl(opcode: number, payload: Buffer): void;
}

interface Message {
  readonly isBinary: boolean;
  readonly bytes: GrowingBytes;
  parts: number;
}

export class FrameReader {
  readonly #sink: FrameSink;
  readonly #count: ByteCount;
  /** The beginning of a frame whose rest has not come. */
  #piece: GrowingBytes | undefined;
  /** The fragments of a message whose last one has not come. */
  #message: Message | undefined;
  #isStopped = false;

  constructor(sink: FrameSink, count: ByteCount) {
    this.#sink = sink;
    this.#count = count;
  }

  /**
   * Hands on every whole message and control frame, in order. Answers with the first rule that is broken: after that the
   * bytes mean nothing any more. The chunk is the reader's from now on.
   */
  read(chunk: Buffer): Violation | undefined {
    let at = 0;
    while (at < chunk.length && !this.#isStopped) {
      if (this.#piece) at = this.#extend(this.#piece, chunk, at);
      else {
        const violation = this.#judge(chunk, at, chunk.length);
        if (violation) return violation;
        const end = at + bytesWanted(chunk, at, chunk.length);
        if (end > chunk.length) {
          this.#piece = new GrowingBytes(this.#count);
          this.#piece.append(chunk, at, chunk.length);
          return undefined;
        }
        const taken = this.#take(chunk, at, end);
        if (taken) return taken;
        at = end;
      }
      const finished = this.#finishPiece();
      if (finished) return finished;
    }
    return undefined;
  }

  /** Something is unfinished. */
  get isHolding(): boolean {
    return this.#piece !== undefined || this.#message !== undefined;
  }

  /** Forgets what is unfinished, and reads nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#piece?.release();
    this.#piece = undefined;
    this.#message?.bytes.release();
    this.#message = undefined;
  }

  /** Takes as much as the frame still lacks, or as is known that it lacks; answers with the place after it. */
  #extend(piece: GrowingBytes, chunk: Buffer, at: number): number {
    const lacks = bytesWanted(piece.view(), 0, piece.length) - piece.length;
    const end = Math.min(chunk.length, at + lacks);
    piece.append(chunk, at, end);
    return end;
  }

  #finishPiece(): Violation | undefined {
    const piece = this.#piece;
    if (!piece) return undefined;
    const bytes = piece.view();
    const violation = this.#judge(bytes, 0, piece.length);
    if (violation) return violation;
    if (piece.length < bytesWanted(bytes, 0, piece.length)) return undefined;
    this.#piece = undefined;
    const taken = this.#take(bytes, 0, piece.length);
    piece.release();
    return taken;
  }

  /** What can be said against a frame by as much of its head as is there. */
  #judge(bytes: Buffer, start: number, end: number): Violation | undefined {
    if (end - start < HEAD_MIN) return undefined;
    const first = bytes[start] ?? 0;
    const second = bytes[start + 1] ?? 0;
    const opcode = first & OPCODE;
    if ((first & RESERVED) !== 0 || (second & MASKED) === 0 || !known.has(opcode)) {
      return violations.protocol;
    }
    if (opcode & CONTROL) {
      const isLegal = (first & FINAL) !== 0 && (second & LENGTH) <= CONTROL_MAX;
      return isLegal ? undefined : violations.protocol;
    }
    if ((opcode === opcodes.continuation) !== (this.#message !== undefined)) {
      return violations.protocol;
    }
    if (end - start < headLength(bytes, start)) return undefined;
    const length = payloadLength(bytes, start) + (this.#message?.bytes.length ?? 0);
    return length > FRAME_MAX_BYTES ? violations.tooLarge : undefined;
  }

  #take(bytes: Buffer, start: number, end: number): Violation | undefined {
    const first = bytes[start] ?? 0;
    const opcode = first & OPCODE;
    const payload = unmask(bytes, start + headLength(bytes, start), end);
    if (opcode & CONTROL) {
      this.#sink.onControl(opcode, payload);
      return undefined;
    }
    const isFinal = (first & FINAL) !== 0;
    if (isFinal && !this.#message) return this.#hand(payload, opcode === opcodes.binary);
    const message = (this.#message ??= {
      isBinary: opcode === opcodes.binary,
      bytes: new GrowingBytes(this.#count),
      parts: 0,
    });
    message.parts += 1;
    if (message.parts > FRAGMENTS_MAX) return violations.tooManyParts;
    message.bytes.append(payload, 0, payload.length);
    if (!isFinal) return undefined;
    this.#message = undefined;
    const violation = this.#hand(message.bytes.view(), message.isBinary);
    message.bytes.release();
    return violation;
  }

  #hand(data: Buffer, isBinary: boolean): Violation | undefined {
    if (!isBinary && !isUtf8(data)) return violations.noText;
    this.#sink.onMessage(data, isBinary);
    return undefined;
  }
}

/** The bytes of the whole frame, or, while its head is not complete, of as much of the head as can be known. */
function bytesWanted(bytes: Buffer, start: number, end: number): number {
  if (end - start < HEAD_MIN) return HEAD_MIN;
  const head = headLength(bytes, start);
  return end - start < head ? head : head + payloadLength(bytes, start);
}

function headLength(bytes: Buffer, start: number): number {
  const length = (bytes[start + 1] ?? 0) & LENGTH;
  const extension = length < LENGTH_16 ? 0 : length === LENGTH_16 ? 2 : 8;
  return HEAD_MIN + extension + MASK_BYTES;
}

function payloadLength(bytes: Buffer, start: number): number {
  const length = (bytes[start + 1] ?? 0) & LENGTH;
  if (length < LENGTH_16) return length;
  if (length === LENGTH_16) return bytes.readUInt16BE(start + 2);
  return bytes.readUInt32BE(start + 2) * 2 ** 32 + bytes.readUInt32BE(start + 6);
}

/** In place: a chunk of the network belongs to nobody else. */
function unmask(bytes: Buffer, start: number, end: number): Buffer {
  const payload = bytes.subarray(start, end);
  const mask = start - MASK_BYTES;
  for (let at = 0; at < payload.length; at += 1) {
    payload[at] = (payload[at] ?? 0) ^ (bytes[mask + (at & 3)] ?? 0);
  }
  return payload;
}
