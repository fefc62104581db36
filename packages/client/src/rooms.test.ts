import type { MessageId } from "@colbin/protocol";
import { expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { toRoomId, type FakeRoom } from "../test/fake-room.ts";
import { general, look, says, shown, subscription } from "../test/general.ts";
import { alice, bob } from "../test/people.ts";
import { world } from "../test/world.ts";

it("shows a failed page as failed, keeps the list alive, and reads it when the connection is back", async () => {
  const { server, time, connected } = world();
  const room = server.room("general", alice, bob);
  const tab = await connected(alice);
  server.onCall = ({ path }) =>
    path.endsWith("/messages") ? refusal(503, "DB_UNAVAILABLE") : undefined;
  await expect(tab.chat.rooms.open(toRoomId("general"))).rejects.toMatchObject({
    code: "DB_UNAVAILABLE",
  });
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))).toMatchObject({
    status: "failed",
    error: { code: "DB_UNAVAILABLE" },
  });
  says({ server }, room, "hello");
  expect(subscription(tab)).toMatchObject({ unreadCount: 1 });
  server.onCall = () => undefined;
  server.cutAll();
  await time.advance(1_000);
  expect(shown(tab)).toEqual(["hello"]);
});

it("puts older pages in front, de-duplicated, one at a time", async () => {
  const { server, room, tab, time } = await general();
  says({ server }, room, ...Array.from({ length: 120 }, (_, at) => `${at}`));
  await tab.chat.rooms.reload(toRoomId("general"));
  expect(shown(tab)).toHaveLength(50);
  await Promise.all([
    tab.chat.messages.loadOlder(toRoomId("general")),
    tab.chat.messages.loadOlder(toRoomId("general")),
  ]);
  expect(shown(tab)).toHaveLength(100);
  await tab.chat.messages.loadOlder(toRoomId("general"));
  await tab.chat.messages.loadOlder(toRoomId("general"));
  await time.settle();
  expect(shown(tab)).toEqual(Array.from({ length: 120 }, (_, at) => `${at}`));
  expect(server.calls("/session-room/general/messages")).toHaveLength(4);
});

it("forgets a room from which the person is removed, and nothing else", async () => {
  const { server, room, tab } = await general();
  const other = server.room("other", alice);
  await tab.chat.rooms.load();
  await tab.chat.rooms.open(other.roomId);
  says({ server }, room, "hello");
  server.publish(room, () => room.leave(alice));
  const state = tab.chat.store.getSnapshot();
  expect([...state.subscriptions.keys()]).toEqual([other.roomId]);
  expect([...state.messages.keys()]).toEqual([other.roomId]);
  expect(state.totalUnread).toBe(0);
  says({ server }, other, "still heard");
  expect(shown(tab, "other")).toEqual(["still heard"]);
});

it("shows what outsiders see of the room on the screen when the person is removed from it", async () => {
  const { server, room, tab, time } = await general();
  says({ server }, room, "hello");
  server.publish(room, () => room.leave(alice));
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))).toMatchObject({
    status: "loading",
  });
  await time.settle();
  expect(shown(tab)).toEqual(["hello"]);
  const [preview] = server.frames("CLIENT_SUBSCRIBE_ROOMS");
  expect(preview).toMatchObject({ sessionRoomSlugs: ["general"] });
});

it("leaves a room, also where no channel tells that it is gone", async () => {
  const { server, tab, time } = await general();
  server.room("other", alice, bob);
  tab.chat.rooms.leaveView();
  await tab.chat.rooms.load();
  await tab.chat.rooms.leave(toRoomId("other"));
  expect([...tab.chat.store.getSnapshot().subscriptions.keys()]).toEqual([toRoomId("general")]);
  tab.chat.connection.disconnect();
  await tab.chat.rooms.leave(toRoomId("general"));
  await time.settle();
  expect(tab.chat.store.getSnapshot().order).toEqual([]);
});

it("joins a room: the subscription is there and its events are heard", async () => {
  const { server, tab } = await general();
  const room = server.room("open", bob);
  await expect(tab.chat.rooms.join("open")).resolves.toEqual({ slug: "open", outcome: "joined" });
  expect(subscription(tab, "open")).toMatchObject({ memberCount: 2, unreadCount: 0 });
  says({ server }, room, "welcome");
  expect(subscription(tab, "open")).toMatchObject({ unreadCount: 1 });
});

it("gives the reason of a refused join by its code, text and details", async () => {
  const { server, tab } = await general();
  server.onCall = ({ path }) =>
    path === "/multi-room-chat/create-or-join"
      ? {
          status: 200,
          body: {
            results: [
              {
                requested: "x",
                sessionRoomSlug: null,
                outcome: "refused",
                code: "ACCESS_REQUEST_TOO_SOON",
                message: "You can ask again in 3 hours",
                status: 409,
                details: { hours: 3 },
              },
            ],
          },
        }
      : undefined;
  await expect(tab.chat.rooms.join("x")).rejects.toMatchObject({
    code: "ACCESS_REQUEST_TOO_SOON",
    message: "You can ask again in 3 hours",
    details: { hours: 3 },
  });
});

it("listens to a room that the person only looks at", async () => {
  const { server, tab } = await general();
  server.room("open", bob);
  await look(tab, "open");
  const asked = server.frames("CLIENT_SUBSCRIBE_ROOMS").map((frame) => frame.sessionRoomSlugs);
  expect(asked).toEqual([["open"]]);
});

it("reads a room that the person could not see once they are let in", async () => {
  const { server, tab, time } = await general();
  const room = server.room("closed", bob);
  says({ server }, room, "hello");
  server.onCall = ({ path }) => (path.includes("/closed/") ? refusal(404, "NOT_FOUND") : undefined);
  await expect(look(tab, "closed")).rejects.toMatchObject({ code: "NOT_FOUND" });
  server.onCall = () => undefined;
  server.publish(room, () => room.enter(alice));
  await tab.chat.rooms.load();
  await time.settle();
  expect(shown(tab, "closed")).toEqual(["hello"]);
});

it("reads a room again of which the refusal comes after the person was let in", async () => {
  const { server, tab, time } = await general();
  const room = server.room("closed", bob);
  says({ server }, room, "hello");
  let refuse = () => {};
  server.onCall = ({ path }) =>
    path.includes("/closed/")
      ? new Promise((resolve) => {
          refuse = () => resolve(refusal(404, "NOT_FOUND"));
        })
      : undefined;
  const opening = look(tab, "closed");
  await time.settle();
  server.onCall = () => undefined;
  server.publish(room, () => room.enter(alice));
  await tab.chat.rooms.load();
  refuse();
  await opening;
  expect(shown(tab, "closed")).toEqual(["hello"]);
});

it("asks anew to hear a room that it looks at when the person joins it elsewhere and leaves it again", async () => {
  const { server, tab, time } = await general();
  const room = server.room("open", bob);
  await look(tab, "open");
  await time.settle();
  const asked = () => server.frames("CLIENT_SUBSCRIBE_ROOMS").length;
  const before = asked();
  // The list that says so is still on its way.
  server.publish(room, () => room.enter(alice));
  server.publish(room, () => room.leave(alice));
  await time.settle();
  expect(asked()).toBe(before + 1);
});

it("hears a room that was looked at before there was a connection, from where its page ends", async () => {
  const { server, time, signedIn } = world();
  const room = server.room("open", bob);
  const tab = signedIn(alice);
  await look(tab, "open");
  says({ server }, room, "between");
  tab.chat.connection.connect();
  await time.advance(1_000);
  expect(server.frames("CLIENT_SUBSCRIBE_ROOMS").map((each) => each.sessionRoomSlugs)).toEqual([
    ["open"],
  ]);
  expect(shown(tab, "open")).toEqual(["between"]);
});

it("does not put an older page in front of a room that was read anew meanwhile", async () => {
  const { server, room, tab } = await general();
  says({ server }, room, ...Array.from({ length: 120 }, (_, at) => `${at}`));
  await tab.chat.rooms.reload(toRoomId("general"));
  let answer = () => {};
  const first = room.messages()[70]?.id;
  server.onCall = ({ path, query }) =>
    path.endsWith("/messages") && query.has("before")
      ? new Promise((resolve) => {
          answer = () => resolve({ status: 200, body: room.toPage(50, first) });
        })
      : undefined;
  const older = tab.chat.messages.loadOlder(toRoomId("general"));
  says({ server }, room, ...Array.from({ length: 60 }, (_, at) => `later ${at}`));
  await tab.chat.rooms.reload(toRoomId("general"));
  answer();
  await older;
  expect(shown(tab)).toHaveLength(50);
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))?.isLoadingOlder).toBe(false);
});

it("ends the typing of somebody whose end was not heard", async () => {
  const { server, time, connected, tab } = await general();
  const other = await connected(bob);
  other.chat.typing.keystroke(toRoomId("general"));
  const typing = () => tab.chat.store.getSnapshot().typingUsers.get(toRoomId("general")) ?? [];
  expect(typing()).toEqual([{ userId: bob.id, userName: "Bob" }]);
  server.onFrame = (_, frame) => frame.type === "CLIENT_TYPING";
  await time.advance(5_000);
  expect(typing()).toEqual([]);
});

it("begins empty for another person on the same device, and hears nothing of the first", async () => {
  const { server, time, tab, room } = await general();
  says({ server }, room, "for alice");
  tab.account.tokens.begin({ user: bob, tokens: server.issueTokens(bob) });
  await time.settle();
  const state = tab.chat.store.getSnapshot();
  expect(state.currentUser).toEqual(bob);
  expect(state.messages.size).toBe(0);
  expect(server.open.map((socket) => socket.user.id)).toEqual([bob.id]);
  expect(state.connectionStatus).toBe("connected");
  expect([...state.subscriptions.keys()]).toEqual([toRoomId("general")]);
});

const changes: readonly [string, (room: FakeRoom, id: MessageId) => void][] = [
  ["an edit", (room, id) => room.edit(id, "changed")],
  [
    "two reactions, the later one first",
    (room, id) => {
      room.react(bob, id, { emoji: "👍" });
      room.react(bob, id, { emoji: "🎉" });
    },
  ],
];
it.each(changes)("shows in an older page what came while it was read: %s", async (_, change) => {
  const { server, time, room, tab } = await general();
  says({ server }, room, ...Array.from({ length: 120 }, (_text, at) => `${at}`));
  await tab.chat.rooms.reload(toRoomId("general"));
  let answer = () => {};
  const first = room.messages()[70];
  const page = room.toPage(50, first?.id);
  server.onCall = ({ path, query }) =>
    path.endsWith("/messages") && query.has("before")
      ? new Promise((resolve) => {
          answer = () => resolve({ status: 200, body: page });
        })
      : undefined;
  const older = tab.chat.messages.loadOlder(toRoomId("general"));
  await time.settle();
  const changed = page.messages[3];
  if (!changed) throw new Error("The page has messages");
  const head = room.headSeq;
  change(room, changed.id);
  for (const entry of room.log.slice(head).toReversed())
    for (const socket of server.open) server.sendNow(socket, room.toFrame(entry));
  answer();
  await older;
  expect(tab.chat.store.getSnapshot().messages.get(toRoomId("general"))?.[3]).toEqual(
    room.message(changed.id),
  );
});

it("asks once for all rooms that texts name and that it does not know, and not again for hidden ones", async () => {
  const { server, time, tab } = await general();
  const [open, hidden] = [toRoomId("open"), toRoomId("hidden")];
  const asked: (string | null)[] = [];
  const card = { ...server.room("open").toSubscription(bob.id), accessStatus: "IDLE" };
  server.onCall = ({ path, query }) => {
    if (path !== "/session-room/list") return undefined;
    asked.push(query.get("ids"));
    return { status: 200, body: { results: [card] } };
  };
  tab.chat.rooms.know([open, toRoomId("general")]);
  tab.chat.rooms.know([hidden, open]);
  await time.advance(200);
  expect(asked).toEqual([`${open},${hidden}`]);
  expect(tab.chat.store.getSnapshot().rooms.get(open)?.sessionRoomSlug).toBe("open");
  tab.chat.rooms.know([open, hidden]);
  await time.advance(200);
  expect(asked).toHaveLength(1);
  server.cutAll();
  await time.advance(1_000);
  tab.chat.rooms.know([open, hidden]);
  await time.advance(200);
  expect(asked).toEqual([`${open},${hidden}`, hidden]);
});
