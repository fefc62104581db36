import { readdirSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { UserId } from "@colbin/protocol";
import { flatPng, moving, pdf, plain } from "#test/images.ts";
import { silentLog } from "#test/silent-log.ts";
import { Pictures, type PictureLimits, type SmallForm } from "./pictures.ts";

const pictures = new Pictures(silentLog);
afterAll(() => pictures.close());

function open(limits: Partial<PictureLimits>): Pictures {
  const opened = new Pictures(silentLog, limits);
  onTestFinished(() => opened.close());
  return opened;
}

function make(bytes: Buffer, { by = pictures, person = "alice" } = {}) {
  const read = () => Promise.resolve(Readable.from([bytes]));
  return by.make({ personId: person as UserId, size: bytes.length, read });
}

const SECRET = "52.5200 N 13.4050 E";

describe("a picture", () => {
  it.each<[string, () => Promise<Buffer>, [number, number]]>([
    ["JPEG", () => plain(1600, 1200).jpeg().toBuffer(), [1600, 1200]],
    ["PNG", () => plain(300, 40).ensureAlpha(0.5).png().toBuffer(), [300, 40]],
    ["WebP", () => plain(20, 3000).webp().toBuffer(), [20, 3000]],
    ["AVIF", () => plain(64, 64).avif({ effort: 0 }).toBuffer(), [64, 64]],
    ["GIF", () => plain(1, 1).gif().toBuffer(), [1, 1]],
    ["40 megapixels", () => Promise.resolve(flatPng(8000, 5000)), [8000, 5000]],
    [
      "on its side",
      () => plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      [200, 400],
    ],
    [
      "with metadata",
      () =>
        plain(400, 200)
          .withExif({ IFD0: { ImageDescription: SECRET } })
          .jpeg()
          .toBuffer(),
      [400, 200],
    ],
  ])(
    "%s is made anew in two sizes, without its metadata",
    async (_kind, write, [width, height]) => {
      const made = await make(await write());
      expect(made).toMatchObject({ width, height });
      expect(made?.blur).toMatch(/^data:image\/webp;base64,.{20,375}$/);
      expect(made?.variants.map(({ variant }) => variant)).toEqual(["thumb256", "preview1280"]);
      for (const [place, side] of [256, 1280].entries()) {
        const variant = made?.variants[place];
        const bytes = Buffer.from(variant?.bytes ?? []);
        const { format, exif, width: w, height: h } = await sharp(bytes).metadata();
        expect({ format, exif, w, h }).toEqual({
          format: "webp",
          exif: undefined,
          w: variant?.width,
          h: variant?.height,
        });
        expect(Math.max(w, h)).toBe(Math.min(side, Math.max(width, height)));
        expect(bytes.includes(SECRET)).toBe(false);
      }
    },
  );

  it.each(["gif", "webp"] as const)("that moves as %s moves", async (format) => {
    const made = await make(await (await moving(3, 800, 400)).toFormat(format).toBuffer());
    expect(made).toMatchObject({ width: 800, height: 400 });
    const motion = made?.variants.find(({ variant }) => variant === "motion640");
    expect(motion).toMatchObject({ width: 640, height: 320 });
    expect((await sharp(Buffer.from(motion?.bytes ?? [])).metadata()).pages).toBe(3);
  });

  it.each<[string, [number, number], [number, number]]>([
    ["of paper", [595, 842], [905, 1280]],
    ["as large as a field", [1_000_000, 500_000], [1280, 640]],
    ["of a point", [1, 1], [8, 8]],
  ])("is the first page of a PDF %s", async (_kind, [width, height], [w, h]) => {
    const made = await make(pdf(width, height));
    expect(made).toMatchObject({ width: w, height: h });
    expect(made?.variants.map(({ variant }) => variant)).toEqual(["thumb256", "pdfPage"]);
    const page = sharp(Buffer.from(made?.variants[1]?.bytes ?? []));
    expect(await page.metadata()).toMatchObject({ format: "webp", width: w, height: h });
    // The square at the bottom left is red, as far as it is there.
    const corner = { left: 0, top: h - 1, width: 1, height: 1 };
    const [red = 0, green = 0] = await page.extract(corner).raw().toBuffer();
    expect(red > green + 100).toBe(width < 1000);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ["256 megapixels in a few bytes", () => flatPng(16_000, 16_000)],
    ["one line of many pixels", () => flatPng(40_000_008, 1)],
    [
      "a picture that ends in the middle",
      async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 3000),
    ],
    [
      "SVG, whatever it asks for",
      () =>
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`,
        ),
    ],
    ["a PDF that has no page", () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF")],
    ["TIFF", () => plain(9, 9).tiff().toBuffer()],
    ["a text", () => Buffer.from("GIF89a is not all that it takes")],
  ])("is not made of %s", async (_kind, write) => {
    expect(await make(await write())).toBeUndefined();
    expect(await make(await plain(9, 9).png().toBuffer())).toBeDefined();
  });
});

describe("a small picture", () => {
  const avatar: SmallForm = { side: 64, isSquare: true, framesMax: 1 };
  const emoji: SmallForm = { side: 32, isSquare: false, framesMax: 2 };
  const secret = { IFD0: { ImageDescription: SECRET } };
  const gif = async () => (await moving(3, 80, 40)).gif().toBuffer();
  const noise = () => Promise.resolve(Buffer.from("no picture"));

  it.each<[string, SmallForm, () => Promise<Buffer>, object | undefined]>([
    [
      "square, without metadata",
      avatar,
      () => plain(300, 100).withExif(secret).jpeg().toBuffer(),
      { width: 64, height: 64, pages: 1 },
    ],
    ["square, made larger", avatar, () => plain(9, 20).png().toBuffer(), { width: 64, height: 64 }],
    ["square, of one that moves", avatar, gif, { width: 64, height: 64, pages: 1 }],
    ["that moves, its first pictures", emoji, gif, { width: 32, height: 16, pages: 2 }],
    ["that is small", emoji, () => plain(9, 20).webp().toBuffer(), { width: 9, height: 20 }],
    ["of no picture", emoji, noise, undefined],
    ["of too many pixels", avatar, () => Promise.resolve(flatPng(16_000, 16_000)), undefined],
  ])("%s", async (_kind, form, write, expected) => {
    const bytes = await write();
    const read = () => Promise.resolve(Readable.from([bytes]));
    const made = await pictures.makeSmall(
      { personId: "alice" as UserId, size: bytes.length, read },
      form,
    );
    if (!expected) return expect(made).toBeUndefined();
    const {
      format,
      exif,
      width,
      height,
      pageHeight = height,
      pages = 1,
    } = await sharp(Buffer.from(made?.bytes ?? [])).metadata();
    expect({ format, exif, width, height: pageHeight, pages }).toMatchObject({
      format: "webp",
      exif: undefined,
      ...expected,
    });
    expect(made).toMatchObject({ mediaType: "image/webp", width, height: pageHeight });
  });
});

describe("a child", () => {
  const listChildren = () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const isOurs = readFileSync(`/proc/${pid}/stat`, "utf8").includes(` ${process.pid} `);
          return isOurs && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("decoder.ts");
        } catch {
          return false;
        }
      })
      .map(Number);

  it("that takes too long is ended, and others go on", async () => {
    const hasty = open({ patienceMs: 1 });
    expect(await make(flatPng(8000, 5000), { by: hasty })).toBeUndefined();
    expect(await make(await plain(9, 9).png().toBuffer())).toBeDefined();
  });

  it("that takes too much memory is ended", async () => {
    const small = open({ memoryMax: 1_000_000 });
    expect(await make(flatPng(8000, 5000), { by: small })).toBeUndefined();
  });

  it("that a fault ends takes its picture along, and the next one gets another child", async () => {
    const opened = open({ children: 1 });
    const before = new Set(listChildren());
    const lost = make(flatPng(8000, 5000), { by: opened });
    for (const pid of listChildren()) if (!before.has(pid)) process.kill(pid, "SIGSEGV");
    expect(await lost).toBeUndefined();
    expect(await make(await plain(9, 9).png().toBuffer(), { by: opened })).toBeDefined();
  });

  it.each<[string, number, string[], string[]]>([
    ["two", 2, ["alice", "alice", "alice", "bob"], ["alice 0", "alice 1", "bob 3", "alice 2"]],
    [
      "one",
      1,
      ["alice", "alice", "bob", "bob", "carol"],
      ["alice 0", "bob 2", "carol 4", "alice 1", "bob 3"],
    ],
  ])("of %s takes the person first who waits the longest", async (_n, children, people, order) => {
    const opened = open({ children });
    const bytes = await plain(9, 9).png().toBuffer();
    const begun: string[] = [];
    const all = people.map((person, place) =>
      opened.make({
        personId: person as UserId,
        size: bytes.length,
        read() {
          begun.push(`${person} ${place}`);
          return Promise.resolve(Readable.from([bytes]));
        },
      }),
    );
    expect(await Promise.all(all)).not.toContain(undefined);
    expect(begun).toEqual(order);
  });

  it.each(["/nowhere/node", "no\0node"])(
    "that cannot be started as %j ends nothing else",
    async (path) => {
      const { execPath } = process;
      const opened = open({});
      process.execPath = path;
      try {
        expect(await make(await plain(9, 9).png().toBuffer(), { by: opened })).toBeUndefined();
      } finally {
        process.execPath = execPath;
      }
      expect(await make(await plain(9, 9).png().toBuffer(), { by: opened })).toBeDefined();
    },
  );

  it("ends after a rest, and with the server", async () => {
    const before = new Set(listChildren());
    const ours = () => listChildren().filter((pid) => !before.has(pid)).length;
    const bytes = await plain(9, 9).png().toBuffer();
    const tired = open({ restMs: 1 });
    await make(bytes, { by: tired });
    await expect.poll(ours).toBe(0);
    const closed = open({});
    await make(bytes, { by: closed });
    expect(ours()).toBe(1);
    closed.close();
    await expect.poll(ours).toBe(0);
    expect(await make(bytes, { by: closed })).toBeUndefined();
  });
});
