interface Keys {
  readonly key: string;
  readonly isMod: boolean;
  readonly isAlt: boolean;
  readonly isShift: boolean;
}

/** The part of a keyboard event that tells which keys are down. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "getModifierState"
>;

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

function parse(shortcut: string): Keys {
  const parts = shortcut.split("+");
  return {
    key: parts.at(-1) ?? "",
    isMod: parts.includes("Mod"),
    isAlt: parts.includes("Alt"),
    isShift: parts.includes("Shift"),
  };
}

/** So it works in a field as well. */
export function typesNothing(shortcut: string): boolean {
  const { key, isMod, isAlt, isShift } = parse(shortcut);
  return isMod || isAlt || /^F\d+$/.test(key) || (isShift && key === "Escape");
}

export function matchesShortcut(shortcut: string, event: KeyPress, isMac = isApple): boolean {
  const wanted = parse(shortcut);
  // AltGr types a sign of the layout, and says that Ctrl and Alt are down.
  const isAltGraph = event.getModifierState("AltGraph");
  const isControl = event.ctrlKey && !isAltGraph;
  const isMod = isMac ? event.metaKey : isControl;
  const isOther = isMac ? isControl : event.metaKey;
  const isAlt = event.altKey && !isAltGraph;
  if (isOther || isMod !== wanted.isMod || isAlt !== wanted.isAlt) return false;
  const isSign = /^[^A-Za-z\d]$/.test(wanted.key);
  // Whether a sign needs Shift is for the layout to say.
  if (isSign) return event.key === wanted.key;
  return event.shiftKey === wanted.isShift && isKey(wanted.key, event);
}

function isKey(key: string, event: KeyPress): boolean {
  if (key.length > 1) return event.key === key;
  // With Shift a digit types a sign, on some layouts without it.
  if (/\d/.test(key)) return event.code === `Digit${key}`;
  // Keyboards of other scripts have the letter at the same place.
  const isOtherScript = !/^[a-z]$/i.test(event.key);
  return isOtherScript ? event.code === `Key${key}` : event.key.toUpperCase() === key;
}

const arrowNames = { ArrowUp: "↑", ArrowDown: "↓" };
const appleNames: Readonly<Record<string, string>> = {
  ...arrowNames,
  Mod: "⌘",
  Alt: "⌥",
  Shift: "⇧",
  Enter: "↩",
  Escape: "esc",
  End: "↘",
};
const otherNames: Readonly<Record<string, string>> = { ...arrowNames, Mod: "Ctrl", Escape: "Esc" };

/** The keys as they are called on the keyboard of the reader, in the order in which they are written there. */
export function shortcutKeys(shortcut: string, isMac = isApple): readonly string[] {
  const { key, isMod, isAlt, isShift } = parse(shortcut);
  const modifiers = [
    { name: "Mod", isDown: isMod },
    { name: "Alt", isDown: isAlt },
    { name: "Shift", isDown: isShift },
  ];
  // Apple writes Command last of the three.
  const ordered = isMac ? modifiers.toReversed() : modifiers;
  const names = isMac ? appleNames : otherNames;
  return [...ordered.filter(({ isDown }) => isDown).map(({ name }) => name), key].map(
    (name) => names[name] ?? name,
  );
}

/** In one word, for a tooltip. */
export function shortcutLabel(shortcut: string, isMac = isApple): string {
  return shortcutKeys(shortcut, isMac).join(isMac ? "" : "+");
}

/** For `aria-keyshortcuts`. */
export function ariaShortcut(shortcut: string, isMac = isApple): string {
  return shortcut.replace("Mod", isMac ? "Meta" : "Control");
}
