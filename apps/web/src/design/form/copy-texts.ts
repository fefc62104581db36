import type { Text } from "#web/lib/language/i18n.ts";

export const copyTexts = {
  copy: { id: "copy.verb", message: "Copy" },
  copied: { id: "copy.done", message: "Copied" },
  failed: { id: "copy.failed", message: "Failed to copy" },
} as const satisfies Record<string, Text>;
