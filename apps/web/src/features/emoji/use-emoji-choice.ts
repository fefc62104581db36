import { useState } from "react";
import { useStore } from "#web/lib/react/use-store.ts";
import { allEmojis } from "./all-emojis.ts";
import { emojiTone, keepRecent, recentEmojis } from "./emoji-memory.ts";
import {
  emojiAt,
  firstCell,
  moveCell,
  sectionsOf,
  toEmojiRows,
  type ArrowKey,
  type Cell,
} from "./emoji-rows.ts";
import { inTone, toCustom, toRecentEmojis, type Emoji, type SkinTone } from "./emojis.ts";
import { useCustomEmoji } from "./use-custom-emoji.ts";

interface EmojiChoice {
  columns: number;
  takesCustom: boolean;
  onPick: (emoji: string) => void;
}

/** The query, the rows that were found, and the cell that the arrows are on. */
export function useEmojiChoice({ columns, takesCustom, onPick }: EmojiChoice) {
  const [query, setQuery] = useState("");
  const tone = useStore(emojiTone, (value) => value);
  const custom = useCustomEmoji() ?? [];
  const emojis = takesCustom ? [...custom.map(toCustom), ...allEmojis] : allEmojis;
  const [kept] = useState(() => recentEmojis.getSnapshot());
  const recents = toRecentEmojis(emojis, kept);
  const [cell, setCell] = useState<Cell>();
  const toRows = (text: string) => toEmojiRows({ emojis, recents, query: text, columns });
  const rows = toRows(query);

  /** Gives the rows that are shown from now on. */
  function search(text: string): ReturnType<typeof toRows> {
    const found = toRows(text);
    setQuery(text);
    // While one types, the first that was found.
    setCell(text.trim() === "" ? undefined : firstCell(found));
    return found;
  }

  function move(key: ArrowKey): Cell | undefined {
    const next = moveCell(rows, cell, key);
    setCell(next);
    return next;
  }

  function pick(emoji: Emoji): void {
    const picked = inTone(emoji, tone);
    keepRecent(picked);
    onPick(picked);
  }

  function changeTone(next: SkinTone): void {
    emojiTone.update(() => next);
  }

  /** The emoji that Enter picks. */
  const active = emojiAt(rows, cell);
  const categories = sectionsOf(emojis);
  const sections = recents.length > 0 ? (["recent", ...categories] as const) : categories;
  return { query, rows, cell, tone, active, sections, search, move, pick, changeTone };
}
