import { emojiShortcodes } from "virtual:emoji-shortcodes";

/** Emoji by the short codes that people know from GitHub. Loaded with the first message that has one. */
export const emojiByCode: ReadonlyMap<string, string> = new Map(
  emojiShortcodes.split("\n").flatMap((line) => {
    const [emoji = "", ...codes] = line.split(" ");
    return codes.map((code) => [code, emoji] as const);
  }),
);
