import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openDoor } from "#test/door.ts";
import { captureLog } from "#test/log-lines.ts";
import { openWebApp } from "./web-app.ts";
import { keepRelease } from "./web-releases.ts";

type Get = (url: string) => Promise<LightMyRequestResponse>;

let place: string;
let webFolder: string;
let keptFolder: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "colbin-releases-"));
  webFolder = join(place, "dist");
  keptFolder = join(place, "data/web-app");
  return () => rm(place, { recursive: true });
});

/** Replaces the folder as an upgrade does and starts the server; answers with what it says to each request. */
async function start(build: string, lines = captureLog()): Promise<Get> {
  await rm(webFolder, { recursive: true, force: true });
  await mkdir(join(webFolder, "assets"), { recursive: true });
  await writeFile(join(webFolder, "index.html"), `<meta name="build" content="${build}" />`);
  await writeFile(join(webFolder, `assets/part-${build}.js`), build);
  await writeFile(join(webFolder, "favicon.svg"), build);
  const webApp = openWebApp(webFolder, await keepRelease({ webFolder, keptFolder }, lines.log));
  const started = await openDoor({ webApp });
  onTestFinished(() => started.close());
  return (url) => started.app.inject({ url, headers: { accept: "text/html" } });
}

test("after an upgrade, tabs of the release before still get its hashed files, and those of older ones do not", async () => {
  await start("one");
  const get = await start("two");
  const part = await get("/assets/part-one.js");
  expect([part.statusCode, part.body]).toEqual([200, "one"]);
  expect(part.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
  });
  expect((await get("/")).body).toContain("two");
  expect((await get("/favicon.svg")).body).toBe("two");

  const next = await start("three");
  expect((await next("/assets/part-two.js")).body).toBe("two");
  expect((await next("/assets/part-one.js")).statusCode).toBe(404);
  expect((await readdir(keptFolder)).toSorted()).toEqual(["three", "two"]);
});

test("a restart is no upgrade, and going back is one", async () => {
  for (const build of ["one", "two", "two"]) await start(build);
  const back = await start("one");
  expect((await back("/assets/part-two.js")).body).toBe("two");
  const forth = await start("three");
  expect((await forth("/assets/part-one.js")).body).toBe("one");
  expect((await forth("/assets/part-two.js")).statusCode).toBe(404);
});

test("a copy that broke off is no release", async () => {
  await start("one");
  await mkdir(join(keptFolder, ".part/assets"), { recursive: true });
  const get = await start("two");
  expect((await get("/assets/part-one.js")).body).toBe("one");
  expect((await readdir(keptFolder)).toSorted()).toEqual(["one", "two"]);
});

test("no path leaves the kept files, and no name of a build does", async () => {
  await start("one");
  await writeFile(join(keptFolder, "secret"), "secret");
  const get = await start("two");
  for (const url of ["/assets/..%2f..%2fsecret", "/assets/../../secret", "/secret", "/assets/"])
    expect((await get(url)).body).not.toContain("secret");
  const hostile = await start("../../three");
  expect((await hostile("/assets/part-one.js")).statusCode).toBe(404);
  expect(await readdir(place)).toEqual(["data", "dist"]);
});

test("a server that cannot keep them serves its own, and says so", async () => {
  await writeFile(join(place, "data"), "no folder");
  const lines = captureLog();
  const get = await start("one", lines);
  expect((await get("/assets/part-one.js")).body).toBe("one");
  expect(lines.text()).toContain("not kept");
});
