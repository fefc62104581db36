import type { Text } from "#web/lib/language/i18n.ts";

export const userTexts = {
  menu: { id: "users.menu", message: "User menu" },
  menuOf: { id: "users.menuOf", message: "(user menu)" },
  mute: { id: "users.mute", message: "Mute" },
  muteWords: { id: "users.muteWords", message: "unmute microphone silence" },
  deafen: { id: "users.deafen", message: "Deafen" },
  deafenWords: { id: "users.deafenWords", message: "undeafen headphones sound silence" },
  settings: { id: "settings.title", message: "Settings" },
  setStatus: { id: "presence.set", message: "Set a status" },
  setStatusWords: { id: "users.setStatusWords", message: "away busy holiday emoji" },
  signOut: { id: "users.signOut", message: "Sign out" },
  signOutWords: { id: "users.signOutWords", message: "log out leave account" },
} as const satisfies Record<string, Text>;
