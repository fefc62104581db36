import { randomUUID } from "node:crypto";
import { SCHEDULED_MAX, type CallOf, type MessageId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createWorld, toRequest, type Person } from "#test/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
let alice: Person;
let bob: Person;
let slug: string;
beforeAll(async () => {
  app = await startTestApp({ environment: { ACCESS_TOKEN_S: "86400" } });
  ({ alice, bob } = await createWorld(app.app.http.app));
});
beforeEach(async () => {
  slug = `room-${randomUUID()}`;
  for (const each of [alice, bob])
    await each.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
});
afterAll(() => app.close());

const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
type Body = CallOf<"scheduleMessage">["body"];
const toBody = (more: Partial<Body> = {}): Body => ({
  sessionRoomSlug: slug,
  content: "The switch is at nine.",
  sendAt: inMs(HOUR_MS),
  clientMessageId: `temp_${randomUUID()}`,
  ...more,
});
const schedule = (more: Partial<Body> = {}, by = bob) =>
  by.call("scheduleMessage", { body: toBody(more) });
const list = async (of = bob) => (await of.call("listScheduledMessages", {})).results;
const clear = async (of = bob) => {
  for (const { id } of await list(of)) await of.call("deleteScheduledMessage", { params: { id } });
};
async function sendDue(): Promise<void> {
  await app.app.workers.find(({ kind }) => kind.name === "scheduled.send")?.run({});
}
async function listTexts(): Promise<string[]> {
  const { messages } = await alice.call("listMessages", { params: { slug }, query: {} });
  return messages.filter(({ type }) => type === "text").map(({ content }) => content);
}
async function listFailures(of = bob) {
  const { results } = await of.call("listNotifications", { query: {} });
  return results.filter(({ type }) => type === "SCHEDULED_MESSAGE_FAILED");
}

it("goes out once at its time, by its author, wherever the room is then", async () => {
  const own = await connect(app, bob);
  const body = toBody();
  const made = await bob.call("scheduleMessage", { body });
  expect(await bob.call("scheduleMessage", { body })).toEqual(made);
  expect(made).toMatchObject({ state: "open", failure: null, room: { sessionRoomSlug: slug } });
  await own.until((frame) => frame["event"] === "scheduled_changed");
  expect(await list(alice)).toEqual([]);
  await sendDue();
  expect(await listTexts()).toEqual([]);

  const moved = `moved-${randomUUID()}`;
  await alice.call("updateRoom", { params: { slug }, body: { slug: moved } });
  slug = moved;
  app.clock.advance(HOUR_MS);
  // A socket of before would be taken for a silent one.
  const other = await connect(app, alice);
  // Two servers look at the same time.
  await Promise.all([sendDue(), sendDue()]);
  const { message } = (await other.until(
    (frame) => frame["event"] === "message_new" && frame["sessionRoomSlug"] === moved,
  )) as unknown as { message: { authorId: string } };
  expect(message.authorId).toBe(bob.user.id);
  await sendDue();
  expect(await listTexts()).toEqual([body.content]);
  expect(await list()).toEqual([]);
});

it("is changed and deleted by its author alone, until it goes out", async () => {
  const { id } = await schedule();
  const params = { id };
  const body = { content: " At ten. ", sendAt: inMs(2 * HOUR_MS) };
  const changed = await bob.call("updateScheduledMessage", { params, body });
  expect(changed).toMatchObject({ id, content: "At ten.", sendAt: body.sendAt });
  for (const call of ["deleteScheduledMessage", "sendScheduledMessage"] as const)
    expect((await alice.refusal(call, { params })).code).toBe("SCHEDULED_NOT_FOUND");
  app.clock.advance(HOUR_MS);
  await sendDue();
  expect(await list()).toEqual([changed]);
  await bob.call("deleteScheduledMessage", { params });
  app.clock.advance(HOUR_MS);
  await sendDue();
  expect(await listTexts()).toEqual([]);
  expect((await bob.refusal("updateScheduledMessage", { params, body: {} })).code).toBe(
    "SCHEDULED_NOT_FOUND",
  );
});

// rules-rooms 43, and of a thread alike.
it.each([
  ["moves the place of its author to itself where everything is read", true, 0],
  ["leaves what is unread unread", false, 2],
])("%s", async (_, isRead, unread) => {
  const say = async (by: Person, body: { content: string; threadId?: MessageId }) =>
    (await by.call("sendMessage", { params: { slug }, body })).message.id;
  const threadId = await say(bob, { content: "root" });
  const lastReadMessageId = await say(alice, { content: "news" });
  const lastReadReplyId = await say(alice, { content: "an answer", threadId });
  const thread = { params: { slug, id: threadId } };
  if (isRead) {
    await bob.call("markRead", { params: { slug }, body: { lastReadMessageId } });
    await bob.call("markThreadRead", { ...thread, body: { lastReadReplyId } });
  }
  for (const more of [{}, { threadId }]) {
    const { id } = await schedule(more);
    const { message } = await bob.call("sendScheduledMessage", { params: { id } });
    expect(message.isScheduled).toBe(true);
  }
  const { results } = await bob.call("listSubscriptions", {});
  const place = results.find(({ sessionRoomSlug }) => sessionRoomSlug === slug);
  const { state } = await bob.call("getThread", { ...thread, query: {} });
  const unreadReplies = (state?.lastReplyNo ?? 0) - (state?.readReplyNo ?? 0);
  expect([place?.unreadCount, unreadReplies]).toEqual([unread, unread]);
});

it("goes into its thread, also of somebody who may only comment", async () => {
  const root = await alice.call("sendMessage", { params: { slug }, body: { content: "root" } });
  const threadId = root.message.id;
  const at = { params: { slug, participantId: bob.user.id } };
  await alice.call("setAccessLevel", { ...at, body: { accessLevel: "COMMENT" } });
  const refused = await bob.refusal("scheduleMessage", { body: toBody() });
  expect(refused.code).toBe("MESSAGE_SEND_NOT_ALLOWED");
  const inRoom = { threadId, content: "for all", alsoSendToRoom: true };
  const both = await bob.refusal("scheduleMessage", { body: toBody(inRoom) });
  expect(both.code).toBe("MESSAGE_SEND_NOT_ALLOWED");
  const { id } = await schedule({ threadId, content: "reply" });
  const { message } = await bob.call("sendScheduledMessage", { params: { id } });
  expect(message).toMatchObject({ threadId, content: "reply", msgNo: null });
  await alice.call("setAccessLevel", { ...at, body: { accessLevel: "WRITE" } });
  const next = await schedule(inRoom);
  expect(next.alsoSendToRoom).toBe(true);
  const sent = await bob.call("sendScheduledMessage", { params: { id: next.id } });
  expect(sent.message).toMatchObject({ threadId, content: "for all", msgNo: 2 });
});

it("is sent now where its author wants that, and stays where that is refused", async () => {
  const made = await schedule();
  const params = { id: made.id };
  await alice.call("archiveRoom", { params: { slug } });
  expect((await bob.refusal("sendScheduledMessage", { params })).code).toBe("ROOM_ARCHIVED");
  expect(await list()).toEqual([made]);
  await alice.call("unarchiveRoom", { params: { slug } });
  const { message } = await bob.call("sendScheduledMessage", { params });
  expect(message).toMatchObject({ content: made.content, authorId: bob.user.id });
  expect(await list()).toEqual([]);
});

it.each([
  ["the room is archived", "ROOM_ARCHIVED", () => alice.call("archiveRoom", { params: { slug } })],
  ["its author has left", "NOT_SUBSCRIBED", () => bob.call("leaveRoom", { params: { slug } })],
  [
    "no server was there for more than a day",
    "SCHEDULED_TOO_LATE",
    () =>
      app.database.pool.query(
        "update scheduled_messages set send_at = send_at - interval '25 hours'",
      ),
  ],
])("fails with a notification where %s", async (_, code, prepare) => {
  await clear();
  const { id } = await schedule();
  await prepare();
  app.clock.advance(HOUR_MS);
  await sendDue();
  expect(await listTexts()).toEqual([]);
  expect(await list()).toMatchObject([{ id, state: "failed", failure: { code } }]);
  await expect
    .poll(async () => (await listFailures()).map(({ facts }) => facts))
    .toContainEqual(expect.objectContaining({ scheduledId: id, reason: code }));
  const changed = { params: { id }, body: { sendAt: inMs(HOUR_MS) } };
  expect(await bob.call("updateScheduledMessage", changed)).toMatchObject({
    state: "open",
    failure: null,
  });
});

it("goes on where a server ended in the middle, and never twice", async () => {
  await clear();
  const [before, after] = [
    await schedule({ content: "before" }),
    await schedule({ content: "after" }),
  ];
  // As two servers leave them that are killed: one before the message is written, one after.
  const { content, clientMessageId } = after;
  await bob.call("sendMessage", { params: { slug }, body: { content, clientMessageId } });
  await app.database.pool.query(
    "update scheduled_messages set state = 'sending', send_at = $1, claimed_at = $1 where id = any ($2)",
    [app.clock.now(), [before.id, after.id]],
  );
  await sendDue();
  expect(await listTexts()).toEqual(["after"]);
  app.clock.advance(2 * MINUTE_MS);
  await sendDue();
  expect(await listTexts()).toEqual(["after", "before"]);
  expect(await list()).toEqual([]);
});

it.each([
  ["too near", () => ({ sendAt: inMs(MINUTE_MS - 1) }), "VALIDATION_ERROR"],
  ["too far", () => ({ sendAt: inMs(367 * 24 * HOUR_MS) }), "VALIDATION_ERROR"],
  ["blank", () => ({ content: " \n" }), "MESSAGE_EMPTY"],
  ["too long", () => ({ content: "x".repeat(10_001) }), "MESSAGE_TOO_LONG"],
  ["of the server", () => ({ type: "system" as const }), "MESSAGE_TYPE_NOT_ALLOWED"],
])("refuses what is %s", async (_, more, code) => {
  expect((await bob.refusal("scheduleMessage", { body: toBody(more()) })).code).toBe(code);
});

it("keeps as many as the limit says, of those who write many at once too", async () => {
  await clear();
  const made = await Promise.all(
    Array.from({ length: SCHEDULED_MAX + 5 }, async () => {
      const { status } = await bob.send(toRequest("scheduleMessage", { body: toBody() }));
      return status;
    }),
  );
  expect(made.filter((status) => status === 201)).toHaveLength(SCHEDULED_MAX);
  expect(made.filter((status) => status === 409)).toHaveLength(5);
  await clear();
});
