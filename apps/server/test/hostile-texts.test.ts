import { randomUUID } from "node:crypto";
import type { ClientFrame } from "@colbin/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { connect, logEpochOf } from "./socket.ts";
import { openBrowser, signIn, type Person } from "./world.ts";

/*
 * Text that PostgreSQL cannot hold, over the live channel and through to the database: the schemas let a name pass that
 * no room can have.
 */

let app: TestApp;
let alice: Person;

beforeAll(async () => {
  app = await startTestApp();
  alice = await signIn(openBrowser(app.app.http.app), "alice@example.org");
});
afterAll(() => app.close());

const slug = "no\0room";
const id = randomUUID();
const requestId = "bad";

const noRoom = { code: "MULTI_ROOM_NOT_FOUND", status: 404 };

const frames: readonly (readonly [ClientFrame, object])[] = [
  [
    { type: "CLIENT_SUBSCRIBE_ROOMS", requestId, sessionRoomSlugs: [slug] },
    { code: "ROOMS_NOT_FOUND", status: 404 },
  ],
  [
    { type: "CLIENT_UNSUBSCRIBE_ROOMS", requestId, sessionRoomSlugs: [slug] },
    { type: "SERVER_SUBSCRIPTION_UPDATE" },
  ],
  [{ type: "CLIENT_SEND_MESSAGE", requestId, sessionRoomSlug: slug, content: "Hi" }, noRoom],
  [
    { type: "CLIENT_MARK_ROOM_READ", requestId, sessionRoomSlug: slug, lastReadMessageId: id },
    noRoom,
  ],
  [
    { type: "CLIENT_REQUEST_MESSAGE_HISTORY", requestId, sessionRoomSlug: slug, afterSeq: 0 },
    noRoom,
  ],
];

function errors(): unknown[] {
  return app.lines.entries().filter(({ level }) => level === "error");
}

test.each(frames)("to %o such a room is not there", async (frame, answer) => {
  const socket = await connect(app, alice);
  socket.send(frame);
  expect(await socket.reply(requestId)).toMatchObject(answer);
  expect(errors()).toEqual([]);
});

test("a resume leaves such a room out, and nobody types in it", async () => {
  const logEpoch = logEpochOf(await connect(app, alice));
  const socket = await connect(app, alice, { logEpoch, rooms: { [slug]: 1 } });
  socket.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
  await socket.fence();
  expect(socket.frames.map(({ type }) => type)).toContain("SERVER_SUBSCRIPTION_UPDATE");
  expect(errors()).toEqual([]);
});

test("a room that is made by such a name has one that can be read", async () => {
  const names = ["Te\0am \u202e", "\0\u200b", `${"x".repeat(79)}\u{1f600}\u{1f600}`];
  const { results } = await alice.call("createOrJoinRooms", { body: { sessionRoomSlugs: names } });
  expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual([
    "created",
    "ROOM_NAME_REQUIRED",
    "created",
  ]);
  const made = await alice.call("listMyRooms", {});
  expect(made.results.map(({ roomName }) => roomName)).toEqual([
    "Te am",
    `${"x".repeat(79)}\u{1f600}`,
  ]);
});
