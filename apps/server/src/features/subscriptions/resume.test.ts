import type { Message, RoomEventEntry } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect, logEpochOf } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const aRoom = (): Promise<string> => createRoomOf(world.alice, world.bob);

async function say(slug: string, ...contents: string[]): Promise<Message[]> {
  const params = { slug };
  const sent = await Promise.all(
    contents.map((content) => world.alice.call("sendMessage", { params, body: { content } })),
  );
  return sent.map(({ message }) => message).toSorted((a, b) => a.seq - b.seq);
}

async function epoch(): Promise<string> {
  const client = await connect(app, world.bob);
  client.ws.close();
  return logEpochOf(client);
}

/** Statements that wait for the table. */
async function countWaiting(table: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_database d on d.oid = database
      where not granted and relation = $1::regclass and d.datname = current_database()`,
    [table],
  );
  return rows[0]?.count ?? 0;
}

/** Nobody else reads the table until it is given free. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const lock = await app.database.pool.connect();
  await lock.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await lock.query("rollback");
    lock.release();
  };
}

describe("a socket that comes back", () => {
  it("gets what it missed in each room, in order, and then the full lists", async () => {
    const [one, other] = [await aRoom(), await aRoom()];
    const [seen] = await say(one, "seen");
    const seenOther = await say(other, "seen too");
    const missed = await say(one, "a", "b", "c");
    const resume = {
      logEpoch: await epoch(),
      rooms: { [one]: seen?.seq ?? 0, [other]: seenOther[0]?.seq ?? 0 },
    };

    const bob = await connect(app, world.bob, resume);

    const replays = bob.frames.filter(({ type }) => type === "SERVER_MESSAGE_HISTORY");
    expect(replays).toMatchObject([{ mode: "resume", sessionRoomSlug: one, hasMore: false }]);
    const events = (replays[0]?.["events"] ?? []) as RoomEventEntry[];
    expect(events.map((event) => event.event === "message_new" && event.message)).toEqual(missed);
    const types = bob.frames.map(({ type }) => type);
    expect(types.indexOf("SERVER_MESSAGE_HISTORY")).toBeLessThan(
      types.indexOf("SERVER_SUBSCRIPTION_UPDATE"),
    );
    expect(types.at(-1)).toBe("SERVER_UNREAD_SUMMARY");
  });

  it("also gets events that are no messages", async () => {
    const slug = await aRoom();
    const [seen] = await say(slug, "seen");
    await world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const bob = await connect(app, world.bob, {
      logEpoch: await epoch(),
      rooms: { [slug]: seen?.seq ?? 0 },
    });
    const replay = bob.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY");
    expect(replay?.["events"]).toMatchObject([
      { event: "participant_changed", userId: world.carol.user.id, accessStatus: "ACCEPTED" },
      { event: "message_new", message: { type: "system", content: "Carol joined" } },
    ]);
  });

  it("gets events of a newer release, which another node wrote, without what they say", async () => {
    const slug = await aRoom();
    const [seen] = await say(slug, "seen");
    await app.database.pool.query(
      `select append_event(room_id, 'of_tomorrow', author_id, id, '{"more": 1}') from messages where id = $1`,
      [seen?.id],
    );
    const [after] = await say(slug, "after");
    const bob = await connect(app, world.bob, {
      logEpoch: await epoch(),
      rooms: { [slug]: seen?.seq ?? 0 },
    });
    const replay = bob.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY");
    const seq = (after?.seq ?? 0) - 1;
    expect(replay?.["events"]).toEqual([
      { event: "of_tomorrow", seq },
      expect.objectContaining({ event: "message_new", message: after }),
    ]);
  });

  it("is told to reload a room in which it missed more than five hundred events", async () => {
    const slug = await aRoom();
    const [seen] = await say(slug, "seen");
    await say(slug, ...Array.from({ length: 501 }, (_, place) => `m${place}`));
    const bob = await connect(app, world.bob, {
      logEpoch: await epoch(),
      rooms: { [slug]: seen?.seq ?? 0 },
    });
    const replay = bob.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY");
    expect(replay).toMatchObject({ truncated: true, hasMore: true, events: [] });
  });

  it.each([
    ["of text", "x", 90, 20],
    // Twice as long on the wire.
    ["when they are encoded", '"', 45, 10],
  ])(
    "is told to reload a room in which it missed more bytes %s than one answer may hold",
    async (_what, letter, few, more) => {
      const slug = await aRoom();
      const [seen] = await say(slug, "seen");
      const resume = { logEpoch: await epoch(), rooms: { [slug]: seen?.seq ?? 0 } };
      await say(slug, ...Array.from({ length: few }, () => letter.repeat(10_000)));
      const before = await connect(app, world.bob, resume);
      await say(slug, ...Array.from({ length: more }, () => letter.repeat(10_000)));
      const after = await connect(app, world.bob, resume);
      const replays = [before, after].map((bob) =>
        bob.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY"),
      );
      expect(replays[0]?.["events"]).toHaveLength(few);
      expect(replays[1]).toMatchObject({ truncated: true, hasMore: true, events: [] });
    },
  );

  it("hears nothing of a room that it may not read any more", async () => {
    const slug = await aRoom();
    const [seen] = await say(slug, "seen");
    await app.database.pool.query(
      `update participants p set access_status = 'REMOVED' from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
      [slug, world.bob.user.id],
    );
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    await say(slug, "secret");
    const bob = await connect(app, world.bob, {
      logEpoch: await epoch(),
      rooms: { [slug]: seen?.seq ?? 0 },
    });
    await say(slug, "secret again");
    await bob.fence();
    expect(JSON.stringify(bob.frames)).not.toContain("secret");
    expect(JSON.stringify(bob.frames)).not.toContain(`"${slug}"`);
  });

  it("gets nothing of what came after it was taken out while its replay was being read", async () => {
    const slug = await aRoom();
    const [seen] = await say(slug, "seen");
    // More than the process keeps at hand.
    await say(slug, ...Array.from({ length: 100 }, (_, place) => `missed ${place}`));
    const resume = { logEpoch: await epoch(), rooms: { [slug]: seen?.seq ?? 0 } };
    const { pool } = app.database;
    const free = await holdTable("room_events");

    const coming = connect(app, world.bob, resume);
    // Its list of rooms is read; the log is not.
    await expect.poll(() => countWaiting("room_events")).toBeGreaterThan(0);
    await pool.query(
      `update participants p set access_status = 'REMOVED' from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
      [slug, world.bob.user.id],
    );
    await pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [slug]);
    await say(slug, "secret");
    await free();

    const bob = await coming;
    const replays = bob.frames.filter(({ type }) => type === "SERVER_MESSAGE_HISTORY");
    expect(JSON.stringify(replays)).not.toContain("secret");
    const list = bob.frames.find(({ type }) => type === "SERVER_SUBSCRIPTION_UPDATE");
    expect(JSON.stringify(list)).not.toContain(`"${slug}"`);
    await say(slug, "secret again");
    await bob.fence();
    expect(JSON.stringify(bob.frames)).not.toContain("secret again");
  });

  it("has no room in its list that it left while its replay was being read", async () => {
    const slug = await aRoom();
    const [seen] = await say(slug, "seen");
    const [missed] = await say(slug, "missed");
    const params = { slug, id: missed?.id ?? "" };
    await world.alice.call("addReaction", { params, body: { emoji: "👍" } });
    await say(slug, ...Array.from({ length: 100 }, (_, place) => `missed ${place}`));
    const resume = { logEpoch: await epoch(), rooms: { [slug]: seen?.seq ?? 0 } };
    // Leaving reads no reactions, so it comes in between.
    const free = await holdTable("message_reactions");
    const coming = connect(app, world.bob, resume);
    await expect.poll(() => countWaiting("message_reactions")).toBeGreaterThan(0);
    await world.bob.call("leaveRoom", { params: { slug } });
    await free();
    const { frames } = await coming;
    const list = frames.find(({ type }) => type === "SERVER_SUBSCRIPTION_UPDATE");
    expect(list).toHaveProperty("subscriptions");
    expect(JSON.stringify(list)).not.toContain(`"${slug}"`);
  });

  it("of another log must drop what it has, and keeps its connection", async () => {
    const slug = await aRoom();
    const [last] = await say(slug, "a");
    const stranger = await connect(app, world.bob, {
      logEpoch: "another",
      rooms: { [slug]: last?.seq ?? 0 },
    });
    const ahead = await connect(app, world.bob, {
      logEpoch: await epoch(),
      rooms: { [slug]: (last?.seq ?? 0) + 5 },
    });
    for (const client of [stranger, ahead]) {
      await client.until((frame) => frame["code"] === "LOG_EPOCH_CHANGED");
      client.send({ type: "CLIENT_GET_UNREAD_SUMMARY", requestId: "still-here" });
      expect((await client.reply("still-here")).type).toBe("SERVER_UNREAD_SUMMARY");
    }
  });
});

it("leaves out a room whose name no room can have", async () => {
  const rooms = { "no\0room": 1 };
  const client = await connect(app, world.bob, { logEpoch: await epoch(), rooms });
  client.send({ type: "CLIENT_TYPING", roomSlug: "no\0room", isTyping: true });
  await client.fence();
  expect(client.frames.map(({ type }) => type)).toContain("SERVER_SUBSCRIPTION_UPDATE");
  expect(app.lines.entries().filter(({ level }) => level === "error")).toEqual([]);
});

describe("asking for the log", () => {
  it("after a seq replays it; before a message gives a page", async () => {
    const slug = await aRoom();
    const said = await say(slug, "a", "b", "c");
    const bob = await connect(app, world.bob);
    bob.send({
      type: "CLIENT_REQUEST_MESSAGE_HISTORY",
      requestId: "gap",
      sessionRoomSlug: slug,
      afterSeq: said[0]?.seq ?? 0,
    });
    expect(await bob.reply("gap")).toMatchObject({
      mode: "resume",
      headSeq: said[2]?.seq,
      events: [{ seq: said[1]?.seq }, { seq: said[2]?.seq }],
    });
    const before = said[2]?.id ?? "";
    bob.send({
      type: "CLIENT_REQUEST_MESSAGE_HISTORY",
      requestId: "page",
      sessionRoomSlug: slug,
      before,
      limit: 2,
    });
    expect(await bob.reply("page")).toMatchObject({
      mode: "page",
      messages: [{ id: said[0]?.id }, { id: said[1]?.id }],
      hasMore: true,
    });
  });

  it("after a seq and before a message at once is no question", async () => {
    const bob = await connect(app, world.bob);
    bob.sendRaw(
      JSON.stringify({
        type: "CLIENT_REQUEST_MESSAGE_HISTORY",
        requestId: "both",
        sessionRoomSlug: await aRoom(),
        afterSeq: 0,
        before: "seq_1",
      }),
    );
    expect(await bob.reply("both")).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: [{ path: "before", code: "notAllowed" }] },
    });
  });

  it("is refused where the room cannot be read", async () => {
    const slug = await aRoom();
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    const mallory = await connect(app, world.mallory);
    mallory.send({
      type: "CLIENT_REQUEST_MESSAGE_HISTORY",
      requestId: "h",
      sessionRoomSlug: slug,
      afterSeq: 0,
    });
    expect(await mallory.reply("h")).toMatchObject({ code: "MULTI_ROOM_NOT_FOUND" });
  });
});
