import { emojiTable } from "virtual:emoji-table";
import { parseEmojis } from "./emojis.ts";

/** All that can be picked, in the order of the picker. Loaded with the first part that offers emoji. */
export const allEmojis = parseEmojis(emojiTable);
