/** Made by the build: apps/web/emoji-table.ts. */
declare module "virtual:emoji-table" {
  export const emojiTable: string;
}

declare module "virtual:emoji-shortcodes" {
  export const emojiShortcodes: string;
}
