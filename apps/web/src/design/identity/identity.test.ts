import * as fc from "fast-check";
import { expect, test } from "vitest";
import { badgeText } from "./badge-text.ts";
import { hueOf, toInitials } from "./identity.ts";

test.each([
  ["Nora Winter", "NW"],
  ["nora", "N"],
  ["  Ana  Lucía de la Torre ", "AL"],
  ["𝒜lpha 🕊️", "𝒜🕊"],
  ["", ""],
])("the initials of %s are %s", (name, initials) => {
  expect(toInitials(name)).toBe(initials);
});

test("a hue is one of eight, the same for the same id, and all eight occur", () => {
  const seen = new Set<number>();
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      seen.add(hueOf(id));
      return hueOf(id) === hueOf(id) && hueOf(id) >= 1 && hueOf(id) <= 8;
    }),
    { numRuns: 300 },
  );
  expect(seen.size).toBe(8);
});

test.each([
  [1, "1"],
  [99, "99"],
  [100, "99+"],
  [12_345, "99+"],
])("a badge of %i reads %s", (count, text) => {
  expect(badgeText(count)).toBe(text);
});
