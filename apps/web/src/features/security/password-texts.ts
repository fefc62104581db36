import type { Text } from "#web/lib/language/i18n.ts";

export const passwordTexts = {
  title: { id: "ownPassword.title", message: "Password" },
  row: { id: "ownPassword.row", message: "Sign in with a password" },
  off: { id: "ownPassword.off", message: "Off. You sign in with a code, which nobody can guess." },
  on: { id: "ownPassword.on", message: "On, set {date}. Codes still work." },
  set: { id: "ownPassword.set", message: "Set a password" },
  change: { id: "ownPassword.change", message: "Change" },
  remove: { id: "ownPassword.remove", message: "Remove" },
  setTitle: { id: "ownPassword.setTitle", message: "Set a password" },
  changeTitle: { id: "ownPassword.changeTitle", message: "Change your password" },
  changeVerb: { id: "ownPassword.changeVerb", message: "Change password" },
  setText: {
    id: "ownPassword.setText",
    message: "Your other sessions end, and we tell you by message that the password was changed.",
  },
  newPassword: { id: "ownPassword.new", message: "New password" },
  setFailed: { id: "ownPassword.setFailed", message: "The password was not set" },
  removeTitle: { id: "ownPassword.removeTitle", message: "Remove your password?" },
  removeText: {
    id: "ownPassword.removeText",
    message: "You sign in with a code from then on. Your other sessions end.",
  },
  removeFailed: { id: "ownPassword.removeFailed", message: "The password was not removed" },
} as const satisfies Record<string, Text>;
