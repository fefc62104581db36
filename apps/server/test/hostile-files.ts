import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { flatPng, plain } from "./images.ts";

/* Files that mean harm: of two kinds at once, active, too large inside, cut off, or called by a harmful name. */

export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** By which a failure calls it. */
  readonly kind: string;
}

const SCRIPT = "<script>alert(1)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const HTML = `<!DOCTYPE html><html><body onload="alert(1)">${SCRIPT}</body></html>`;

const text = (content: string) => Buffer.from(content);
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );

/** One entry of many zeros, as a program that unpacks it would see it. */
function zipBomb(name: string): Buffer {
  const data = deflateRawSync(Buffer.alloc(5_000_000));
  const head = Buffer.alloc(30);
  head.write("PK\u0003\u0004", "latin1");
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(5_000_000, 22);
  head.writeUInt16LE(name.length, 26);
  return joined(head, name, data);
}

const png = () => plain(40, 30).png().toBuffer();
const jpeg = () => plain(40, 30).jpeg().toBuffer();
const gif = () => plain(40, 30).gif().toBuffer();
const webp = () => plain(40, 30).webp().toBuffer();
const avif = () => plain(40, 30).avif({ effort: 0 }).toBuffer();
const box = (kind: string) => joined("\0\0\0\u0018ftyp", kind, "\0\0\0\0mp42isom");

const kinds: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  "GIF and JavaScript": () => text(`GIF89a=1;/*\0\0*/alert(1)//`),
  "GIF with a script in its size": () => joined("GIF89a/*", Buffer.alloc(9), "*/=1;alert(1)//"),
  "GIF with trailing HTML": async () => joined(await gif(), HTML),
  "JPEG with HTML in a comment": async () => {
    const bytes = await jpeg();
    const length = Buffer.alloc(2);
    length.writeUInt16BE(HTML.length + 2);
    return joined(bytes.subarray(0, 2), "\xff\xfe", length, HTML, bytes.subarray(2));
  },
  "JPEG with a page in its EXIF": () =>
    plain(40, 30)
      .withExif({ IFD0: { ImageDescription: HTML } })
      .jpeg()
      .toBuffer(),
  "PNG with trailing HTML": async () => joined(await png(), HTML),
  "PNG before a zip": async () => joined(await png(), zipBomb("a.html")),
  "WebP with a script": async () => joined(await webp(), SCRIPT),
  "AVIF with a script": async () => joined(await avif(), SCRIPT),
  "HTML that begins as a PNG": () => joined("\x89PNG\r\n\x1a\n", HTML),
  "HTML that begins as a JPEG": () => joined("\xff\xd8\xff\xe0", HTML),
  "HTML that begins as a WebP": () => joined("RIFF\xff\xff\xff\x7fWEBP", HTML),
  "HTML that begins as an MP4": () => joined(box("mp42"), HTML),
  "HTML that begins as a sound": () => joined("ID3\u0003\0\0\0\0\0\0", HTML),
  "HTML that begins as a PDF": () => text(`%PDF-1.7\n${HTML}`),
  "PNG of 256 megapixels": () => flatPng(16_000, 16_000),
  "PNG of one long line": () => flatPng(100_000_000, 1),
  "GIF that says it is large": () => joined("GIF89a\xff\xff\xff\xff\xf7\0\0", Buffer.alloc(800)),
  "JPEG cut off": async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 2_000),
  "AVIF cut off": async () => (await avif()).subarray(0, 200),
  "SVG with a script": () => text(SVG),
  "SVG after a prolog": () => text(`<?xml version="1.0"?><!DOCTYPE svg>${SVG}`),
  "SVG after much space": () => text(" ".repeat(5_000) + SVG),
  "SVG in UTF-16": () => Buffer.from(`\uFEFF${SVG}`, "utf16le"),
  "SVG that asks for others": () =>
    text(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`),
  "XML that unfolds": () =>
    text(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>`),
  HTML: () => text(HTML),
  "HTML after a mark": () => text(`\uFEFF \n\t${HTML}`),
  "HTML in UTF-16": () => Buffer.from(`\uFEFF${HTML}`, "utf16le"),
  "HTML in UTF-7": () => text("+ADw-script+AD4-alert(1)+ADw-/script+AD4-"),
  "a script without a page": () => text("alert(document.cookie)"),
  "an iframe in a text": () => text(`Hello <IFRAME src="javascript:alert(1)"></IFRAME>`),
  "a style sheet": () => text("body{background:url(javascript:alert(1))}"),
  "a page in a mail": () => text(`Content-Type: text/html\nMIME-Version: 1.0\n\n${HTML}`),
  "a Flash film": () => joined("FWS\u0009\0\u0002\0\0", Buffer.alloc(40)),
  "a program": () => joined("MZ", Buffer.alloc(200)),
  "a zip bomb": () => zipBomb("a.txt"),
  "a zip bomb that says it is a document": () => zipBomb("[Content_Types].xml"),
  "a zip with a path": () => zipBomb("../../../../tmp/owned"),
};

const names: readonly string[] = [
  "photo.png",
  "../../../../etc/cron.d/owned",
  "..\\..\\windows\\owned.dll",
  "/tmp/owned.png",
  "C:\\owned.png",
  "photo\u202Egnp.exe",
  "\u2066photo\u2069.png\u200B.html",
  "con",
  "NUL.png",
  "com1.txt.svg",
  "..",
  ".htaccess",
  "a\0b.png",
  "a\r\nContent-Type: text/html\r\n\r\nb.png",
  `"; filename="x.html`,
  `${"ä".repeat(250)}.png`,
  "🦊".repeat(63),
  "<img src=x onerror=alert(1)>.png",
  "%2e%2e%2fowned",
  "page.html",
  "drawing.svg",
];

/** Files of a seed; each kind comes before one comes again, from then on changed at places that the seed gives. */
export async function* hostileFiles(seed: number, count: number): AsyncGenerator<HostileFile> {
  const all = Object.entries(kinds);
  for (let place = 0; place < count; place += 1) {
    const next = drawing(`${seed} ${place}`);
    const [kind = "", write] = all[(seed + place) % all.length] ?? [];
    const bytes = Buffer.from((await write?.()) ?? "");
    const isFirst = place < all.length;
    yield {
      kind: isFirst ? kind : `${kind}, changed`,
      name: names[(seed + place) % names.length] ?? "",
      bytes: isFirst ? bytes : change(bytes, next),
    };
  }
}

function change(bytes: Buffer, next: (below: number) => number): Buffer {
  const way = next(3);
  if (way === 0) return bytes.subarray(0, 1 + next(bytes.length));
  if (way === 1) return joined(bytes, next(2) === 0 ? SVG : HTML);
  const changed = Buffer.from(bytes);
  for (let times = 1 + next(8); times > 0; times -= 1) changed[next(changed.length)] = next(256);
  return changed;
}

/** Numbers that the same seed gives again. */
function drawing(seed: string): (below: number) => number {
  let state = createHash("sha256").update(seed).digest();
  return (below) => {
    state = createHash("sha256").update(state).digest();
    return state.readUInt32BE(0) % below;
  };
}
