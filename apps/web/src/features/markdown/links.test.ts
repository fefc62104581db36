import { describe, expect, test } from "vitest";
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

describe("the true host", () => {
  test.each([
    "paypal.com",
    "https://www.paypal.com/login",
    "PayPal.com",
    "https://paypal.com.",
    "paypal.com…",
    "//paypal.com",
    "\\\\paypal.com",
    "https:\\\\paypal.com",
    "https:paypal.com",
    "https://paypal",
    "https://user@paypal.com",
    "https://paypal.com@evil.example",
    "https://paypal.com:443@evil.example/x",
    "someone@paypal.com",
    "192.168.0.1",
    "http://192.168.0.1:8080",
    "paypal\u2024com",
    "paypal\uFF0Ecom",
    "paypal\u3002com",
    "paypal\u00B7com",
    "pay\u200Bpal.com",
    "pay\u00ADpal.com",
    "paypal\u200A.com",
    "\u202Eelpmaxe.live",
    "p\u0430ypal.com",
    "paypal.com\u2215login",
    "Sign in at paypal.com, quickly",
    "(paypal.com)",
    "To:paypal.com",
    "evil.example or paypal.com",
    "x".repeat(2000),
  ])("stands beside a link that reads %j", (words) => {
    expect(hostBeside(new URL("https://www.evil.example/a"), words)).toBe("evil.example");
  });

  test.each([
    ["https://www.paypal.com/x", "paypal.com"],
    ["https://paypal.com/x", "https://www.PayPal.com:443/y?z=a.b.com"],
    ["https://paypal.com./x", "paypal.com."],
    ["https://example.org/a/index.html", "//example.org/a/index.html"],
    ["https://example.org", "See example.org, the handbook."],
    ["https://example.org", "our handbook"],
    ["https://example.org", "v1.25 notes, e.g. the 2.5GB file and 24/7"],
    ["https://example.org", "src/main.ts"],
    ["https://example.org", "Read this. Then that..."],
    ["https://example.org", "@nora: 50 % + 3"],
    ["http://127.0.0.1:3000/x", "127.0.0.1"],
    ["mailto:nora@example.org", "Nora@example.org"],
  ])("is not repeated: %s reads %j", (href, words) => {
    expect(hostBeside(new URL(href), words)).toBeUndefined();
  });

  test("of a mail address is the address", () => {
    expect(hostBeside(new URL("mailto:eve@evil.example"), "nora@example.org")).toBe(
      "eve@evil.example",
    );
  });

  test("of another alphabet is shown as it is looked up", () => {
    const url = new URL("https://p\u0430ypal.com");
    expect(hostBeside(url, "p\u0430ypal.com")).toBe(url.hostname);
  });
});
