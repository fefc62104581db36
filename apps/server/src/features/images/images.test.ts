import { imagePath } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openLocalSite, pngOf, type LocalSite } from "#test/local-site.ts";
import { openBrowser, signIn, type Person } from "#test/world.ts";
import { toImageKind } from "./image-kinds.service.ts";

let site: LocalSite;
let app: TestApp;
let alice: Person;
let count = 0;

beforeAll(async () => {
  site = await openLocalSite();
  app = await startTestApp({
    environment: { OUTGOING_ALLOWED_HOSTS: site.host, IMAGE_RATE: "30" },
  });
  alice = await somebody();
});
afterAll(async () => {
  await app.close();
  await site.close();
});
beforeEach(() => {
  site.heard.length = 0;
});

function somebody(): Promise<Person> {
  count += 1;
  return signIn(openBrowser(app.app.http.app), `somebody-${count}@example.org`);
}

/** The answer to a program of a person. */
function show(person: Person, url: string) {
  const headers = { authorization: `Bearer ${person.tokens.access.token}` };
  return app.app.http.app.inject({ url: imagePath(url), headers });
}

/** A new address with these bytes. */
function place(body: Buffer | string, page = {}): string {
  count += 1;
  site.pages.set(`/${count}`, { type: "application/octet-stream", body, ...page });
  return site.url(`/${count}`);
}

function latin(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) =>
      typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
    ),
  );
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, body]);
}

const size = (...numbers: readonly number[]) =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(number);
      return bytes;
    }),
  );

const images = {
  png: pngOf(640, 480),
  jpg: latin([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 1, 0xe0, 2, 0x80, 3, 1, 0]),
  gif: latin("GIF89a", [0x80, 2, 0xe0, 1, 0, 0, 0]),
  webp: latin("RIFF", [30, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]),
  avif: Buffer.concat([
    box("ftyp", latin("avif", [0, 0, 0, 0], "avifmif1")),
    box("meta", size(0), box("iprp", box("ipco", box("ispe", size(0, 640, 480))))),
  ]),
};
const types = { png: "png", jpg: "jpeg", gif: "gif", webp: "webp", avif: "avif" } as const;

describe("an image of another site", () => {
  it.each(Object.entries(images))("is shown: %s", async (ending, bytes) => {
    const url = place(bytes);
    const reply = await show(alice, url);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.equals(bytes)).toBe(true);
    expect(reply.headers).toMatchObject({
      "content-type": `image/${types[ending as keyof typeof types]}`,
      "content-disposition": `inline; filename=image.${ending}`,
      "content-security-policy":
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, max-age=86400",
    });
    expect(toImageKind(bytes)).toMatchObject({ width: 640, height: 480 });
    expect(site.heard.map(({ headers: { accept } }) => accept)).toEqual([
      "image/avif,image/webp,image/png,image/jpeg,image/gif",
    ]);
  });

  it.each([
    [
      "a drawing",
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      "image/svg+xml",
    ],
    ["a page that says it is an image", "<html><script>alert(1)</script>", "image/png"],
    ["a page behind the bytes of an image", latin("GIF89a/*<script>"), "image/gif"],
    ["a beginning alone", latin("\x89PNG\r\n\x1a\n"), "image/png"],
    ["a JPEG that names no size", latin([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), "image/jpeg"],
    [
      "an AVIF of empty boxes",
      Buffer.concat([box("ftyp", latin("avif", [0, 0, 0, 0])), Buffer.alloc(200)]),
      "image/avif",
    ],
    ["a HEIC", box("ftyp", latin("heic", [0, 0, 0, 0])), "image/heic"],
    ["an icon", latin([0, 0, 1, 0, 1, 0, 16, 16]), "image/x-icon"],
    ["a TIFF", latin("II*\0"), "image/tiff"],
    ["a PDF", "%PDF-1.7", "application/pdf"],
    ["nothing", "", "image/png"],
    ["no pixel", pngOf(0, 480), "image/png"],
    ["more pixels than a device has memory for", pngOf(10_000, 4_001), "image/png"],
    ["more than a mebibyte", Buffer.concat([images.png, Buffer.alloc(1024 * 1024)]), "image/png"],
  ])("is none: %s", async (_name, body, type) => {
    const url = place(body, { type });
    const refused = await alice.refusal("getImage", { query: { url } });
    expect(refused).toMatchObject({ code: "IMAGE_NOT_AVAILABLE", status: 404 });
  });

  it("is none where its site answers with an error, or not at all", async () => {
    for (const url of [place(images.png, { status: 500 }), site.url("/none")])
      expect(await alice.refusal("getImage", { query: { url } })).toMatchObject({ status: 404 });
    for (const url of ["http://127.0.0.1/", "ftp://127.0.0.1/", "nothing"])
      expect(await alice.refusal("getImage", { query: { url } })).toMatchObject({
        code: "ADDRESS_NOT_ALLOWED",
      });
    for (const url of ["", `${site.url("/")}${"a".repeat(2_048)}`])
      expect(await alice.refusal("getImage", { query: { url } })).toMatchObject({
        code: "VALIDATION_ERROR",
      });
  });

  it("is asked for once, by however many, and a missing one once a while", async () => {
    const [url, missing] = [place(images.png), site.url("/missing")];
    const bob = await somebody();
    await Promise.all([show(alice, url), show(bob, url), show(alice, url)]);
    expect((await show(bob, url)).statusCode).toBe(200);
    for (const person of [bob, bob]) await person.refusal("getImage", { query: { url: missing } });
    expect(site.paths()).toEqual([new URL(url).pathname, "/missing"]);
  });

  it("counts against its person", async () => {
    const eve = await somebody();
    const url = place(images.png);
    for (let each = 0; each < 30; each += 1) expect((await show(eve, url)).statusCode).toBe(200);
    expect((await show(eve, url)).json()).toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("a page, which can send no token with an image", () => {
  const load = (cookie: string, headers = {}) => {
    const url = imagePath(site.url("/own.png"));
    return app.app.http.app.inject({ url, headers: { cookie, ...headers } });
  };
  beforeAll(() => site.pages.set("/own.png", { body: images.png }));

  it.each([
    ["of its own", { "sec-fetch-site": "same-origin" }, 200],
    ["opened by itself", { "sec-fetch-site": "none" }, 200],
    ["over plain http, where browsers say nothing", {}, 200],
    ["of another site", { "sec-fetch-site": "cross-site" }, 403],
    ["of another host of the same site", { "sec-fetch-site": "same-site" }, 403],
    ["of another origin", { origin: "https://elsewhere.example" }, 403],
  ])("shows it by the cookie of its session: %s", async (_name, headers, status) => {
    const person = await somebody();
    const cookie = `colbin_refresh=${person.cookies.get("colbin_refresh")}`;
    expect((await load(cookie, headers)).statusCode).toBe(status);
  });

  it("shows none without a session, and none once it has ended", async () => {
    const person = await somebody();
    const cookie = `colbin_refresh=${person.cookies.get("colbin_refresh")}`;
    for (const wrong of ["", "colbin_refresh=", `colbin_refresh=${"x".repeat(43)}`])
      expect((await load(wrong)).json()).toMatchObject({ code: "UNAUTHORIZED" });
    await person.call("logout", { body: {} });
    expect((await load(cookie)).json()).toMatchObject({ status: 401 });
    expect(site.heard).toEqual([]);
  });

  it("goes on showing them while its token is renewed, for some seconds", async () => {
    const person = await somebody();
    const cookie = `colbin_refresh=${person.cookies.get("colbin_refresh")}`;
    const headers = { "sec-fetch-site": "same-origin" };
    await person.call("refreshTokens", { body: { refreshToken: "cookie" } }, { headers });
    expect((await load(cookie)).statusCode).toBe(200);
    app.clock.advance(11_000);
    expect((await load(cookie)).statusCode).toBe(401);
    // Looking an image up is no use of a token: its session is as it was.
    await person.call("refreshTokens", { body: { refreshToken: "cookie" } }, { headers });
  });

  it("is let into no other call by its cookie", async () => {
    const cookie = `colbin_refresh=${alice.cookies.get("colbin_refresh")}`;
    const reply = await app.app.http.app.inject({ url: "/v1/user/me", headers: { cookie } });
    expect(reply.statusCode).toBe(401);
  });
});
