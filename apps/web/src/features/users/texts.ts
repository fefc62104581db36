import type { Text } from "#web/lib/language/i18n.ts";

export const userTexts = {
  menu: { id: "users.menu", message: "User menu" },
  menuOf: { id: "users.menuOf", message: "(user menu)" },
  mute: { id: "users.mute", message: "Mute" },
  deafen: { id: "users.deafen", message: "Deafen" },
  settings: { id: "settings.title", message: "Settings" },
} as const satisfies Record<string, Text>;
