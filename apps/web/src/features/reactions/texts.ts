import type { Text } from "#web/lib/language/i18n.ts";

export const reactionTexts = {
  group: { id: "reactions.group", message: "Reactions" },
  add: { id: "reactions.add", message: "Add reaction" },
  words: { id: "reactions.words", message: "emoji smiley" },
  with: { id: "reactions.with", message: "React with {emoji}" },
  joinFirst: { id: "reactions.joinFirst", message: "Join room to react" },
  one: { id: "reactions.one", message: "{one}" },
  two: { id: "reactions.two", message: "{one} and {two}" },
  three: { id: "reactions.three", message: "{one}, {two} and {three}" },
  more: {
    id: "reactions.more",
    message: "{one}, {two}, {three} {n, plural, one {and # more} other {and # more}}",
  },
  chip: { id: "reactions.chip", message: "{emoji}, {n}: {names}" },
} as const satisfies Record<string, Text>;
