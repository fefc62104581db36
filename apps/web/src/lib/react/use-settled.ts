import { useEffect, useState } from "react";

/** The pause after which a search asks the server for what is typed. */
export const SEARCH_PAUSE_MS = 250;

/** The text as it was when it last stayed the same for so many milliseconds; an emptied field waits for nothing. */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text);
  if (text === "" && settled !== "") setSettled("");
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, settled, ms]);
  return settled;
}
