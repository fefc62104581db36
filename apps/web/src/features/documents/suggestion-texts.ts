import type { Text } from "#web/lib/language/i18n.ts";

/** Changes that people suggest to the text of a document. */
export const suggestionTexts = {
  field: { id: "suggestions.field", message: "New text" },
  hint: {
    id: "suggestions.hint",
    message: "Change the text as it should be, or empty the field to delete it.",
  },
  send: { id: "suggestions.send", message: "Suggest" },
  cancel: { id: "suggestions.cancel", message: "Do not suggest a change" },
  title: { id: "suggestions.title", message: "Suggested change" },
  accept: { id: "suggestions.accept", message: "Accept" },
  decline: { id: "suggestions.decline", message: "Decline" },
  withdraw: { id: "suggestions.withdraw", message: "Withdraw" },
  accepted: { id: "suggestions.accepted", message: "Accepted by {name}" },
  declined: { id: "suggestions.declined", message: "Declined by {name}" },
  failed: { id: "suggestions.failed", message: "The suggestion was not accepted" },
} as const satisfies Record<string, Text>;
