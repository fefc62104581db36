import { expect, it } from "vitest";
import { repositoryOf } from "./repository.ts";
import { checkSchemaChanges } from "./schema-changes.ts";

function findingsFor(path: string, ...lines: string[]): readonly string[] {
  return checkSchemaChanges(repositoryOf({ [`apps/server/${path}`]: lines.join("\n") })).findings;
}

const NEW = "migrations/0036_pins.sql";
const FIRST = "-- no transaction";
const DROP = "drop index concurrently if exists pins_idx;";
const BUILD = "create unique index concurrently pins_idx on rooms (id);";

it.each([
  [NEW, "create table pins (id uuid);", "create index pins_idx on pins (id);"],
  [NEW, FIRST, DROP, BUILD],
  [NEW, "create function fold(t text) returns text", "language sql immutable return t;"],
  [
    "migrations/0035_pins.sql",
    "create index pins_idx on rooms (id);",
    "create view v as select 1;",
  ],
  ["objects/pins.sql", "create or replace view pins as select 1;"],
])("lets pass: %s %s %s", (path, ...lines) => {
  expect(findingsFor(path, ...lines)).toEqual([]);
});

it.each([
  [NEW, "create unique index pins_idx", "  on rooms (id);"],
  [NEW, DROP, BUILD],
  [NEW, FIRST, BUILD],
  [NEW, FIRST, BUILD, DROP],
  [NEW, FIRST, DROP, BUILD.replace("concurrently", "concurrently if not exists")],
  [NEW, "create or replace view pins as select 1;"],
  [NEW, "create function pins() returns integer language sql stable return 1;"],
  ["objects/pins.sql", "create or replace view others as select 1;"],
  ["objects/pins.sql", "create view pins as select 1;", "create view others as select 1;"],
])("stops: %s %s %s", (path, ...lines) => {
  expect(findingsFor(path, ...lines)).toHaveLength(1);
});
