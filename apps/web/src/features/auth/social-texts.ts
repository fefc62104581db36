import type { Text } from "#web/lib/language/i18n.ts";

export const socialTexts = {
  completing: { id: "social.completing", message: "Completing sign in..." },
  stays: { id: "social.stays", message: "You can close this window if it stays." },
  divider: { id: "signIn.divider", message: "OR CONTINUE WITH" },
  google: { id: "signIn.google", message: "Google" },
  github: { id: "signIn.github", message: "GitHub" },
  blocked: {
    id: "signIn.socialBlocked",
    message: "Your browser blocked the window. Allow windows of this site, and try again.",
  },
  denied: { id: "signIn.socialDenied", message: "The sign-in was cancelled" },
  waits: {
    id: "signIn.socialWaits",
    message: "Go on in the window that opened. <cancel>Cancel</cancel>",
  },
  failed: { id: "signIn.socialFailed", message: "Authentication failed" },
} as const satisfies Record<string, Text>;
