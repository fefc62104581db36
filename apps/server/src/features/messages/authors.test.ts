import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";
import { listWritten } from "./authors.queries.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

test("one statement reads no more messages of an author than it may, whatever it looks for among them", async () => {
  const { alice } = world;
  const slug = await createRoomOf(alice);
  const { roomId } = await alice.call("getRoom", { params: { slug } });
  for (let count = 0; count < 30; count += 1)
    await alice.call("sendMessage", { params: { slug }, body: { content: `Text ${count}` } });
  const whose = { roomId, userId: alice.user.id };
  const fetched = await app.database.kysely.transaction().execute(async (tx) => {
    const read = async () => {
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname = 'messages'`.execute(
        tx,
      );
      return rows[0]?.count ?? 0;
    };
    // As in a room of a million: so few rows would be read in any order.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    const before = await read();
    await listWritten(tx, whose, { after: "", limit: 5, isAll: false });
    return (await read()) - before;
  });
  expect(fetched).toBe(5);
});
