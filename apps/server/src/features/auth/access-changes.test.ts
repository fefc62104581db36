import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { openProgram, signIn, type Person } from "#test/world.ts";
import { deleteLapsed } from "./clean-up.service.ts";
import { endAll } from "./sessions.service.ts";

/* Whatever ends a session before its time moves the number that the sweep of every process compares. */

/** Less than an access token would live. */
const IDLE_MINUTES = 60;

let app: TestApp;
beforeAll(async () => {
  const lives = { ACCESS_TOKEN_S: "86400", REFRESH_IDLE_MINUTES: String(IDLE_MINUTES) };
  app = await startTestApp({ environment: { SESSIONS_PER_ACCOUNT: "2", ...lives } });
});
afterAll(() => app.close());

async function countChanges(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    "select last_person_rev as count from workspaces where kind = 'personal'",
  );
  return rows[0]?.count ?? 0;
}

/** How much the number has moved when the change is over. */
async function movedBy(change: () => Promise<unknown>): Promise<number> {
  const before = await countChanges();
  await change();
  return (await countChanges()) - before;
}

function enter(name: string): Promise<Person> {
  // Past the wait between two codes for one address.
  app.clock.advance(31_000);
  return signIn(openProgram(app.app.http.app), `${name}@example.org`);
}

test("signing in, working and renewing the tokens move nothing", async () => {
  const moved = await movedBy(async () => {
    const alice = await enter("alice");
    await alice.call("getMe", {});
    await alice.call("refreshTokens", { body: { refreshToken: alice.tokens.refresh.token } });
  });
  expect(moved).toBe(0);
});

test("signing out moves it, and signing out once more does not", async () => {
  const alice = await enter("alice");
  const body = { refreshToken: alice.tokens.refresh.token };
  expect(await movedBy(() => alice.call("logout", { body }))).toBe(1);
  expect(await movedBy(() => alice.call("logout", { body }))).toBe(0);
});

test("a session that has to go for a new one moves it", async () => {
  await enter("bob");
  await enter("bob");
  expect(await movedBy(() => enter("bob"))).toBe(1);
});

test("the reuse of a refresh token moves it", async () => {
  const carol = await enter("carol");
  const body = { refreshToken: carol.tokens.refresh.token };
  await carol.call("refreshTokens", { body });
  app.clock.advance(10_001);
  const reuse = () => carol.refusal("refreshTokens", { body });
  expect(await movedBy(reuse)).toBe(1);
});

test("sessions that nobody used in time move nothing: their sockets are closed before", async () => {
  const dave = await enter("dave");
  const socket = await connect(app, dave);
  app.clock.advance(IDLE_MINUTES * 60_000);
  expect(await socket.closed).toEqual({ code: 4001, reason: "TOKEN_EXPIRED" });
  const { kysely: db, pool } = app.database;
  const parts = { db, clock: app.clock, config: app.config };
  expect(await movedBy(() => deleteLapsed(parts))).toBe(0);
  const ofDave = "select end_reason as reason from sessions where user_id = $1";
  expect((await pool.query(ofDave, [dave.user.id])).rows).toEqual([{ reason: "expired" }]);
});

test("changes at the same time are all counted, and none waits for ever", async () => {
  const people: Person[] = [];
  for (let number = 0; number < 20; number += 1) people.push(await enter(`person-${number}`));
  const moved = await movedBy(() =>
    Promise.all(people.map((person) => person.call("logout", { body: { everywhere: true } }))),
  );
  expect(moved).toBe(20);
});

test("a change that is taken back moves nothing", async () => {
  const mallory = await enter("mallory");
  const { kysely: db, pool } = app.database;
  const { rows } = await pool.query<{ id: string }>(
    "select id from sessions where user_id = $1 and ended_at is null",
    [mallory.user.id],
  );
  type Ids = Parameters<typeof endAll>[1];
  const ids = rows.map(({ id }) => id) as unknown as Ids;
  const moved = await movedBy(() =>
    db
      .transaction()
      .execute(async (tx) => {
        await endAll(tx, ids, "sign-out", app.clock.now());
        throw new Error("taken back");
      })
      .catch(() => undefined),
  );
  expect(moved).toBe(0);
  await mallory.call("getMe", {});
});
