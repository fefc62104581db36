import { expect, test } from "vitest";
import { directionOf } from "./locale.ts";

test.each([
  ["en", "ltr"],
  ["ja-JP", "ltr"],
  ["ar", "rtl"],
  ["he-IL", "rtl"],
  ["ur", "rtl"],
  ["uz-Arab", "rtl"],
  ["uz", "ltr"],
])("%s is written %s", (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});
