import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock } from "#test/clock.ts";
import { createTestDatabase } from "#test/database.ts";
import { alice, asAlice, openDoor, type Door } from "#test/door.ts";
import { AppError } from "../app-error.ts";
import type { Database } from "../db/database.ts";
import { createReplayStore, replayJobs } from "./replay-store.ts";
import { createReplays } from "./replays.ts";

const HOUR_MS = 3600_000;
const REMEMBERED_BYTES = 2_000;
const messageId = "0199aaaa-0000-7000-8000-00000000000f";
const clock = createTestClock();
let database: Database;
let door: Door;
let calls = 0;
/** What the handler does before it counts. */
let before: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.kysely
    .insertInto("users")
    .values({ id: alice.userId, username: "alice" })
    .execute();
  const unread = { sessionRoomSlug: "general", mentionCount: 0, lastReadAt: null };
  door = await openDoor({
    replays: createReplays(createReplayStore(database.kysely, clock), REMEMBERED_BYTES),
    handlers: {
      markRead: async () => {
        await before();
        calls += 1;
        return { ...unread, unreadCount: calls, totalUnread: 0, readMsgNo: 0 };
      },
      createWsTicket: async () => {
        calls += 1;
        return { ticket: `wst_${calls}`, expires: "2099-01-01T00:00:00.000Z" };
      },
      logout: async () => {
        calls += 1;
      },
    },
  });
});

beforeEach(() => {
  calls = 0;
  before = () => Promise.resolve();
});

afterAll(async () => {
  await door.close();
  await database.close();
});

interface Variation {
  readonly key: string;
  readonly slug?: string;
  readonly connection?: string;
}

function markRead({ key, slug = "general", connection }: Variation) {
  return door.app.inject({
    method: "POST",
    url: `/v1/multi-room-chat/mark-read/${slug}`,
    headers: {
      ...asAlice,
      "idempotency-key": key,
      ...(connection === undefined ? {} : { "connection-id": connection }),
    },
    payload: { lastReadMessageId: messageId },
  });
}

describe("a random key", () => {
  test("gets the first reply for a day, and the call runs once", async () => {
    const key = randomUUID();
    const first = await markRead({ key });
    clock.advance(23 * HOUR_MS);
    const second = await markRead({ key });
    expect([second.statusCode, second.body]).toEqual([200, first.body]);
    expect(calls).toBe(1);
    clock.advance(2 * HOUR_MS);
    await markRead({ key });
    expect(calls).toBe(2);
  });

  test("used for something else is a conflict", async () => {
    const key = randomUUID();
    await markRead({ key });
    const other = await markRead({ key, slug: "another" });
    expect(other.json()).toMatchObject({ code: "IDEMPOTENCY_CONFLICT", status: 409 });
    expect(calls).toBe(1);
  });

  test("makes calls that run at the same time one call", async () => {
    const key = randomUUID();
    const gate = Promise.withResolvers<void>();
    before = () => gate.promise;
    const running = [markRead({ key }), markRead({ key }), markRead({ key })];
    await database.kysely
      .selectFrom("idempotency_keys")
      .selectAll()
      .where("key", "=", key)
      .execute();
    gate.resolve();
    const replies = await Promise.all(running);
    expect(new Set(replies.map((each) => each.body)).size).toBe(1);
    expect(calls).toBe(1);
  });

  test("of a call that failed is free again", async () => {
    const key = randomUUID();
    before = () => Promise.reject(new AppError("MESSAGE_NOT_FOUND"));
    expect((await markRead({ key })).statusCode).toBe(404);
    before = () => Promise.resolve();
    expect((await markRead({ key })).statusCode).toBe(200);
  });

  test("that a dead process held is taken over after a minute", async () => {
    const key = randomUUID();
    await markRead({ key });
    await database.kysely
      .updateTable("idempotency_keys")
      .set({ status: null, reply: null })
      .where("key", "=", key)
      .execute();
    clock.advance(61_000);
    expect((await markRead({ key })).statusCode).toBe(200);
    expect(calls).toBe(2);
  });

  test("is forgotten by the hourly job when its day is over", async () => {
    await markRead({ key: randomUUID() });
    clock.advance(25 * HOUR_MS);
    const young = randomUUID();
    await markRead({ key: young });
    for (const job of replayJobs(database.kysely, clock)) await job.run({});
    const rows = await database.kysely.selectFrom("idempotency_keys").select("key").execute();
    expect(rows).toEqual([{ key: young }]);
  });

  test("never keeps a ticket", async () => {
    const call = () =>
      door.app.inject({
        method: "POST",
        url: "/v1/auth/ws-ticket",
        headers: { ...asAlice, "idempotency-key": "5f0c7c56-8f5b-4d6e-9d53-0d5a1e9b1b11" },
      });
    const [first, second] = [await call(), await call()];
    expect(first.body).not.toBe(second.body);
  });
});

describe("a derived key", () => {
  const key = "POST:/multi-room-chat/mark-read/general:8f434346";

  test("joins a double click of one connection", async () => {
    const connection = randomUUID();
    const [first, second] = await Promise.all([
      markRead({ key, connection }),
      markRead({ key, connection }),
    ]);
    const third = await markRead({ key, connection });
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    expect(calls).toBe(1);
  });

  test("joins nothing of another connection, another call, or without a connection", async () => {
    await markRead({ key, connection: randomUUID() });
    await markRead({ key, connection: randomUUID() });
    const connection = randomUUID();
    await markRead({ key, connection });
    await markRead({ key, connection, slug: "another" });
    await markRead({ key });
    await markRead({ key });
    expect(calls).toBe(6);
  });

  test("remembers no more bytes of replies than it may", async () => {
    const connection = randomUUID();
    // Each reply has more than 50 bytes.
    for (let slug = 0; slug < REMEMBERED_BYTES / 50; slug += 1)
      await markRead({ key, connection, slug: `room-${slug}` });
    const last = calls;
    await markRead({ key, connection, slug: `room-${last - 1}` });
    expect(calls).toBe(last);
    await markRead({ key, connection, slug: "room-0" });
    expect(calls).toBe(last + 1);
  });

  test("does not keep a failure", async () => {
    const connection = randomUUID();
    before = () => Promise.reject(new AppError("MESSAGE_NOT_FOUND"));
    expect((await markRead({ key, connection })).statusCode).toBe(404);
    before = () => Promise.resolve();
    expect((await markRead({ key, connection })).statusCode).toBe(200);
  });

  test("means nothing for strangers", async () => {
    const call = () =>
      door.app.inject({
        method: "POST",
        url: "/v1/auth/logout",
        headers: { "idempotency-key": key, "connection-id": "one" },
        payload: {},
      });
    await Promise.all([call(), call()]);
    expect(calls).toBe(2);
  });

  test("of absurd length is refused", async () => {
    expect((await markRead({ key: "x".repeat(600) })).json()).toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
