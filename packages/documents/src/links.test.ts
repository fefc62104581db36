import { expect, test } from "vitest";
import { isSafeLink } from "./links.ts";

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,hi",
  "//example.org",
  "",
  null,
])("%j is no link of a document", (address) => {
  expect(isSafeLink(address)).toBe(false);
});
