import { useState } from "react";
import { useStore } from "#web/lib/react/use-store.ts";
import { allEmojis } from "./all-emojis.ts";
import { emojiTone, keepRecent, recentEmojis } from "./emoji-memory.ts";
import {
  emojiAt,
  firstCell,
  moveCell,
  toEmojiRows,
  type ArrowKey,
  type Cell,
} from "./emoji-rows.ts";
import { inTone, toRecentEmojis, type Emoji, type SkinTone } from "./emojis.ts";

/** The query, the rows that were found, and the cell that the arrows are on. */
export function useEmojiChoice(columns: number, onPick: (emoji: string) => void) {
  const [query, setQuery] = useState("");
  const tone = useStore(emojiTone, (value) => value);
  const [recents] = useState(() => toRecentEmojis(allEmojis, recentEmojis.getSnapshot()));
  const [cell, setCell] = useState<Cell>();
  const toRows = (text: string) =>
    toEmojiRows({ emojis: allEmojis, recents, query: text, columns });
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
  const hasRecents = recents.length > 0;
  return { query, rows, cell, tone, active, hasRecents, search, move, pick, changeTone };
}
