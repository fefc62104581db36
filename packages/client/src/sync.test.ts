import type { ServerFrame } from "@colbin/protocol";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { refusal } from "../test/fake-calls.ts";
import { replayOf } from "../test/fake-frames.ts";
import { general, look, says, shown, subscription } from "../test/general.ts";
import { alice, bob } from "../test/people.ts";
import { world, type World } from "../test/world.ts";

/** Keeps back what the server sends until the test lets it go. */
function hold({ server }: Pick<World, "server">): { frames: ServerFrame[]; release: () => void } {
  const frames: ServerFrame[] = [];
  const deliver = server.deliver;
  server.deliver = (_, frame) => void frames.push(frame);
  return {
    frames,
    release() {
      server.deliver = deliver;
      for (const frame of frames.splice(0))
        for (const socket of server.open) server.sendNow(socket, frame);
    },
  };
}

it("applies events in order, drops repetitions, and tells the server how far it has come", async () => {
  const { server, time, room, tab } = await general();
  says({ server }, room, "one", "two");
  for (const entry of room.log)
    for (const socket of server.open) server.sendNow(socket, room.toFrame(entry));
  expect(shown(tab)).toEqual(["one", "two"]);
  expect(subscription(tab)).toMatchObject({ headSeq: 4, lastMsgNo: 2, unreadCount: 2 });
  await time.advance(1_000);
  const heads = server.frames("ping").flatMap((frame) => (frame.heads ? [frame.heads] : []));
  expect(heads).toEqual([{ general: 4 }]);
});

it("waits for what is on its way before it asks", async () => {
  const { server, time, room, tab } = await general();
  const held = hold({ server });
  says({ server }, room, "one", "two", "three");
  held.frames.reverse();
  held.release();
  expect(shown(tab)).toEqual(["one", "two", "three"]);
  await time.advance(1_000);
  expect(server.frames("CLIENT_REQUEST_MESSAGE_HISTORY")).toHaveLength(0);
});

it("tells the heads of at most 20 rooms at once, each once, and the rest a second later", async () => {
  const { server, time, tab } = await general();
  const rooms = Array.from({ length: 25 }, (_, at) => server.room(`room-${at}`, alice, bob));
  await tab.chat.rooms.load();
  await time.advance(5_000);
  const before = server.frames("ping").length;
  for (const room of rooms) says({ server }, room, "hello");
  await time.advance(1_000);
  await time.advance(1_000);
  await time.advance(5_000);
  const heads = server.frames("ping").slice(before);
  expect(heads.map((frame) => Object.keys(frame.heads ?? {}).length)).toEqual([20, 5]);
});

it("lets a list close a gap without asking", async () => {
  const { server, time, room, tab } = await general();
  const closed = server.room("closed", alice, bob);
  await tab.chat.rooms.load();
  const held = hold({ server });
  says({ server }, closed, "lost");
  held.frames.length = 0;
  held.release();
  const stale = closed.toSubscription(alice.id);
  says({ server }, closed, "after");
  expect(subscription(tab, "closed")).toMatchObject({ headSeq: 2, unreadCount: 0 });
  server.onCall = ({ path }) =>
    path === "/multi-room-chat/subscriptions"
      ? { status: 200, body: { results: [room.toSubscription(alice.id), stale] } }
      : undefined;
  await tab.chat.rooms.load();
  expect(subscription(tab, "closed")).toMatchObject({ headSeq: 4, unreadCount: 2 });
  await time.advance(1_000);
  expect(server.frames("CLIENT_REQUEST_MESSAGE_HISTORY")).toHaveLength(0);
});

it("lets a list that came by the channel decide over one that was asked for before", async () => {
  const { server, time, tab } = await general();
  const asked = server.room("asked", alice);
  const stale = { status: 200, body: { results: [asked.toSubscription(alice.id)] } };
  let answer = () => {};
  server.onCall = ({ path }) =>
    path === "/multi-room-chat/subscriptions"
      ? new Promise((resolve) => {
          answer = () => resolve(stale);
        })
      : undefined;
  const loading = tab.chat.rooms.load();
  await time.settle();
  asked.members.delete(alice.id);
  server.cutAll();
  await time.advance(1_000);
  answer();
  await loading;
  expect([...tab.chat.store.getSnapshot().subscriptions.keys()]).toEqual([toRoomId("general")]);
});

it("ignores a list that is older than the one it has, but not across connections", async () => {
  const { server, time, room, tab } = await general();
  const [socket] = server.open;
  if (!socket) throw new Error("connected");
  const type = "SERVER_SUBSCRIPTION_UPDATE" as const;
  const subscriptions = [room.toSubscription(alice.id)];
  server.sendNow(socket, { type, subscriptions, rev: time.now() + 10 });
  server.sendNow(socket, { type, subscriptions: [], rev: time.now() + 9 });
  expect(subscription(tab)).toBeDefined();
  server.sendNow(socket, { type, subscriptions, rev: time.now() + 1_000_000 });
  const late = server.room("late", alice);
  server.cutAll();
  await time.advance(1_000);
  expect(subscription(tab, late.slug)).toBeDefined();
});

it.each([
  { roomType: "direct", asked: 0 },
  { roomType: "channel", asked: 1 },
] as const)(
  "asks for what is seen of a $roomType that is gone from the list $asked times",
  async ({ roomType, asked }) => {
    const { server, time, room, tab } = await general();
    const [socket] = server.open;
    if (!socket) throw new Error("connected");
    const type = "SERVER_SUBSCRIPTION_UPDATE" as const;
    const subscriptions = [{ ...room.toSubscription(alice.id), roomType }];
    server.sendNow(socket, { type, subscriptions, rev: time.now() + 10 });
    const before = server.calls("/session-room/general/messages").length;
    server.sendNow(socket, { type, subscriptions: [], rev: time.now() + 11 });
    await time.settle();
    expect(server.calls("/session-room/general/messages")).toHaveLength(before + asked);
    expect(server.frames("CLIENT_SUBSCRIBE_ROOMS")).toHaveLength(asked);
    expect(tab.chat.store.getSnapshot().activeRoomId).toBe(
      asked === 0 ? null : toRoomId("general"),
    );
  },
);

it("keeps the events of a room that arrive before the list that has it", async () => {
  const { server, time, room, tab } = await general();
  const [socket] = server.open;
  if (!socket) throw new Error("connected");
  const fresh = server.room("fresh", alice, bob);
  const early = fresh.toSubscription(alice.id);
  says({ server }, fresh, "overtakes the list");
  expect(tab.chat.store.getSnapshot().subscriptions.has(toRoomId("fresh"))).toBe(false);
  const subscriptions = [room.toSubscription(alice.id), early];
  const type = "SERVER_SUBSCRIPTION_UPDATE" as const;
  server.sendNow(socket, { type, subscriptions, rev: time.now() + 10 });
  expect(subscription(tab, "fresh")).toMatchObject({ headSeq: 3, unreadCount: 1 });
});

it("keeps the events after coming back to a room that arrive before the list that has it again", async () => {
  const { server, time, room, tab } = await general();
  const other = server.room("other", alice, bob);
  await tab.chat.rooms.load();
  const [socket] = server.open;
  if (!socket) throw new Error("connected");
  const after = other.headSeq;
  other.leave(alice);
  other.enter(alice);
  const subscriptions = [room, other].map((each) => each.toSubscription(alice.id));
  other.send(bob, "after the list was read", "temp_late");
  server.sendNow(socket, replayOf(other, after));
  const type = "SERVER_SUBSCRIPTION_UPDATE" as const;
  server.sendNow(socket, { type, subscriptions, rev: time.now() + 10 });
  expect(subscription(tab, "other")).toMatchObject({ headSeq: other.headSeq, unreadCount: 1 });
});

it("reads the list when a room is heard that it does not have", async () => {
  const { server, time, tab } = await general();
  const fresh = server.room("fresh", alice, bob);
  says({ server }, fresh, "nobody told that you are in");
  await time.advance(2_000);
  expect(subscription(tab, "fresh")).toMatchObject({ headSeq: 3, unreadCount: 1 });
});

it("asks for a gap after 200 ms, with the last seq that it has", async () => {
  const { server, time, room, tab } = await general();
  const held = hold({ server });
  says({ server }, room, "lost");
  held.frames.length = 0;
  held.release();
  says({ server }, room, "after");
  expect(shown(tab)).toEqual([]);
  await time.advance(199);
  expect(server.frames("CLIENT_REQUEST_MESSAGE_HISTORY")).toHaveLength(0);
  await time.advance(1);
  const asked = server.frames("CLIENT_REQUEST_MESSAGE_HISTORY");
  expect(asked.map((frame) => frame.afterSeq)).toEqual([2]);
  expect(shown(tab)).toEqual(["lost", "after"]);
});

it("reloads the room after three answers that did not help", async () => {
  const { server, time, room, tab } = await general();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_REQUEST_MESSAGE_HISTORY") return false;
    const { requestId, afterSeq = 0 } = frame;
    const replay = replayOf(room, afterSeq);
    if (replay.mode === "resume") server.sendNow(socket, { ...replay, events: [], requestId });
    return true;
  };
  const held = hold({ server });
  says({ server }, room, "lost");
  held.frames.length = 0;
  held.release();
  says({ server }, room, "after");
  server.requests.length = 0;
  await time.advance(600);
  expect(server.frames("CLIENT_REQUEST_MESSAGE_HISTORY")).toHaveLength(3);
  expect(server.calls("/session-room/general/messages")).toHaveLength(1);
  expect(shown(tab)).toEqual(["lost", "after"]);
  expect(subscription(tab)).toMatchObject({ headSeq: 4, unreadCount: 2 });
  await time.advance(10_000);
  expect(server.calls("/session-room/general/messages")).toHaveLength(1);
});

it("reloads the room rather than holding back more than a thousand events", async () => {
  const { server, time, room, tab } = await general();
  const held = hold({ server });
  says({ server }, room, ...Array.from({ length: 1_002 }, (_, at) => `message ${at}`));
  held.frames.shift();
  held.release();
  await time.settle();
  expect(shown(tab)).toHaveLength(50);
  expect(shown(tab).at(-1)).toBe("message 1001");
});

it("resumes after a cut with what it has, and gets what it missed", async () => {
  const { server, time, room, tab } = await general();
  const other = server.room("other", alice);
  await tab.chat.rooms.load();
  says({ server }, room, "before");
  server.cutAll();
  says({ server }, room, "meanwhile");
  says({ server }, other, "elsewhere");
  await time.advance(1_000);
  const [, again] = server.frames("CLIENT_MULTI_ROOM_AUTH");
  expect(again?.resume).toEqual({
    logEpoch: "epoch-1",
    workspaceId: "workspace",
    rooms: { general: 3, other: 1 },
  });
  expect(shown(tab)).toEqual(["before", "meanwhile"]);
  expect(subscription(tab, "other")).toMatchObject({ unreadCount: 1, lastMsgNo: 1 });
  expect(tab.chat.store.getSnapshot().messages.has(toRoomId("other"))).toBe(false);
});

it("names at most 400 rooms, opened ones first, and learns of the others by the list", async () => {
  const { server, time, tab } = await general();
  const rooms = Array.from({ length: 450 }, (_, at) => server.room(`room-${at}`, alice));
  await tab.chat.rooms.load();
  await tab.chat.rooms.open(toRoomId("room-449"));
  server.cutAll();
  for (const room of rooms) says({ server }, room, "meanwhile");
  await time.advance(2_000);
  const named = Object.keys(server.frames("CLIENT_MULTI_ROOM_AUTH").at(-1)?.resume?.rooms ?? {});
  expect(named).toHaveLength(400);
  expect(named.slice(0, 2)).toEqual(["general", "room-449"]);
  expect(tab.chat.store.getSnapshot().totalUnread).toBe(450);
  expect(shown(tab, "room-449")).toEqual(["meanwhile"]);
});

it("reloads a room of which too much was missed", async () => {
  const { server, time, room, tab } = await general();
  server.cutAll();
  says({ server }, room, ...Array.from({ length: 600 }, (_, at) => `message ${at}`));
  await time.advance(2_000);
  expect(shown(tab)).toHaveLength(50);
  expect(shown(tab).at(-1)).toBe("message 599");
  expect(subscription(tab)).toMatchObject({ unreadCount: 600, headSeq: 602 });
  says({ server }, room, "after");
  expect(shown(tab).at(-1)).toBe("after");
});

it("keeps what a room shows while it cannot be read anew, and tries again by itself", async () => {
  const { server, time, room, tab } = await general();
  says({ server }, room, "before");
  const pages = () => server.calls("/session-room/general/messages").length;
  const already = pages();
  server.onCall = ({ path }) =>
    path.endsWith("/messages") ? refusal(503, "DB_UNAVAILABLE") : undefined;
  server.cutAll();
  says({ server }, room, ...Array.from({ length: 600 }, (_, at) => `message ${at}`));
  await time.advance(10_000);
  expect(shown(tab)).toEqual(["before"]);
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))).toMatchObject({
    status: "ready",
  });
  // Again and again, but slower and slower.
  expect(pages() - already).toBeGreaterThan(2);
  expect(pages() - already).toBeLessThan(20);
  server.onCall = () => undefined;
  await time.advance(30_000);
  expect(shown(tab).at(-1)).toBe("message 599");
  const tries = pages();
  says({ server }, room, "after");
  await time.advance(60_000);
  expect(shown(tab).at(-1)).toBe("after");
  expect(pages()).toBe(tries);
});

it("reads a room that could not be opened by itself, and shows the failure until then", async () => {
  const { server, time, connected } = world();
  const room = server.room("general", alice, bob);
  const tab = await connected(alice);
  says({ server }, room, "hello");
  server.onCall = ({ path }) =>
    path.endsWith("/messages") ? refusal(503, "DB_UNAVAILABLE") : undefined;
  await expect(tab.chat.rooms.open(toRoomId("general"))).rejects.toMatchObject({
    code: "DB_UNAVAILABLE",
  });
  const statuses = new Set<string | undefined>();
  const { store } = tab.chat;
  store.subscribe(() => statuses.add(store.getSnapshot().pages.get(toRoomId("general"))?.status));
  await time.advance(10_000);
  expect(store.getSnapshot().pages.get(toRoomId("general"))).toMatchObject({ status: "failed" });
  server.onCall = () => undefined;
  await time.advance(30_000);
  expect(shown(tab)).toEqual(["hello"]);
  expect([...statuses]).toEqual(["failed", "ready"]);
});

it("reads a page that failed while the list after it was still awaited", async () => {
  const { server, time, room, tab } = await general();
  const list = Promise.withResolvers<{ status: number; body: unknown }>();
  server.onCall = ({ path }) => (path.endsWith("/subscriptions") ? list.promise : undefined);
  server.cutAll();
  says({ server }, room, ...Array.from({ length: 600 }, (_, at) => `message ${at}`));
  await time.advance(2_000);
  // The page was read anew; now the room is taken and given back, and cannot be read at once.
  server.onCall = ({ path }) =>
    path.endsWith("/subscriptions")
      ? list.promise
      : path.endsWith("/messages")
        ? refusal(503, "DB_UNAVAILABLE")
        : undefined;
  server.publish(room, () => room.leave(alice));
  await time.advance(5_000);
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))).toMatchObject({
    status: "failed",
  });
  server.onCall = () => undefined;
  list.resolve({ status: 200, body: { results: [] } });
  await time.advance(60_000);
  expect(shown(tab).at(-1)).toBe("message 599");
});

it("does not show what was being read of a room when it was taken away", async () => {
  const { server, room, tab, time } = await general();
  says({ server }, room, "hello");
  const answer = Promise.withResolvers<{ status: number; body: unknown }>();
  server.onCall = ({ path }) => (path.endsWith("/messages") ? answer.promise : undefined);
  const reloading = tab.chat.rooms.reload(toRoomId("general"));
  await time.settle();
  server.onCall = ({ path }) =>
    path.endsWith("/messages") ? refusal(404, "ROOM_NOT_FOUND") : undefined;
  const read = { status: 200, body: room.toPage(50) };
  server.publish(room, () => room.leave(alice));
  await time.settle();
  answer.resolve(read);
  await reloading;
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))).toMatchObject({
    status: "failed",
  });
  expect(shown(tab)).toEqual([]);
});

it("does not try again what was refused", async () => {
  const { server, time, connected } = world();
  server.room("general", alice, bob);
  const tab = await connected(alice);
  server.onCall = ({ path }) =>
    path.endsWith("/messages") ? refusal(403, "ACCESS_DENIED") : undefined;
  await expect(tab.chat.rooms.open(toRoomId("general"))).rejects.toMatchObject({
    code: "ACCESS_DENIED",
  });
  const tries = server.calls("/session-room/general/messages").length;
  await time.advance(60_000);
  expect(server.calls("/session-room/general/messages")).toHaveLength(tries);
});

it.each(["after the channel", "before the channel"])(
  "hears a room that is only looked at, opened %s, even if it could not be listened to at first",
  async (moment) => {
    const { server, time, signedIn } = world();
    const room = server.room("hall", bob);
    server.room("general", alice, bob);
    const tab = signedIn(alice);
    server.onFrame = (_, frame) => frame.type === "CLIENT_SUBSCRIBE_ROOMS";
    if (moment === "before the channel") await look(tab, "hall");
    tab.chat.connection.connect();
    await time.settle();
    if (moment === "after the channel") void look(tab, "hall");
    await time.advance(20_000);
    expect(server.frames("CLIENT_SUBSCRIBE_ROOMS").length).toBeGreaterThan(1);
    says({ server }, room, "unheard");
    server.onFrame = () => false;
    await time.advance(60_000);
    expect(shown(tab, "hall")).toEqual(["unheard"]);
    const asked = server.frames("CLIENT_SUBSCRIBE_ROOMS").length;
    await time.advance(60_000);
    expect(server.frames("CLIENT_SUBSCRIBE_ROOMS")).toHaveLength(asked);
  },
);

it("drops what it has when the log is another one, keeps unsent text, and reads anew", async () => {
  const { server, time, room, tab } = await general();
  says({ server }, room, "of the old log");
  server.isDown = true;
  server.cutAll();
  await tab.chat.messages.send(toRoomId("general"), "unsent");
  server.rooms.delete("general");
  const restored = server.room("general", alice, bob);
  restored.send(bob, "of the backup", "temp_backup");
  server.logEpoch = "epoch-2";
  server.isDown = false;
  await time.advance(30_000);
  expect(shown(tab)).toEqual(["of the backup", "unsent"]);
  expect(restored.messages().map((each) => each.content)).toEqual(["of the backup", "unsent"]);
  says({ server }, restored, "live");
  expect(shown(tab).at(-1)).toBe("live");
});

it("goes on where a newer server tells of what this client does not know", async () => {
  const { server, room, tab, time } = await general();
  const [socket] = server.open;
  if (!socket) throw new Error("The tab is connected");
  const address = { type: "SERVER_ROOM_EVENT", sessionRoomSlug: "general" } as const;
  const unknown = { ...address, event: "message_painted", seq: room.headSeq + 1 };
  server.sendNow(socket, unknown as unknown as ServerFrame);
  room.log.push({ ...unknown } as never);
  says({ server }, room, "after it");
  await time.settle();
  expect(shown(tab)).toEqual(["after it"]);
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))?.headSeq).toBe(room.headSeq);
});

it("reads the list of another log again when it could not be read at first", async () => {
  const { server, time, room, tab } = await general();
  says({ server }, room, "of the old log");
  server.rooms.delete("general");
  server.room("general", alice, bob).send(bob, "of the backup", "temp_backup");
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_MULTI_ROOM_AUTH") return false;
    const { type, requestId = "" } = frame;
    server.logEpoch = "epoch-2";
    // As a server that refuses the resume: it sends no list.
    const deliver = server.deliver;
    server.deliver = () => undefined;
    server.answer(socket, { type, requestId });
    server.deliver = deliver;
    return true;
  };
  server.onCall = ({ path }) =>
    path.endsWith("/subscriptions") ? refusal(503, "DB_UNAVAILABLE") : undefined;
  server.cutAll();
  await time.advance(5_000);
  expect(subscription(tab)).toBeUndefined();
  server.onCall = () => undefined;
  await time.advance(60_000);
  expect(subscription(tab)).toMatchObject({ unreadCount: 1 });
});

it("takes a log that is shorter than what it has for another one", async () => {
  const { server, time, room, tab } = await general();
  says({ server }, room, "kept", "lost by the restore");
  server.cutAll();
  room.log.length = 3;
  await time.advance(2_000);
  expect(shown(tab)).toEqual(["kept"]);
});

it("applies the events that arrive while the page is being read, and no event twice", async () => {
  const { server, time, tab, room, signedIn } = await general();
  tab.chat.close();
  const fresh = signedIn(alice);
  fresh.chat.connection.connect();
  await time.settle();
  says({ server }, room, "before");
  let answer = () => {};
  server.onCall = ({ path }) =>
    path.endsWith("/messages")
      ? new Promise((resolve) => {
          const stale = { status: 200, body: room.toPage(50) };
          answer = () => resolve(stale);
        })
      : undefined;
  const opening = fresh.chat.rooms.open(toRoomId("general"));
  await time.settle();
  says({ server }, room, "during", "reading");
  expect(fresh.chat.store.getSnapshot().pages.get(toRoomId("general"))?.status).toBe("loading");
  answer();
  await opening;
  expect(shown(fresh)).toEqual(["before", "during", "reading"]);
  expect(subscription(fresh)).toMatchObject({ unreadCount: 3, headSeq: 5 });
});

it("catches the events between a page that was read early and a channel that opens late", async () => {
  const { server, time, signedIn } = world();
  const room = server.room("general", alice, bob);
  const tab = signedIn(alice);
  await look(tab, "general");
  says({ server }, room, "between");
  tab.chat.connection.connect();
  await time.advance(1_000);
  expect(shown(tab)).toEqual(["between"]);
});

it("drops what it has when the log is another one, even if the server does not say so", async () => {
  const { server, time, room, tab } = await general();
  says({ server }, room, "of the old log", "and more of it");
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_MULTI_ROOM_AUTH") return false;
    server.onFrame = () => false;
    server.logEpoch = "epoch-2";
    server.rooms.clear();
    server.room("general", alice, bob).send(bob, "of the backup", "temp_backup");
    const { type, requestId = "" } = frame;
    server.answer(socket, { type, requestId });
    return true;
  };
  server.cutAll();
  await time.advance(1_000);
  expect(shown(tab)).toEqual(["of the backup"]);
  expect(subscription(tab)).toMatchObject({ headSeq: 3, unreadCount: 1 });
});
