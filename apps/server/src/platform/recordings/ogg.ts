import { PARTS_MAX, type Recording } from "./recording.ts";

const HEADER_BYTES = 27;
const BEGINS_STREAM = 2;
/** Opus counts at this rate, whatever was recorded. */
const SAMPLES_PER_MS = 48;

/** Opus alone in Ogg: each page tells the sample that it ends with (RFC 7845). */
export function readOgg(bytes: Buffer): Recording | undefined {
  let [at, skipped, last] = [0, -1, 0];
  for (let part = 0; at + HEADER_BYTES <= bytes.length && part < PARTS_MAX; part += 1) {
    if (bytes.toString("latin1", at, at + 4) !== "OggS") return undefined;
    const lengths = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + bytes.readUInt8(at + 26));
    const begin = at + HEADER_BYTES + lengths.length;
    if (bytes.readUInt8(at + 5) & BEGINS_STREAM) {
      // A second stream is something else beside the sound.
      if (skipped >= 0 || bytes.toString("latin1", begin, begin + 8) !== "OpusHead")
        return undefined;
      if (begin + 12 > bytes.length) return undefined;
      skipped = bytes.readUInt16LE(begin + 10);
    }
    const end = bytes.readBigInt64LE(at + 6);
    if (end > 0) last = Number(end);
    at = begin;
    for (const length of lengths) at += length;
  }
  if (skipped < 0) return undefined;
  return { mediaType: "audio/ogg", durationMs: (last - skipped) / SAMPLES_PER_MS };
}
