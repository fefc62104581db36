import type { Text } from "#web/lib/language/i18n.ts";

export const dayJumpTexts = {
  title: { id: "dayJump.title", message: "Jump to date" },
  words: { id: "dayJump.words", message: "day calendar history when beginning" },
  day: { id: "dayJump.day", message: "Day" },
  verb: { id: "dayJump.verb", message: "Jump" },
  near: { id: "dayJump.near", message: "Often looked for" },
  today: { id: "dayJump.today", message: "Today" },
  lastWeek: { id: "dayJump.lastWeek", message: "Last week" },
  lastMonth: { id: "dayJump.lastMonth", message: "Last month" },
  beginning: { id: "dayJump.beginning", message: "The beginning" },
  failed: { id: "dayJump.failed", message: "Could not look for that day" },
  nothing: { id: "dayJump.nothing", message: "No message is there to jump to." },
} as const satisfies Record<string, Text>;
