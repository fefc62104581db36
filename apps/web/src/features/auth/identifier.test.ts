import { expect, test } from "vitest";
import { identifierProblem } from "./identifier.ts";
import { otpProblem } from "./otp.ts";

test.each([
  "nora@meridian.example",
  "  NORA@x.io ",
  "a.b+c@sub.example.org",
  "+49 (151) 234-5678",
  "1234567",
  "123456789012345",
])("%s may be sent", (text) => {
  expect(identifierProblem(text)).toBeUndefined();
});

test.each(["", "   "])("a blank identifier is required (%j)", (text) => {
  expect(identifierProblem(text)).toBe("required");
});

test.each([
  "nora",
  "nora@meridian",
  "nora@",
  "@x.io",
  "a b@x.io",
  "123456",
  "1234567890123456",
  "1234567@",
  `${"a".repeat(250)}@x.io`,
])("%s is not valid", (text) => {
  expect(identifierProblem(text)).toBe("invalid");
});

test("a code has exactly as many digits as the server says, and only digits", () => {
  expect(otpProblem("4812", 4)).toBeUndefined();
  expect(otpProblem("481234", 6)).toBeUndefined();
  expect(otpProblem("481", 4)).toBe("length");
  expect(otpProblem("48123", 4)).toBe("length");
  expect(otpProblem("48a2", 4)).toBe("digits");
});
