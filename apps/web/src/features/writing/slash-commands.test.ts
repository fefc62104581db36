import { expect, test } from "vitest";
import { readMinutes } from "./read-minutes.ts";
import { readSlash } from "./slash-command.ts";
import { textCommands } from "./text-commands.ts";

test.each([
  ["/mute 2h", "mute", "2h"],
  ["/Mute", "mute", ""],
  ["/me  a\nb", "me", "a\nb"],
])("%s is a command", (text, name, argument) => {
  expect(readSlash(text)).toEqual({ name, argument });
});

test.each(["/", "//mute", "/ mute", "/etc/hosts", "/5", "a /mute"])("%s is text", (text) => {
  expect(readSlash(text)).toBeUndefined();
});

test.each([
  ["30m", 30],
  ["2 hours", 120],
  ["1D", 1440],
  ["2w", undefined],
  ["0m", undefined],
  ["soon", undefined],
  ["2", undefined],
  ["2ham", undefined],
])("%s is %s minutes, of a week at most", (text, minutes) => {
  expect(readMinutes(text, 10_080)).toBe(minutes);
});

test.each([
  ["me", "waves\n\n bye ", "_waves_\n\n _bye_ "],
  ["shrug", "", String.raw`¯\\\_(ツ)_/¯`],
  ["shrug", "well", String.raw`well ¯\\\_(ツ)_/¯`],
])("/%s %s sends %s", (name, argument, sent) => {
  expect(textCommands.find((each) => each.name === name)?.toText(argument)).toBe(sent);
});
