import type { Text } from "#web/lib/language/i18n.ts";

export const presenceTexts = {
  online: { id: "presence.online", message: "Online" },
  away: { id: "presence.away", message: "Away" },
  offline: { id: "presence.offline", message: "Offline" },
} as const satisfies Record<string, Text>;
