import { useState } from "react";

/** What is written and not sent, by person and room: it outlives leaving the room, and ends with the page. */
const drafts = new Map<string, string>();

export function useDraft(userId: string, roomSlug: string): [string, (text: string) => void] {
  const key = `${userId} ${roomSlug}`;
  const [text, setText] = useState(() => drafts.get(key) ?? "");
  const change = (next: string) => {
    if (next === "") drafts.delete(key);
    else drafts.set(key, next);
    setText(next);
  };
  return [text, change];
}
