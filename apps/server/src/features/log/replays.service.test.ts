import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hydration } from "#server/registries.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect, logEpochOf, openSocket } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";
import { createLogReplays, type KeptReplay, type RoomToReplay } from "./replays.service.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function epoch(): Promise<string> {
  const client = await connect(app, world.bob);
  client.ws.close();
  await client.closed;
  return logEpochOf(client);
}

async function say(slug: string, ...contents: string[]): Promise<void> {
  for (const content of contents) {
    await world.alice.call("sendMessage", { params: { slug }, body: { content } });
  }
}

/** How often somebody took a connection of the database while something ran. */
async function countStatements(run: () => Promise<unknown>): Promise<number> {
  const { pool, lookups } = app.database;
  let count = 0;
  const add = (): void => void (count += 1);
  for (const each of [pool, lookups]) each.on("acquire", add);
  await run();
  for (const each of [pool, lookups]) each.off("acquire", add);
  return count;
}

/** Nobody can read the log until the lock is let go. */
async function lockLog(pool: Pool): Promise<PoolClient> {
  const lock = await pool.connect();
  await lock.query("begin; lock table room_events in access exclusive mode");
  return lock;
}

async function unlock(lock: PoolClient): Promise<void> {
  await lock.query("rollback");
  lock.release();
}

/** Rooms of bob with messages of alice in each, unheard of until now. */
let fills = 0;

async function fillRooms(count: number, messages: number): Promise<string[]> {
  fills += 1;
  const { rows } = await app.database.pool.query<{ slug: string }>(
    `with made as (
       insert into rooms (workspace_id, slug, title, room_type, access_type, last_seq, last_msg_no)
       select (select workspace_id from rooms limit 1), 'many-' || $4::text || '-' || n, 'Many', 'channel', 'PUBLIC', $5::integer, $5::integer
       from generate_series(1, $1::integer) n returning id, slug
     ), joined as (
       insert into participants (room_id, user_id, access_level, access_status, join_method)
       select id, $2, 'WRITE', 'ACCEPTED', 'DIRECT' from made
     ), said as (
       insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
       select id, n, n, uuidv7(), $3, 'temp_' || n, '', 'in ' || slug, 'text', now(), now()
       from made, generate_series(1, $5::integer) n
     )
     select slug from made`,
    [count, world.bob.user.id, world.alice.user.id, String(fills), messages],
  );
  return rows.map(({ slug }) => slug);
}

describe("a replay", () => {
  it("of four hundred rooms takes a handful of statements", async () => {
    await createRoomOf(world.alice, world.bob);
    const slugs = await fillRooms(400, 1);
    const rooms = Object.fromEntries(slugs.map((slug) => [slug, 0]));
    const resume = { logEpoch: await epoch(), rooms };
    let replayed: unknown[] = [];
    const statements = await countStatements(async () => {
      const bob = await connect(app, world.bob, resume);
      replayed = bob.frames
        .filter(({ type }) => type === "SERVER_MESSAGE_HISTORY")
        .map((frame) => [frame["sessionRoomSlug"], frame["events"]]);
    });
    expect(replayed).toMatchObject(
      slugs.map((slug) => [slug, [{ seq: 1, message: { content: `in ${slug}` } }]]),
    );
    expect(statements).toBeLessThan(30);
  });

  it("of a room that was busy just now does not read the log", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const listener = await connect(app, world.bob);
    await say(slug, "a", "b", "c");
    const last = await listener.until(
      ({ message }) => (message as { content?: string } | undefined)?.content === "c",
    );
    const resume = { logEpoch: await epoch(), rooms: { [slug]: Number(last["seq"]) - 2 } };
    const lock = await lockLog(app.database.pool);
    const bob = await connect(app, world.bob, resume);
    await unlock(lock);
    const replay = bob.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY");
    expect(replay).toMatchObject({
      headSeq: last["seq"],
      events: [
        { event: "message_new", message: { content: "b" } },
        { event: "message_new", message: { content: "c" }, seq: last["seq"] },
      ],
      hasMore: false,
    });
    expect(JSON.stringify(replay?.["events"])).not.toContain("SERVER_ROOM_EVENT");
  });

  it("that a crowd asks for is read once, and encoded once", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await say(slug, "a", "b");
    const room = await findRoomOf(slug);
    const replays = createLogReplays(app.database.kysely, hydration, () => undefined);
    let got: readonly KeptReplay[] = [];
    const statements = await countStatements(async () => {
      got = await Promise.all(Array.from({ length: 20 }, () => replays.read(room, 2)));
      got = [...got, await replays.read(room, 2)];
    });
    // The log, its messages, and the names of who came.
    expect(statements).toBe(3);
    expect(got).toHaveLength(21);
    expect(new Set(got.map(({ frame }) => frame)).size).toBe(1);
    expect(got[0]?.events).toHaveLength(room.lastSeq - 2);
  });

  it("from beyond the log is one of another log", async () => {
    const room = await findRoomOf(await createRoomOf(world.alice));
    const replays = createLogReplays(app.database.kysely, hydration, () => undefined);
    await expect(replays.read(room, room.lastSeq + 1)).rejects.toMatchObject({
      code: "LOG_EPOCH_CHANGED",
    });
  });

  it("of more events than a client takes at once is known without reading", async () => {
    const room = await findRoomOf(await createRoomOf(world.alice));
    const replays = createLogReplays(app.database.kysely, hydration, () => undefined);
    let got: KeptReplay | undefined;
    const statements = await countStatements(async () => {
      got = await replays.read({ ...room, lastSeq: 501 }, 0);
    });
    expect(statements).toBe(0);
    expect(got).toMatchObject({ isTruncated: true, events: [], headSeq: 501 });
  });

  it("for a socket that has gone is not read on", async () => {
    const slugs = await fillRooms(400, 5);
    const rooms = Object.fromEntries(slugs.map((slug) => [slug, 0]));
    const logEpoch = await epoch();
    const lock = await lockLog(app.database.pool);
    const client = await openSocket(app, world.bob);
    client.send({ type: "CLIENT_MULTI_ROOM_AUTH", resume: { logEpoch, rooms } });
    await expect.poll(() => countWaiting()).toBe(1);
    const open = await countSockets();
    client.ws.terminate();
    await expect.poll(() => countSockets()).toBe(open - 1);
    const statements = await countStatements(async () => {
      await unlock(lock);
      await connect(app, world.carol);
      await connect(app, world.carol);
    });
    const ofTwo = await countStatements(async () => {
      await connect(app, world.carol);
      await connect(app, world.carol);
    });
    expect(statements - ofTwo).toBeLessThan(8);
  });
});

async function countWaiting(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    "select count(*)::int as count from pg_locks where not granted and relation = 'room_events'::regclass",
  );
  return rows[0]?.count ?? 0;
}

async function countSockets(): Promise<number> {
  const answer = await fetch(`${app.url}/metrics`);
  return Number(/^\S*sockets_open (\d+)$/m.exec(await answer.text())?.[1]);
}

async function findRoomOf(slug: string): Promise<RoomToReplay> {
  const { rows } = await app.database.pool.query<RoomToReplay>(
    `select id, slug, workspace_id as "workspaceId", last_seq as "lastSeq" from rooms where slug = $1`,
    [slug],
  );
  const [room] = rows;
  if (!room) throw new Error("The room was made just now");
  return room;
}
