import { expect, test } from "vitest";
import { hostBeside, linkText, safeUrl } from "./links.ts";

test.each([
  "https://example.org",
  "http://example.org/a?b#c",
  "mailto:nora@example.org",
  "HTTPS://EXAMPLE.ORG",
])("%s is a link", (href) => {
  expect(safeUrl(href)).toBeInstanceOf(URL);
});

test.each([
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "/settings",
  "blob:https://x/y",
  "https://",
  "x",
])("%s is text", (href) => {
  expect(safeUrl(href)).toBeUndefined();
});

test("a bare address reads as its host without www., or as its first 30 characters", () => {
  expect(
    linkText(new URL("https://www.example.org/long/path"), "https://www.example.org/long/path"),
  ).toBe("example.org");
  expect(
    linkText(
      new URL("mailto:somebody.with.a.long.name@example.org"),
      "somebody.with.a.long.name@example.org",
    ),
  ).toBe("somebody.with.a.long.name@exam");
});

test.each([
  ["https://evil.example", "paypal.com", "evil.example"],
  ["https://evil.example", "https://www.paypal.com/login", "evil.example"],
  ["https://evil.example", "PayPal.com", "evil.example"],
  ["https://www.paypal.com/x", "paypal.com", undefined],
  ["https://example.org", "our handbook", undefined],
  ["https://example.org", "v1.2 notes", undefined],
])("a link to %s that reads %s shows %s beside it", (href, words, host) => {
  expect(hostBeside(new URL(href), words)).toBe(host);
});
