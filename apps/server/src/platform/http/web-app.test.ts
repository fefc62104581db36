import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDoor, type Door } from "#test/door.ts";
import { openWebApp } from "./web-app.ts";

const index = "<!doctype html><title>Colbin</title>";
const script = `export const text = ${JSON.stringify("colbin ".repeat(500))};`;
const page = { accept: "text/html,application/xhtml+xml" };
let folder: string;
let door: Door;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "colbin-web-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), index);
  await writeFile(join(folder, "icon.png"), Buffer.from([0x89, 0x50]));
  await writeFile(join(folder, "mark.svg"), "<svg/>");
  await writeFile(join(folder, "assets/main-abc.js"), script);
  door = await openDoor({ webApp: openWebApp(folder) });
});

afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true });
});

test("a hashed file may be kept for ever, the first page is asked for again each time", async () => {
  const asset = await door.app.inject("/assets/main-abc.js");
  expect([asset.statusCode, asset.body]).toEqual([200, script]);
  expect(asset.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  const { headers } = await door.app.inject("/mark.svg");
  expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  const home = await door.app.inject({ url: "/", headers: page });
  expect([home.statusCode, home.body, home.headers["cache-control"]]).toEqual([
    200,
    index,
    "no-cache",
  ]);
});

test("the first page is there for programs, too, whatever they say they accept", async () => {
  for (const headers of [{}, { accept: "*/*" }]) {
    const home = await door.app.inject({ url: "/", headers });
    expect([home.statusCode, home.body]).toEqual([200, index]);
  }
});

test("text is compressed as the browser wishes, pictures are not", async () => {
  const get = (url: string, encoding: string) =>
    door.app.inject({ url, headers: { "accept-encoding": encoding } });
  const brotli = await get("/assets/main-abc.js", "gzip, deflate, br");
  expect(brotli.headers).toMatchObject({ "content-encoding": "br" });
  expect(brotli.headers["vary"]).toContain("accept-encoding");
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
  const gzip = await get("/assets/main-abc.js", "gzip, br;q=0");
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
  const picture = await get("/icon.png", "br");
  expect(picture.headers["content-encoding"]).toBeUndefined();
  expect(picture.headers["content-type"]).toBe("image/png");
});

test("what the browser has already is not sent again", async () => {
  const first = await door.app.inject({ url: "/", headers: page });
  const etag = String(first.headers["etag"]);
  const again = await door.app.inject({ url: "/", headers: { ...page, "if-none-match": etag } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  const other = await door.app.inject({
    url: "/",
    headers: { ...page, "if-none-match": '"another"' },
  });
  expect(other.statusCode).toBe(200);
});

test("a place inside the app is its first page; a file that is not there is not", async () => {
  const place = await door.app.inject({ url: "/chat/general?message=1", headers: page });
  expect(place.body).toBe(index);
  for (const url of ["/assets/gone-def.js", "/v1/nowhere", "/v1"]) {
    const gone = await door.app.inject({ url, headers: page });
    expect(gone.json()).toMatchObject({ code: "NOT_FOUND", status: 404 });
  }
  expect((await door.app.inject("/robots.txt")).statusCode).toBe(404);
  const post = await door.app.inject({ method: "POST", url: "/chat/general", headers: page });
  expect(post.statusCode).toBe(404);
});

test("no path leaves the folder", async () => {
  for (const url of ["/../package.json", "/assets/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd"]) {
    const reply = await door.app.inject(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: "NOT_FOUND" });
  }
});

test("HEAD tells the same without the body", async () => {
  const head = await door.app.inject({ method: "HEAD", url: "/assets/main-abc.js" });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
  expect(head.headers["etag"]).toBeDefined();
});

test("a server without a built app still answers with the envelope", async () => {
  await using bare = await openDoor({ webApp: openWebApp(join(folder, "nothing")) });
  const reply = await bare.app.inject({ url: "/", headers: page });
  expect(reply.json()).toMatchObject({ code: "NOT_FOUND" });
});
