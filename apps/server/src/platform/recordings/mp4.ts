import { PARTS_MAX, type Recording } from "./recording.ts";

/** Boxes that are gone into. */
const open: ReadonlySet<string> = new Set([
  "moov",
  "trak",
  "mdia",
  "minf",
  "stbl",
  "mvex",
  "moof",
  "traf",
]);

/** AAC alone in MP4 (ISO/IEC 14496-12): what its track says, or the sum of its fragments where there are some. */
export function readMp4(bytes: Buffer): Recording | undefined {
  const handlers: string[] = [];
  const codecs: string[] = [];
  let [at, scale, told, fragmented, usual, usualHere] = [0, 0, 0, 0, 0, 0];
  for (let part = 0; at + 8 <= bytes.length && part < PARTS_MAX; part += 1) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    const size = readSize(bytes, at);
    if (size === undefined) return undefined;
    const body = bytes.subarray(at + size.head, at + size.whole);
    if (name === "hdlr") handlers.push(body.toString("latin1", 8, 12));
    else if (name === "stsd") codecs.push(body.toString("latin1", 12, 16));
    else if (name === "mdhd") [scale, told] = readTimes(body);
    else if (name === "trex") usual = numberAt(body, 12);
    else if (name === "tfhd") usualHere = readUsual(body) ?? usual;
    else if (name === "trun") fragmented += readRun(body, usualHere);
    at += open.has(name) ? size.head : size.whole;
  }
  if (handlers.join() !== "soun" || codecs.join() !== "mp4a" || scale === 0) return undefined;
  return { mediaType: "audio/mp4", durationMs: ((fragmented || told) / scale) * 1_000 };
}

/** 0 where it is cut off. */
function numberAt(body: Buffer, at: number): number {
  return at + 4 <= body.length ? body.readUInt32BE(at) : 0;
}

/** Undefined for one that cannot be; the last box may go on to the end. */
function readSize(bytes: Buffer, at: number) {
  const told = bytes.readUInt32BE(at);
  if (told === 0) return { head: 8, whole: bytes.length - at };
  if (told !== 1) return told < 8 ? undefined : { head: 8, whole: told };
  const whole = numberAt(bytes, at + 8) * 2 ** 32 + numberAt(bytes, at + 12);
  return whole < 16 ? undefined : { head: 16, whole };
}

/** Units of a second, and how many of them. */
function readTimes(body: Buffer): [number, number] {
  if (body[0] !== 1) return [numberAt(body, 12), numberAt(body, 16)];
  return [numberAt(body, 20), numberAt(body, 24) * 2 ** 32 + numberAt(body, 28)];
}

/** How long a sample of this fragment is unless it says something else. */
function readUsual(body: Buffer): number | undefined {
  const flags = numberAt(body, 0);
  if ((flags & 0x08) === 0) return undefined;
  return numberAt(body, 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0));
}

function readRun(body: Buffer, usual: number): number {
  const flags = numberAt(body, 0);
  const count = numberAt(body, 4);
  if ((flags & 0x100) === 0) return count * usual;
  const begin = 8 + (flags & 0x01 ? 4 : 0) + (flags & 0x04 ? 4 : 0);
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  let sum = 0;
  for (let at = begin, n = 0; n < count && at + 4 <= body.length; at += step, n += 1)
    sum += body.readUInt32BE(at);
  return sum;
}
