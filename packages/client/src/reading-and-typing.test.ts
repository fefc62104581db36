import type { MessageId } from "@colbin/protocol";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { refusal } from "../test/fake-calls.ts";
import { refuse } from "../test/fake-frames.ts";
import { alice, bob } from "../test/people.ts";
import { world, type Tab } from "../test/world.ts";

/** Three messages of Bob's that Alice has not read; she has the room open. */
async function unread() {
  const all = world();
  const room = all.server.room("general", alice, bob);
  for (const text of ["one", "two", "three"]) room.send(bob, text, `temp_${text}`);
  const tab = await all.connected(alice);
  await tab.chat.rooms.open(toRoomId("general"));
  const [first, second, third] = room.messages().map((each) => each.id as string);
  const ids = { first: first ?? "", second: second ?? "", third: third ?? "" };
  return { ...all, room, tab, ...ids };
}

function counts({ chat }: Tab) {
  const state = chat.store.getSnapshot();
  const { unreadCount, readMsgNo } = state.subscriptions.get(toRoomId("general")) ?? {};
  return { unreadCount, readMsgNo, total: state.totalUnread };
}

it("shows a read at once and stores it over the channel", async () => {
  const { server, time, tab, room, second } = await unread();
  expect(counts(tab)).toEqual({ unreadCount: 3, readMsgNo: 0, total: 3 });
  const marking = tab.chat.messages.markRead(toRoomId("general"), second);
  expect(counts(tab).unreadCount).toBe(1);
  await marking;
  await time.settle();
  expect(counts(tab)).toEqual({ unreadCount: 1, readMsgNo: 2, total: 1 });
  expect(room.reads.get(alice.id)?.msgNo).toBe(2);
  expect(server.calls("/multi-room-chat/mark-read")).toHaveLength(0);
});

it("falls back to REST without an answer in 5 s", async () => {
  const { server, time, tab, third } = await unread();
  server.onFrame = (_, frame) => frame.type === "CLIENT_MARK_ROOM_READ";
  const marking = tab.chat.messages.markRead(toRoomId("general"), third);
  await time.advance(4_999);
  expect(server.calls("/multi-room-chat/mark-read")).toHaveLength(0);
  await time.advance(1);
  await marking;
  expect(server.calls("/multi-room-chat/mark-read/general").map((each) => each.body)).toEqual([
    { lastReadMessageId: third },
  ]);
  expect(counts(tab)).toEqual({ unreadCount: 0, readMsgNo: 3, total: 0 });
});

it("does not ask again in the name of another who signs in before the answer", async () => {
  const { server, time, tab, third } = await unread();
  server.onFrame = (_, frame) => frame.type === "CLIENT_MARK_ROOM_READ";
  const marking = tab.chat.messages.markRead(toRoomId("general"), third);
  await time.settle();
  tab.account.tokens.begin({ user: bob, tokens: server.issueTokens(bob) });
  await time.advance(60_000);
  await marking;
  expect(server.calls("/multi-room-chat/mark-read")).toHaveLength(0);
});

it("takes the read back when the server refuses it", async () => {
  const { server, tab, third } = await unread();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_MARK_ROOM_READ") return false;
    refuse(server, socket, {
      code: "SUBSCRIPTION_NOT_FOUND",
      requestId: frame.requestId,
      status: 404,
    });
    return true;
  };
  await expect(tab.chat.messages.markRead(toRoomId("general"), third)).rejects.toMatchObject({
    code: "SUBSCRIPTION_NOT_FOUND",
  });
  expect(counts(tab)).toEqual({ unreadCount: 3, readMsgNo: 0, total: 3 });
});

it("keeps a read that could not be sent, and sends it when the connection is back", async () => {
  const { server, time, tab, room, third } = await unread();
  server.isDown = true;
  server.cutAll();
  await tab.chat.messages.markRead(toRoomId("general"), third);
  expect(counts(tab)).toMatchObject({ unreadCount: 0, readMsgNo: 0 });
  server.isDown = false;
  await time.advance(30_000);
  expect(room.reads.get(alice.id)?.msgNo).toBe(3);
  expect(counts(tab)).toMatchObject({ unreadCount: 0, readMsgNo: 3 });
});

it("sends a read again by itself when the server could not take it just now", async () => {
  const { server, time, tab, room, third } = await unread();
  let refusals = 3;
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_MARK_ROOM_READ" || refusals === 0) return false;
    refusals -= 1;
    const { requestId } = frame;
    refuse(server, socket, { code: "DB_UNAVAILABLE", requestId, status: 503 });
    return true;
  };
  server.onCall = (call) =>
    call.path.includes("mark-read") && refusals > 0 ? refusal(503, "DB_UNAVAILABLE") : undefined;
  await tab.chat.messages.markRead(toRoomId("general"), third);
  expect(room.reads.get(alice.id)?.msgNo).not.toBe(3);
  await time.advance(60_000);
  expect(room.reads.get(alice.id)?.msgNo).toBe(3);
  expect(counts(tab)).toMatchObject({ unreadCount: 0, readMsgNo: 3 });
});

it("sends one read at a time and only the newest, never an older one", async () => {
  const { server, time, tab, first, second, third } = await unread();
  const marks = [first, second, third, first].map((id) =>
    tab.chat.messages.markRead(toRoomId("general"), id),
  );
  await Promise.all(marks);
  await time.settle();
  const sent = server.frames("CLIENT_MARK_ROOM_READ").map((frame) => frame.lastReadMessageId);
  expect(sent.at(-1)).toBe(third);
  expect(sent.length).toBeLessThanOrEqual(2);
});

it("sends a read beside a message that waits, and a newer one after the refusal of an older", async () => {
  const { server, time, tab, room, second, third } = await unread();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_MARK_ROOM_READ") return frame.type === "CLIENT_SEND_MESSAGE";
    if (frame.lastReadMessageId === third) return false;
    refuse(server, socket, { code: "MESSAGE_NOT_FOUND", requestId: frame.requestId });
    return true;
  };
  await tab.chat.messages.send(toRoomId("general"), "waits for its acknowledgement");
  const older = tab.chat.messages.markRead(toRoomId("general"), second);
  const newer = tab.chat.messages.markRead(toRoomId("general"), third);
  expect(counts(tab).unreadCount).toBe(0);
  await expect(older).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
  await newer;
  await time.settle();
  expect(room.reads.get(alice.id)?.msgNo).toBe(3);
  expect(counts(tab)).toMatchObject({ unreadCount: 0, readMsgNo: 3 });
  expect(tab.chat.store.getSnapshot().pending.size).toBe(1);
});

it("keeps a read while the token is of another workspace, and never shows or sends it there", async () => {
  const { server, time, tab, room, third } = await unread();
  const here = server.workspaceId;
  server.isDown = true;
  server.cutAll();
  await tab.chat.messages.markRead(toRoomId("general"), third);
  const moveTo = async (workspaceId: typeof here) => {
    Object.assign(server, { workspaceId, isDown: false });
    server.cutAll(4009);
    await time.advance(5_000);
  };
  await moveTo("elsewhere" as typeof here);
  expect(counts(tab)).toMatchObject({ unreadCount: 3 });
  expect(server.frames("CLIENT_MARK_ROOM_READ")).toHaveLength(0);
  expect(server.calls("/multi-room-chat/mark-read")).toHaveLength(0);
  server.onFrame = (_, frame) => frame.type === "CLIENT_MARK_ROOM_READ";
  await moveTo(here);
  expect(counts(tab)).toMatchObject({ unreadCount: 0, readMsgNo: 0 });
  await time.advance(5_000);
  expect(room.reads.get(alice.id)?.msgNo).toBe(3);
  expect(counts(tab)).toMatchObject({ unreadCount: 0, readMsgNo: 3 });
});

it("only clears the own count for an id that no server knows", async () => {
  const { server, time, tab } = await unread();
  await tab.chat.messages.markRead(toRoomId("general"), "not an id");
  await time.settle();
  expect(counts(tab)).toMatchObject({ unreadCount: 0, readMsgNo: 0 });
  expect(server.frames("CLIENT_MARK_ROOM_READ")).toHaveLength(0);
});

it("does not ask the server for a read of a room that the person is not in", async () => {
  const { server, tab, third } = await unread();
  await tab.chat.messages.markRead(toRoomId("elsewhere"), third);
  expect(server.frames("CLIENT_MARK_ROOM_READ")).toHaveLength(0);
});

it("waits signed out with a read as with a message", async () => {
  const { server, tab, third } = await unread();
  server.onFrame = (_, frame) => frame.type === "CLIENT_MARK_ROOM_READ";
  server.onCall = () => refusal(503, "DB_UNAVAILABLE");
  server.cutAll();
  await expect(tab.chat.messages.markRead(toRoomId("general"), third)).resolves.toBeUndefined();
});

const rootId = "01890000-0000-7000-8000-000000000001" as MessageId;

async function typist() {
  const all = world();
  for (const slug of ["general", "other"]) all.server.room(slug, alice, bob);
  const tab = await all.connected(alice);
  const said = () =>
    all.server
      .frames("CLIENT_TYPING")
      .map(
        ({ roomSlug, threadId, isTyping }) => `${threadId ?? roomSlug} ${isTyping ? "on" : "off"}`,
      );
  return { ...all, tab, said, typing: tab.chat.typing };
}

it("says that it types at the first key, and off after 3 s without one", async () => {
  const { time, said, typing } = await typist();
  typing.keystroke(toRoomId("general"));
  expect(said()).toEqual(["general on"]);
  await time.advance(2_999);
  expect(said()).toEqual(["general on"]);
  await time.advance(1);
  expect(said()).toEqual(["general on", "general off"]);
});

it("repeats itself at most once in 3 s while it goes on", async () => {
  const { time, said, typing } = await typist();
  for (let key = 0; key < 70; key += 1) {
    typing.keystroke(toRoomId("general"));
    await time.advance(100);
  }
  expect(said()).toEqual(["general on", "general on", "general on"]);
});

it("is off on send, on clearing and on leaving, and only where it was on", async () => {
  const { time, tab, said, typing } = await typist();
  typing.stop(toRoomId("general"));
  expect(said()).toEqual([]);
  typing.keystroke(toRoomId("general"));
  await tab.chat.messages.send(toRoomId("general"), "hello");
  expect(said()).toEqual(["general on", "general off"]);
  await time.advance(3_000);
  await tab.chat.rooms.open(toRoomId("general"));
  typing.keystroke(toRoomId("general"));
  tab.chat.rooms.leaveView();
  expect(said().slice(2)).toEqual(["general on", "general off"]);
});

it("does not flicker: typing again right after clearing is not said again within 3 s", async () => {
  const { time, said, typing } = await typist();
  typing.keystroke(toRoomId("general"));
  typing.stop(toRoomId("general"));
  typing.keystroke(toRoomId("general"));
  await time.advance(1_000);
  expect(said()).toEqual(["general on", "general off"]);
  await time.advance(2_000);
  typing.keystroke(toRoomId("general"));
  expect(said()).toEqual(["general on", "general off", "general on"]);
});

it("moves with the person from room to room, and into a thread", async () => {
  const { said, typing } = await typist();
  typing.keystroke(toRoomId("general"));
  typing.keystroke(toRoomId("other"));
  typing.keystroke(toRoomId("other"), rootId);
  expect(said()).toEqual(["general on", "general off", "other on", "other off", `${rootId} on`]);
  typing.stop(toRoomId("other"));
  expect(said().at(-1)).toBe(`${rootId} off`);
});

it("says it anew on a new connection, and nothing without one", async () => {
  const { server, time, said, typing } = await typist();
  typing.keystroke(toRoomId("general"));
  server.cutAll();
  typing.keystroke(toRoomId("general"));
  expect(said()).toEqual(["general on"]);
  await time.advance(1_000);
  typing.keystroke(toRoomId("general"));
  expect(said()).toEqual(["general on", "general on"]);
});
