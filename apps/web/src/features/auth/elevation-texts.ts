import type { Text } from "#web/lib/language/i18n.ts";

export const elevationTexts = {
  sent: {
    id: "elevation.sent",
    message: "Please confirm that it is you: enter the code that we sent to {to}.",
  },
  code: { id: "elevation.code", message: "Confirmation code" },
  codeHint: { id: "elevation.codeHint", message: "{n} digits" },
  cancel: { id: "elevation.cancel", message: "Cancel" },
} as const satisfies Record<string, Text>;
