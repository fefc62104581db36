import type { Text } from "#web/lib/language/i18n.ts";

export const instanceTexts = {
  devDelivery: {
    id: "instance.devDelivery",
    message:
      "This server shows sign-in codes instead of sending them. Anybody who can open this page can sign in as anybody.",
  },
  title: { id: "instance.title", message: "{document} · {product}" },
  home: { id: "instance.home", message: "To {product}" },
} as const satisfies Record<string, Text>;
