import type { RoomNotifications, Subscription } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person } from "#test/world.ts";

const MINUTE_MS = 60_000;

let app: TestApp;
let alice: Person;
let bob: Person;
let slug: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ alice, bob } = await createWorld(app.app.http.app));
});
afterAll(() => app.close());
beforeEach(async () => {
  slug = await createRoomOf(alice, bob);
  await alice.call("sendMessage", { params: { slug }, body: { content: "Anybody?" } });
});

const inMinutes = (count: number) =>
  new Date(app.clock.now().getTime() + count * MINUTE_MS).toISOString();

/** What stands of the room in each place that tells it. */
async function readAll() {
  const { results } = await bob.call("listSubscriptions", {});
  const listed = await bob.call("listNotificationSettings", {});
  const { isMuted, mutedUntil, unreadCount } =
    results.find((each) => each.sessionRoomSlug === slug) ?? {};
  const settings = listed.results.find((each) => each.sessionRoomSlug === slug);
  return { isMuted, mutedUntil, unreadCount, settings };
}

/** Does the frame say so of the room? */
function isToldMuted(frame: Readonly<Record<string, unknown>>, isMuted: boolean): boolean {
  const rooms = (frame["subscriptions"] ?? frame["changed"] ?? []) as Partial<Subscription>[];
  return rooms.some((each) => each.sessionRoomSlug === slug && each.isMuted === isMuted);
}

const totalOf = async () => (await bob.call("getUnreadSummary", {})).totalUnread;

async function endDue(): Promise<void> {
  const job = app.app.workers.find(({ kind }) => kind.name === "subscriptions.unmute");
  await job?.run({});
}

describe("a room", () => {
  it("is muted on every device, keeps its count, and is out of the total", async () => {
    const socket = await connect(app, bob);
    const before = await totalOf();
    const params = { slug };
    const muted = await bob.call("updateNotificationSettings", { params, body: { muted: true } });
    const expected: RoomNotifications = {
      sessionRoomSlug: slug,
      muted: true,
      mutedUntil: null,
      level: "mentions",
    };
    expect(muted).toEqual(expected);
    await socket.until((frame) => isToldMuted(frame, true));
    expect(await readAll()).toEqual({
      isMuted: true,
      mutedUntil: null,
      unreadCount: 1,
      settings: expected,
    });
    expect(await totalOf()).toBe(before - 1);
    const back = await bob.call("updateNotificationSettings", { params, body: { muted: false } });
    expect(back.muted).toBe(false);
    expect(await totalOf()).toBe(before);
  });

  it("is muted by a frame as well, and for others nothing changes", async () => {
    const socket = await connect(app, bob);
    const mutedUntil = inMinutes(30);
    socket.send({
      type: "CLIENT_UPDATE_NOTIFICATION_SETTINGS",
      requestId: "m",
      sessionRoomSlug: slug,
      muted: true,
      mutedUntil,
    });
    expect(await socket.reply("m")).toMatchObject({ type: "SERVER_SUBSCRIPTION_UPDATE" });
    expect(await readAll()).toMatchObject({ isMuted: true, mutedUntil });
    const { results } = await alice.call("listNotificationSettings", {});
    expect(results.find((each) => each.sessionRoomSlug === slug)?.muted).toBe(false);
  });

  it("is heard again when its time is over, by itself on every device", async () => {
    const params = { slug };
    const body = { durationMinutes: 10 };
    const { mutedUntil } = await bob.call("muteTemporarily", { params, body });
    expect(mutedUntil).toBe(inMinutes(10));
    app.clock.advance(9 * MINUTE_MS);
    await endDue();
    expect((await readAll()).isMuted).toBe(true);
    const socket = await connect(app, bob);
    await socket.until((frame) => isToldMuted(frame, true));
    app.clock.advance(MINUTE_MS);
    expect((await readAll()).isMuted).toBe(false);
    await endDue();
    await socket.until((frame) => isToldMuted(frame, false));
    expect((await readAll()).settings).toMatchObject({ muted: false, mutedUntil: null });
  });

  it("has a level, which stays when it is muted and heard again", async () => {
    const params = { slug };
    const change = (body: object) => bob.call("updateNotificationSettings", { params, body });
    expect(await change({ level: "none" })).toMatchObject({ level: "none", muted: false });
    await change({ muted: true });
    expect(await change({ muted: false })).toMatchObject({ level: "none", muted: false });
    await bob.call("leaveRoom", { params });
    const refusal = await bob.refusal("updateNotificationSettings", { params, body: {} });
    expect(refusal.code).toBe("SUBSCRIPTION_NOT_FOUND");
  });
});

it("all is muted by one switch, and what was chosen for a room stays", async () => {
  const mutedUntil = inMinutes(10);
  await bob.call("muteTemporarily", { params: { slug }, body: { durationMinutes: 5 } });
  const body = { muted: true, mutedUntil };
  const socket = await connect(app, bob);
  expect(await bob.call("muteAll", { body })).toEqual(body);
  // A reload may come first, of the earlier changes of the room's people.
  const told = await socket.until(({ event }) => event === "all_muted");
  expect(told["data"]).toEqual(body);
  expect((await bob.call("listNotificationSettings", {})).all).toEqual(body);
  expect((await readAll()).mutedUntil).toBe(inMinutes(5));
  app.clock.advance(10 * MINUTE_MS);
  const over = { muted: false, mutedUntil: null };
  expect((await bob.call("listNotificationSettings", {})).all).toEqual(over);
  expect(await bob.call("muteAll", { body: { muted: true } })).toMatchObject({ muted: true });
  expect(await bob.call("muteAll", { body: { muted: false } })).toEqual(over);
});

it.each([
  ["updateNotificationSettings", { muted: true, mutedUntil: "2020-01-01T00:00:00Z" }],
  ["updateNotificationSettings", { muted: true, mutedUntil: "soon" }],
  ["updateNotificationSettings", { level: "some" }],
  ["muteTemporarily", { durationMinutes: 0 }],
  ["muteTemporarily", { durationMinutes: 43_201 }],
  ["muteAll", { muted: true, mutedUntil: "2020-01-01T00:00:00Z" }],
] as const)("%s refuses %j", async (name, body) => {
  const params = name === "muteAll" ? {} : { params: { slug } };
  const refusal = await bob.refusal(name, { ...params, body } as never);
  expect(refusal.code).toBe("VALIDATION_ERROR");
});
