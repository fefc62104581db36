import { readMp4 } from "./mp4.ts";
import { readOgg } from "./ogg.ts";
import type { Recording } from "./recording.ts";
import { readWebm } from "./webm.ts";

/*
 * How long a recording is, from its container and without a decoder: browsers record in a way that writes no length at the beginning,
 * or a wrong one. It reads in one pass over at most so many bytes and parts, whatever they say.
 */

/** Ten minutes at 256 kbit/s, which is more than browsers record with. */
const RECORDING_BYTES_MAX = 20_000_000;
/** A container may say whatever it likes; more than a day is no recording, and what it says beyond is no number of the database. */
const DURATION_MAX_MS = 24 * 60 * 60_000;
/** Of a container that may hold images as well its beginning alone does not tell. */
const readers: Readonly<Record<string, (bytes: Buffer) => Recording | undefined>> = {
  "video/webm": readWebm,
  "audio/ogg": readOgg,
  "audio/ogg; codecs=opus": readOgg,
  "video/mp4": readMp4,
  "audio/mp4": readMp4,
  "audio/x-m4a": readMp4,
};

/** Is a file that begins as this type to be looked at? */
export function mayBeRecording(mediaType: string, size: number): boolean {
  return size <= RECORDING_BYTES_MAX && mediaType in readers;
}

/** Undefined for anything but a recording that can be followed to its end. */
export function readRecording(mediaType: string, bytes: Uint8Array): Recording | undefined {
  const found = readers[mediaType]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const isWhole = found && found.durationMs > 0 && found.durationMs <= DURATION_MAX_MS;
  return isWhole ? { ...found, durationMs: Math.round(found.durationMs) } : undefined;
}
