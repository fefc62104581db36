import { toEmoji } from "@colbin/protocol";
import { skinTones, type SkinTone } from "./emojis.ts";

/** Recent ones that this browser keeps. */
export const RECENTS_MAX = 24;

const recentsKey = "emojiRecents";
const toneKey = "emojiTone";

/** The latest first, each once. */
export function withRecent(recents: readonly string[], emoji: string): readonly string[] {
  return [emoji, ...recents.filter((other) => other !== emoji)].slice(0, RECENTS_MAX);
}

/** What was kept, without what no picker of ours has written. */
export function toRecents(kept: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(kept ?? "[]");
    if (!Array.isArray(value)) return [];
    const texts = value.filter((each: unknown) => typeof each === "string");
    return texts.filter((each) => toEmoji(each) === each).slice(0, RECENTS_MAX);
  } catch {
    return [];
  }
}

export function readRecents(): readonly string[] {
  return toRecents(read(recentsKey));
}

export function keepRecent(emoji: string): void {
  keep(recentsKey, JSON.stringify(withRecent(readRecents(), emoji)));
}

export function readTone(): SkinTone {
  return skinTones.find((tone) => tone === read(toneKey)) ?? "none";
}

export function keepTone(tone: SkinTone): void {
  keep(toneKey, tone);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is closed to this page: nothing is remembered.
  }
}
