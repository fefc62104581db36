import type { Text } from "#web/lib/language/i18n.ts";

export const whenTexts = {
  soon: { id: "when.soon", message: "In 20 minutes" },
  hour: { id: "when.hour", message: "In an hour" },
  tomorrow: { id: "when.tomorrow", message: "Tomorrow morning" },
  monday: { id: "when.monday", message: "Monday morning" },
  own: { id: "when.own", message: "Own time" },
  day: { id: "when.day", message: "Day" },
  time: { id: "when.time", message: "Time" },
  outside: { id: "when.outside", message: "Choose a time between {from} and {to}" },
} as const satisfies Record<string, Text>;
