import type { Text } from "#web/lib/language/i18n.ts";

/** In the dialog that shares a document. */
export const shareTexts = {
  title: { id: "documents.share.title", message: "Share {title}" },
  text: {
    id: "documents.share.text",
    message: "Access changes within a second, also for those who have it open.",
  },
  level: { id: "documents.share.level", message: "They may" },
  verb: { id: "documents.share.verb", message: "{n, plural, =0 {Share} other {Share with #}}" },
  people: { id: "documents.share.people", message: "With access" },
  loading: { id: "documents.share.loading", message: "Loading who has access" },
  failed: { id: "documents.share.failed", message: "Who has access did not load" },
  levelOf: { id: "documents.share.levelOf", message: "Access of {name}" },
  removeNamed: { id: "documents.share.removeNamed", message: "Remove {name}" },
  you: { id: "documents.share.you", message: "{name} (you)" },
  room: { id: "documents.share.room", message: "People of a room" },
  everybody: { id: "documents.share.everybody", message: "Everybody in {organization}" },
  nobody: { id: "documents.share.nobody", message: "No access" },
  ofRoom: { id: "documents.share.ofRoom", message: "By their level in the room" },
  restricted: { id: "documents.share.restricted", message: "Only these people" },
  restrictedHint: {
    id: "documents.share.restrictedHint",
    message: "Not the people of its room, nor those of the document above it.",
  },
  lastOwner: { id: "documents.share.lastOwner", message: "Owner, and the only one" },
  done: { id: "documents.share.done", message: "Done" },
} as const satisfies Record<string, Text>;
