import { randomUUID } from "node:crypto";
import { DRAFTS_MAX, type CallOf, type Draft, type MessageId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createWorld, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
let bob: Person;
let slug: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ alice, bob } = await createWorld(app.app.http.app));
});
beforeEach(async () => {
  await app.database.pool.query("delete from drafts");
  slug = `room-${randomUUID()}`;
  for (const each of [alice, bob])
    await each.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
});
afterAll(() => app.close());

const toPut = (content: string, version: number, more: object = {}): CallOf<"putDraft"> => ({
  params: { slug },
  query: {},
  body: { content, version, ...more },
});
const put = (...input: Parameters<typeof toPut>) => bob.call("putDraft", toPut(...input));
async function list(of = bob): Promise<readonly Draft[]> {
  return (await of.call("listDrafts", {})).results;
}

it("is kept for its person alone, told to their devices, and changed only as it is now", async () => {
  const socket = await connect(app, bob);
  const first = await put("Before we", 0);
  expect(first).toMatchObject({ content: "Before we", other: null, threadId: null });
  const { data } = (await socket.until(
    (frame) => frame["event"] === "draft_changed",
  )) as unknown as {
    data: { draft: Draft };
  };
  expect(data.draft).toEqual(first);
  const second = await put("Before we switch", first.version);
  expect(second.version).toBeGreaterThan(first.version);
  for (const version of [0, first.version]) {
    const refusal = await bob.refusal("putDraft", toPut("Singapore", version));
    expect(refusal).toMatchObject({ code: "DRAFT_CONFLICT", details: { current: second } });
  }
  // The answer to a try was lost: the same text again is no conflict.
  expect(await put(second.content, first.version)).toMatchObject({ content: second.content });
  expect(await list(alice)).toEqual([]);
  expect(await list()).toHaveLength(1);
});

it("ends without any text, and its number never comes back", async () => {
  const made = await put("text", 0, { other: "other" });
  const other = await put("", made.version, { other: "other" });
  expect(await list()).toEqual([other]);
  const stale = { params: { slug }, query: { version: String(made.version) } };
  expect((await bob.refusal("deleteDraft", stale)).code).toBe("DRAFT_CONFLICT");
  await bob.call("deleteDraft", { params: { slug }, query: { version: String(other.version) } });
  expect(await list()).toEqual([]);
  const next = await put("next", 0);
  expect(next.version).toBeGreaterThan(other.version);
  expect((await bob.refusal("putDraft", toPut("x", other.version))).code).toBe("DRAFT_CONFLICT");
});

it("ends with the message that says it, in its place, and another text stays", async () => {
  const send = (content: string, more: object = {}) =>
    bob.call("sendMessage", { params: { slug }, body: { content, ...more } });
  const { message } = await send("root");
  const query = { threadId: message.id };
  await put(" The switch is", 0);
  await bob.call("putDraft", { ...toPut("The", 0), query });
  await alice.call("sendMessage", { params: { slug }, body: { content: "The switch is alice's" } });
  await send("Cake at four");
  expect(await list()).toHaveLength(2);
  await send("The switch is at nine");
  expect(await list()).toMatchObject([{ content: "The", threadId: message.id }]);
  await send("The switch", query);
  expect(await list()).toEqual([]);
  const both = await put("kept", 0, { other: "other" });
  await send("kept");
  expect(await list()).toMatchObject([{ content: "", other: "other" }]);
  expect((await list())[0]?.version).toBeGreaterThan(both.version);
});

it("has one for the room and one for each thread", async () => {
  const { message } = await alice.call("sendMessage", {
    params: { slug },
    body: { content: "root" },
  });
  const query = { threadId: message.id };
  await put("to the room", 0);
  await bob.call("putDraft", { ...toPut("to the thread", 0), query });
  expect((await list()).map(({ content }) => content)).toEqual(["to the thread", "to the room"]);
  const reply = { content: "a reply", threadId: message.id };
  const sent = await alice.call("sendMessage", { params: { slug }, body: reply });
  const byReply = { ...toPut("to its reply", (await list())[0]?.version ?? 0) };
  const moved = await bob.call("putDraft", { ...byReply, query: { threadId: sent.message.id } });
  expect(moved).toMatchObject({ threadId: message.id });
  const nowhere = { threadId: randomUUID() as MessageId };
  const refusal = await bob.refusal("putDraft", { ...toPut("x", 0), query: nowhere });
  expect(refusal.code).toBe("MESSAGE_NOT_FOUND");
});

it("is hidden from somebody who has lost the room, and comes back with it", async () => {
  const made = await put("unsent", 0);
  await bob.call("leaveRoom", { params: { slug } });
  expect(await list()).toEqual([]);
  expect((await bob.refusal("putDraft", toPut("more", made.version))).code).toBe(
    "NOT_A_PARTICIPANT",
  );
  await bob.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  expect(await list()).toEqual([made]);
});

it("goes where there are too many, the oldest first", async () => {
  const { roomId } = await put("oldest", 0);
  await app.database.pool.query(
    `insert into drafts (user_id, room_id, thread_id, content, metadata, version, updated_at)
    select $1, $2, gen_random_uuid(), 'text', '{}', nextval('draft_versions'), now() from generate_series(2, $3)`,
    [bob.user.id, roomId, DRAFTS_MAX],
  );
  slug = `room-${randomUUID()}`;
  await bob.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  await put("newest", 0);
  const drafts = await list();
  expect(drafts.filter(({ content }) => content === "oldest")).toEqual([]);
  expect(drafts).toHaveLength(DRAFTS_MAX);
});

it("goes where there is too much text, the oldest first", async () => {
  const { roomId } = await put("oldest", 0);
  await app.database.pool.query(
    `insert into drafts (user_id, room_id, thread_id, content, metadata, version, updated_at)
    select $1, $2, gen_random_uuid(), repeat('€', 40000), '{}', nextval('draft_versions'), now() from generate_series(1, 16)`,
    [bob.user.id, roomId],
  );
  const { version } = await put("newest", (await list()).at(-1)?.version ?? 0);
  expect(await list()).toHaveLength(17);
  await put("€".repeat(40_000), version);
  expect(await list()).toHaveLength(16);
});

it.each([
  ["a text that is too long", { content: "x".repeat(40_001) }],
  ["metadata of the server", { metadata: { system: {} } }],
  ["a version before the first", { version: -1 }],
])("refuses %s", async (_, more) => {
  expect((await bob.refusal("putDraft", toPut("text", 0, more))).code).toBe("VALIDATION_ERROR");
});
