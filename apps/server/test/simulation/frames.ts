/** The client's side of RFC 6455, as far as it is needed: whole masked text frames out, pieces of bytes in. */
export interface FrameReader {
  readonly onText: (text: string) => void;
  readonly onClose: (code: number) => void;
  readonly onPing: (payload: Buffer) => void;
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const NO_STATUS = 1005;

/** A masked frame; the mask is zero, which is as legal as any other. */
export function toMaskedFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const isShort = length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (isShort ? length : 126);
  // What is longer than two bytes can say is more than the server takes.
  if (!isShort) head.writeUInt16BE(length, 2);
  return Buffer.concat([head, payload]);
}

export function toTextFrame(text: string): Buffer {
  return toMaskedFrame(TEXT, Buffer.from(text));
}

export function toCloseFrame(code: number): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return toMaskedFrame(CLOSE, payload);
}

/** Puts the frames of the server together again, wherever the bytes were cut. */
export class FrameParser {
  readonly #reader: FrameReader;
  #rest: Buffer = Buffer.alloc(0);

  constructor(reader: FrameReader) {
    this.#reader = reader;
  }

  take(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const frame = this.#next();
      if (!frame) return;
      if (frame.opcode === TEXT) this.#reader.onText(frame.payload.toString());
      else if (frame.opcode === PING) this.#reader.onPing(frame.payload);
      else if (frame.opcode === CLOSE) {
        const { payload } = frame;
        this.#reader.onClose(payload.length < 2 ? NO_STATUS : payload.readUInt16BE());
      }
    }
  }

  #next(): { readonly opcode: number; readonly payload: Buffer } | undefined {
    const bytes = this.#rest;
    if (bytes.length < 2) return undefined;
    const short = (bytes[1] ?? 0) & 0x7f;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < start) return undefined;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(2)
          : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < start + length) return undefined;
    this.#rest = bytes.subarray(start + length);
    return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(start, start + length) };
  }
}
