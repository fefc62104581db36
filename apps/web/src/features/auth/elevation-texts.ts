import type { Text } from "#web/lib/language/i18n.ts";

export const elevationTexts = {
  sent: {
    id: "elevation.sent",
    message: "Please confirm that it is you: enter the code that we sent to {to}.",
  },
  code: { id: "elevation.code", message: "Confirmation code" },
  codeHint: { id: "elevation.codeHint", message: "{n} digits" },
  totpText: {
    id: "elevation.totpText",
    message: "Confirm that it is you: enter the code that your authenticator app shows.",
  },
  totp: { id: "elevation.totp", message: "Code from your authenticator app" },
  passwordText: {
    id: "elevation.passwordText",
    message: "Confirm that it is you: enter your password.",
  },
  password: { id: "elevation.password", message: "Password" },
  wrongPassword: { id: "elevation.wrongPassword", message: "This password is not correct" },
  passkeyText: {
    id: "elevation.passkeyText",
    message: "Confirm with your passkey that it is you.",
  },
  providerText: { id: "elevation.providerText", message: "Confirm that it is you." },
  usePasskey: { id: "elevation.usePasskey", message: "Use a passkey instead" },
  useTotp: { id: "elevation.useTotp", message: "Use your authenticator app instead" },
  usePassword: { id: "elevation.usePassword", message: "Use your password instead" },
  useOtp: { id: "elevation.useOtp", message: "Send me a code" },
  useProvider: { id: "elevation.useProvider", message: "Confirm with {name}" },
  denied: { id: "elevation.denied", message: "You did not confirm it with {name}" },
  cancel: { id: "elevation.cancel", message: "Cancel" },
} as const satisfies Record<string, Text>;
