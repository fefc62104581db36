import type { Text } from "#web/lib/language/i18n.ts";

export const passwordTexts = {
  show: { id: "passwordField.show", message: "Show password" },
  hide: { id: "passwordField.hide", message: "Hide password" },
} as const satisfies Record<string, Text>;
