import { once } from "node:events";
import { Worker } from "node:worker_threads";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import type { DrawnPage } from "./pdf-page.ts";
import type { Answer, MadeVariant, Order, Picture, SmallForm, SmallPicture } from "./pictures.ts";

/*
 * The program of a child process in which pictures are decoded and made anew (rules-collab 34): nothing of the bytes that came is in
 * those that it answers with. One picture at a time: its size comes as a message, its bytes by the standard input. A fault of the
 * libraries ends this process and nothing else; so does a picture that takes too much memory, and the end of the server.
 */

/** Readers of the formats that rules-collab 35 shows; all other code that reads bytes, as that for SVG, cannot be reached. */
const READERS = ["Jpeg", "Png", "Nsgif", "Webp", "Heif"];
const PIXELS_MAX = 40_000_000;
/** Of all that a picture which moves shows. */
const MOTION_PIXELS_MAX = 80_000_000;
const MEMORY_LOOK_MS = 20;
/** Programs find the beginning of a PDF in so many bytes. */
const PDF_HEAD_BYTES = 1024;
const BLUR_CHARS_MAX = 400;
const MOVING = new Set(["gif", "webp"]);

const reading: SharpOptions = {
  limitInputPixels: PIXELS_MAX,
  failOn: "error",
  sequentialRead: true,
};
/** Of a picture that moves, its first one. */
const first: SharpOptions = { ...reading, pages: 1 };
const memoryMax = Number(process.argv[2]);

const vips = (names: readonly string[]) => names.map((name) => `VipsForeignLoad${name}`);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: vips(READERS) });
sharp.cache(false);
sharp.concurrency(1);

/** Scaled down in the same way as it was, never up. */
function fit(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
}

/** The facts of a picture that is not too large. */
async function look(bytes: Buffer) {
  const facts = await sharp(bytes, first).metadata();
  if (facts.width * facts.height > PIXELS_MAX) throw new Error("too many pixels");
  return facts;
}

async function makeSmall(bytes: Buffer, form: SmallForm): Promise<void> {
  const { format, pages = 1 } = await look(bytes);
  const count = MOVING.has(format) ? Math.min(pages, form.framesMax) : 1;
  const source =
    count > 1
      ? sharp(bytes, { ...reading, pages: count, limitInputPixels: MOTION_PIXELS_MAX })
      : sharp(bytes, first).autoOrient();
  const { side } = form;
  const small = form.isSquare
    ? source.resize({ width: side, height: side, fit: "cover" })
    : fit(source, side);
  answer({ small: await encode(small), isLast: true });
}

async function make(bytes: Buffer): Promise<void> {
  if (bytes.subarray(0, PDF_HEAD_BYTES).includes("%PDF-")) return makePage(bytes);
  const { autoOrient, format, pages = 1 } = await look(bytes);
  const { data, info } = await fit(sharp(bytes, first).autoOrient(), 1280)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = () => sharp(data, { raw: info });
  const { width, height } = autoOrient;
  const moves = pages > 1 && MOVING.has(format);
  const picture: Picture = { width, height, ...(await toShown(small, "preview1280")) };
  answer({ picture, isLast: !moves });
  if (moves) answer({ motion: await makeMotion(bytes), isLast: true });
}

/** The variants of a picture that has the size of its preview already, and its blur. */
async function toShown(
  small: () => Sharp,
  preview: MadeVariant["variant"],
): Promise<Pick<Picture, "variants" | "blur">> {
  const variants = await Promise.all([
    encodeAs("thumb256", fit(small(), 256)),
    encodeAs(preview, small()),
  ]);
  return { variants, blur: (await toBlur(small(), 16)) ?? (await toBlur(small(), 8)) };
}

/** Makes a picture of the first page of a PDF. */
async function makePage(bytes: Buffer): Promise<void> {
  const thread = new Worker(new URL("pdf-page.ts", import.meta.url), { workerData: bytes });
  const [page] = (await once(thread, "message")) as [DrawnPage];
  void thread.terminate();
  const { width, height, data } = page;
  const drawn = () => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  answer({ picture: { width, height, ...(await toShown(drawn, "pdfPage")) }, isLast: true });
}

async function encodeAs(
  variant: MadeVariant["variant"],
  picture: Sharp,
  effort?: number,
): Promise<MadeVariant> {
  return { variant, ...(await encode(picture, effort)) };
}

async function encode(picture: Sharp, effort = 2): Promise<SmallPicture> {
  const webp = picture.webp({ quality: 80, effort });
  const { data, info } = await webp.toBuffer({ resolveWithObject: true });
  const { width, pageHeight, height } = info;
  return { mediaType: "image/webp", bytes: data, width, height: pageHeight ?? height };
}

/** A data address for the time until the picture is there; undefined where it does not get small enough. */
async function toBlur(picture: Sharp, side: number): Promise<string | undefined> {
  const bytes = await fit(picture, side).webp({ quality: 30, alphaQuality: 30 }).toBuffer();
  const address = `data:image/webp;base64,${bytes.toString("base64")}`;
  return address.length <= BLUR_CHARS_MAX ? address : undefined;
}

/** Undefined where all its pictures together are too many pixels, or one of them cannot be read: the first one stands for it. */
async function makeMotion(bytes: Buffer): Promise<MadeVariant | undefined> {
  try {
    const all = sharp(bytes, { ...reading, animated: true, limitInputPixels: MOTION_PIXELS_MAX });
    return await encodeAs("motion640", fit(all, 640), 0);
  } catch {
    return undefined;
  }
}

function answer(made: Answer): void {
  process.send?.(made);
}

function end(): void {
  process.kill(process.pid, "SIGKILL");
}

let bytes = Buffer.alloc(0);
let count = 0;
let form: SmallForm | undefined;

process.stdin.on("data", (part: Buffer) => {
  part.copy(bytes, count);
  count += part.length;
  if (count < bytes.length) return;
  process.stdin.pause();
  const whole = bytes;
  bytes = Buffer.alloc(0);
  const making = form ? makeSmall(whole, form) : make(whole);
  making.catch((error: unknown) => {
    answer({ refusal: error instanceof Error ? error.message : "unknown", isLast: true });
  });
});
process.stdin.pause();
process.on("message", (order: Order) => {
  bytes = Buffer.allocUnsafe(order.size);
  form = order.form;
  count = 0;
  process.stdin.resume();
});
process.on("disconnect", end);
setInterval(() => {
  if (process.memoryUsage.rss() > memoryMax) end();
}, MEMORY_LOOK_MS);
