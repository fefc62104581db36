import type { Text } from "#web/lib/language/i18n.ts";

export const passwordTexts = {
  show: { id: "passwordField.show", message: "Show password" },
  hide: { id: "passwordField.hide", message: "Hide password" },
  hint: {
    id: "passwordField.hint",
    message: "At least {n} characters. A sentence is easy to remember.",
  },
} as const satisfies Record<string, Text>;
