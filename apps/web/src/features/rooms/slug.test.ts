import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toRoomSlug } from "./slug.ts";

test.each([
  ["Winter release", "winter-release"],
  ["  Tile   server -- 2! ", "tile-server-2"],
  ["Café & Co.", "caf-co"],
  ["日本", ""],
])("the address of %s reads %s", (name, slug) => {
  expect(toRoomSlug(name)).toBe(slug);
});

test("an address has letters, digits and single hyphens only, and is its own address", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const slug = toRoomSlug(name);
      expect(slug).toMatch(/^(?!.*--)[a-z0-9-]*$/);
      expect(toRoomSlug(slug)).toBe(slug);
    }),
  );
});
