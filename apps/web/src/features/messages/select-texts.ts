import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of selecting several messages; loaded with its bar. */
export const selectTexts = {
  start: { id: "select.start", message: "Select messages" },
  words: { id: "select.words", message: "several mark copy delete forward" },
  range: { id: "select.range", message: "Select messages up to this one" },
  one: { id: "select.one", message: "Select" },
  bar: { id: "select.bar", message: "Selected messages" },
  count: {
    id: "select.count",
    message:
      "{n, plural, =0 {No message selected} one {# message selected} other {# messages selected}}",
  },
  own: {
    id: "select.own",
    message:
      "{n, plural, one {# of them is yours to delete} other {# of them are yours to delete}}",
  },
  copy: { id: "select.copy", message: "Copy" },
  copied: {
    id: "select.copied",
    message: "{n, plural, one {# message copied} other {# messages copied}}",
  },
  hintRange: { id: "select.hintRange", message: "Shift and click for a range" },
  hintEnd: { id: "select.hintEnd", message: "Escape to cancel" },
  deleteTitle: {
    id: "select.deleteTitle",
    message: "{n, plural, one {Delete your message?} other {Delete your # messages?}}",
  },
  deleteText: {
    id: "select.deleteText",
    message:
      '{n, plural, one {It goes at once and for everyone; "Message deleted" stays in its place.} other {They go at once and for everyone; "Message deleted" stays in their place.}}',
  },
  deleteVerb: {
    id: "select.deleteVerb",
    message: "{n, plural, one {Delete # message} other {Delete # messages}}",
  },
} as const satisfies Record<string, Text>;
