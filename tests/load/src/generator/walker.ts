import { headerLength, opcodes, payloadLength } from "./frames.ts";

/*
 * Counts the frames of one stream by their headers. Whether a text frame is an event is told by one byte of it, so that a
 * receiver costs next to nothing: nobody measures a server with a generator that parses JSON.
 */

/** One byte that only events have at this place of their payload. */
export interface EventMark {
  readonly place: number;
  readonly byte: number;
}

export interface FrameSink {
  /** A text frame that is not an event; its bytes as far as they have arrived. */
  onOther(start: Buffer): void;
  /** A close, a ping or a pong; whole, because they are short. */
  onControl(opcode: number, payload: Buffer): void;
}

/** Most bytes of a header; control frames, which are read whole, have 125 bytes of payload at most. */
const CONTROL_MAX = 127;

export class FrameWalker {
  readonly #mark: EventMark;
  readonly #sink: FrameSink;
  /** Bytes of a frame that began in an earlier piece and are only skipped. */
  #skip = 0;
  #carry: Buffer | undefined;

  constructor(mark: EventMark, sink: FrameSink) {
    this.#mark = mark;
    this.#sink = sink;
  }

  /** Counts the events that begin in this piece of the stream; the piece may be overwritten afterwards. */
  walk(piece: Buffer): number {
    let buffer = piece;
    if (this.#carry) {
      buffer = Buffer.concat([this.#carry, piece]);
      this.#carry = undefined;
    }
    const end = buffer.length;
    let at = Math.min(this.#skip, end);
    this.#skip -= at;
    let events = 0;
    while (at < end) {
      const length = this.#lengthAt(buffer, at, end);
      if (length === undefined) {
        this.#carry = Buffer.from(buffer.subarray(at));
        break;
      }
      if (this.#isEvent(buffer, at, length)) events += 1;
      else this.#tell(buffer, at, length);
      at += length;
    }
    if (at > end) this.#skip = at - end;
    return events;
  }

  /** Bytes of the whole frame at `at`; undefined while too little of it is here to judge it. */
  #lengthAt(buffer: Buffer, at: number, end: number): number | undefined {
    if (end - at < 2) return undefined;
    const header = headerLength(buffer[at + 1] ?? 0);
    if (end - at < header) return undefined;
    const payload = payloadLength(buffer, at);
    const isControl = ((buffer[at] ?? 0) & 0x08) !== 0;
    const needed = isControl ? payload : Math.min(payload, this.#mark.place + 1);
    return end - at < header + Math.min(needed, CONTROL_MAX) ? undefined : header + payload;
  }

  #isEvent(buffer: Buffer, at: number, length: number): boolean {
    if (((buffer[at] ?? 0) & 0x0f) !== opcodes.text) return false;
    const { place, byte } = this.#mark;
    const payloadAt = at + headerLength(buffer[at + 1] ?? 0);
    return payloadAt + place < at + length && buffer[payloadAt + place] === byte;
  }

  #tell(buffer: Buffer, at: number, length: number): void {
    const opcode = (buffer[at] ?? 0) & 0x0f;
    const payload = buffer.subarray(at + headerLength(buffer[at + 1] ?? 0), at + length);
    if (opcode === opcodes.text) this.#sink.onOther(payload);
    else this.#sink.onControl(opcode, payload);
  }
}

/** The text frames of one stream, whole and in order. Control frames are told apart. */
export class FrameReader {
  readonly #onText: (text: string) => void;
  readonly #onControl: FrameSink["onControl"];
  #rest = Buffer.alloc(0);

  constructor(onText: (text: string) => void, onControl: FrameSink["onControl"]) {
    this.#onText = onText;
    this.#onControl = onControl;
  }

  /** No part of a frame is waiting for its rest. */
  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  /** Tells the frames that are complete with this piece; the piece may be overwritten afterwards. */
  read(piece: Buffer): void {
    const buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    let at = 0;
    while (buffer.length - at >= 2) {
      const header = headerLength(buffer[at + 1] ?? 0);
      if (buffer.length - at < header) break;
      const end = at + header + payloadLength(buffer, at);
      if (buffer.length < end) break;
      const opcode = (buffer[at] ?? 0) & 0x0f;
      const payload = buffer.subarray(at + header, end);
      if (opcode === opcodes.text) this.#onText(payload.toString());
      else this.#onControl(opcode, payload);
      at = end;
    }
    this.#rest = Buffer.from(buffer.subarray(at));
  }
}
