import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock } from "#test/clock.ts";
import { createTestDatabase } from "#test/database.ts";
import { alice, asAlice, openDoor, type Door } from "#test/door.ts";
import { AppError } from "../app-error.ts";
import type { Database } from "../db/database.ts";
import { RolledBack } from "../db/transaction.ts";
import { createReplayStore, replayJobs, type Sealing } from "./replay-store.ts";
import { createReplays, type ReplayStore } from "./replays.ts";

const HOUR_MS = 3600_000;
const messageId = "0199aaaa-0000-7000-8000-00000000000f";
const clock = createTestClock();
let database: Database;
let door: Door;
let calls = 0;
/** What the handler does before it counts. */
let before: () => Promise<void>;
let store: ReplayStore;
/** Opens only with the secret that it was sealed with. */
const sealing: Sealing = {
  seal: (secret, context, text) => Buffer.from(JSON.stringify([secret, context, text])),
  unseal(secret, context, sealed) {
    const [ownSecret, ownContext, text] = JSON.parse(sealed.toString()) as string[];
    if (ownSecret !== secret || ownContext !== context) throw new Error("Sealed otherwise");
    return text ?? "";
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  await database.kysely
    .insertInto("users")
    .values({ id: alice.userId, username: "alice" })
    .execute();
  const unread = { sessionRoomSlug: "general", mentionCount: 0, lastReadAt: null };
  store = createReplayStore(database.kysely, clock, sealing);
  const replays = createReplays({
    begin: (key) => store.begin(key),
    keep: (key, outcome) => store.keep(key, outcome),
    release: (key) => store.release(key),
  });
  door = await openDoor({
    replays,
    handlers: {
      markRead: async () => {
        await before();
        calls += 1;
        return { ...unread, unreadCount: calls, readMsgNo: 0 };
      },
      createWsTicket: async () => {
        calls += 1;
        return { ticket: `wst_${calls}`, expires: "2099-01-01T00:00:00.000Z" };
      },
    },
  });
});

beforeEach(() => {
  calls = 0;
  store = createReplayStore(database.kysely, clock, sealing);
  before = () => Promise.resolve();
});

afterAll(async () => {
  await door.close();
  await database.close();
});

interface Variation {
  readonly key: string;
  readonly slug?: string;
}

function markRead({ key, slug = "general" }: Variation) {
  return door.app.inject({
    method: "POST",
    url: `/v1/multi-room-chat/mark-read/${slug}`,
    headers: { ...asAlice, "idempotency-key": key, "connection-id": "one" },
    payload: { lastReadMessageId: messageId },
  });
}

describe("a UUID", () => {
  test("gets the first reply for a day, and the call runs once", async () => {
    const key = randomUUID();
    const first = await markRead({ key });
    clock.advance(23 * HOUR_MS);
    const second = await markRead({ key: key.toUpperCase() });
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
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    before = () => {
      begun.resolve();
      return gate.promise;
    };
    const running = [markRead({ key }), markRead({ key }), markRead({ key })];
    await begun.promise;
    gate.resolve();
    const replies = await Promise.all(running);
    expect(new Set(replies.map((each) => each.body)).size).toBe(1);
    expect(calls).toBe(1);
  });

  test.each([
    ["refused", new AppError("MESSAGE_NOT_FOUND"), 404],
    ["rolled back", new RolledBack(Object.assign(new Error("Deadlock"), { code: "40P01" })), 503],
  ])("of a call that was %s is free again", async (_, failure, status) => {
    const key = randomUUID();
    before = () => Promise.reject(failure);
    expect((await markRead({ key })).statusCode).toBe(status);
    before = () => Promise.resolve();
    expect((await markRead({ key })).statusCode).toBe(200);
  });

  test.each([
    [
      "that a dead process held",
      () => {
        store = { ...store, keep: () => new Promise<never>(() => {}) };
        return undefined;
      },
    ],
    [
      "whose reply could not be kept, although the caller got it,",
      () => {
        store = { ...store, keep: () => Promise.reject(new Error("The database is gone")) };
        return 200;
      },
    ],
    [
      "of a call that failed in the middle",
      () => {
        before = () => Promise.reject(new AppError("DB_UNAVAILABLE"));
        return 503;
      },
    ],
  ])("%s is not run again within the day: nobody knows what became of it", async (_, fail) => {
    const key = randomUUID();
    const kept = { store, before };
    const status = fail();
    const first = markRead({ key });
    if (status === undefined) await expect.poll(() => calls).toBe(1);
    else expect((await first).statusCode).toBe(status);
    ({ store, before } = kept);
    calls = 0;
    clock.advance(61_000);
    expect((await markRead({ key })).json()).toMatchObject({ code: "CONFLICT", status: 409 });
    clock.advance(22 * HOUR_MS);
    expect((await markRead({ key })).statusCode).toBe(409);
    clock.advance(2 * HOUR_MS);
    expect((await markRead({ key })).statusCode).toBe(200);
    expect(calls).toBe(1);
  });

  test("is forgotten by the hourly job when its day is over", async () => {
    await markRead({ key: randomUUID() });
    clock.advance(25 * HOUR_MS);
    const young = randomUUID();
    await markRead({ key: young });
    for (const job of replayJobs(database.kysely, clock)) await job.run({});
    await markRead({ key: young });
    const rows = await database.pool.query("select 1 from idempotency_keys");
    expect([rows.rowCount, calls]).toEqual([1, 2]);
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

test.each(["POST:/multi-room-chat/mark-read/general:8f434346", "", "x".repeat(600)])(
  "a key that is no UUID means nothing: %j",
  async (key) => {
    const replies = [await markRead({ key }), await markRead({ key })];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(calls).toBe(2);
  },
);
