import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hydration } from "#server/registries.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { listStatements } from "#test/statements.ts";
import { connect, logEpochOf, openSocket } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";
import { createLogReads } from "./log-reader.service.ts";
import { createLogReplays, type KeptReplay, type RoomToReplay } from "./replays.service.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  // Their reads are not those that are counted here.
  await app.app.followers.close();
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

/** How many rooms were asked for in each reading of the log while something ran. */
async function listReadsOfLogs(run: () => Promise<unknown>): Promise<number[]> {
  const asked = await listStatements(app.database, run);
  return asked
    .filter(({ text }) => text.includes("from room_events"))
    .map(({ values }) => (values as string[][])[0]?.length ?? 0);
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
  it("of four hundred rooms takes a handful of reads", async () => {
    await createRoomOf(world.alice, world.bob);
    const slugs = await fillRooms(400, 1);
    const rooms = Object.fromEntries(slugs.map((slug) => [slug, 0]));
    const resume = { logEpoch: await epoch(), rooms };
    let replayed: unknown[] = [];
    const reads = await listReadsOfLogs(async () => {
      const bob = await connect(app, world.bob, resume);
      replayed = bob.frames
        .filter(({ type }) => type === "SERVER_MESSAGE_HISTORY")
        .map((frame) => [frame["sessionRoomSlug"], frame["events"]]);
    });
    expect(replayed).toMatchObject(
      slugs.map((slug) => [slug, [{ seq: 1, message: { content: `in ${slug}` } }]]),
    );
    expect(sumOf(reads)).toBeGreaterThanOrEqual(400);
    expect(reads.length).toBeLessThan(20);
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
    const reads = await listReadsOfLogs(async () => {
      got = await Promise.all(Array.from({ length: 20 }, () => replays.read(room, 2)));
      got = [...got, await replays.read(room, 2)];
    });
    expect(reads).toEqual([1]);
    expect(got).toHaveLength(21);
    expect(new Set(got.map(({ frame }) => frame)).size).toBe(1);
    expect(got[0]?.events).toHaveLength(room.lastSeq - 2);
  });

  it("reads no more texts than one answer may hold, also where old messages were edited", async () => {
    const [slug = ""] = await fillRooms(1, 50);
    const room = await findRoomOf(slug);
    await app.database.pool.query(
      `with written as (update messages set content = repeat('x', 100_000) where room_id = $1 returning id, seq)
       insert into room_events (room_id, seq, kind, message_id, facts)
       select $1, 50 + seq, 'message_edited', id, '{}' from written`,
      [room.id],
    );
    await app.database.pool.query("update rooms set last_seq = 100 where id = $1", [room.id]);
    const gap = await createLogReads(app.database.kysely, hydration)(room.id, 50, 50);
    expect(gap.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, n) => 51 + n));
    const replays = createLogReplays(app.database.kysely, hydration, () => undefined);
    const replay = await replays.read({ ...room, lastSeq: 100 }, 50);
    expect(replay).toMatchObject({ isTruncated: true, events: [], headSeq: 100 });
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
    const statements = await listStatements(app.database, async () => {
      got = await replays.read({ ...room, lastSeq: 501 }, 0);
    });
    expect(statements).toEqual([]);
    expect(got).toMatchObject({ isTruncated: true, events: [], headSeq: 501 });
  });

  it("for a socket that has gone is not read on", async () => {
    const slugs = await fillRooms(400, 5);
    const logEpoch = await epoch();
    const resumeAfter = (seq: number) => ({
      logEpoch,
      rooms: Object.fromEntries(slugs.map((slug) => [slug, seq])),
    });
    const lock = await lockLog(app.database.pool);
    const client = await openSocket(app, world.bob);
    client.send({ type: "CLIENT_MULTI_ROOM_AUTH", resume: resumeAfter(0) });
    await expect.poll(() => countWaiting()).toBe(1);
    const open = await countSockets();
    client.ws.terminate();
    await expect.poll(() => countSockets()).toBe(open - 1);
    const reads = await listReadsOfLogs(async () => {
      await unlock(lock);
      await connect(app, world.bob, resumeAfter(1));
    });
    // The other socket reads 400 rooms, the first one had asked for its portion of 100, and one more would be 600 in all.
    expect(sumOf(reads)).toBeLessThan(600);
  });
});

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, each) => sum + each, 0);
}

async function countWaiting(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_database d on d.oid = database
      where not granted and relation = 'room_events'::regclass and d.datname = current_database()`,
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
