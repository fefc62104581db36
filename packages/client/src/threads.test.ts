import type { MessageId, ThreadState } from "@colbin/protocol";
import { expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { general, subscription } from "../test/general.ts";
import { alice, bob } from "../test/people.ts";
import { unreadInThread } from "./reducers/thread-states.ts";
import { createThreads } from "./threads.ts";

/** Alice follows a thread of general with two replies, the second of which mentions her; she has read none, and cannot. */
async function followed() {
  const all = await general();
  const { room, server, tab, time } = all;
  const { message: root } = room.send(bob, "the root", "temp_root");
  const { roomId } = room;
  const { id: rootId } = root;
  const messages = [1, 2].map((replyNo) => {
    const id = `reply-${replyNo}` as MessageId;
    return { ...root, id, threadId: rootId, replyNo, msgNo: null };
  });
  const numbers = { readReplyNo: 0, lastReplyNo: 2, mentionNos: [2] };
  const state: ThreadState = { roomId, rootId, isFollowing: true, ...numbers };
  const list = { body: { results: [state] }, whenRead: Promise.resolve() };
  const pages = { isFailing: false, hasNewer: false };
  server.onCall = ({ path }) => {
    const { body } = list;
    if (path === "/threads/followed") return list.whenRead.then(() => ({ status: 200, body }));
    if (path.endsWith("/thread/read")) return refusal(404, "MESSAGE_NOT_FOUND");
    if (path.endsWith("/thread") && pages.isFailing) return refusal(503, "UNAVAILABLE");
    // Around a reply are the replies up to it.
    const isAround = pages.hasNewer && path.includes("/reply-1/");
    const shown = isAround ? messages.slice(0, 1) : messages;
    const ends = { hasMore: false, hasNewer: isAround };
    const page = { root, messages: shown, ...ends, headSeq: 0, state };
    return path.endsWith("/thread") ? { status: 200, body: page } : undefined;
  };
  const hear = (frame: object) => {
    for (const socket of server.open) server.sendNow(socket, frame as never);
    return time.settle();
  };
  const tell = (event: string, data: object) => {
    const { workspaceId } = server;
    return hear({ type: "SERVER_PERSONAL_EVENT", event, data: { ...data, workspaceId } });
  };
  await tell("threads_read", {});
  const known = (id: MessageId = rootId) =>
    unreadInThread(tab.chat.store.getSnapshot().threadStates?.get(id));
  return { ...all, rootId, messages, state, list, pages, hear, tell, known };
}

it("takes back that a thread is read where the server refuses it", async () => {
  const { tab, room, rootId, known } = await followed();
  const threads = createThreads(tab.chat.threadHost);
  await threads.open(room.roomId, rootId);
  const marking = threads.markRead(rootId);
  expect(known()).toEqual({ unread: 0, mentions: 0 });
  await expect(marking).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
  expect(known()).toEqual({ unread: 2, mentions: 1 });
  expect(subscription(tab)).toMatchObject({ mentionCount: 1, threadMentionCount: 1 });
});

it("keeps what was told while the followed threads were read", async () => {
  const { state, list, tell, known, time } = await followed();
  const other = "other" as MessageId;
  let answer = (): void => undefined;
  list.whenRead = new Promise((resolve) => (answer = resolve));
  await tell("threads_read", {});
  await tell("thread_changed", { ...state, rootId: other });
  await tell("thread_changed", { ...state, isFollowing: false });
  answer();
  await time.settle();
  expect([known(), known(other)]).toMatchObject([{ unread: 0 }, { unread: 2 }]);
});

it("counts a reply that comes while the list with its thread is read", async () => {
  const { state, list, messages, tell, hear, known, time, room } = await followed();
  const rootId = "other" as MessageId;
  let answer = (): void => undefined;
  list.whenRead = new Promise((resolve) => (answer = resolve));
  list.body = { results: [state, { ...state, rootId, mentionNos: [] }] };
  await tell("threads_read", {});
  const message = { ...messages[1], id: "late", threadId: rootId, replyNo: 3, seq: 99 };
  const mentions = { userIds: [alice.id] };
  const reply = { ...message, metadata: { mentions } };
  const entry = { event: "message_new", seq: 99, message: reply, sessionRoomSlug: room.slug };
  await hear({ ...entry, type: "SERVER_ROOM_EVENT" });
  answer();
  await time.settle();
  expect(known(rootId)).toEqual({ unread: 3, mentions: 1 });
});

it("reads the followed threads again when a room comes back", async () => {
  const { room, server, hear } = await followed();
  let rev = server.time.now();
  const become = (isIn: boolean) => {
    rev += 1;
    const changed = isIn ? [room.toSubscription(alice.id)] : [];
    const removed = isIn ? [] : [room.slug];
    return hear({ type: "SERVER_SUBSCRIPTION_UPDATE", changed, removed, rev });
  };
  const readings = () => server.calls("/threads/followed").length;
  const before = readings();
  await become(true);
  await become(false);
  expect(readings()).toBe(before);
  await become(true);
  expect(readings()).toBe(before + 1);
});

it("keeps a thread that cannot be read again, and goes on with it", async () => {
  const { tab, room, rootId, pages } = await followed();
  const threads = createThreads(tab.chat.threadHost);
  await threads.open(room.roomId, rootId);
  await tab.chat.rooms.reload(room.roomId);
  const thread = () => tab.chat.store.getSnapshot().threads.get(rootId);
  expect(thread()).toMatchObject({ isStale: true });
  pages.isFailing = true;
  await expect(threads.open(room.roomId, rootId)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(thread()).toMatchObject({ status: "ready", isStale: true });
  pages.isFailing = false;
  await threads.open(room.roomId, rootId);
  expect(thread()).toMatchObject({ status: "ready", isStale: false });
});

it("shows the newest replies in the place of those around one", async () => {
  const { tab, room, rootId, pages } = await followed();
  const threads = createThreads(tab.chat.threadHost);
  pages.hasNewer = true;
  await threads.open(room.roomId, "reply-1" as MessageId);
  const thread = () => tab.chat.store.getSnapshot().threads.get(rootId);
  const ids = () => thread()?.messages.map(({ id }) => id);
  expect([ids(), thread()?.hasNewer]).toEqual([["reply-1"], true]);
  await threads.showNewest(rootId);
  expect([ids(), thread()?.hasNewer]).toEqual([["reply-1", "reply-2"], false]);
});
