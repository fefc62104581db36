import { readdir } from "node:fs/promises";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErrorCode, WorkspaceId } from "@colbin/protocol";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { flatPng, moving, plain } from "#test/images.ts";
import { elevate, enter, setMember } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, toRequest, type CallOptions, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
let bob: Person;
let slug: string;
let orgId: WorkspaceId;

beforeAll(async () => {
  app = await startTestApp({ environment: { ACCOUNT_DELETION_DAYS: "1", ORG_DELETION_DAYS: "1" } });
  [alice, bob] = [await enter(app, "Alice"), await enter(app, "Bob")];
  slug = await createRoomOf(alice, bob);
  orgId = (await alice.call("createOrganization", { body: { title: "Nordlicht" } })).id;
  await setMember(app, orgId, bob.user.id);
});
afterAll(() => app.close());

const calls = {
  person: { set: "setOwnAvatar", remove: "deleteOwnAvatar" },
  room: { set: "setRoomAvatar", remove: "deleteRoomAvatar" },
  organization: { set: "setOrganizationAvatar", remove: "deleteOrganizationAvatar" },
} as const;
type Owner = keyof typeof calls;
const owners = Object.keys(calls) as Owner[];

async function change(owner: Owner, act: "set" | "remove", options: CallOptions = {}, by = alice) {
  const params = { slug, orgId };
  const answer = await by.send(toRequest(calls[owner][act], { params }, options));
  return answer as { status: number; body: { avatar_url: string | null; code?: ErrorCode } };
}

async function pathOf(owner: Owner, image?: Buffer): Promise<string> {
  const { body } = await change(owner, "set", image && { image });
  expect(body.avatar_url).toMatch(/^\/v1\/pictures\/[0-9a-f-]{36}$/);
  return body.avatar_url ?? "";
}

/** As a page does that shows it, or nobody. */
function load(url: string, person?: Person, headers: Record<string, string> = {}) {
  const token = person && { authorization: `Bearer ${person.accessToken}` };
  return app.app.http.app.inject({ url, headers: { ...token, ...headers } });
}

async function run(...jobs: string[]): Promise<void> {
  for (const job of jobs) await app.app.workers.find(({ kind }) => kind.name === job)?.run({});
}

/** All that the store has, after a sweep two days later. */
async function listKept(): Promise<string[]> {
  await app.database.pool.query("update blobs set created_at = created_at - interval '2 days'");
  await run("files.sweep", "files.sweep-store");
  const found = await readdir(join(app.filesFolder, "blobs"), {
    recursive: true,
    withFileTypes: true,
  });
  return found.filter((each) => each.isFile()).map(({ name }) => name);
}

describe.each(owners)("the picture of a %s", (owner) => {
  it("is made anew as a square, shown to whoever is signed in, and kept by browsers", async () => {
    const secret = { IFD0: { ImageDescription: "52.5200 N" } };
    const image = await plain(400, 300).withExif(secret).jpeg().toBuffer();
    const path = await pathOf(owner, image);
    const { rawPayload, headers } = await load(path, bob);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": "inline; filename=picture.webp",
      "content-security-policy":
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=31536000, immutable",
    });
    const { format, exif, width, height } = await sharp(rawPayload).metadata();
    expect({ format, exif, width, height }).toEqual({
      format: "webp",
      exif: undefined,
      width: 256,
      height: 256,
    });
    const again = { "if-none-match": String(headers["etag"]) };
    expect((await load(path, bob, again)).statusCode).toBe(304);
    expect((await load(path)).statusCode).toBe(401);
  });

  it("is another address when it is replaced and none when it is removed; the old bytes go", async () => {
    const first = await pathOf(owner, await plain(60, 60).png().toBuffer());
    const second = await pathOf(owner, await (await moving(2, 30, 20)).gif().toBuffer());
    expect(second).not.toBe(first);
    expect((await load(first, alice)).statusCode).toBe(404);
    expect((await load(second, alice)).statusCode).toBe(200);
    const kept = await listKept();
    expect((await load(second, alice)).statusCode).toBe(200);
    for (const _ of ["once", "again"])
      expect(await change(owner, "remove")).toMatchObject({
        status: 200,
        body: { avatar_url: null },
      });
    expect((await load(second, alice)).statusCode).toBe(404);
    expect((await listKept()).length).toBe(kept.length - 1);
  });
});

it.each<[string, ErrorCode, () => Buffer | Promise<Buffer>, string?]>([
  ["no picture", "PICTURE_NOT_READABLE", () => Buffer.from("GIF89a and more")],
  ["nothing", "PICTURE_NOT_READABLE", () => Buffer.alloc(0)],
  ["a bomb", "PICTURE_NOT_READABLE", () => flatPng(16_000, 16_000)],
  ["an SVG", "PICTURE_NOT_READABLE", () => Buffer.from("<svg/>"), "image/svg+xml"],
  ["too many bytes", "FILE_TOO_LARGE", () => Buffer.alloc(4_000_001)],
  ["something else", "UNSUPPORTED_MEDIA_TYPE", () => Buffer.from("a"), "text/plain"],
])("is not made of %s: %s", async (_what, code, write, mediaType = "image/png") => {
  const before = await pathOf("person");
  const kept = await listKept();
  const headers = { "content-type": mediaType };
  const { body } = await change("person", "set", { image: await write(), headers });
  expect(body.code).toBe(code);
  expect((await load(before, alice)).statusCode).toBe(200);
  expect(await listKept()).toEqual(kept);
});
it.each<[Owner, ErrorCode]>([
  ["room", "ACCESS_LEVEL_TOO_LOW"],
  ["organization", "FORBIDDEN"],
])("whoever may not change a %s gives it no picture: %s", async (owner, code) => {
  for (const act of ["set", "remove"] as const)
    expect((await change(owner, act, {}, bob)).body.code).toBe(code);
});

it("is read for one person a few at a time, so that nobody fills the memory", async () => {
  const slow = Array.from({ length: 4 }, () => {
    const sent = request(`${app.url}/v1/user/me/avatar`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${alice.accessToken}`,
        "content-type": "image/png",
        "content-length": 1_000,
      },
    });
    sent.on("error", () => undefined);
    sent.write("a");
    return sent;
  });
  const [refused] = (await Promise.race(slow.map((sent) => once(sent, "response")))) as [
    IncomingMessage,
  ];
  expect(refused.statusCode).toBe(429);
  const statusOf = async () => (await change("person", "set")).status;
  expect(await statusOf()).toBe(429);
  expect((await change("organization", "set", {}, bob)).status).toBe(403);
  for (const sent of slow) sent.destroy();
  await expect.poll(statusOf).toBe(200);
});

it("is no address that a person writes: a foreign one would tell who looks", async () => {
  const own = await pathOf("person");
  const update = (avatar_url: string | null) => toRequest("updateMe", { body: { avatar_url } });
  const foreign = ["https://elsewhere.example/a.png", "//elsewhere.example", own.slice(0, -1)];
  for (const path of foreign)
    expect(await alice.send(update(path))).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
  expect(await alice.send(update(own))).toMatchObject({ body: { avatar_url: own } });
  expect(await alice.send(update(null))).toMatchObject({ body: { avatar_url: null } });
  expect((await load(own, alice)).statusCode).toBe(404);
});

it("is told to those who see the person or hear the room, and stands in their lists", async () => {
  const socket = await connect(app, bob);
  const userIds = [alice.user.id];
  socket.send({ type: "CLIENT_WATCH_PEOPLE", requestId: "watch", userIds });
  const own = await pathOf("person");
  await socket.until(
    ({ people }) =>
      Array.isArray(people) && people.some((each) => Object.values(each as object).includes(own)),
  );
  const shown = await pathOf("room");
  const told = await socket.until(({ event }) => event === "room_updated");
  expect(told).toMatchObject({ room: { avatar_url: shown } });
  const { results } = await bob.call("listSubscriptions", {});
  expect(results).toMatchObject([{ sessionRoomSlug: slug, avatar_url: shown }]);
  expect(await bob.call("getRoom", { params: { slug } })).toMatchObject({ avatar_url: shown });
  const { messages } = await bob.call("listMessages", { params: { slug }, query: {} });
  expect(messages.at(-1)).toMatchObject({
    content: "Alice changed the picture",
    authorAvatar: own,
  });
  const picture = await pathOf("organization");
  const { results: organizations } = await bob.call("listOrganizations", { query: {} });
  expect(organizations).toMatchObject([{ title: "Nordlicht", avatar_url: picture }]);
});

it("goes with the room, the organization and the account", async () => {
  const paths = [];
  for (const owner of owners) paths.push(await pathOf(owner, await plain(9, 9).png().toBuffer()));
  const proof = await elevate(alice);
  await alice.call("deleteRoom", { params: { slug } });
  await alice.call("deleteOrganization", { params: { orgId } }, proof);
  const params = { sessionUserId: alice.user.id };
  await alice.call("deleteUser", { params, body: { messages: "keep" } }, proof);
  for (const path of paths) expect((await load(path, bob)).statusCode).toBe(200);
  app.clock.advance(31 * 24 * 60 * 60_000);
  await run("deletions.erase-accounts", "deletions.purge");
  const { rows } = await app.database.pool.query("select id from small_pictures");
  expect(rows).toEqual([]);
  expect(await listKept()).toEqual([]);
});
