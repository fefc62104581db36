import type { Text } from "#web/lib/language/i18n.ts";

export const exportTexts = {
  title: { id: "export.title", message: "Your data" },
  row: { id: "export.row", message: "Download your data" },
  hint: {
    id: "export.hint",
    message: "A ZIP file with what you wrote, your files and settings",
  },
  verb: { id: "export.verb", message: "Download" },
  text: {
    id: "export.text",
    message: "The download starts at once, and may take a while. You can ask for it twice a day.",
  },
  failed: { id: "export.failed", message: "Your data could not be exported" },
} as const satisfies Record<string, Text>;
