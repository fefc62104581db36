import type { Text } from "#web/lib/language/i18n.ts";

/** Loaded with the menu of the person and the page of a new one. */
export const lateUserTexts = {
  nameLead: { id: "users.nameLead", message: "You are signed in. What should others call you?" },
  name: { id: "users.name", message: "Your name" },
  nameContinue: { id: "users.nameContinue", message: "Continue" },
  nameSkip: { id: "users.nameSkip", message: "Skip for now" },
  muteWords: { id: "users.muteWords", message: "unmute microphone silence" },
  deafenWords: { id: "users.deafenWords", message: "undeafen headphones sound silence" },
  setStatus: { id: "presence.set", message: "Set a status" },
  setStatusWords: { id: "users.setStatusWords", message: "away busy holiday emoji" },
  signOut: { id: "users.signOut", message: "Sign out" },
  signOutWords: { id: "users.signOutWords", message: "log out leave account" },
  profile: { id: "users.profile", message: "Profile" },
  organizations: { id: "users.organizations", message: "Organizations" },
  theme: { id: "users.theme", message: "Theme" },
  themeSystem: { id: "users.themeSystem", message: "Theme of the system" },
  themeLight: { id: "users.themeLight", message: "Light theme" },
  themeDark: { id: "users.themeDark", message: "Dark theme" },
  preferencesFailed: {
    id: "store.preferences.update",
    message: "Failed to update preferences",
  },
  shortcuts: { id: "users.shortcuts", message: "Keyboard shortcuts" },
  unsentTitle: { id: "users.unsentTitle", message: "Sign out?" },
  unsentText: {
    id: "users.unsentText",
    message:
      "{messages, plural, =0 {} one {# message is not sent yet and will be lost. } other {# messages are not sent yet and will be lost. }}{drafts, plural, =0 {} one {# draft will be lost. } other {# drafts will be lost. }}{documents, plural, =0 {} one {Changes of # document are not saved yet and will be lost.} other {Changes of # documents are not saved yet and will be lost.}}",
  },
  stay: { id: "users.stay", message: "Cancel" },
} as const satisfies Record<string, Text>;
