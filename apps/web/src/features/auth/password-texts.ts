import type { Text } from "#web/lib/language/i18n.ts";

export const passwordTexts = {
  password: { id: "password.password", message: "Password" },
  newPassword: { id: "password.new", message: "New password" },
  signIn: { id: "password.signIn", message: "Sign in" },
  signInFailed: { id: "password.signInFailed", message: "You are not signed in" },
  forgot: { id: "password.forgot", message: "Forgot your password?" },
  create: { id: "password.create", message: "Create an account" },
  fullName: { id: "password.fullName", message: "Full name" },
  createAccount: { id: "password.createAccount", message: "Create account" },
  createFailed: { id: "password.createFailed", message: "The account was not created" },
  sendLink: { id: "password.sendLink", message: "Send link" },
  sendFailed: { id: "password.sendFailed", message: "The link was not sent" },
  sent: {
    id: "password.sent",
    message:
      "If {identifier} has an account here, a link to set a new password is on its way there. It works once, for 30 minutes.",
  },
  signUpSent: {
    id: "password.signUpSent",
    message:
      "We sent a link to {identifier}. Open it in this browser, or the password that you chose is not kept.",
  },
  back: { id: "password.back", message: "Back" },
  useCode: { id: "password.useCode", message: "Use a one-time code instead" },
  resetLead: {
    id: "password.resetLead",
    message: "Set a new password for {identifier}. All your sessions end then.",
  },
  resetBroken: {
    id: "password.resetBroken",
    message: "This link is not complete. Open it from the message again, or ask for another.",
  },
  resetOver: {
    id: "password.resetOver",
    message: "This link is no longer valid. Ask for another one.",
  },
  resetVerb: { id: "password.resetVerb", message: "Set password" },
  resetFailed: { id: "password.resetFailed", message: "The password was not set" },
  resetDone: {
    id: "password.resetDone",
    message: "Your new password is set. Sign in with it.",
  },
} as const satisfies Record<string, Text>;
