import { expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { refuse } from "../test/fake-frames.ts";
import { general, says, subscription } from "../test/general.ts";
import { alice, bob } from "../test/people.ts";

const MINUTE = 60_000;
/** Five minutes and half of the spread, as chance has it in tests. */
const PERIOD_MS = 5.5 * MINUTE;

async function watching() {
  const all = await general();
  const { server, time } = all;
  await time.settle();
  server.requests.length = 0;
  const asked = () => server.frames("CLIENT_SUBSCRIBE_ROOMS").map((each) => each.sessionRoomSlugs);
  const readings = () => server.calls("/multi-room-chat/subscriptions").length;
  return { ...all, asked, readings };
}

it("finds a room that nobody told of within minutes, and asks to hear it once", async () => {
  const { server, time, tab, asked, readings } = await watching();
  server.room("late", alice, bob);
  await time.advance(PERIOD_MS - 1);
  expect(readings()).toBe(0);
  expect(subscription(tab, "late")).toBeUndefined();
  await time.advance(1);
  expect(subscription(tab, "late")).toMatchObject({ headSeq: 2 });
  expect(asked()).toEqual([["late"]]);
  await time.advance(PERIOD_MS);
  expect(readings()).toBe(2);
  expect(asked()).toEqual([["late"]]);
});

it("finds a room that is gone, and hears it anew when it comes back", async () => {
  const { server, time, tab, asked } = await watching();
  const other = server.room("other", alice, bob);
  await time.advance(PERIOD_MS);
  other.leave(alice);
  await time.advance(PERIOD_MS);
  expect(subscription(tab, "other")).toBeUndefined();
  other.enter(alice);
  await time.advance(PERIOD_MS);
  expect(subscription(tab, "other")).toMatchObject({ headSeq: other.headSeq });
  expect(asked()).toEqual([["other"], ["other"]]);
});

it("hears a room anew of which the channel said that one is out, and nobody that one is in again", async () => {
  const { server, time, tab, asked } = await watching();
  const other = server.room("other", alice, bob);
  await time.advance(PERIOD_MS);
  server.publish(other, () => other.leave(alice));
  expect(subscription(tab, "other")).toBeUndefined();
  other.enter(alice);
  await time.advance(PERIOD_MS);
  expect(asked()).toEqual([["other"], ["other"]]);
});

it("finds what was read on another device", async () => {
  const { server, time, room, tab } = await watching();
  says({ server }, room, "one", "two");
  expect(subscription(tab)?.unreadCount).toBe(2);
  room.read(alice.id, 2);
  await time.advance(PERIOD_MS);
  expect(subscription(tab)?.unreadCount).toBe(0);
});

it("asks for what it has when the connection has named nothing", async () => {
  const { server, time, asked } = await watching();
  const deliver = server.deliver;
  server.deliver = () => {};
  server.cutAll();
  await time.advance(MINUTE);
  server.deliver = deliver;
  expect(server.open).toHaveLength(1);
  await time.advance(PERIOD_MS);
  expect(asked()).toEqual([["general"]]);
});

it("leaves a failure to the next time", async () => {
  const { server, time, tab, asked, readings } = await watching();
  server.room("late", alice);
  server.onCall = () => refusal(503, "DB_UNAVAILABLE");
  await time.advance(2 * PERIOD_MS - 1);
  expect(readings()).toBe(1);
  server.onCall = () => undefined;
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SUBSCRIBE_ROOMS") return false;
    refuse(server, socket, { code: "ROOMS_NOT_FOUND", requestId: frame.requestId });
    return true;
  };
  await time.advance(1);
  expect(subscription(tab, "late")).toBeDefined();
  expect(asked()).toEqual([["late"]]);
  server.onFrame = () => false;
  await time.advance(2 * PERIOD_MS);
  expect(asked()).toEqual([["late"], ["late"]]);
});

it("reads nothing while there is no connection, and begins anew with the next one", async () => {
  const { server, time, tab, asked, readings } = await watching();
  await time.advance(PERIOD_MS - 1);
  server.isDown = true;
  server.cutAll();
  await time.advance(10 * MINUTE);
  server.room("late", alice);
  server.isDown = false;
  await time.advance(MINUTE);
  expect(tab.chat.store.getSnapshot().connectionStatus).toBe("connected");
  expect(subscription(tab, "late")).toBeDefined();
  expect(readings()).toBe(0);
  await time.advance(PERIOD_MS);
  expect(readings()).toBe(1);
  // The list with which a connection begins names what it brings.
  expect(asked()).toEqual([]);
  tab.chat.connection.disconnect();
  await time.advance(10 * MINUTE);
  expect(readings()).toBe(1);
});
