import { describe, expect, test } from "vitest";
import { toDialledDigits, toEmail, toIdentifier } from "./identifiers.rules.ts";

describe("an email address", () => {
  test.each([
    ["alice@example.org", "alice@example.org"],
    ["Alice.B+chat@Mail.Example.ORG", "alice.b+chat@mail.example.org"],
    ["o'neil@example.co", "o'neil@example.co"],
    ["x@a-b.example", "x@a-b.example"],
    [`${"a".repeat(64)}@example.org`, `${"a".repeat(64)}@example.org`],
  ])("%s has the shape of one", (text, stored) => {
    expect(toEmail(text)).toBe(stored);
  });

  test.each([
    "alice",
    "alice@",
    "@example.org",
    "alice@example",
    "alice@@example.org",
    "alice@-example.org",
    "alice@example-.org",
    "alice@example..org",
    ".alice@example.org",
    "alice.@example.org",
    "al..ice@example.org",
    "al ice@example.org",
    "alice@example.org\nbcc: mallory@example.org",
    "alice@example.org,mallory@example.org",
    "Alice <alice@example.org>",
    "=?utf-8?q?alice?=@example.org",
    "al.=?utf-8?b?eA==?=@example.org",
    `${"a".repeat(65)}@example.org`,
    `a@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(63)}.org`,
  ])("%j has not", (text) => {
    expect(toEmail(text)).toBeUndefined();
  });

  test("a letter that only looks like ASCII once it is small does not become another person's address", () => {
    expect("\u212Aate@example.org".toLowerCase()).toBe("kate@example.org");
    expect(toEmail("\u212Aate@example.org")).toBeUndefined();
  });
});

describe("a phone number", () => {
  test.each([
    ["+49 1512 3456789", { digits: "4915123456789", isInternational: true }],
    ["0049 1512 3456789", { digits: "4915123456789", isInternational: true }],
    ["(555) 010-0199", { digits: "5550100199", isInternational: false }],
    ["tel: 030/1234567", { digits: "0301234567", isInternational: false }],
    ["00 12345", { digits: "0012345", isInternational: false }],
  ])("%s is its digits", (text, dialled) => {
    expect(toDialledDigits(text)).toEqual(dialled);
  });

  test.each(["123456", "1234567890123456", "", "+", "1234567@example"])("%j is none", (text) => {
    expect(toDialledDigits(text)).toBeUndefined();
  });
});

test("the stored form tells which of the two it is", () => {
  expect(toIdentifier("alice@example.org").kind).toBe("email");
  expect(toIdentifier("+4915123456789").kind).toBe("phone");
});
