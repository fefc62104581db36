import type { Text } from "#web/lib/language/i18n.ts";

export const shareActionTexts = {
  open: { id: "share.open", message: "Share room" },
  openWords: { id: "share.openWords", message: "invite link copy" },
} as const satisfies Record<string, Text>;
