import type { Text } from "#web/lib/language/i18n.ts";

export const secondFactorTexts = {
  title: { id: "secondFactor.title", message: "Second sign-in step" },
  totpText: {
    id: "secondFactor.totpText",
    message: "Enter the code that your authenticator app shows.",
  },
  passkeyText: {
    id: "secondFactor.passkeyText",
    message: "Confirm with your passkey: by fingerprint, face, screen lock or security key.",
  },
  recoveryText: {
    id: "secondFactor.recoveryText",
    message: "Enter one of the recovery codes that you saved. Each works once.",
  },
  totp: { id: "secondFactor.totp", message: "Code from your authenticator app" },
  totpHint: { id: "secondFactor.totpHint", message: "{n} digits" },
  recoveryCode: { id: "secondFactor.recoveryCode", message: "Recovery code" },
  signIn: { id: "secondFactor.signIn", message: "Sign in" },
  useTotp: { id: "secondFactor.useTotp", message: "Use your authenticator app" },
  usePasskey: { id: "secondFactor.usePasskey", message: "Use a passkey" },
  useRecoveryCode: { id: "secondFactor.useRecoveryCode", message: "Use a recovery code" },
} as const satisfies Record<string, Text>;
