import { expect, test } from "vitest";
import { readReminder } from "./remind-command.ts";

test.each([
  ["20m Water the plants", 20, "Water the plants"],
  ["2 hours  call\nNora ", 120, "call\nNora"],
  ["1d 5 apples", 1440, "5 apples"],
])("%s", (argument, minutes, note) => {
  expect(readReminder(argument)).toEqual({ ms: minutes * 60_000, note });
});

test.each(["20m", "Water the plants", "soon tea", "0m tea", "2y tea", `1h ${"x".repeat(501)}`])(
  "%s says no time and note",
  (argument) => {
    expect(readReminder(argument)).toBeUndefined();
  },
);
