import { expect, it } from "vitest";
import { checkNames } from "./names.ts";
import { repositoryOf } from "./repository.ts";

function findingsFor(paths: readonly string[], text = "-- What it does."): readonly string[] {
  return checkNames(repositoryOf(Object.fromEntries(paths.map((path) => [path, text])))).findings;
}

it.each([
  "packages/protocol/src/index.ts",
  "packages/protocol/src/access-requests.ts",
  "packages/client/src/reducers/reactions.test.ts",
  "apps/server/src/features/rooms/rooms.service.ts",
  "apps/server/src/features/rooms/rooms.rules.test.ts",
  "apps/server/src/platform/db/database.ts",
  "apps/web/src/features/palette/PalettePage.tsx",
  "apps/web/src/features/messages/texts.ts",
  "apps/web/src/app/routes.tsx",
  "apps/web/vite.config.ts",
])("accepts %s", (path) => {
  expect(findingsFor([path])).toEqual([]);
});

it.each([
  ["apps/web/src/lib/utils.ts", "called utils"],
  ["apps/web/src/common/dates.ts", "called common"],
  ["apps/server/src/platform/db/db.helpers.ts", "called helpers"],
  ["apps/web/src/design/index.ts", "index file"],
  ["packages/client/src/reducers/index.ts", "index file"],
  ["apps/web/src/lib/useTheme.ts", "kebab-case"],
  ["apps/web/src/design/text_field.tsx", "kebab-case"],
  ["apps/web/src/Design/colours.ts", "folder Design"],
  ["apps/server/src/features/rooms/rooms.manager.ts", "no role"],
  ["apps/server/src/features/rooms/slug.ts", "no role"],
  ["apps/server/src/features/widgets/widgets.service.ts", "no known feature"],
  ["apps/server/src/features/rooms.service.ts", "beside the features"],
])("refuses %s: %s", (path, reason) => {
  expect(findingsFor([path]).join("\n")).toContain(reason);
});

it("wants migrations numbered without gap or repetition", () => {
  const folder = "apps/server/migrations";
  expect(findingsFor([`${folder}/0001_rooms.sql`, `${folder}/0002_pins.sql`])).toEqual([]);
  expect(findingsFor([`${folder}/0001_rooms.sql`, `${folder}/0003_pins.sql`])).toHaveLength(1);
  expect(findingsFor([`${folder}/0001_rooms.sql`, `${folder}/0001_pins.sql`])).toHaveLength(1);
  expect(findingsFor([`${folder}/rooms.sql`])).toHaveLength(1);
});

it("wants a migration to begin with what it does", () => {
  const path = "apps/server/migrations/0001_rooms.sql";
  expect(findingsFor([path], "create table rooms ();")).toHaveLength(1);
});
