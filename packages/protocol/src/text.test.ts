import { describe, expect, test } from "vitest";
import { composeText, countChars, isBlank, toLine } from "./text.ts";

const asIs = (text: string): string => text;
const OUT_OF_ORDER = "\u0315\u0300";

describe("a text", () => {
  test("is refused by its length before it is composed, and by code points when it is", () => {
    expect(composeText("\u{1F600}".repeat(10), 10, asIs)).toHaveLength(20);
    expect(composeText("\u{1F600}".repeat(11), 10, asIs)).toBeUndefined();
    // A whole megabyte of it took minutes.
    expect(composeText(`a${OUT_OF_ORDER.repeat(500_000)}`, 10_000, asIs)).toBeUndefined();
  });

  test("of so many code points passes however it was taken apart", () => {
    const others: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const composed = String.fromCodePoint(code).normalize("NFC");
      const text = composeText(composed.normalize("NFD"), countChars(composed), asIs);
      if (text !== composed) others.push(`U+${code.toString(16)}`);
    }
    expect(others).toEqual([]);
  });

  test.each([
    ["\u0300", 30],
    [OUT_OF_ORDER, 30],
    // One that becomes two.
    ["\u0344", 30],
  ])("keeps 30 marks in a row of many %j", (marks, kept) => {
    const text = composeText(`x${marks.repeat(100)}q${marks.repeat(100)}`, 1_000, asIs) ?? "";
    expect(text.split(/\P{M}/u).map(countChars)).toEqual([0, kept, kept]);
  });
});

describe("a line", () => {
  test.each([
    ["  Ann\u0007\n Lee ", "Ann Lee"],
    ["\u202Ean\u2066n\u061C\u200F", "ann"],
    ["e\u202E\u0301", "\u00E9"],
    ["\u0645\u06CC\u200C\u0631", "\u0645\u06CC\u200C\u0631"],
    ["\u200B\u3164\u2800 \u0300\u061C\u{E0041}", ""],
  ])("%j becomes %j", (text, line) => {
    expect(toLine(text, 80)).toBe(line);
  });
});

test.each([" ", "\u200B", "\u3164", "\u2800", "\u115F\u1160\uFFA0", "\u034F\u0300", "\u180E"])(
  "%j shows nothing",
  (text) => {
    expect(isBlank(text)).toBe(true);
    expect(isBlank(`${text}\u{1F44D}`)).toBe(false);
  },
);
