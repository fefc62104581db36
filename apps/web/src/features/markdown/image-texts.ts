import type { Text } from "#web/lib/language/i18n.ts";

/** Loaded with the first picture. */
export const imageTexts = {
  image: { id: "messages.image", message: "Image" },
  open: { id: "messages.openImage", message: "Open image: {name}" },
  failed: { id: "messages.imageFailed", message: "Image failed to load" },
  original: { id: "messages.imageOriginal", message: "Open original at {host}" },
} as const satisfies Record<string, Text>;
