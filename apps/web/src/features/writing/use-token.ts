import { createStore } from "@colbin/client";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { useStore } from "#web/lib/react/use-store.ts";
import { readField } from "./edit-field.ts";
import { readToken, type Token } from "./suggestion-token.ts";

interface FoundToken {
  readonly field: HTMLTextAreaElement;
  readonly token: Token;
}

/** The word at the caret of the field that suggestions are for, while the field has the focus; the same object while nothing of it changes. */
export function useToken(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
): FoundToken | undefined {
  const [store] = useState(() => createStore<FoundToken | undefined>(undefined));
  // With the text itself: the next key may be Enter. A draft may also be sent, cleared or changed without a key.
  useLayoutEffect(
    () => store.update((before) => findToken(field.current, before)),
    [store, field, text],
  );
  useEffect(() => {
    const follow = () => store.update((before) => findToken(field.current, before));
    const names = ["selectionchange", "focusin", "focusout"];
    for (const name of names) document.addEventListener(name, follow);
    return () => {
      for (const name of names) document.removeEventListener(name, follow);
    };
  }, [store, field]);
  return useStore(store, (found) => found);
}

function findToken(
  field: HTMLTextAreaElement | null,
  before: FoundToken | undefined,
): FoundToken | undefined {
  if (!field || document.activeElement !== field) return undefined;
  const token = readToken(readField(field));
  if (before?.token.from === token?.from && before?.token.word === token?.word) return before;
  return token && { field, token };
}
