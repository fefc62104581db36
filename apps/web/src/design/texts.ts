import type { Text } from "#web/lib/language/i18n.ts";

export const designTexts = {
  failed: { id: "design.failed", message: "{what}: {reason}" },
  dismiss: { id: "design.dismiss", message: "Dismiss" },
  notifications: { id: "design.notifications", message: "Notifications ({hotkey})" },
  cancel: { id: "design.cancel", message: "Cancel" },
  back: { id: "design.back", message: "Back" },
  close: { id: "design.close", message: "Close" },
  more: { id: "design.more", message: "Show more" },
  tryAgain: { id: "error.retry", message: "Try Again" },
  loading: { id: "design.loading", message: "Loading" },
  missing: { id: "design.missing", message: "This part did not load. Please try again." },
  missingAdvice: { id: "design.missingAdvice", message: "If it stays like this, reload the page." },
  toLight: { id: "design.toLight", message: "Switch to the light theme" },
  toDark: { id: "design.toDark", message: "Switch to the dark theme" },
} as const satisfies Record<string, Text>;
