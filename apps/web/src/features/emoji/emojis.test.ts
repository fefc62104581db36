import { expect, test } from "vitest";
import { inTone, parseEmojis, searchEmojis, toRecentEmojis } from "./emojis.ts";

const table = [
  "smileys",
  "😀\tgrinning face\tcheerful happy",
  "gestures",
  "👋\twaving hand\thello bye\t👋🏻",
  "🙋\tperson raising hand\tquestion\t🙋🏻",
  "objects",
  "🖐\thand crafted thing",
].join("\n");
const emojis = parseEmojis(table);

function find(query: string): string {
  return searchEmojis(emojis, query)
    .map(({ emoji }) => emoji)
    .join("");
}

test("finds by the beginnings of words, the name first", () => {
  expect(find("hand")).toBe("🖐👋🙋");
  expect(find("HAPP")).toBe("😀");
  expect(find("hand hel")).toBe("👋");
  expect(find("and")).toBe("");
});

test("finds what was pasted", () => {
  expect(find("👋")).toBe("👋");
  expect(find("👋🏻")).toBe("👋");
});

test("gives a skin to what has one, and its category to all", () => {
  const [face, hand] = emojis;
  if (!face || !hand) throw new Error("The table has them");
  expect(inTone(hand, "dark")).toBe("👋🏿");
  expect(inTone(hand, "none")).toBe("👋");
  expect(inTone(face, "dark")).toBe("😀");
  expect(emojis.map(({ category }) => category)).toEqual([
    "smileys",
    "gestures",
    "gestures",
    "objects",
  ]);
});

test("what was picked before comes back in its skin, and keeps it", () => {
  const recents = toRecentEmojis(emojis, ["👋🏿", "no emoji", "😀"]);
  expect(recents.map((each) => inTone(each, "light"))).toEqual(["👋🏿", "😀"]);
});
