import { PARTS_MAX, type Recording } from "./recording.ts";

/* Elements of WebM, which is Matroska (RFC 9559), by their ids. */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const CODEC_ID = 0x86;
const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
/** Elements that are gone into: of live recordings some do not tell where they end. */
const open: ReadonlySet<number> = new Set([
  SEGMENT,
  INFO,
  TRACKS,
  TRACK_ENTRY,
  CLUSTER,
  BLOCK_GROUP,
]);

/** Opus alone in WebM: its length is the time of its last packet and what that plays. */
export function readWebm(bytes: Buffer): Recording | undefined {
  const codecs: string[] = [];
  let [at, scaleNs, clusterTime, endMs] = [0, 1_000_000, 0, 0];
  for (let part = 0; at < bytes.length && part < PARTS_MAX; part += 1) {
    const id = readNumber(bytes, at, false);
    const size = id && readNumber(bytes, id.end, true);
    if (!id || !size) break;
    const body = bytes.subarray(size.end, size.end + size.value);
    if (id.value === TIMESTAMP_SCALE) scaleNs = toInteger(body);
    else if (id.value === TIMESTAMP) clusterTime = toInteger(body);
    else if (id.value === CODEC_ID) codecs.push(body.toString("latin1"));
    else if ((id.value === SIMPLE_BLOCK || id.value === BLOCK) && body.length > 4) {
      const beginMs = ((clusterTime + body.readInt16BE(1)) * scaleNs) / 1_000_000;
      endMs = Math.max(endMs, beginMs + opusMs(body.subarray(4)));
    }
    at = open.has(id.value) ? size.end : size.end + size.value;
  }
  if (codecs.length !== 1 || codecs[0] !== "A_OPUS") return undefined;
  return { mediaType: "audio/webm", durationMs: endMs };
}

/** A number whose first byte tells how long it is, with that mark where it is a name; undefined where it is cut off. */
function readNumber(bytes: Buffer, at: number, isSize: boolean) {
  const [first = 0] = bytes.subarray(at, at + 1);
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let value = isSize ? first & (0xff >> length) : first;
  for (const next of bytes.subarray(at + 1, at + length)) value = value * 256 + next;
  return { value, end: at + length };
}

function toInteger(body: Buffer): number {
  return body.length > 0 && body.length <= 6 ? body.readUIntBE(0, body.length) : 0;
}

/** The time that a packet of Opus plays (RFC 6716, 3.1). */
function opusMs(packet: Buffer): number {
  const [head = 0, count = 0] = packet;
  const config = head >> 3;
  const frameMs = frameLengths(config)[config & 3] ?? 0;
  const frames = [1, 2, 2, count & 63][head & 3] ?? 0;
  return Math.min(120, frameMs * frames);
}

function frameLengths(config: number): readonly number[] {
  if (config < 12) return [10, 20, 40, 60];
  return config < 16 ? [10, 20, 10, 20] : [2.5, 5, 10, 20];
}
