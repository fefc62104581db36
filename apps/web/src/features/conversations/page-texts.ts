import type { Text } from "#web/lib/language/i18n.ts";

export const pageTexts = {
  to: { id: "conversations.to", message: "To" },
  placeholder: { id: "conversations.placeholder", message: "Name, username or email" },
  self: { id: "details.self", message: "{name} (you)" },
  people: { id: "conversations.people", message: "People" },
  remove: { id: "conversations.remove", message: "Remove {name}" },
  limit: {
    id: "conversations.limit",
    message: "Up to {n} people. For more, create a private channel.",
  },
  name: { id: "conversations.name", message: "Group name (optional)" },
  open: { id: "conversations.open", message: "Open the conversation" },
  openFailed: { id: "conversations.openFailed", message: "The conversation did not open" },
  nobody: { id: "conversations.nobody", message: "Nobody found" },
  nobodyText: {
    id: "conversations.nobodyText",
    message: "A whole username or email address finds people whom you do not see here.",
  },
  loadFailed: { id: "conversations.loadFailed", message: "People did not load" },
  loading: { id: "conversations.loading", message: "Loading people" },
  back: { id: "conversations.back", message: "Back to the rooms" },
} as const satisfies Record<string, Text>;
