import { expect, it } from "vitest";
import { toReaction } from "./emoji.rules.ts";

it.each([
  [":party-2_go:", ":party-2_go:"],
  [`:${"a".repeat(32)}:`, `:${"a".repeat(32)}:`],
  [`:${"a".repeat(33)}:`, undefined],
  [":a:", undefined],
  [":Party:", undefined],
  [":ab: ", undefined],
  ["ab", undefined],
  [":ab::cd:", undefined],
  ["❤", "❤️"],
])("a reaction with %j is stored as %j", (text, stored) => expect(toReaction(text)).toBe(stored));
