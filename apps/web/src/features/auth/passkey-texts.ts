import type { Text } from "#web/lib/language/i18n.ts";

export const passkeyTexts = {
  signIn: { id: "passkey.signIn", message: "Sign in with a passkey" },
  notUsed: {
    id: "passkey.notUsed",
    message: "The passkey was not used. Try again or choose another way.",
  },
  unknown: {
    id: "passkey.unknown",
    message: "This passkey is not known here. Choose another way.",
  },
  notMade: { id: "passkey.notMade", message: "No passkey was made. Try again." },
  madeBefore: {
    id: "passkey.madeBefore",
    message: "This device already has a passkey of your account",
  },
  failed: { id: "passkey.failed", message: "The passkey did not work on this device" },
} as const satisfies Record<string, Text>;
