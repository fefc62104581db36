import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openFlakyDatabase, type FlakyDatabase } from "./database-proxy.ts";
import { createTestDatabase } from "./database.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { createRoomOf, openProgram, signIn, toRequest, type Person } from "./world.ts";
import type { Database } from "#server/platform/db/database.ts";

const PATIENCE = { timeout: 20_000 };

let real: Database;
let flaky: FlakyDatabase;
let app: TestApp;

beforeAll(async () => {
  real = await createTestDatabase();
  flaky = await openFlakyDatabase(real, { statement_timeout: 1_000 });
  app = await startTestApp({ database: flaky.database });
  // They ask every few seconds, so that no connection rests.
  await Promise.all([app.app.followers, app.app.linking].map((each) => each.close()));
});

afterAll(async () => {
  await app.close();
  await flaky.database.close();
  await real.close();
});

async function readiness(): Promise<unknown> {
  const reply = await fetch(`${app.url}/readyz`);
  return [reply.status, await reply.json()];
}

function enter(identifier: string): Promise<Person> {
  return signIn(openProgram(app.app.http.app), identifier);
}

test("while the database is away callers hear it and when to come again; then all is well", async () => {
  const alice = await enter("alice@example.org");
  await flaky.takeAway();

  expect(await alice.send(toRequest("getMe", {}))).toMatchObject({
    status: 503,
    headers: { "retry-after": "2" },
    body: { code: "DB_UNAVAILABLE", status: 503, details: { retryAfterMs: 2_000 } },
  });
  const send = { params: { slug: "general" }, body: { content: "Hello" } };
  expect((await alice.refusal("sendMessage", send)).code).toBe("DB_UNAVAILABLE");
  expect(await readiness()).toEqual([503, { status: "not ready", missing: ["database"] }]);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);

  await flaky.giveBack();
  const askAgain = () => (app.clock.advance(1_000), readiness());
  await expect.poll(askAgain).toEqual([200, { status: "ready" }]);
  expect((await alice.call("getMe", {})).email).toBe("alice@example.org");
});

test("a connection that rests is not taken for one that has gone silent", async () => {
  const { lookups, pool } = flaky.database;
  const lost: Error[] = [];
  const note = (error: Error): void => void lost.push(error);
  const closed: Promise<unknown>[] = [];
  for (const each of [lookups, pool]) {
    each.on("error", note);
    onTestFinished(() => void each.off("error", note));
    await each.query("select 1");
    // The pool itself lets go of it after ten seconds: longer than a statement and its answer may take here.
    closed.push(once(each, "remove"));
  }
  await Promise.all(closed);
  expect(lost).toEqual([]);
});

test("a database that says nothing any more keeps nobody waiting, and connections that heard nothing are not used again", async () => {
  const bob = await enter("bob@example.org");
  await bob.call("getMe", {});
  flaky.silence();
  // The first asks who it is by a lookup, which all others then wait for; the second has a connection of the pool.
  const asked = [bob.refusal("getMe", {}), flaky.database.pool.query("select 1")];
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: "fulfilled", value: { code: "DB_UNAVAILABLE" } },
    { status: "rejected", reason: { message: "Connection terminated unexpectedly" } },
  ]);
  // Others that rested meanwhile are found out when they are used.
  const getMe = () => bob.call("getMe", {}).catch(() => undefined);
  await vi.waitUntil(async () => (await getMe())?.email === "bob@example.org", PATIENCE);
});

test.each([
  { name: "updateMe", body: { bio: "new" }, table: "users" },
  { name: "leaveRoom", body: {}, table: "rooms" },
] as const)(
  "$name that waited too long for a lock left nothing behind and is repeated under its key",
  async ({ name, body, table }) => {
    const carol = await enter(`${name}@example.org`);
    const slug = await createRoomOf(carol);
    const headers = { "idempotency-key": randomUUID() };
    const call = toRequest(name, { params: { slug }, body }, { headers });
    const holder = await real.pool.connect();
    await holder.query(`begin; select 1 from ${table} for no key update`);
    const first = await carol.send(call);
    await holder.query("rollback");
    holder.release();
    expect(first.body).toMatchObject({ code: "DB_UNAVAILABLE" });
    expect(await carol.send(call)).toMatchObject({ status: 200 });
  },
);
