import type { Text } from "#web/lib/language/i18n.ts";

export const authTexts = {
  title: { id: "signIn.title", message: "Welcome to {product}" },
  lead: { id: "signIn.lead", message: "Sign in with a one-time code." },
  byPassword: { id: "signIn.byPassword", message: "Use a password instead" },
  passwordLead: {
    id: "signIn.passwordLead",
    message: "Sign in or make an account with a password.",
  },
  identifier: { id: "signIn.identifier", message: "Email or Phone Number" },
  send: { id: "signIn.send", message: "Send OTP" },
  codeSentTo: { id: "signIn.codeSentTo", message: "We sent a code to <to>{identifier}</to>" },
  linkSentTo: {
    id: "signIn.linkSentTo",
    message: "We sent a sign-in link to <to>{identifier}</to>",
  },
  phoneRisk: {
    id: "signIn.phoneRisk",
    message: "Others may read text messages: an authenticator app or a passkey is safer.",
  },
  linkHint: {
    id: "signIn.linkHint",
    message: "Open it in this browser. It works once, and no other one is sent while it is valid.",
  },
  linkQuestion: {
    id: "signIn.linkQuestion",
    message: "Sign in as {identifier}?",
  },
  linkBroken: {
    id: "signIn.linkBroken",
    message:
      "This sign-in link is not complete. Open it from the message again, or ask for another.",
  },
  linkConfirm: { id: "signIn.linkConfirm", message: "Sign in" },
  otp: { id: "signIn.otp", message: "Enter OTP" },
  verify: { id: "signIn.verify", message: "Verify OTP" },
  resendIn: {
    id: "signIn.resendIn",
    message: "{n, plural, one {Another code in # second} other {Another code in # seconds}}",
  },
  resend: { id: "signIn.resend", message: "No code yet? <send>Send another</send>" },
  endedByDeletion: {
    id: "signIn.endedByDeletion",
    message: "Your account is deleted. Sign in within {n} days to have it back.",
  },
  endedByServer: { id: "signIn.endedByServer", message: "Please sign in again" },
  back: { id: "signIn.back", message: "Back" },
  agree: {
    id: "signIn.agree",
    message:
      "By continuing, you agree to our\n<terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>",
  },
  identifierRequired: {
    id: "signIn.identifierRequired",
    message: "Email or phone number is required",
  },
  identifierInvalid: {
    id: "signIn.identifierInvalid",
    message: "Please enter a valid email address or phone number",
  },
  otpHint: { id: "signIn.otpHint", message: "{n} digits" },
  otpLength: { id: "signIn.otpLength", message: "OTP must be exactly {n} digits" },
  otpDigits: { id: "signIn.otpDigits", message: "OTP must contain only numbers" },
  sendFailed: { id: "signIn.sendFailed", message: "Failed to send OTP" },
  verifyFailed: { id: "signIn.verifyFailed", message: "OTP verification failed" },
} as const satisfies Record<string, Text>;
