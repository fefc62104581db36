import type { Text } from "#web/lib/language/i18n.ts";

export const retentionTexts = {
  title: { id: "retention.title", message: "Keep messages" },
  hint: {
    id: "retention.hint",
    message: "Older ones are deleted for good every night. Pinned messages stay.",
  },
  strictest: {
    id: "retention.strictest",
    message: "Nowhere in this organization are they kept longer than {days}. Pinned messages stay.",
  },
  forever: { id: "retention.forever", message: "Forever" },
  days: { id: "retention.days", message: "{n, plural, one {# day} other {# days}}" },
  kept: { id: "retention.kept", message: "Messages are kept" },
  announced: {
    id: "retention.announced",
    message: "Messages are deleted after {n, plural, one {# day} other {# days}}",
  },
  filesAnnounced: {
    id: "retention.filesAnnounced",
    message: "Files are removed after {n, plural, one {# day} other {# days}}",
  },
  ask: { id: "retention.ask", message: "Delete messages after {days}?" },
  askText: {
    id: "retention.askText",
    message:
      "From the next night on, older messages are deleted for everybody, and nobody can bring them back. A line in the rooms says so.",
  },
  verb: { id: "retention.verb", message: "Delete after {days}" },
  failed: { id: "retention.failed", message: "The time was not changed" },
  filesTitle: { id: "retention.files", message: "Keep files" },
  filesHint: {
    id: "retention.filesHint",
    message: "Older ones are removed every night. Those of pinned messages stay.",
  },
  askFiles: { id: "retention.askFiles", message: "Remove files after {days}?" },
  askFilesText: {
    id: "retention.askFilesText",
    message:
      "From the next night on, older files are removed for everybody, and nobody can bring them back.",
  },
  verbFiles: { id: "retention.verbFiles", message: "Remove after {days}" },
} as const satisfies Record<string, Text>;
