import { expect, it } from "vitest";
import { readAliases, resolveImport } from "./directions.ts";
import { repositoryOf } from "./repository.ts";

const aliases = readAliases(
  repositoryOf({
    "apps/server/package.json": '{ "imports": { "#server/*": "./src/*", "#test/*": "./test/*" } }',
    "packages/protocol/package.json":
      '{ "name": "@colbin/protocol", "exports": { ".": "./src/index.ts" } }',
  }),
);

it.each([
  ["../rooms/rooms.queries.ts", "apps/server/src/features/rooms/rooms.queries.ts"],
  ["#server/features/rooms/rooms.queries.ts", "apps/server/src/features/rooms/rooms.queries.ts"],
  ["#test/world.ts", "apps/server/test/world.ts"],
  ["@colbin/protocol", "packages/protocol/src/index.ts"],
  ["./worker.ts?worker", "apps/server/src/features/messages/worker.ts"],
  ["zod/mini", "npm:zod/mini"],
  ["node:fs", "node:fs"],
])("leads %s to %s", (specifier, target) => {
  const from = "apps/server/src/features/messages/messages.service.ts";
  expect(resolveImport(aliases, from, specifier)).toBe(target);
});
