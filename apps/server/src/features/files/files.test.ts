import { createHash, randomBytes, randomUUID } from "node:crypto";
import { stat, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallOf, FileId } from "@colbin/protocol";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, enter, setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { append, sendFiles, upload } from "#test/uploads.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({
    environment: { FILE_TYPES_BLOCKED: ".exe,application/x-msdownload" },
  });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const text = (content: string) => Buffer.from(content);
/** One pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function contentOf(
  person: Person,
  id: FileId,
  { query = {}, headers = {} }: { query?: object; headers?: Record<string, string> } = {},
) {
  return app.app.http.app.inject({
    url: `/v1/files/${id}/content`,
    query: { ...query },
    headers: { ...headers, authorization: `Bearer ${person.accessToken}` },
  });
}

/** As if so many days had passed, but for the sessions of the people. */
async function makeOlder(table: string, column: string, days: number): Promise<void> {
  await app.database.pool.query(
    `update ${table} set ${column} = ${column} - make_interval(days => $1)`,
    [days],
  );
}

async function sweep(job = "files.sweep"): Promise<void> {
  await app.app.workers.find(({ kind }) => kind.name === job)?.run({});
}

/** Sends bytes of an upload up to a place, where the connection is cut once the store has them. */
async function cutAt(
  person: Person,
  id: FileId,
  bytes: Buffer,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const sent = request(`${app.url}/v1/files/uploads/${id}`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${person.accessToken}`,
      "content-type": "application/offset+octet-stream",
      "upload-offset": from,
      "content-length": bytes.length - from,
    },
  });
  sent.on("error", () => undefined);
  sent.write(bytes.subarray(from, to));
  const stored = async () => (await stat(join(app.filesFolder, "uploads", id))).size;
  await expect.poll(() => stored().catch(() => 0)).toBe(to);
  sent.destroy();
}

describe("a file that is sent", () => {
  it("is seen by the room with its facts, served to its people, and to nobody else", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    const bob = await connect(app, world.bob);
    const bytes = text("Grüße an alle\n");
    const { message, files } = await sendFiles(world.alice, slug, { name: "greeting.txt", bytes });
    const facts = {
      name: "greeting.txt",
      mediaType: "text/plain; charset=utf-8",
      size: bytes.length,
      status: "ready",
    };
    expect(message).toMatchObject({ type: "file", content: "greeting.txt", files: [facts] });
    const told = await bob.until((frame) => JSON.stringify(frame).includes("greeting.txt"));
    expect(told).toMatchObject({ message: { files: [facts] } });
    const [file] = files;
    if (!file) throw new Error("A file was sent");
    const served = await contentOf(world.bob, file.id);
    expect(served.rawPayload).toEqual(bytes);
    expect(served.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": "inline; filename=greeting.txt",
      "content-security-policy":
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    });
    expect((await contentOf(world.mallory, file.id)).statusCode).toBe(404);
    const page = await world.bob.call("listFiles", { query: {} });
    expect(page.results).toMatchObject([
      { id: file.id, place: { messageId: message.id, sessionRoomSlug: slug } },
    ]);
    expect((await world.mallory.call("listFiles", { query: {} })).results).toEqual([]);
  });

  it("is served by its cookie, in ranges, and not again where nothing changed", async () => {
    const { id } = await upload(world.alice, { name: "digits.bin", bytes: text("0123456789") });
    const { headers } = await contentOf(world.alice, id);
    const etag = String(headers["etag"]);
    const ranges: [string, number, string, string | undefined][] = [
      ["bytes=2-4", 206, "234", "bytes 2-4/10"],
      ["bytes=7-", 206, "789", "bytes 7-9/10"],
      ["bytes=-3", 206, "789", "bytes 7-9/10"],
      ["bytes=5-99", 206, "56789", "bytes 5-9/10"],
      ["bytes=10-", 416, "", "bytes */10"],
      ["bytes=4-2", 416, "", "bytes */10"],
      ["bytes=0-1,4-5", 200, "0123456789", undefined],
    ];
    for (const [range, status, body, contentRange] of ranges) {
      const reply = await contentOf(world.alice, id, { headers: { range } });
      expect([range, reply.statusCode, reply.payload, reply.headers["content-range"]]).toEqual([
        range,
        status,
        body,
        contentRange,
      ]);
    }
    const other = { range: "bytes=2-4", "if-range": `"another"` };
    expect((await contentOf(world.alice, id, { headers: other })).statusCode).toBe(200);
    const known = { "if-none-match": etag };
    expect((await contentOf(world.alice, id, { headers: known })).statusCode).toBe(304);
    const cookie = [...world.alice.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const url = `/v1/files/${id}/content`;
    const page = { cookie, "sec-fetch-site": "same-origin" };
    expect((await app.app.http.app.inject({ url, headers: page })).payload).toBe("0123456789");
  });

  it.each<[string, (slug: string, messageId: string, id: FileId) => Promise<unknown>]>([
    [
      "its message is deleted",
      (slug, id) => world.alice.call("deleteMessage", { params: { slug, id } }),
    ],
    [
      "the person is removed",
      (slug) =>
        world.alice.call("removeParticipant", {
          params: { slug, participantId: world.bob.user.id },
          body: {},
        }),
    ],
    [
      "its owner deletes it",
      (_slug, _id, id) => world.alice.call("deleteFile", { params: { id } }),
    ],
  ])("is not there any more for others when %s", async (_when, end) => {
    const slug = await createRoomOf(world.alice, world.bob);
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    const sent = { name: "secret.txt", bytes: text("secret") };
    const { message, files } = await sendFiles(world.alice, slug, sent);
    const id = files[0]?.id as FileId;
    expect((await contentOf(world.bob, id)).statusCode).toBe(200);
    await end(slug, message.id, id);
    expect((await contentOf(world.bob, id)).statusCode).toBe(404);
    expect((await world.bob.refusal("getFile", { params: { id } })).code).toBe("FILE_NOT_FOUND");
    expect((await contentOf(world.alice, id)).statusCode).toBe(200);
  });

  it("that its owner deletes is shown as deleted, and comes back with a restore", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const { message, files } = await sendFiles(world.alice, slug, {
      name: "a.txt",
      bytes: text("a"),
    });
    const params = { id: files[0]?.id as FileId };
    const shown = async () =>
      (await world.bob.call("getMessage", { params: { slug, id: message.id } })).files;
    const bob = await connect(app, world.bob);
    await world.alice.call("renameFile", { params, body: { name: "../b\u202Etxt.c" } });
    await bob.until((frame) => frame["event"] === "message_edited");
    expect(await shown()).toMatchObject([{ name: "btxt.c", status: "ready" }]);
    await world.alice.call("deleteFile", { params });
    await world.alice.call("deleteFile", { params });
    expect(await shown()).toMatchObject([{ status: "deleted" }]);
    const trash = await world.alice.call("listFiles", { query: { scope: "trash" } });
    expect(trash.results).toContainEqual(expect.objectContaining(params));
    await world.alice.call("restoreFile", { params });
    expect(await shown()).toMatchObject([{ status: "ready" }]);
    for (const name of ["renameFile", "deleteFile", "restoreFile"] as const) {
      const input = name === "renameFile" ? { params, body: { name: "x" } } : { params };
      expect((await world.bob.refusal(name, input as never)).code).toBe("ACCESS_LEVEL_TOO_LOW");
    }
  });

  it("must be an own one for the room that no other message shows", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const other = await createRoomOf(world.alice, world.bob);
    const attempt = async (person: Person, room: string, ids: FileId[]) => {
      const metadata = { files: ids.map((fileId) => ({ fileId })) };
      const body = { content: "", type: "file" as const, metadata };
      const reply = await person.send({
        method: "POST",
        url: `/v1/session-room/${room}/messages`,
        payload: body,
      });
      return reply.status === 201 ? "sent" : (reply.body as { code: string }).code;
    };
    const { id } = await upload(world.alice, { name: "a.txt", bytes: text("a"), roomSlug: slug });
    const { id: own } = await upload(world.alice, { name: "b.txt", bytes: text("b") });
    expect(await attempt(world.bob, slug, [id])).toBe("FILE_NOT_USABLE");
    expect(await attempt(world.alice, other, [id])).toBe("FILE_NOT_USABLE");
    expect(await attempt(world.alice, slug, [own])).toBe("FILE_NOT_USABLE");
    expect(await attempt(world.alice, slug, [id, id])).toBe("FILE_NOT_USABLE");
    expect(await attempt(world.alice, slug, [id])).toBe("sent");
    expect(await attempt(world.alice, slug, [id])).toBe("FILE_NOT_USABLE");
  });

  it("is the same message when its send is repeated", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const { id } = await upload(world.alice, { name: "a.txt", bytes: text("a"), roomSlug: slug });
    const body = {
      content: "",
      type: "file" as const,
      metadata: { files: [{ fileId: id }] },
      clientMessageId: "temp_01930000-0000-4000-8000-000000000001",
    };
    const first = await world.alice.call("sendMessage", { params: { slug }, body });
    const again = await world.alice.call("sendMessage", { params: { slug }, body });
    expect(again).toEqual({ ...first, duplicate: true });
  });
});

/** Somebody who leads an organization that keeps files for so many days. */
async function enterKeeping(fileRetentionDays: number | null): Promise<Person> {
  const orgId = await createOrganization(app);
  const alice = await enter(app, "Alice");
  await setMember(app, orgId, alice.user.id, { role: "ADMIN" });
  await switchTo(app, alice, orgId);
  await alice.call("updateSettings", { params: { orgId }, body: { fileRetentionDays } });
  return alice;
}

describe("files that are older than their organization keeps them", () => {
  it.each<[string, number | null, boolean, boolean]>([
    ["are removed, and their messages say so", 30, false, true],
    ["stay where their message is pinned", 30, true, false],
    ["stay until their day has come", 41, false, false],
    ["stay where nobody chose a time", null, false, false],
  ])("%s", async (_what, days, isPinned, isGone) => {
    const alice = await enterKeeping(days);
    const slug = await createRoomOf(alice);
    const bytes = text(`kept for ${days} days ${isPinned}`);
    const { message, files } = await sendFiles(alice, slug, { name: "old.txt", bytes });
    const own = await upload(alice, { name: "own.txt", bytes: text(`own ${days}`) });
    const id = files[0]?.id as FileId;
    if (isPinned) await alice.call("pinMessage", { params: { slug, id: message.id } });
    await makeOlder("files", "created_at", 40);
    const tab = await connect(app, alice);
    await app.app.workers.find(({ kind }) => kind.name === "retention.files")?.run({});
    if (isGone) await tab.until((frame) => JSON.stringify(frame).includes('"isExpired":true'));
    const { messages } = await alice.call("listMessages", { params: { slug }, query: {} });
    const shown = messages.find((each) => each.id === message.id)?.files;
    const facts = isGone ? { status: "deleted", isExpired: true } : { status: "ready" };
    expect(shown).toMatchObject([{ name: "old.txt", ...facts }]);
    expect((await contentOf(alice, id)).statusCode).toBe(isGone ? 404 : 200);
    expect((await contentOf(alice, own.id)).statusCode).toBe(200);
  });
});

describe("an upload", () => {
  it("goes on where a cut connection left it, and is whole", async () => {
    const bytes = randomBytes(3_000_000);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const body = { name: "large.bin", size: bytes.length, sha256 };
    const { id } = await world.alice.call("startUpload", { body });
    const params = { id };
    const readOffset = async () => {
      const { headers } = await app.request(
        "getUpload",
        { params },
        { as: world.alice.tokens.access.token },
      );
      return Number(headers["upload-offset"]);
    };
    for (const to of [700_000, 1_900_000]) {
      const offset = await readOffset();
      await cutAt(world.alice, id, bytes, { from: offset, to });
      expect(await readOffset()).toBe(to);
    }
    const early = await world.alice.refusal("completeUpload", { params });
    expect(early).toMatchObject({
      code: "UPLOAD_MISMATCH",
      details: { offset: await readOffset() },
    });
    const offset = await readOffset();
    expect(
      (await append(world.alice, id, offset - 1, bytes.subarray(offset - 1))).body,
    ).toMatchObject({
      code: "UPLOAD_MISMATCH",
      details: { offset },
    });
    expect((await append(world.alice, id, offset, bytes.subarray(offset))).status).toBe(204);
    const file = await world.alice.call("completeUpload", { params });
    expect(await world.alice.call("completeUpload", { params })).toEqual(file);
    expect((await contentOf(world.alice, id)).rawPayload.equals(bytes)).toBe(true);
  });

  it("takes no more bytes than were said, and only those that were meant", async () => {
    const { id } = await world.alice.call("startUpload", { body: { name: "a.txt", size: 4 } });
    expect((await append(world.alice, id, 0, text("too much"))).body).toMatchObject({
      code: "FILE_TOO_LARGE",
    });
    const sha256 = createHash("sha256").update("abc").digest("hex");
    const body = { name: "a.txt", size: 3, sha256 };
    const { id: other } = await world.alice.call("startUpload", { body });
    await append(world.alice, other, 0, text("abd"));
    const refused = await world.alice.refusal("completeUpload", { params: { id: other } });
    expect(refused).toMatchObject({ code: "UPLOAD_MISMATCH", details: { offset: 0 } });
    await append(world.alice, other, 0, text("abc"));
    await world.alice.call("completeUpload", { params: { id: other } });
  });

  it.each<[string, { name: string; size: number }, string]>([
    ["an empty file", { name: "a", size: 0 }, "FILE_EMPTY"],
    ["a file that is too large", { name: "a", size: 100_000_001 }, "FILE_TOO_LARGE"],
    ["a type that is blocked", { name: "setup.EXE", size: 10 }, "FILE_TYPE_BLOCKED"],
  ])("is refused for %s", async (_what, body, code) => {
    expect((await world.alice.refusal("startUpload", { body })).code).toBe(code);
  });

  it("of a type that is blocked by its content is refused at its end", async () => {
    const bytes = Buffer.concat([text("MZ"), Buffer.alloc(200)]);
    await expect(upload(world.alice, { name: "a.txt", bytes })).rejects.toThrow(
      "FILE_TYPE_BLOCKED",
    );
  });

  it("is nobody else's, ends when it is cancelled, and expires", async () => {
    const begin = async () =>
      (await world.alice.call("startUpload", { body: { name: "a.txt", size: 3 } })).id;
    const [id, late] = [await begin(), await begin()];
    expect((await append(world.bob, id, 0, text("abc"))).status).toBe(404);
    await append(world.alice, id, 0, text("ab"));
    await world.alice.call("cancelUpload", { params: { id } });
    expect((await append(world.alice, id, 2, text("c"))).status).toBe(404);
    await append(world.alice, late, 0, text("abc"));
    await makeOlder("uploads", "expires_at", 1);
    const expired = await world.alice.refusal("completeUpload", { params: { id: late } });
    expect(expired.code).toBe("UPLOAD_EXPIRED");
    await sweep();
    expect((await append(world.alice, late, 0, text("abc"))).status).toBe(404);
  });

  it("that has become a file is removed by its sender while no message shows it", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const { id } = await upload(world.alice, { name: "a.txt", bytes: text("a"), roomSlug: slug });
    await world.alice.call("cancelUpload", { params: { id } });
    expect((await contentOf(world.alice, id)).statusCode).toBe(404);
    const { files } = await sendFiles(world.alice, slug, { name: "b.txt", bytes: text("b") });
    const params = { id: files[0]?.id as FileId };
    expect((await world.alice.refusal("cancelUpload", { params })).code).toBe("FILE_NOT_FOUND");
  });
});

describe("the list of files", () => {
  const sent: Record<string, FileId> = {};
  let slug: string;
  let hidden: string;
  let day: string;

  beforeAll(async () => {
    const { alice, bob } = world;
    [slug, hidden] = [await createRoomOf(alice, bob), await createRoomOf(bob)];
    const { pool } = app.database;
    await pool.query(`update rooms set access_type = 'PRIVATE' where slug in ($1, $2)`, [
      slug,
      hidden,
    ]);
    const keep = (files: readonly { readonly name: string; readonly id: FileId }[]) => {
      for (const { name, id } of files) sent[name] = id;
    };
    const { message, files } = await sendFiles(
      alice,
      slug,
      { name: "List report.txt", bytes: text("r") },
      { name: "List main.ts", bytes: text("let x;") },
    );
    keep(files);
    keep((await sendFiles(bob, slug, { name: "List photo.png", bytes: png })).files);
    keep((await sendFiles(bob, hidden, { name: "List hidden.txt", bytes: text("h") })).files);
    keep([await upload(alice, { name: "List own.txt", bytes: text("o") })]);
    const reply = await upload(alice, { name: "List 100 %.txt", bytes: text("t"), roomSlug: slug });
    keep([reply]);
    const metadata = { files: [{ fileId: reply.id }] };
    const body = { content: "", type: "file" as const, metadata, threadId: message.id };
    await alice.call("sendMessage", { params: { slug }, body });
    await pool.query("update files set created_at = created_at + interval '1 day' where id = $1", [
      reply.id,
    ]);
    day = (await alice.call("getFile", { params: { id: reply.id } })).createdAt;
  });

  type Query = CallOf<"listFiles">["query"];
  async function listed(person: Person, query: Query) {
    const { results } = await person.call("listFiles", { query: { search: "List", ...query } });
    return results.map(({ name }) => name.replace("List ", ""));
  }
  const all = ["100 %.txt", "own.txt", "photo.png", "main.ts", "report.txt"];

  it.each<[string, (people: World) => [Person, Query], string[]]>([
    ["own ones and those of rooms", ({ alice }) => [alice, {}], all],
    [
      "those of another person's rooms",
      ({ bob }) => [bob, {}],
      ["100 %.txt", "hidden.txt", "photo.png", "main.ts", "report.txt"],
    ],
    ["none for others", ({ mallory }) => [mallory, {}], []],
    ["one type", ({ alice }) => [alice, { type: "image" }], ["photo.png"]],
    ["one person's", ({ alice, bob }) => [alice, { ownerId: bob.user.id }], ["photo.png"]],
    ["words in any order and case", ({ alice }) => [alice, { search: "TXT rep" }], ["report.txt"]],
    ["signs as they are", ({ alice }) => [alice, { search: "0 %" }], ["100 %.txt"]],
    ["since a moment", ({ alice }) => [alice, { from: day }], ["100 %.txt"]],
    ["before a moment", ({ alice }) => [alice, { to: day }], all.slice(1)],
    [
      "one room's",
      ({ alice }) => [alice, { roomSlug: slug }],
      ["100 %.txt", "photo.png", "main.ts", "report.txt"],
    ],
    ["none of an empty trash", ({ alice }) => [alice, { scope: "trash" }], []],
  ])("has %s", async (_what, asked, names) => {
    const [person, query] = asked(world);
    expect(await listed(person, query)).toEqual(names);
  });

  it("goes on by its cursor, as that of the room does", async () => {
    for (const name of ["listFiles", "listFilesOfRoom"] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { search: "List", limit: 2, ...(cursor !== undefined && { cursor }) };
        const page = await world.alice.call(name, { params: { slug }, query });
        seen.push(...page.results.map((file) => file.name.replace("List ", "")));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(all.filter((each) => name === "listFiles" || each !== "own.txt"));
    }
    const wrong = await world.alice.refusal("listFiles", { query: { cursor: "x" } });
    expect(wrong.code).toBe("CURSOR_INVALID");
  });

  it.each<[string, boolean | null]>([
    ["List report.txt", false],
    ["List 100 %.txt", true],
    ["List own.txt", null],
  ])("tells where %s is to be seen", async (name, isInThread) => {
    const id = sent[name] as FileId;
    const place = isInThread === null ? null : { sessionRoomSlug: slug, isInThread };
    const { results } = await world.alice.call("listFiles", { query: { search: name } });
    expect(results).toMatchObject([{ id, place }]);
    const params = { id };
    const file = await world.alice.call("getFile", { params });
    const renamed = await world.alice.call("renameFile", { params, body: { name } });
    expect([file.place, renamed.place]).toEqual([results[0]?.place, results[0]?.place]);
  });

  it("loses what is put into the trash, which has it then", async () => {
    const params = { id: sent["List main.ts"] as FileId };
    await world.alice.call("deleteFile", { params });
    expect(await listed(world.alice, { scope: "trash" })).toEqual(["main.ts"]);
    expect(await listed(world.bob, { scope: "trash" })).toEqual([]);
    for (const person of [world.alice, world.bob])
      expect(await listed(person, { scope: "all" })).not.toContain("main.ts");
    const trashed = await world.alice.call("getFile", { params });
    expect(trashed).toMatchObject({ place: null, status: "ready" });
    const restored = await world.alice.call("restoreFile", { params });
    expect(restored).toMatchObject({ trashedAt: null, place: { sessionRoomSlug: slug } });
    expect(await listed(world.bob, { scope: "all" })).toContain("main.ts");
  });

  it("tells what the own ones take, the largest first", async () => {
    const { largest, limit, used } = await world.alice.call("getFileUsage", {});
    const sizes = largest.map(({ size }) => size);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(limit).toBeNull();
    expect(used).toBeGreaterThanOrEqual(sizes.reduce((sum, size) => sum + size, 0));
  });
});

it.each<[string, Buffer, string]>([
  [
    "picture.svg",
    text(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
    "image/svg+xml",
  ],
  ["page.png", text("<!DOCTYPE html><script>alert(1)</script>"), "text/html; charset=utf-8"],
  ["feed.txt", text(`<?xml version="1.0"?><x/>`), "application/xml"],
  ["noise.html", randomBytes(64).fill(0, 0, 8), "application/octet-stream"],
])("%s is called by its content and never shown by itself", async (name, bytes, mediaType) => {
  const file = await upload(world.alice, { name, bytes });
  const { headers } = await contentOf(world.alice, file.id);
  expect([file.mediaType, headers["content-type"]]).toEqual([mediaType, mediaType]);
  expect(headers["content-disposition"]).toMatch(/^attachment/);
});

it("bytes go with the last file that has them, after its time in the trash", async () => {
  const bytes = randomBytes(100);
  const slug = await createRoomOf(world.alice, world.bob);
  const one = await upload(world.alice, { name: "one.bin", bytes });
  const two = await upload(world.bob, { name: "two.bin", bytes });
  const { files } = await sendFiles(world.alice, slug, { name: "shown.bin", bytes });
  const hasBlob = async () =>
    (
      await app.database.pool.query("select from blobs where sha256 = $1", [
        createHash("sha256").update(bytes).digest(),
      ])
    ).rowCount;
  const shown = files[0]?.id as FileId;
  for (const [person, id] of [
    [world.alice, one.id],
    [world.alice, shown],
    [world.bob, two.id],
  ] as const) {
    expect(await hasBlob()).toBe(1);
    await person.call("deleteFile", { params: { id } });
    await makeOlder("files", "trashed_at", 31);
    await makeOlder("blobs", "created_at", 2);
    await sweep();
  }
  expect(await hasBlob()).toBe(0);
  expect((await contentOf(world.alice, shown)).statusCode).toBe(404);
});

it("bytes that the database does not know go from the store after a day, and no other ones", async () => {
  const bytes = randomBytes(100);
  const { id } = await upload(world.alice, { name: "known.bin", bytes });
  const known = createHash("sha256").update(bytes).digest("hex");
  const toPath = (sha256: string) =>
    join(app.filesFolder, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const stray = toPath(known.slice(0, 60).padEnd(64, "0"));
  const fresh = toPath(known.slice(0, 60).padEnd(64, "1"));
  const before = new Date(app.clock.now().getTime() - 2 * 24 * 60 * 60_000);
  const unfinished = join(app.filesFolder, "uploads", randomUUID());
  for (const path of [stray, fresh, unfinished]) await writeFile(path, "stray");
  for (const path of [stray, toPath(known), unfinished]) await utimes(path, before, before);
  // Two servers may do so at once.
  await Promise.all([sweep("files.sweep-store"), sweep("files.sweep-store")]);
  for (const path of [stray, unfinished]) await expect(stat(path)).rejects.toThrow("ENOENT");
  expect((await stat(fresh)).size).toBe(5);
  expect((await contentOf(world.alice, id)).rawPayload.equals(bytes)).toBe(true);
});
