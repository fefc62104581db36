import type { Text } from "#web/lib/language/i18n.ts";

export const dashboardTexts = {
  title: { id: "dashboard.title", message: "Overview" },
  rooms: { id: "dashboard.rooms", message: "Unread rooms" },
  direct: { id: "dashboard.direct", message: "Direct messages" },
  mentions: { id: "dashboard.mentions", message: "Mentions" },
  allActivity: { id: "dashboard.allActivity", message: "All activity" },
  threads: { id: "dashboard.threads", message: "Threads that wait for you" },
  allThreads: { id: "dashboard.allThreads", message: "All threads" },
  reminders: { id: "dashboard.reminders", message: "Reminders" },
  later: { id: "dashboard.later", message: "Later" },
  messageIn: { id: "dashboard.messageIn", message: "A message in {room}" },
  ofMessage: { id: "dashboard.ofMessage", message: "A message" },
  waiting: { id: "dashboard.waiting", message: "Requests and invitations" },
  elsewhere: { id: "dashboard.elsewhere", message: "Other workspaces" },
  readFailed: { id: "dashboard.readFailed", message: "The rooms were not marked as read" },
  doneTitle: { id: "dashboard.doneTitle", message: "All done" },
  doneText: {
    id: "dashboard.doneText",
    message: "Nothing waits for you. Unread messages, mentions, requests and reminders come here.",
  },
  waitingFailed: {
    id: "dashboard.waitingFailed",
    message: "Requests and invitations did not load",
  },
} as const satisfies Record<string, Text>;
