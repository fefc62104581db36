import { expect, test } from "vitest";
import {
  ariaShortcut,
  matchesShortcut,
  shortcutLabel,
  typesNothing,
  type KeyPress,
} from "./shortcut.ts";

function press(key: string, held: Partial<KeyPress> & { isAltGraph?: boolean } = {}): KeyPress {
  const { isAltGraph = false, ...rest } = held;
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, code: "" };
  return { ...none, key, getModifierState: () => isAltGraph, ...rest };
}

test("Mod is Command on a Mac and Ctrl elsewhere, and not the other one", () => {
  const control = press("L", { ctrlKey: true, shiftKey: true });
  const command = press("L", { metaKey: true, shiftKey: true });
  expect(matchesShortcut("Mod+Shift+L", control, false)).toBe(true);
  expect(matchesShortcut("Mod+Shift+L", control, true)).toBe(false);
  expect(matchesShortcut("Mod+Shift+L", command, true)).toBe(true);
  expect(matchesShortcut("Mod+Shift+L", command, false)).toBe(false);
});

test("a modifier too many is another shortcut", () => {
  expect(matchesShortcut("F6", press("F6"))).toBe(true);
  expect(matchesShortcut("F6", press("F6", { shiftKey: true }))).toBe(false);
  expect(matchesShortcut("F6", press("F6", { altKey: true }))).toBe(false);
});

test("a sign is found wherever the layout has it", () => {
  expect(matchesShortcut("?", press("?", { shiftKey: true }))).toBe(true);
  expect(matchesShortcut("?", press("?"))).toBe(true);
  const altGraph = press("?", { ctrlKey: true, altKey: true, isAltGraph: true });
  expect(matchesShortcut("?", altGraph, false)).toBe(true);
});

test("a letter is found by its place where the keyboard has another script", () => {
  const cyrillic = press("Д", { code: "KeyL", ctrlKey: true, shiftKey: true });
  expect(matchesShortcut("Mod+Shift+L", cyrillic, false)).toBe(true);
});

test("a digit is found by its place, whatever Shift makes of it", () => {
  const star = press("*", { code: "Digit8", ctrlKey: true, shiftKey: true });
  expect(matchesShortcut("Mod+Shift+8", star, false)).toBe(true);
  expect(matchesShortcut("Mod+Shift+7", star, false)).toBe(false);
});

test.each([
  ["Shift+Escape", true],
  ["Escape", false],
  ["Alt+ArrowUp", true],
  ["Shift+F6", true],
  ["?", false],
  ["Enter", false],
])("%s in a field types nothing: %s", (shortcut, isSilent) => {
  expect(typesNothing(shortcut)).toBe(isSilent);
});

test("keys are called as they are on the keyboard", () => {
  expect(shortcutLabel("Mod+Shift+L", false)).toBe("Ctrl+Shift+L");
  expect(shortcutLabel("Mod+Shift+L", true)).toBe("⇧⌘L");
  expect(shortcutLabel("Escape", false)).toBe("Esc");
  expect(shortcutLabel("Alt+Shift+ArrowUp", false)).toBe("Alt+Shift+↑");
  expect(ariaShortcut("Mod+Shift+L", false)).toBe("Control+Shift+L");
  expect(ariaShortcut("Mod+Shift+L", true)).toBe("Meta+Shift+L");
});
