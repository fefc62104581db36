/** Enumerations of the screens that more than one client will share. */

export const toastVariants = ["default", "info", "warning", "destructive"] as const;
export type ToastVariant = (typeof toastVariants)[number];

export const paletteProviders = ["navigation", "channel", "user", "action", "help"] as const;
export type PaletteProvider = (typeof paletteProviders)[number];

export const emojiPickerCategories = [
  "recent",
  "smileys",
  "gestures",
  "hearts",
  "objects",
  "symbols",
] as const;
export type EmojiPickerCategory = (typeof emojiPickerCategories)[number];
