/** Made by the build: apps/web/emoji-table.ts. */
declare module "virtual:emoji-table" {
  export const emojiTable: string;
}
