/* Control frames of the server (RFC 6455, 5.5): whole, unmasked, never longer than 125 bytes. */

const FINAL = 0x80;
const CLOSE = 8;
const PONG = 10;
const PAYLOAD_MAX = 125;
const STATUS_BYTES = 2;

function toControlFrame(opcode: number, payload: Uint8Array): Buffer {
  return Buffer.concat([Uint8Array.of(FINAL | opcode, payload.length), payload]);
}

/** A good-bye; the reason is ASCII and is cut to what fits. */
export function toCloseFrame(code?: number, reason = ""): Buffer {
  if (code === undefined) return toControlFrame(CLOSE, Uint8Array.of());
  const payload = Buffer.alloc(STATUS_BYTES + Math.min(reason.length, PAYLOAD_MAX - STATUS_BYTES));
  payload.writeUInt16BE(code);
  payload.write(reason, STATUS_BYTES, "latin1");
  return toControlFrame(CLOSE, payload);
}

/** The answer to a ping repeats what it carried. */
export function toPongFrame(payload: Uint8Array): Buffer {
  return toControlFrame(PONG, payload);
}
