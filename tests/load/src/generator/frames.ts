import { randomBytes } from "node:crypto";

/*
 * The client's half of RFC 6455, no more than a load generator needs: masked text frames out, headers of unmasked frames in.
 */

const FINAL = 0x80;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const MAX_16 = 0xffff;

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** A whole masked frame. The mask is the same for all: it protects proxies from pages, and nobody here. */
const mask = randomBytes(4);

export function toClientFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length > MAX_16) throw new Error("A load generator sends no frame over 64 KiB");
  const header = length < LENGTH_16 ? 2 : 4;
  const frame = Buffer.allocUnsafe(header + mask.length + length);
  frame[0] = FINAL | opcode;
  if (header === 2) frame[1] = MASKED | length;
  else {
    frame[1] = MASKED | LENGTH_16;
    frame.writeUInt16BE(length, 2);
  }
  mask.copy(frame, header);
  const start = header + mask.length;
  for (let place = 0; place < length; place += 1) {
    frame[start + place] = (payload[place] ?? 0) ^ (mask[place & 3] ?? 0);
  }
  return frame;
}

export function toClientText(text: string): Buffer {
  return toClientFrame(opcodes.text, Buffer.from(text));
}

/** An unmasked text frame, as servers send it. */
export function toServerFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = Buffer.alloc(length < LENGTH_16 ? 2 : length <= MAX_16 ? 4 : 10);
  header[0] = FINAL | opcodes.text;
  if (header.length === 2) header[1] = length;
  else if (header.length === 4) {
    header[1] = LENGTH_16;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = LENGTH_64;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, payload]);
}

/** Bytes of the header that begins with this second byte. */
export function headerLength(second: number): number {
  const short = second & 0x7f;
  return short < LENGTH_16 ? 2 : short === LENGTH_16 ? 4 : 10;
}

/** Bytes of the payload of the frame whose whole header begins at `at`. */
export function payloadLength(buffer: Buffer, at: number): number {
  const short = (buffer[at + 1] ?? 0) & 0x7f;
  if (short < LENGTH_16) return short;
  if (short === LENGTH_16) return buffer.readUInt16BE(at + 2);
  if (short !== LENGTH_64) throw new Error("A length has seven bits");
  return Number(buffer.readBigUInt64BE(at + 2));
}

/** The request that opens a websocket. */
export function toUpgrade(host: string, path: string, headers: readonly string[]): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...headers,
    "",
    "",
  ].join("\r\n");
}
