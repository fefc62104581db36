import { expect, it } from "vitest";
import { repositoryOf } from "./repository.ts";
import { checkTableOwnership } from "./table-ownership.ts";

const migrations = {
  "apps/server/migrations/0001_rooms.sql": [
    "-- Rooms and what is said in them.",
    "",
    "-- owner: rooms",
    "-- also written by messages: the batched writer hands out the numbers under the lock of the row",
    "create table rooms (id uuid);",
    "-- owner: messages",
    "create table if not exists messages (id uuid);",
    "-- owner: platform/jobs",
    "create table jobs (id uuid);",
  ].join("\n"),
};

const feature = "apps/server/src/features";

function findingsFor(path: string, text: string): readonly string[] {
  return checkTableOwnership(repositoryOf({ ...migrations, [path]: text })).findings;
}

it.each([
  [`${feature}/rooms/rooms.queries.ts`, "sql`update rooms set title = ${title}`;"],
  [`${feature}/rooms/rooms.queries.ts`, 'tx.insertInto("rooms").values({});'],
  [`${feature}/messages/messages.queries.ts`, "sql`update rooms set last_seq = 1`;"],
  [`${feature}/messages/messages.service.ts`, "sql`select * from rooms for update of rooms`;"],
  [`${feature}/messages/messages.service.ts`, "// update rooms in rooms.queries.ts\nact();"],
  [`${feature}/messages/messages.test.ts`, "sql`delete from rooms`;"],
  ["apps/server/src/platform/jobs/queue.ts", 'db.deleteFrom("jobs");'],
  ["apps/server/src/platform/db/migrate.ts", "sql`insert into ${table} values (1)`;"],
])("lets %s write: %s", (path, text) => {
  expect(findingsFor(path, text)).toEqual([]);
});

it.each([
  [`${feature}/rooms/rooms.queries.ts`, "sql`insert into messages (id) values (1)`;"],
  [`${feature}/rooms/rooms.queries.ts`, "sql`\n  delete\n  from only messages`;"],
  [`${feature}/rooms/rooms.queries.ts`, 'tx.updateTable("messages as m").set({});'],
  [`${feature}/rooms/rooms.queries.ts`, "tx.mergeInto('messages');"],
  [`${feature}/rooms/rooms.queries.ts`, "tx.deleteFrom(table);"],
  [`${feature}/rooms/rooms.queries.ts`, "sql`insert into ${sql.table(name)} values (1)`;"],
  [`${feature}/rooms/rooms.service.ts`, "sql`update rooms set title = ${title}`;"],
  [`${feature}/pins/pins.queries.ts`, 'tx.deleteFrom("rooms");'],
  ["apps/server/src/platform/realtime/log.ts", 'tx.insertInto("messages");'],
])("stops %s: %s", (path, text) => {
  expect(findingsFor(path, text)).toHaveLength(1);
});

function schemaFindings(sql: string): readonly string[] {
  const path = "apps/server/migrations/0002_more.sql";
  return checkTableOwnership(repositoryOf({ ...migrations, [path]: sql })).findings;
}

it("wants a known owner right above each table", () => {
  expect(schemaFindings("-- owner: pins\n-- Kept in order.\ncreate table pins ();")).toEqual([]);
  expect(schemaFindings("create table pins ();")).toHaveLength(1);
  expect(schemaFindings("-- owner: pins\n\ncreate table pins ();")).toHaveLength(1);
  expect(schemaFindings("-- owner: widgets\ncreate table pins ();")).toHaveLength(1);
});

it("lets a table go over to another feature", () => {
  const sql = "-- owner: pins\nalter table messages add column pin_id uuid;";
  const path = "apps/server/migrations/0002_more.sql";
  const written = { [`${feature}/pins/pins.queries.ts`]: "sql`delete from messages`;" };
  const given = repositoryOf({ ...migrations, [path]: `-- Pins.\n${sql}`, ...written });
  expect(checkTableOwnership(given).findings).toEqual([]);
});

it("counts what a function of the database writes as written by its owner", () => {
  const routine = (owner: string, statement: string): string =>
    `-- owner: ${owner}\ncreate or replace function act() returns void language sql as $$\n${statement};\n$$;`;
  expect(schemaFindings(routine("messages", "update rooms set last_seq = 1"))).toEqual([]);
  expect(schemaFindings(routine("pins", "update rooms set last_seq = 1"))).toHaveLength(1);
  expect(schemaFindings(routine("pins", "-- update rooms\nselect 1"))).toEqual([]);
});

it("forgets a dropped table and follows a renamed one", () => {
  const sql = 'drop table jobs;\nalter table messages rename to "notes";';
  expect(schemaFindings(sql)).toEqual([]);
  const path = "apps/server/migrations/0002_more.sql";
  const text = "sql`insert into notes (id) values (1)`;";
  const files = { ...migrations, [path]: sql, [`${feature}/rooms/rooms.queries.ts`]: text };
  expect(checkTableOwnership(repositoryOf(files)).findings).toHaveLength(1);
});
