import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { answerCall, refusal } from "../test/fake-calls.ts";
import { refuse } from "../test/fake-frames.ts";
import { alice, bob } from "../test/people.ts";
import { browser, world, type Tab } from "../test/world.ts";
import type { OutboxEntry } from "./chat-state.ts";
import { visibleMessages } from "./selectors.ts";

/** Alice and Bob in general; Alice has it open. */
async function general(shared = browser()) {
  const all = world();
  const room = all.server.room("general", alice, bob);
  const tab = await all.connected(alice, shared);
  await tab.chat.rooms.open(toRoomId("general"));
  return { ...all, room, tab, shared, openTab: all.tab };
}

function shown({ chat }: Tab): string[] {
  const list = visibleMessages(chat.store.getSnapshot(), toRoomId("general"));
  return list.map(({ content, status }) => `${content}: ${status}`);
}

function texts(room: { messages: () => readonly { content: string }[] }): string[] {
  return room.messages().map((each) => each.content);
}

it("shows a message at once as sending, and as sent when its own event comes back", async () => {
  const { server, time, tab } = await general();
  const held: (() => void)[] = [];
  server.deliver = (socket, frame) => held.push(() => server.sendNow(socket, frame));
  void tab.chat.messages.send(toRoomId("general"), "  hello  ");
  expect(shown(tab)).toEqual(["hello: sending"]);
  await time.settle();
  for (const send of held) send();
  await time.settle();
  expect(shown(tab)).toEqual(["hello: sent"]);
});

it("keeps the row of a message when it is confirmed", async () => {
  const { time, tab } = await general();
  void tab.chat.messages.send(toRoomId("general"), "hello");
  const keyOf = () => visibleMessages(tab.chat.store.getSnapshot(), toRoomId("general"))[0]?.key;
  const before = keyOf();
  await time.settle();
  expect(shown(tab)).toEqual(["hello: sent"]);
  expect(keyOf()).toBe(before);
});

it("ignores a text that is blank, and refuses a room that the person is not in", async () => {
  const { tab } = await general();
  for (const blank of [" \n ", "\u200B\u200D", "\u3164"])
    await tab.chat.messages.send(toRoomId("general"), blank);
  expect(shown(tab)).toEqual([]);
  await expect(tab.chat.messages.send(toRoomId("elsewhere"), "hello")).rejects.toThrow(
    "Not subscribed to this room",
  );
});

it("sends one at a time in the order of writing", async () => {
  const { server, time, tab, room } = await general();
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  for (const text of ["one", "two", "three"])
    await tab.chat.messages.send(toRoomId("general"), text);
  await time.settle();
  expect(server.frames("CLIENT_SEND_MESSAGE").map((each) => each.content)).toEqual(["one"]);
  server.onFrame = () => false;
  await time.advance(10_000);
  expect(texts(room)).toEqual(["one", "two", "three"]);
  expect(shown(tab)).toEqual(["one: sent", "two: sent", "three: sent"]);
});

it("does not hold up one room for another", async () => {
  const { server, time, tab, room } = await general();
  const other = server.room("other", alice);
  await tab.chat.rooms.load();
  server.onFrame = (_, frame) =>
    frame.type === "CLIENT_SEND_MESSAGE" && frame.sessionRoomSlug === "general";
  await tab.chat.messages.send(toRoomId("general"), "stuck");
  await tab.chat.messages.send(toRoomId("other"), "through");
  await time.settle();
  expect(texts(room)).toEqual([]);
  expect(texts(other)).toEqual(["through"]);
});

it("falls back to REST with the same id when the channel does not acknowledge in time", async () => {
  const { server, time, tab, room } = await general();
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.advance(10_000);
  const [frame] = server.frames("CLIENT_SEND_MESSAGE");
  const [call] = server.calls("/session-room/general/messages").filter((each) => each.body);
  expect(call?.body?.["clientMessageId"]).toBe(frame?.clientMessageId);
  expect(call?.headers["idempotency-key"]).toBeUndefined();
  expect(texts(room)).toEqual(["hello"]);
  expect(shown(tab)).toEqual(["hello: sent"]);
});

it("makes no second message when only the acknowledgement was lost", async () => {
  const { server, time, tab, room, shared } = await general();
  server.deliver = () => {};
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  expect(texts(room)).toEqual(["hello"]);
  server.deliver = (socket, frame) => server.sendNow(socket, frame);
  server.cutAll();
  await time.advance(20_000);
  expect(texts(room)).toEqual(["hello"]);
  expect(shown(tab)).toEqual(["hello: sent"]);
  expect(await shared.outbox.list(alice.id)).toEqual([]);
});

it("shows a message once that the log brought before its answer, though it is still stored as unsent", async () => {
  const { server, time, tab, room, shared } = await general();
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  await tab.chat.messages.send(toRoomId("general"), "hello");
  const [entry] = await shared.outbox.list(alice.id);
  server.publish(room, () => room.send(alice, "hello", entry?.clientMessageId ?? ""));
  await time.settle();
  expect(shown(tab)).toEqual(["hello: sent"]);
  await tab.chat.messages.findUnsent();
  expect(shown(tab)).toEqual(["hello: sent"]);
  await time.advance(20_000);
  expect(await shared.outbox.list(alice.id)).toEqual([]);
});

it("shows what is written behind the own message before it, from the moment on that this is sent", async () => {
  const { server, time, tab, room } = await general();
  server.publish(room, () => room.send(bob, "before", "temp_bob"));
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE" && frame.content === "two";
  for (const text of ["one", "two"]) void tab.chat.messages.send(toRoomId("general"), text);
  expect(shown(tab)).toEqual(["before: sent", "one: sending", "two: sending"]);
  await time.settle();
  expect(shown(tab)).toEqual(["before: sent", "one: sent", "two: sending"]);
});

it("shows a message once that a page brought before its answer, where the list has not come that far", async () => {
  const { server, time, signedIn } = world();
  const room = server.room("general", alice, bob);
  const tab = signedIn(alice);
  await tab.chat.rooms.load();
  room.send(bob, "since then", "temp_bob");
  server.onCall = (request) => {
    if (request.method !== "POST" || !request.path.endsWith("/messages")) return undefined;
    server.onCall = () => undefined;
    answerCall(server, request);
    return Promise.reject(new TypeError("fetch failed"));
  };
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  await tab.chat.rooms.open(toRoomId("general"));
  expect(shown(tab)).toHaveLength(3);
  await time.advance(1_000);
  expect(shown(tab)).toEqual(["since then: sent", "hello: sent"]);
});

it("goes on showing what was acknowledged while an older page was being read", async () => {
  const { server, time, signedIn } = world();
  const room = server.room("general", alice, bob);
  const tab = signedIn(alice);
  let answer = () => {};
  const page = room.toPage(50);
  server.onCall = ({ method, path }) =>
    method === "GET" && path.endsWith("/messages")
      ? new Promise((resolve) => {
          answer = () => resolve({ status: 200, body: page });
        })
      : undefined;
  await tab.chat.rooms.load();
  const opening = tab.chat.rooms.open(toRoomId("general"));
  await time.settle();
  room.send(bob, "since then", "temp_bob");
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  answer();
  await opening;
  expect(shown(tab)).toEqual(["hello: sent"]);
});

it("takes the answer to a repeated send for its acknowledgement", async () => {
  const { server, time, tab, room } = await general();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SEND_MESSAGE") return false;
    // Written before, as a tab that was closed in the middle has left it.
    room.send(socket.user, frame.content, frame.clientMessageId ?? "");
    server.onFrame = () => false;
    return false;
  };
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.advance(1_000);
  expect(texts(room)).toEqual(["hello"]);
  expect(shown(tab)).toEqual(["hello: sent"]);
});

it("sends again by itself after a refusal that passes, waiting as long as the server asks", async () => {
  const { server, time, tab, room } = await general();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SEND_MESSAGE") return false;
    const { requestId } = frame;
    refuse(server, socket, { code: "RATE_LIMITED", requestId, status: 429, retryAfterMs: 3_000 });
    return true;
  };
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  server.onFrame = () => false;
  await time.advance(2_999);
  expect(shown(tab)).toEqual(["hello: sending"]);
  expect(texts(room)).toEqual([]);
  await time.advance(1_000);
  expect(shown(tab)).toEqual(["hello: sent"]);
});

it("keeps what was refused for good, lets the next ones pass, and sends it again on request", async () => {
  const { server, time, tab, room } = await general();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SEND_MESSAGE" || frame.content !== "too long") return false;
    refuse(server, socket, { code: "MESSAGE_TOO_LONG", requestId: frame.requestId });
    return true;
  };
  await tab.chat.messages.send(toRoomId("general"), "too long");
  await tab.chat.messages.send(toRoomId("general"), "next");
  await time.settle();
  expect(shown(tab)).toEqual(["too long: failed", "next: sent"]);
  const [failed] = visibleMessages(tab.chat.store.getSnapshot(), toRoomId("general"));
  expect(failed?.failure).toEqual({ code: "MESSAGE_TOO_LONG", message: "MESSAGE_TOO_LONG" });
  await time.advance(600_000);
  expect(texts(room)).toEqual(["next"]);
  server.onFrame = () => false;
  const [first] = server.frames("CLIENT_SEND_MESSAGE");
  const retried = tab.chat.messages.retry(failed?.clientMessageId ?? "");
  expect(shown(tab)).toEqual(["next: sent", "too long: sending"]);
  await retried;
  await time.settle();
  expect(server.frames("CLIENT_SEND_MESSAGE").at(-1)?.clientMessageId).toBe(first?.clientMessageId);
  expect(shown(tab)).toEqual(["next: sent", "too long: sent"]);
});

/** As the present build stores a refused text, and as builds that knew a room by its address did. */
const ways = ["by its room", "by the address alone"];
it.each(ways)(
  "keeps a refused text, stored %s, where its room gets another address",
  async (by) => {
    const { server, time, tab, room, shared, openTab } = await general();
    server.onFrame = (socket, frame) => {
      if (frame.type !== "CLIENT_SEND_MESSAGE") return false;
      refuse(server, socket, { code: "ROOM_ARCHIVED", requestId: frame.requestId });
      return true;
    };
    await tab.chat.messages.send(room.roomId, "refused");
    await time.settle();
    const [entry] = await shared.outbox.list(alice.id);
    if (entry && by === ways[1]) {
      const { roomId: _, ...former } = entry;
      await shared.outbox.put(former as OutboxEntry);
    }
    const early = openTab(shared);
    await early.chat.rooms.load();
    server.rooms.delete(room.slug);
    room.slug = "moved";
    server.rooms.set(room.slug, room);
    for (const { chat } of [tab, early]) await chat.rooms.load();
    await time.advance(90_000);
    for (const each of [tab, early, openTab(shared)]) {
      await each.chat.rooms.load();
      await time.settle();
      expect(shown(each)).toEqual(["refused: failed"]);
    }
    server.onFrame = () => false;
    const { clientMessageId = "" } = entry ?? {};
    await tab.chat.messages.retry(clientMessageId);
    await time.settle();
    expect([texts(room), shown(tab)]).toEqual([["refused"], ["refused: sent"]]);
  },
);

it("throws a failed message away for good", async () => {
  const { server, time, tab, shared } = await general();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SEND_MESSAGE") return false;
    refuse(server, socket, { code: "MESSAGE_SEND_NOT_ALLOWED", requestId: frame.requestId });
    return true;
  };
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  const [failed] = visibleMessages(tab.chat.store.getSnapshot(), toRoomId("general"));
  await tab.chat.messages.discard(failed?.clientMessageId ?? "");
  expect(shown(tab)).toEqual([]);
  expect(await shared.outbox.list(alice.id)).toEqual([]);
});

it("does not bring back a message that was thrown away while it was being refused", async () => {
  const { server, time, tab, shared } = await general();
  let refuseNow = () => {};
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SEND_MESSAGE") return false;
    refuseNow = () =>
      refuse(server, socket, { code: "MESSAGE_TOO_LONG", requestId: frame.requestId });
    return true;
  };
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  const [sending] = visibleMessages(tab.chat.store.getSnapshot(), toRoomId("general"));
  await tab.chat.messages.discard(sending?.clientMessageId ?? "");
  refuseNow();
  await time.settle();
  expect(shown(tab)).toEqual([]);
  expect(await shared.outbox.list(alice.id)).toEqual([]);
});

it("stores a message before the first try, and sends it after a reload in the order of writing", async () => {
  const { server, time, tab, room, shared, connected } = await general();
  server.isDown = true;
  server.cutAll();
  for (const text of ["one", "two"]) await tab.chat.messages.send(toRoomId("general"), text);
  await time.advance(1_000);
  const stored = await shared.outbox.list(alice.id);
  expect(stored).toMatchObject([{ content: "one" }, { content: "two" }]);
  tab.chat.close();
  tab.account.close();
  server.isDown = false;
  const again = await connected(alice, shared);
  await again.chat.rooms.open(toRoomId("general"));
  await time.settle();
  expect(texts(room)).toEqual(["one", "two"]);
  expect(shown(again)).toEqual(["one: sent", "two: sent"]);
  const ids = room.log.flatMap((entry) =>
    entry.event === "message_new" ? [entry.clientMessageId] : [],
  );
  expect(ids).toEqual(stored.map((each) => each.clientMessageId));
});

it("sends over REST while the channel cannot be had", async () => {
  const { server, time, signedIn } = world();
  const room = server.room("general", alice);
  const tab = signedIn(alice);
  server.onCall = ({ path }) => (path === "/auth/ws-ticket" ? refusal(503, "DRAINING") : undefined);
  tab.chat.connection.connect();
  await tab.chat.rooms.load();
  await tab.chat.rooms.open(toRoomId("general"));
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  expect(texts(room)).toEqual(["hello"]);
  expect(shown(tab)).toEqual(["hello: sent"]);
});

it("sends what waited as soon as the connection is back", async () => {
  const { server, time, tab, room } = await general();
  server.isDown = true;
  server.cutAll();
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.advance(60_000);
  expect(shown(tab)).toEqual(["hello: sending"]);
  server.isDown = false;
  tab.signal("online");
  await time.settle();
  expect(texts(room)).toEqual(["hello"]);
});

it("sends what a tab left behind when it was closed, from the one that stays open", async () => {
  const { server, time, tab: closed, room, shared, connected } = await general();
  const stays = await connected(alice, shared);
  server.isDown = true;
  server.cutAll();
  await closed.chat.messages.send(toRoomId("general"), "left behind");
  closed.chat.close();
  closed.account.close();
  server.isDown = false;
  await time.advance(90_000);
  expect(texts(room)).toEqual(["left behind"]);
  expect(stays.chat.store.getSnapshot().pending.size).toBe(0);
});

it("finds what another tab has stored a moment ago and not sent", async () => {
  const { server, tab: first, openTab, shared } = await general();
  const second = openTab(shared);
  server.isDown = true;
  server.cutAll();
  await first.chat.messages.send(toRoomId("general"), "unsent");
  expect(second.chat.store.getSnapshot().pending.size).toBe(0);
  await expect(second.chat.messages.findUnsent()).resolves.toBe(1);
  expect(second.chat.store.getSnapshot().pending.size).toBe(1);
});

it("shows in every tab what one of them had refused for good", async () => {
  const { server, time, tab: first, openTab, shared } = await general();
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  server.onCall = ({ path, method }) =>
    method === "POST" && path.endsWith("/messages") ? refusal(400, "MESSAGE_TOO_LONG") : undefined;
  await first.chat.messages.send(toRoomId("general"), "too long");
  const second = openTab(shared);
  second.chat.connection.connect();
  await second.chat.rooms.open(toRoomId("general"));
  await time.advance(60_000);
  expect([shown(first), shown(second)]).toEqual([["too long: failed"], ["too long: failed"]]);
});

it("does not send the same entry from two tabs, and both see its end", async () => {
  const { server, time, tab: first, openTab, room, shared } = await general();
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  await first.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  const second = openTab(shared);
  second.chat.connection.connect();
  await second.chat.rooms.open(toRoomId("general"));
  await time.settle();
  expect(shown(second)).toEqual(["hello: sending"]);
  expect(server.frames("CLIENT_SEND_MESSAGE")).toHaveLength(1);
  await time.advance(10_000);
  expect(texts(room)).toEqual(["hello"]);
  expect([shown(first), shown(second)]).toEqual([["hello: sent"], ["hello: sent"]]);
  expect(server.frames("CLIENT_SEND_MESSAGE")).toHaveLength(1);
});

it("lets go of a message that another tab has thrown away", async () => {
  const { server, time, tab: first, openTab, shared } = await general();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SEND_MESSAGE" || frame.content !== "refused") return false;
    refuse(server, socket, { code: "MESSAGE_TOO_LONG", requestId: frame.requestId });
    return true;
  };
  await first.chat.messages.send(toRoomId("general"), "refused");
  await time.settle();
  const second = openTab(shared);
  second.chat.connection.connect();
  await second.chat.rooms.open(toRoomId("general"));
  await time.settle();
  expect(shown(second)).toEqual(["refused: failed"]);
  const [failed] = visibleMessages(first.chat.store.getSnapshot(), toRoomId("general"));
  await first.chat.messages.discard(failed?.clientMessageId ?? "");
  await second.chat.messages.send(toRoomId("general"), "next");
  await time.settle();
  expect(shown(second)).toEqual(["next: sent"]);
});

it("sends in the order of writing whatever the order of the store", async () => {
  const shared = browser();
  const { list } = shared.outbox;
  const outbox = { ...shared.outbox, list: async (id: string) => (await list(id)).toReversed() };
  const { server, time, tab, room } = await general({ ...shared, outbox });
  server.isDown = true;
  server.cutAll();
  for (const text of ["one", "two", "three"])
    await tab.chat.messages.send(toRoomId("general"), text);
  server.isDown = false;
  await time.advance(30_000);
  expect(texts(room)).toEqual(["one", "two", "three"]);
});

it("lets another tab send what a closed one has left", async () => {
  const { server, time, tab: first, openTab, room, shared } = await general();
  const second = openTab(shared);
  second.chat.connection.connect();
  await time.settle();
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  await first.chat.messages.send(toRoomId("general"), "from the first");
  first.chat.close();
  server.onFrame = () => false;
  await second.chat.messages.send(toRoomId("general"), "from the second");
  await time.advance(10_000);
  expect(texts(room)).toEqual(["from the first", "from the second"]);
});

it("keeps the unsent text of a person whose session the server has ended", async () => {
  const { server, time, tab, room, shared, connected } = await general();
  server.isDown = true;
  server.cutAll();
  await tab.chat.messages.send(toRoomId("general"), "hello");
  server.isDown = false;
  server.accessTokens.clear();
  server.refreshTokens.clear();
  await time.advance(60_000);
  expect(tab.account.session.getSnapshot().isAuthenticated).toBe(false);
  expect(shown(tab)).toEqual([]);
  await connected(alice, shared);
  await time.settle();
  expect(texts(room)).toEqual(["hello"]);
});

it("leaves nothing on the device after a sign-out", async () => {
  const { server, tab, shared } = await general();
  server.isDown = true;
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await tab.account.auth.signOut();
  expect(await shared.outbox.list(alice.id)).toEqual([]);
});

it("sends all the same where nothing can be stored", async () => {
  const broken = async () => {
    throw new Error("The quota has been exceeded");
  };
  const shared = {
    ...browser(),
    outbox: { put: broken, remove: broken, list: broken, clear: broken },
  };
  const { time, tab, room } = await general(shared);
  await tab.chat.messages.send(toRoomId("general"), "one");
  await tab.chat.messages.send(toRoomId("general"), "two");
  await time.settle();
  expect(texts(room)).toEqual(["one", "two"]);
  expect(shown(tab)).toEqual(["one: sent", "two: sent"]);
});

it("keeps an unsent text for its author when another has signed in while the tab was frozen", async () => {
  const { server, time, tab, room, shared, signedIn } = await general();
  server.isDown = true;
  tab.chat.connection.disconnect();
  await tab.chat.messages.send(toRoomId("general"), "from alice");
  await time.advance(1_000);
  server.accessTokens.clear();
  const his = browser();
  signedIn(bob, his).account.close();
  // No event tells the tab of it.
  for (const [key, value] of his.values) shared.values.set(key, value);
  server.isDown = false;
  await time.advance(60_000);
  expect(texts(room)).toEqual([]);
  expect(shown(tab)).toEqual([]);
  expect(tab.chat.store.getSnapshot().currentUser).toEqual(bob);
  tab.account.tokens.begin({ user: alice, tokens: server.issueTokens(alice) });
  await time.advance(60_000);
  expect(room.messages().map((each) => [each.authorName, each.content])).toEqual([
    ["Alice", "from alice"],
  ]);
});

it("shows nobody the text of another that is refused after they have signed in", async () => {
  const { server, time, tab, shared } = await general();
  tab.chat.connection.disconnect();
  server.onCall = ({ method, path }) => {
    if (method !== "POST" || !path.endsWith("/messages")) return undefined;
    tab.account.tokens.begin({ user: bob, tokens: server.issueTokens(bob) });
    return refusal(403, "MESSAGE_SEND_NOT_ALLOWED");
  };
  await tab.chat.messages.send(toRoomId("general"), "from alice");
  await time.advance(1_000);
  expect(tab.chat.store.getSnapshot().currentUser).toEqual(bob);
  expect(shown(tab)).toEqual([]);
  expect(await shared.outbox.list(alice.id)).toMatchObject([{ content: "from alice" }]);
});

/** Alice wrote something offline two hours from now, as the clock says that was set back since; then she came back. */
async function clockSetBack() {
  const all = world();
  const shared = browser();
  const room = all.server.room("general", alice, bob);
  await shared.outbox.put({
    clientMessageId: "temp_earlier",
    userId: alice.id,
    roomId: room.roomId,
    sessionRoomSlug: "general",
    kind: "send",
    anchorSeq: 0,
    content: "earlier",
    type: "text",
    position: all.time.now() + 2 * 3_600_000,
    failure: null,
  });
  return { ...all, shared, room };
}

it("sends what an earlier page left before what is written now, however the clock was set", async () => {
  const { server, time, signedIn, shared, room } = await clockSetBack();
  server.onCall = ({ method }) => (method === "POST" ? refusal(503, "DB_UNAVAILABLE") : undefined);
  const tab = signedIn(alice, shared);
  await tab.chat.rooms.load();
  await tab.chat.messages.send(toRoomId("general"), "later");
  expect(shown(tab)).toEqual(["earlier: sending", "later: sending"]);
  server.onCall = () => undefined;
  await time.advance(60_000);
  expect(texts(room)).toEqual(["earlier", "later"]);
});

it("shows at once what is written before the first look at the store, and sends it after what is there", async () => {
  const { time, signedIn, shared, room } = await clockSetBack();
  const { list } = shared.outbox;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow = { ...shared.outbox, list: (userId: string) => opened.then(() => list(userId)) };
  const tab = signedIn(alice, { ...shared, outbox: slow });
  const { chat } = tab;
  const sending = ["one", "two", "thrown away"].map((text) =>
    chat.messages.send(toRoomId("general"), text),
  );
  expect(shown(tab)).toEqual(["one: sending", "two: sending", "thrown away: sending"]);
  const [, , last] = visibleMessages(chat.store.getSnapshot(), toRoomId("general"));
  await chat.messages.discard(last?.clientMessageId ?? "");
  chat.connection.connect();
  await time.settle();
  expect(shown(tab)).toEqual(["one: sending", "two: sending"]);
  expect(texts(room)).toEqual([]);
  open();
  await Promise.all(sending);
  await time.settle();
  expect(texts(room)).toEqual(["earlier", "one", "two"]);
  expect(await list(alice.id)).toEqual([]);
});

it("keeps nothing that was written before the first look and signed out of during it", async () => {
  const { time, signedIn, shared } = await clockSetBack();
  const tab = signedIn(alice, shared);
  void tab.chat.messages.send(toRoomId("general"), "later");
  await tab.account.auth.signOut();
  await time.settle();
  expect(await shared.outbox.list(alice.id)).toEqual([]);
});
