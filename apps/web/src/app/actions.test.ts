import { expect, test } from "vitest";
import type { Action, ActionScope } from "#web/lib/actions/actions.ts";
import { allActions } from "./all-actions.ts";

/** The focus is on a message or in the composer, and both are in a room, which is somewhere in the app; so are the settings and the activity. */
function overlap(one: ActionScope, other: ActionScope): boolean {
  const places = new Set([one, other]);
  if (places.has("settings")) return places.size === 1 || places.has("global");
  if (places.has("activity"))
    return places.size === 1 || places.has("global") || places.has("sidebar");
  return !(places.has("message") && places.has("composer"));
}

type Keyed = Pick<Action, "id" | "shortcut" | "alias" | "scope">;

function keysOf({ shortcut, alias }: Keyed): readonly string[] {
  return [shortcut, alias].filter((keys) => keys !== undefined);
}

function conflictsOf(all: readonly Keyed[]): string[] {
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => keysOf(other).some((keys) => keysOf(one).includes(keys)))
      .filter(({ scope }) => overlap(one.scope, scope))
      .map((other) => `${one.id} and ${other.id} both want ${keysOf(one).join(" or ")}`),
  );
}

test("no two actions want the same keys in the same place", () => {
  expect(conflictsOf(allActions)).toEqual([]);
});

test.each([
  ["global", "composer", 1],
  ["chat", "message", 1],
  ["message", "message", 1],
  ["message", "composer", 0],
  ["settings", "composer", 0],
  ["settings", "global", 1],
  ["activity", "message", 0],
  ["activity", "sidebar", 1],
] as const)("the same keys in %s and %s conflict %i times", (one, other, count) => {
  const pair = [one, other].map((scope, at) => ({ id: String(at), shortcut: "F9", scope }));
  expect(conflictsOf(pair)).toHaveLength(count);
});

test("every action has a name of its own", () => {
  const ids = allActions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
