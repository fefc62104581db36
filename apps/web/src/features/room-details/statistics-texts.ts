import type { Text } from "#web/lib/language/i18n.ts";

export const statisticsTexts = {
  title: { id: "statistics.title", message: "Messages per day" },
  days: { id: "statistics.days", message: "{n} days" },
  span: { id: "statistics.span", message: "Days that are counted" },
  empty: { id: "statistics.empty", message: "Nothing was written in these days." },
  failed: { id: "statistics.failed", message: "Statistics did not load" },
  loading: { id: "statistics.loading", message: "Loading statistics" },
  chart: {
    id: "statistics.chart",
    message:
      "Messages per day from {first} to {last}: between {least} and {most}, today {today} so far",
  },
  today: { id: "statistics.today", message: "Today, {n}" },
  asTable: { id: "statistics.asTable", message: "Show as a table" },
  asChart: { id: "statistics.asChart", message: "Show as a chart" },
  day: { id: "statistics.day", message: "Day" },
  messages: { id: "statistics.messages", message: "Messages" },
  reactions: { id: "statistics.reactions", message: "Reactions" },
  files: { id: "statistics.files", message: "Files" },
  authors: { id: "statistics.authors", message: "Who wrote most" },
} as const satisfies Record<string, Text>;
