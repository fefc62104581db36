import { expect, test } from "vitest";
import { toFieldErrors } from "./field-errors.ts";

test("names what is wrong with each field, the first sentence of it", () => {
  const fields = [
    { path: "name", code: "tooShort", message: "At least 2 characters" },
    { path: "name", code: "format", message: "Letters only" },
    { path: "members.0", code: "type", message: "Must be text" },
  ];
  expect(toFieldErrors({ details: { fields } })).toEqual({
    name: "At least 2 characters",
    "members.0": "Must be text",
  });
});

test.each([
  [{}],
  [{ fields: "name" }],
  [{ fields: [null, "name", { path: "name" }, { message: "Wrong" }] }],
])("makes nothing of %j", (details) => {
  expect(toFieldErrors({ details })).toEqual({});
});
