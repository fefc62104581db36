import type { Text } from "#web/lib/language/i18n.ts";

export const factorTexts = {
  title: { id: "factors.title", message: "Passkeys and second sign-in step" },
  none: {
    id: "factors.none",
    message:
      "With a passkey or an authenticator app nobody else can sign in, even with your mail or your password.",
  },
  totp: { id: "factors.totp", message: "Authenticator app" },
  passkey: { id: "factors.passkey", message: "Passkey" },
  used: { id: "factors.used", message: "Added {date}, used {used}" },
  unused: { id: "factors.unused", message: "Added {date}, never used" },
  rename: { id: "factors.rename", message: "Rename {name}" },
  remove: { id: "factors.remove", message: "Remove {name}" },
  codes: { id: "factors.codes", message: "Recovery codes" },
  codesLeft: { id: "factors.codesLeft", message: "{n} of {max} left" },
  codesHint: {
    id: "factors.codesHint",
    message: "For the day when phone and passkey are gone",
  },
  renew: { id: "factors.renew", message: "Make new ones" },
  addTotp: { id: "factors.addTotp", message: "Add an authenticator app" },
  addPasskey: { id: "factors.addPasskey", message: "Add a passkey" },
} as const satisfies Record<string, Text>;
