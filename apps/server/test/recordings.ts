import { readFileSync } from "node:fs";

/* Recordings as browsers make them. */

const read = (name: string) => readFileSync(new URL(`recordings/${name}`, import.meta.url));

/** Of Chromium's recorder: 1.26 seconds of Opus. */
export const webm = read("opus.webm");
export const opusInMp4 = read("opus.mp4");

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(from, to), "latin1");
}

/** The same container with the name of the other codec: 1.22 seconds. */
export const aacInMp4 = replaced(opusInMp4, "Opus\0\0", "mp4a\0\0");
export const vorbisInWebm = replaced(webm, "A_OPUS", "A_VORB");
/** A second track, which says that it is VP8. */
export const filmInWebm = replaced(
  webm,
  "\x1f\x43\xb6\x75",
  "\xae\x87\x86\x85V_VP8\x1f\x43\xb6\x75",
);

/** Opus in Ogg that says at its end how long it is. */
export function oggOf(ms: number): Buffer {
  const head = Buffer.from("OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0", "latin1");
  return Buffer.concat([page(2, 0, head), page(4, ms * 48 + 312, Buffer.alloc(20))]);
}

function page(flags: number, samples: number, packet: Buffer): Buffer {
  const header = Buffer.alloc(28);
  header.write("OggS");
  header.writeUInt8(flags, 5);
  header.writeBigInt64LE(BigInt(samples), 6);
  header.writeUInt8(1, 26);
  header.writeUInt8(packet.length, 27);
  return Buffer.concat([header, packet]);
}
