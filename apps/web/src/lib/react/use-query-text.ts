import { useEffect, useRef, useState } from "react";
import { SEARCH_PAUSE_MS } from "./use-settled.ts";

/**
 * The text of a field whose query is kept elsewhere, as in the address: written there once the person pauses with a query that is not
 * unfinished, and read from there after a step.
 */
export function useQueryText(
  kept: string,
  onSettled: (query: string) => void,
  isUnfinished: (query: string) => boolean = () => false,
) {
  const [text, setText] = useState(kept);
  const [asked, setAsked] = useState(kept);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (kept !== asked) {
    setAsked(kept);
    setText(kept);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(query: string): void {
    clearTimeout(timer.current);
    if (query === asked) return;
    setAsked(query);
    onSettled(query);
  }

  return {
    text,
    /** Is the address behind the field? */
    isTyping: text !== asked,
    type: (query: string): void => {
      setText(query);
      clearTimeout(timer.current);
      if (isUnfinished(query)) return;
      timer.current = setTimeout(() => ask(query), query === "" ? 0 : SEARCH_PAUSE_MS);
    },
    /** Back to what was asked: the person goes on with the results of that. */
    stop: (): void => {
      clearTimeout(timer.current);
      setText(asked);
    },
    /** Without the pause. */
    ask: (query: string): void => {
      setText(query);
      ask(query);
    },
  };
}
