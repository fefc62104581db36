import { randomUUID, randomUUIDv7 } from "node:crypto";
import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import type { QueryConfig, QueryResultRow } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { countRows, hold, holdPlace, holdRoom, untilSomebodyWaits } from "#test/row-locks.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";
import type { NewMessage } from "./messages.queries.ts";
import { insertBatch, WRITER_PROLOGUE } from "./writer.queries.ts";
import {
  createMessageWriter,
  createWriterConnection,
  type MessageWriter,
} from "./writer.service.ts";

let app: TestApp;
let world: World;
/** A writer of the test's own, for messages that no door lets in. */
let writer: MessageWriter;
let rowsWrittenBy: Awaited<ReturnType<typeof countRows>>;

/** Everything in one shard: what one room does, the others of the shard feel. */
beforeAll(async () => {
  const environment = { WRITER_SHARDS: "1" };
  app = await startTestApp({ environment });
  world = await createWorld(app.app.http.app);
  const { connection } = app.database;
  writer = createMessageWriter({
    connect: () => createWriterConnection(connection, app.lines.log),
    live: { publish: () => undefined },
    tellShown: () => undefined,
    tellFollowers: () => undefined,
    tellRead: () => undefined,
    shards: 1,
  });
  rowsWrittenBy = await countRows(app.database, ["rooms", "participants", "messages"]);
});
afterAll(async () => {
  await writer.close();
  await app.close();
});

const temp = (): string => `temp_${randomUUID()}`;
const aRoom = (): Promise<string> => createRoomOf(world.alice, world.bob);

async function idOf(slug: string): Promise<RoomId> {
  const { rows } = await app.database.pool.query<{ id: RoomId }>(
    "select id from rooms where slug = $1",
    [slug],
  );
  const [room] = rows;
  if (!room) throw new Error(`No room ${slug}`);
  return room.id;
}

function send(person: Person, slug: string, content: string, clientMessageId = temp()) {
  return person.call("sendMessage", { params: { slug }, body: { content, clientMessageId } });
}

/** A message as the service hands it to the writer. */
function toMessage(
  roomId: RoomId,
  author: { readonly user: { readonly id: UserId } },
  content: string,
): NewMessage {
  return {
    roomId,
    authorId: author.user.id,
    authorIsGuest: false,
    id: randomUUIDv7() as MessageId,
    clientMessageId: temp(),
    sentHash: Buffer.from(content),
    content,
    type: "text",
    metadata: {},
  };
}

/** By the writer itself: what is called in one turn stands in its queue in this order. */
const write = (message: NewMessage) => writer.write({ message, origin: undefined });

/** In a batch of its own: what is called in the same turn gathers behind it. */
async function writeAlone(message: NewMessage) {
  // A writer that rests after a batch would take the others with it.
  await writer.idle();
  return { written: write(message) };
}

async function contentsOf(slug: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ content: string }>(
    `select content from messages m join rooms r on r.id = m.room_id
     where r.slug = $1 and m.type = 'text' order by m.seq`,
    [slug],
  );
  return rows.map(({ content }) => content);
}

describe("a room whose lock somebody else holds", () => {
  it("judges its sends by what was committed before it got free", async () => {
    const [slug, free] = [await aRoom(), await aRoom()];
    const held = await holdRoom(app.database, slug);
    const refusals = Array.from({ length: 3 }, () =>
      world.bob.refusal("sendMessage", { params: { slug }, body: { content: "late" } }),
    );
    // Of the same shard, so the sends before it were tried by then.
    await send(world.alice, free, "a");
    await held.run(
      `update participants p set access_status = 'REMOVED' from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
      [slug, world.bob.user.id],
    );
    await held.release();
    for (const refusal of await Promise.all(refusals)) expect(refusal.code).toBe("NOT_SUBSCRIBED");
    expect(await contentsOf(slug)).toEqual([]);
  });

  it.each([
    ["of the room", (slug: string) => holdRoom(app.database, slug)],
    ["of the author's place", (slug: string) => holdPlace(app.database, slug, world.alice.user.id)],
  ])(
    "waits alone and keeps its order: the other rooms of its shard go on (%s)",
    async (_, lock) => {
      const [busy, free] = [await aRoom(), await aRoom()];
      const [busyId, freeId] = [await idOf(busy), await idOf(free)];
      const held = await lock(busy);
      const { written: first } = await writeAlone(toMessage(freeId, world.bob, "a"));
      const waiting = [write(toMessage(busyId, world.alice, "1"))];
      waiting.push(write(toMessage(busyId, world.bob, "2")));
      await first;
      waiting.push(write(toMessage(busyId, world.alice, "3")));
      await write(toMessage(freeId, world.bob, "b"));
      expect(await contentsOf(busy)).toEqual([]);
      await held.release();
      await Promise.all(waiting);
      expect(await contentsOf(busy)).toEqual(["1", "2", "3"]);
      expect(await contentsOf(free)).toEqual(["a", "b"]);
    },
  );
});

it("a room whose lock somebody else holds is not waited for by people who were never let in", async () => {
  const slug = await aRoom();
  const held = await holdRoom(app.database, slug);
  const waiting = send(world.alice, slug, "a");
  for (const address of [slug, "nowhere"])
    await world.mallory.refusal("sendMessage", {
      params: { slug: address },
      body: { content: "b" },
    });
  expect(await contentsOf(slug)).toEqual([]);
  await held.release();
  await waiting;
});

describe("a batch", () => {
  it("writes what is allowed and new, and says of everything else why not", async () => {
    const { alice, bob, mallory } = world;
    const gone = { user: { id: randomUUIDv7() as UserId } };
    const [slug, archivedSlug, readOnlySlug] = [await aRoom(), await aRoom(), await aRoom()];
    const [room, archived] = [await idOf(slug), await idOf(archivedSlug)];
    const readOnly = await idOf(readOnlySlug);
    const [known, other] = [toMessage(room, bob, "known"), toMessage(room, bob, "other")];
    await write(toMessage(readOnly, alice, "a"));
    const [sent] = await Promise.all([known, other].map(write));
    const seq = sent?.outcome === "sent" ? sent.message.seq : 0;
    const { pool } = app.database;
    await pool.query(`update rooms set status = 'ARCHIVED' where id = $1`, [archived]);
    await pool.query(`update participants set access_level = 'READ' where room_id = $1`, [
      readOnly,
    ]);
    const twice = toMessage(room, alice, "twice");
    const changed = { sentHash: Buffer.from("changed") };
    const cases: readonly (readonly [NewMessage, object])[] = [
      [toMessage(room, alice, "4th"), { outcome: "sent", message: { seq: seq + 3, msgNo: 4 } }],
      [known, { outcome: "duplicate", seq }],
      [{ ...other, ...changed }, { outcome: "IDEMPOTENCY_CONFLICT" }],
      [toMessage(room, mallory, "outsider"), { outcome: "NOT_SUBSCRIBED" }],
      [toMessage(room, gone, "nobody"), { outcome: "NOT_SUBSCRIBED" }],
      [toMessage(randomUUIDv7() as RoomId, alice, "no room"), { outcome: "NOT_SUBSCRIBED" }],
      [toMessage(archived, alice, "archived"), { outcome: "ROOM_ARCHIVED" }],
      [toMessage(readOnly, bob, "reader"), { outcome: "MESSAGE_SEND_NOT_ALLOWED" }],
      [twice, { outcome: "sent", message: { seq: seq + 4, msgNo: 5 } }],
      [twice, { outcome: "duplicate", seq: seq + 4 }],
      [{ ...twice, ...changed }, { outcome: "IDEMPOTENCY_CONFLICT" }],
      [toMessage(room, bob, "6th"), { outcome: "sent", message: { seq: seq + 5, msgNo: 6 } }],
    ];

    const written = await rowsWrittenBy(async () => {
      const { written: first } = await writeAlone(toMessage(room, alice, "3rd"));
      const outcomes = cases.map(([message]) => write(message));
      await first;
      expect(await Promise.all(outcomes)).toMatchObject(cases.map(([, outcome]) => outcome));
    });

    expect(written).toEqual({
      "insert messages": 4,
      "update rooms": 2,
      "update participants": 3,
    });
    expect(await contentsOf(slug)).toEqual(["known", "other", "3rd", "4th", "twice", "6th"]);
  });
});

describe("a send that the database does not take", () => {
  it.each([
    ["a text that PostgreSQL does not hold", { content: "a\0b" }],
    ["the id of another message", {}],
  ])("fails alone: %s", async (_, wrong) => {
    const slug = await aRoom();
    const roomId = await idOf(slug);
    const make = (content: string) => toMessage(roomId, world.alice, content);
    const known = make("known");
    await write(known);
    const poisoned = { ...make("bad"), id: known.id, ...wrong };
    const { written: first } = await writeAlone(make("0"));
    const all = [make("1"), make("2"), poisoned, make("3"), make("4")];
    const written = Promise.allSettled(all.map(write));
    await first;
    expect((await written).map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect(await contentsOf(slug)).toEqual(["known", "0", "1", "2", "3", "4"]);
  });
});

describe("a connection that is lost in the middle of a batch", () => {
  it("leaves the outcome open, and the same sends again are written once", async () => {
    const slug = await aRoom();
    const ids = [temp(), temp(), temp()];
    const held = await hold(app.database, "lock table messages in exclusive mode");
    const [inFlight, ...queued] = ids;
    const lost = world.alice.refusal("sendMessage", {
      params: { slug },
      body: { content: "m0", clientMessageId: inFlight },
    });
    const pid = await untilSomebodyWaits(app.database);
    const others = queued.map((id, place) => send(world.alice, slug, `m${place + 1}`, id));
    await app.database.pool.query("select pg_terminate_backend($1)", [pid]);
    expect(await lost).toMatchObject({ code: "DB_UNAVAILABLE" });
    await held.release();
    await Promise.all(others);

    await send(world.alice, slug, "m0", inFlight);
    for (const [place, id] of ids.entries())
      expect((await send(world.alice, slug, `m${place}`, id)).duplicate).toBe(true);
    expect((await contentsOf(slug)).toSorted()).toEqual(["m0", "m1", "m2"]);
  });

  it("is told as a database that is away, and refused for good once the writer is closed", async () => {
    const connection = createWriterConnection(app.database.connection, app.lines.log);
    const [row] = await connection.query<{ pid: number }>({
      text: "select pg_backend_pid() as pid",
    });
    const sleeping = connection.query({ text: "select pg_sleep(60)" });
    await Promise.all([
      expect(sleeping).rejects.toSatisfy(isUnavailable),
      app.database.pool.query("select pg_terminate_backend($1)", [row?.pid]),
    ]);
    expect(await connection.query({ text: "select 1 as one" })).toEqual([{ one: 1 }]);
    await connection.close();
    await expect(connection.query({ text: "select 1" })).rejects.toSatisfy(isUnavailable);
  });
});

describe("rows written per message", () => {
  async function aRoomOf(members: number): Promise<string> {
    const slug = await aRoom();
    await app.database.pool.query(
      `with made as (
         insert into users (full_name, username) select 'Member', $1 || '.m' || n from generate_series(3, $2::integer) n returning id
       )
       insert into participants (room_id, user_id, access_level, access_status, join_method)
       select r.id, m.id, 'WRITE', 'ACCEPTED', 'DIRECT' from rooms r, made m where r.slug = $3`,
      [slug.replace("-", "."), members, slug],
    );
    return slug;
  }

  it.each([[10], [10_000]])("are three for a send alone, with %i members", async (members) => {
    const slug = await aRoomOf(members);
    expect(await rowsWrittenBy(() => send(world.alice, slug, "a"))).toEqual({
      "insert messages": 1,
      "update rooms": 1,
      "update participants": 1,
    });
  });

  it.each([[10], [10_000]])("are one and a little in a batch, with %i members", async (members) => {
    const slug = await aRoomOf(members);
    const roomId = await idOf(slug);
    const count = 40;
    const written = await rowsWrittenBy(async () => {
      const { written: first } = await writeAlone(toMessage(roomId, world.alice, "first"));
      const others = Array.from({ length: count }, (_, place) =>
        write(toMessage(roomId, place % 2 ? world.alice : world.bob, `m${place}`)),
      );
      await Promise.all([first, ...others]);
    });
    expect(written).toEqual({
      "insert messages": count + 1,
      "update rooms": 2,
      "update participants": 3,
    });
  });
});

it("a send reads no message of a room that grew long since the statement was planned", async () => {
  const roomId = await idOf(await aRoom());
  const client = await app.database.pool.connect();
  const query: DedicatedConnection["query"] = async <Row extends QueryResultRow>(
    statement: QueryConfig,
  ) => (await client.query<Row>(statement)).rows;
  const sendTwo = () => {
    const sends = ["1", "2"].map((text) => toMessage(roomId, world.alice, text));
    return insertBatch({ query, close: async () => {} }, sends);
  };
  /** Messages that this session has read. */
  const countRead = async () => {
    const { rows } = await client.query<{ read: string }>(
      "select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'messages'",
    );
    return Number(rows[0]?.read);
  };
  await client.query(WRITER_PROLOGUE);
  await client.query("begin");
  await sendTwo();
  await client.query(
    `with written as (
       insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
       select $1, 100 + n, 100 + n, uuidv7(), $2, 'temp_' || n, '', 'said', 'text', now(), now() from generate_series(1, 3_000) n
     )
     update rooms set last_seq = 3_100, last_msg_no = 3_100 where id = $1`,
    [roomId, world.alice.user.id],
  );
  const before = await countRead();
  await sendTwo();
  const read = (await countRead()) - before;
  await client.query("rollback");
  client.release(true);
  // The neighbour of each key, at most.
  expect(read).toBeLessThanOrEqual(2);
});

it("the messages of one socket get their places in the order in which they were sent", async () => {
  const slug = await aRoom();
  const alice = await connect(app, world.alice);
  const names = Array.from({ length: 30 }, (_, place) => `r${place}`);
  for (const requestId of names)
    alice.send({
      type: "CLIENT_SEND_MESSAGE",
      requestId,
      sessionRoomSlug: slug,
      clientMessageId: temp(),
      content: requestId,
    });
  const replies = await Promise.all(names.map((name) => alice.reply(name)));
  const places = replies.map((reply) => Number(reply["seq"]));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(await contentsOf(slug)).toEqual(names);
});
