import type { Text } from "#web/lib/language/i18n.ts";

export const deleteAccountTexts = {
  title: { id: "deleteAccount.title", message: "Danger zone" },
  delete: { id: "deleteAccount.delete", message: "Delete account" },
  deleteHint: {
    id: "deleteAccount.deleteHint",
    message: "You are signed out everywhere; signing in within {n} days brings the account back",
  },
  deleteText: {
    id: "deleteAccount.deleteText",
    message:
      "You are signed out everywhere, and organizations that nobody else is in are deleted with the account. Sign in within {n} days to have all of it back. After that your profile and your memberships are gone for ever.",
  },
  deleteVerb: { id: "deleteAccount.deleteVerb", message: "Delete" },
  messages: { id: "deleteAccount.messages", message: "Your messages" },
  keep: { id: "deleteAccount.keep", message: "Stay, under the name Deleted user" },
  remove: { id: "deleteAccount.remove", message: "Are deleted too" },
} as const satisfies Record<string, Text>;
