import type { Subscription } from "@colbin/protocol";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const aRoom = (): Promise<string> => createRoomOf(world.alice, world.bob);

async function say(person: Person, slug: string, content: string): Promise<string> {
  const { message } = await person.call("sendMessage", { params: { slug }, body: { content } });
  return message.id;
}

async function viewOf(person: Person, slug: string) {
  const { results } = await person.call("listMyRooms", {});
  return results.find((each) => each.sessionRoomSlug === slug);
}

describe("reading up to a message", () => {
  it("moves the own position, on every own socket, and nobody else’s", async () => {
    const slug = await aRoom();
    const [first, , third] = [
      await say(world.alice, slug, "a"),
      await say(world.alice, slug, "b"),
      await say(world.alice, slug, "c"),
    ];
    const [phone, laptop] = [await connect(app, world.bob), await connect(app, world.bob)];
    expect((await viewOf(world.bob, slug))?.unreadCount).toBe(3);

    const body = { lastReadMessageId: first };
    expect(await world.bob.call("markRead", { params: { slug }, body })).toMatchObject({
      unreadCount: 2,
      readMsgNo: 1,
    });
    phone.send({
      type: "CLIENT_MARK_ROOM_READ",
      requestId: "r",
      sessionRoomSlug: slug,
      lastReadMessageId: third,
    });
    expect(await phone.reply("r")).toMatchObject({ type: "SERVER_MARK_READ_ACK", success: true });

    const update = await laptop.until(
      (frame) => frame.type === "SERVER_UNREAD_COUNT_UPDATE" && frame["unreadCount"] === 0,
    );
    expect(update).toMatchObject({ sessionRoomSlug: slug, readMsgNo: 3 });
    expect((await viewOf(world.bob, slug))?.unreadCount).toBe(0);
    expect((await viewOf(world.alice, slug))?.readMsgNo).toBe(3);
  });

  it("is done at once for all rooms, or for some, on every own socket", async () => {
    const [first, second] = [await aRoom(), await aRoom()];
    for (const slug of [first, second]) await say(world.alice, slug, "a");
    const socket = await connect(app, world.bob);
    const body = { sessionRoomSlugs: [first, "no-such-room"] };
    await world.bob.call("markAllRead", { body });
    const unread = async (slug: string) => (await viewOf(world.bob, slug))?.unreadCount;
    expect([await unread(first), await unread(second)]).toEqual([0, 1]);
    expect(await world.bob.call("markAllRead", { body: {} })).toEqual({ totalUnread: 0 });
    await socket.until(
      (frame) =>
        frame.type === "SERVER_SUBSCRIPTION_UPDATE" &&
        (frame.changed ?? []).some(
          (each) => each.sessionRoomSlug === second && each.unreadCount === 0,
        ),
    );
    expect((await viewOf(world.alice, first))?.readMsgNo).toBe(1);
  });

  it("is taken back from a message on, on every own socket, until the next mark or own send", async () => {
    const slug = await aRoom();
    const params = { slug };
    const [first, second] = [await say(world.alice, slug, "a"), await say(world.alice, slug, "b")];
    await world.bob.call("markRead", { params, body: { lastReadMessageId: second } });
    const socket = await connect(app, world.bob);
    const isUnreadFrom = (msgNo: number | undefined) =>
      socket.until(
        ({ type, ...frame }) =>
          type === "SERVER_SUBSCRIPTION_UPDATE" &&
          ((frame["changed"] ?? []) as Subscription[]).some(
            (each) => each.sessionRoomSlug === slug && each.unreadFromMsgNo === msgNo,
          ),
      );
    const unreadOf = async () => {
      const { rooms } = await world.bob.call("getUnreadSummary", {});
      const listed = await viewOf(world.bob, slug);
      const counted = rooms.find((each) => each.sessionRoomSlug === slug)?.unreadCount;
      return { listed: listed?.unreadCount, counted, readMsgNo: listed?.readMsgNo };
    };
    const mark = () => world.bob.call("markUnread", { params, body: { fromMessageId: first } });

    expect(await mark()).toMatchObject({ unreadCount: 2, readMsgNo: 2 });
    await isUnreadFrom(1);
    expect(await unreadOf()).toEqual({ listed: 2, counted: 2, readMsgNo: 2 });
    await world.bob.call("markRead", { params, body: { lastReadMessageId: second } });
    await isUnreadFrom(undefined);
    expect(await unreadOf()).toEqual({ listed: 0, counted: 0, readMsgNo: 2 });
    await mark();
    await say(world.bob, slug, "c");
    expect(await unreadOf()).toEqual({ listed: 0, counted: 0, readMsgNo: 3 });
    const unknown = { params, body: { fromMessageId: randomUUID() } };
    expect((await world.bob.refusal("markUnread", unknown)).code).toBe("MESSAGE_NOT_FOUND");
    const outside = { params, body: { fromMessageId: first } };
    expect((await world.mallory.refusal("markUnread", outside)).code).toBe(
      "SUBSCRIPTION_NOT_FOUND",
    );
  });

  it("never goes back", async () => {
    const slug = await aRoom();
    const [first, second] = [await say(world.alice, slug, "a"), await say(world.alice, slug, "b")];
    const latest = await world.bob.call("markRead", {
      params: { slug },
      body: { lastReadMessageId: second },
    });
    const again = await world.bob.call("markRead", {
      params: { slug },
      body: { lastReadMessageId: first },
    });
    expect(again).toEqual(latest);
  });

  it("takes the temporary id under which the own client sent it", async () => {
    const slug = await aRoom();
    const clientMessageId = `temp_${randomUUID()}`;
    await world.bob.call("sendMessage", {
      params: { slug },
      body: { content: "a", clientMessageId },
    });
    const body = { lastReadMessageId: clientMessageId };
    expect(await world.bob.call("markRead", { params: { slug }, body })).toMatchObject({
      readMsgNo: 1,
    });
    expect((await world.alice.refusal("markRead", { params: { slug }, body })).code).toBe(
      "MESSAGE_NOT_FOUND",
    );
  });

  it.each([
    ["MESSAGE_NOT_FOUND", "0123456789abcdef01234567"],
    ["MESSAGE_NOT_FOUND", randomUUID()],
    ["VALIDATION_ERROR", "x"],
  ])("is %s for %s", async (code, lastReadMessageId) => {
    const slug = await aRoom();
    expect(
      (await world.bob.refusal("markRead", { params: { slug }, body: { lastReadMessageId } })).code,
    ).toBe(code);
  });

  it("is not for people outside", async () => {
    const slug = await aRoom();
    const body = { lastReadMessageId: await say(world.alice, slug, "a") };
    expect((await world.mallory.refusal("markRead", { params: { slug }, body })).code).toBe(
      "SUBSCRIPTION_NOT_FOUND",
    );
  });
});

describe("subscribing", () => {
  it("shows a hidden room again", async () => {
    const slug = await aRoom();
    await app.database.pool.query(
      `update participants p set is_hidden = true from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
      [slug, world.bob.user.id],
    );
    expect(await viewOf(world.bob, slug)).toBeUndefined();
    const { results } = await world.bob.call("subscribeRooms", {
      body: { sessionRoomSlugs: [slug] },
    });
    expect(results).toMatchObject([{ sessionRoomSlug: slug, isMuted: false, isPrivate: false }]);
    expect(await viewOf(world.bob, slug)).toBeDefined();
  });

  it("is all or nothing", async () => {
    const slug = await aRoom();
    const body = { sessionRoomSlugs: [slug, "nowhere"] };
    expect((await world.bob.refusal("subscribeRooms", { body })).code).toBe("ROOMS_NOT_FOUND");
    const none = await world.bob.refusal("subscribeRooms", { body: { sessionRoomSlugs: [] } });
    expect(none.code).toBe("BAD_REQUEST");
  });

  it("over the socket feeds a preview of a PUBLIC room, without typing and without a row", async () => {
    const slug = await aRoom();
    const alice = await connect(app, world.alice);
    const mallory = await connect(app, world.mallory);
    mallory.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId: "s", sessionRoomSlugs: [slug] });
    await mallory.reply("s");

    alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
    await alice.fence();
    await say(world.alice, slug, "live");
    await mallory.until((frame) => JSON.stringify(frame).includes('"live"'));

    expect(mallory.frames.filter((frame) => frame["event"] === "user_typing")).toEqual([]);
    expect(await viewOf(world.mallory, slug)).toBeUndefined();
    mallory.send({
      type: "CLIENT_UNSUBSCRIBE_ROOMS",
      requestId: "u",
      sessionRoomSlugs: [slug, "nowhere"],
    });
    await mallory.reply("u");
    await say(world.alice, slug, "unheard");
    await mallory.fence();
    expect(JSON.stringify(mallory.frames)).not.toContain("unheard");
  });

  it("ends by an answer that names the rooms of the person among those, and no other", async () => {
    const [own, others] = [await aRoom(), await aRoom()];
    await world.mallory.call("createOrJoinRooms", { body: { sessionRoomSlug: own } });
    const mallory = await connect(app, world.mallory);
    const sessionRoomSlugs = [own, others, "nowhere"];
    mallory.send({ type: "CLIENT_UNSUBSCRIBE_ROOMS", requestId: "u", sessionRoomSlugs });
    const { changed, removed } = await mallory.reply("u");
    expect([changed, removed]).toMatchObject([[{ sessionRoomSlug: own }], []]);
  });

  it("over the socket is answered with lists that are numbered upwards, whatever the clock does", async () => {
    const slug = await aRoom();
    const bob = await connect(app, world.bob);
    for (const passed of [0, 0, -1_000]) {
      app.clock.advance(passed);
      await bob.subscribe(slug);
    }
    app.clock.advance(1_000);
    const lists = bob.frames.filter(({ type }) => type === "SERVER_SUBSCRIPTION_UPDATE");
    const revs = lists.map((frame) => Number(frame["rev"]));
    expect(revs).toEqual([...new Set(revs)].toSorted((one, other) => one - other));
    // The sweep may add one of its own for the room that bob has just come into.
    expect(revs.length).toBeGreaterThanOrEqual(4);
  });

  it("over the socket to a room that one cannot read is refused as a whole", async () => {
    const slug = await aRoom();
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    const mallory = await connect(app, world.mallory);
    mallory.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId: "s", sessionRoomSlugs: [slug] });
    expect(await mallory.reply("s")).toMatchObject({ code: "ROOMS_NOT_FOUND" });
    await say(world.alice, slug, "secret");
    await mallory.fence();
    expect(JSON.stringify(mallory.frames)).not.toContain("secret");
  });
});

it("the unread summary adds up", async () => {
  const slug = await aRoom();
  await say(world.alice, slug, "a");
  const bob = await connect(app, world.bob);
  bob.send({ type: "CLIENT_GET_UNREAD_SUMMARY", requestId: "u" });
  const summary = (await bob.reply("u")) as unknown as {
    rooms: { sessionRoomSlug: string; unreadCount: number; lastMessage: { text: string } }[];
    totalUnread: number;
  };
  expect(summary.rooms.find((each) => each.sessionRoomSlug === slug)).toMatchObject({
    unreadCount: 1,
    lastMessage: { text: "a" },
  });
  expect(summary.rooms.reduce((sum, each) => sum + each.unreadCount, 0)).toBe(summary.totalUnread);
});
