import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openFlakyDatabase } from "#test/database-proxy.ts";
import { createTestDatabase } from "#test/database.ts";
import type { Database } from "./database.ts";
import { listen } from "./listen.ts";

const CHANNEL = 'Odd "channel"';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

async function hear({ connection }: Pick<Database, "connection">) {
  const heard: string[] = [];
  let listening = 0;
  const handle = await listen({ ...connection, application_name: "test ears" }, CHANNEL, {
    onPayload: (payload) => heard.push(payload),
    onListening: () => (listening += 1),
  });
  onTestFinished(() => handle.close());
  return { heard, handle, listening: () => listening };
}

function notify(payload: string): Promise<unknown> {
  return database.pool.query("select pg_notify($1, $2)", [CHANNEL, payload]);
}

async function countSessions(): Promise<number> {
  const { rowCount } = await database.pool.query(
    "select 1 from pg_stat_activity where application_name = 'test ears' and datname = current_database()",
  );
  return rowCount ?? 0;
}

test("hears what is notified, again after its session was lost, and nothing once it is closed", async () => {
  const flaky = await openFlakyDatabase(database);
  onTestFinished(() => flaky.database.close());
  const { heard, handle, listening } = await hear(flaky.database);
  expect(listening()).toBe(1);
  await notify("one");
  await expect.poll(() => heard).toEqual(["one"]);
  await flaky.takeAway();
  await notify("missed");
  await flaky.giveBack();
  await expect.poll(listening).toBe(2);
  await notify("two");
  await expect.poll(() => heard).toEqual(["one", "two"]);
  await handle.close();
  await expect.poll(countSessions).toBe(0);
});

test("listens as soon as there is a database, where there was none at first", async () => {
  const flaky = await openFlakyDatabase(database);
  onTestFinished(() => flaky.database.close());
  await flaky.takeAway();
  const { heard, listening } = await hear(flaky.database);
  expect(listening()).toBe(0);
  await flaky.giveBack();
  await expect.poll(listening).toBe(1);
  await notify("hello");
  await expect.poll(() => heard).toEqual(["hello"]);
});

test("closes without an answer of the database", async () => {
  const flaky = await openFlakyDatabase(database);
  onTestFinished(() => flaky.database.close());
  const { handle } = await hear(flaky.database);
  const release = flaky.holdAnswers();
  onTestFinished(release);
  await handle.close();
  await expect.poll(countSessions).toBe(0);
});
