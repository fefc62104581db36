import { expect, it } from "vitest";
import { proposeEmojiName } from "./emoji-name.ts";

it.each([
  ["Party Parrot.GIF", "party_parrot"],
  ["so--good_1.png", "so--good_1"],
  ["Größe (2).webp", "gro_e_2"],
  [`${"a".repeat(40)}.png`, "a".repeat(32)],
  ["日本.png", ""],
])("%s is proposed as '%s'", (file, name) => expect(proposeEmojiName(file)).toBe(name));
