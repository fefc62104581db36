import { toReaction } from "@colbin/protocol";
import { deviceSetting } from "#web/lib/device/setting.ts";
import { skinTones, type SkinTone } from "./emojis.ts";

/** Recent ones that this browser keeps. */
export const RECENTS_MAX = 24;

/** Emoji that were picked last, the latest first. */
export const recentEmojis = deviceSetting<readonly string[]>("emojiRecents", toRecents, []);
export const emojiTone = deviceSetting<SkinTone>(
  "emojiTone",
  (kept) => skinTones.find((tone) => tone === kept),
  "none",
);

/** The latest first, each once. */
export function withRecent(recents: readonly string[], emoji: string): readonly string[] {
  return [emoji, ...recents.filter((other) => other !== emoji)].slice(0, RECENTS_MAX);
}

/** The kept emojis, without texts that no picker of ours has written; throws where it is no JSON. */
export function toRecents(kept: string): readonly string[] {
  const value: unknown = JSON.parse(kept);
  if (!Array.isArray(value)) return [];
  const texts = value.filter((each: unknown) => typeof each === "string");
  return texts.filter((each) => toReaction(each) === each).slice(0, RECENTS_MAX);
}

export function keepRecent(emoji: string): void {
  recentEmojis.update((recents) => withRecent(recents, emoji));
}
