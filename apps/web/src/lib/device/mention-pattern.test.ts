import { expect, test } from "vitest";
import { mentionPattern } from "./mention-pattern.ts";

test.each([
  ["@Ann waves", "<A> waves"],
  ["_@Ann waves_ and __@Ann__", "_<A> waves_ and __<A>__"],
  ["_thanks @Ann_", "_thanks <A>_"],
  ["**@Ann**, (@Ann)", "**<A>**, (<A>)"],
  ["@Ann B. (bo) and @Ann B.", "<C> and <B>"],
  ["<@all> <@all <@Ann> @all", "<@all> <<D> <<A>> <D>"],
  ["@Anna @Ann_a a@Ann a_@Ann @@Ann", "@Anna @Ann_a a@Ann a_@Ann @@Ann"],
])("%s mentions %s", (text, mentioned) => {
  const words = new Map([
    ["@Ann", "<A>"],
    ["@Ann B.", "<B>"],
    ["@Ann B. (bo)", "<C>"],
    ["@all", "<D>"],
  ]);
  expect(text.replace(mentionPattern([...words.keys()]), (word) => words.get(word) ?? "")).toBe(
    mentioned,
  );
});
