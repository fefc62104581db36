import { expect, test } from "vitest";
import { parseIdentifier } from "./identifiers.service.ts";

test.each([
  [" Alice@Example.org ", undefined, "alice@example.org"],
  ["+49 1512 3456789", undefined, "+4915123456789"],
  ["0049 1512 3456789", "DE", "+4915123456789"],
  ["01512 3456789", "DE", "+4915123456789"],
  ["(202) 555-0143", "US", "+12025550143"],
  ["+44 20 7946 0018", "US", "+442079460018"],
  ["1 202 555 0143", undefined, "+12025550143"],
  ["+999 1234567", undefined, "+9991234567"],
  ["123 4567", undefined, "1234567"],
  // With its country it would have more digits than a number may have.
  ["1234 56789 012345", "DE", "123456789012345"],
])("%j in region %s is stored as %s", (text, region, stored) => {
  expect(parseIdentifier(text, region)?.value).toBe(stored);
});

test.each([
  ["alice@", "DE"],
  ["123456", undefined],
  ["1234567890123456", undefined],
  ["12", "DE"],
  ["nobody", "DE"],
])("%j in region %s is no identifier", (text, region) => {
  expect(parseIdentifier(text, region)).toBeUndefined();
});
