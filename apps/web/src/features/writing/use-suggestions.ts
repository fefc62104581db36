import { useEffectEvent, useId, useLayoutEffect, useState, type ReactNode } from "react";
import { isComposing } from "#web/lib/actions/composition.ts";
import { editField } from "./edit-field.ts";
import type { Token } from "./suggestion-token.ts";

export interface Suggestion {
  readonly id: string;
  /** Takes the place of the token; a function is asked once it is chosen. */
  readonly text: string | (() => string);
  readonly title: string;
  readonly subtitle?: string;
  readonly mark: ReactNode;
}

interface SuggestionsInput {
  field: HTMLTextAreaElement;
  token: Token;
  /** The entries for the name, best first. */
  entries: readonly Suggestion[];
  onAccept?: ((text: string) => void) | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The list for the word at the caret of a field, which keeps the focus and names the selected entry to screen readers. While the list is
 * open, and only then, the field gives its arrows, Enter, Tab and Escape to it; never a key of an input method.
 */
export function useSuggestions({ field, token, entries, onAccept }: SuggestionsInput) {
  const listId = useId();
  const [isDismissed, setDismissed] = useState(false);
  // A choice ends with the word that it was made for.
  const [chosen, setChosen] = useState({ id: "", word: "" });
  const isOpen = !isDismissed && entries.length > 0;
  const found = entries.findIndex(({ id }) => id === chosen.id && chosen.word === token.word);
  const at = Math.max(0, found);

  function choose(place: number): void {
    const id = entries[place]?.id ?? "";
    setChosen({ id, word: token.word });
  }

  function accept(entry: Suggestion | undefined): void {
    if (!entry) return;
    const { from } = token;
    const text = typeof entry.text === "string" ? entry.text : entry.text();
    const to = from + token.word.length;
    const isSpaced = field.value.startsWith(" ", to);
    const caret = from + text.length + 1;
    editField(field, {
      from,
      to,
      text: isSpaced ? text : `${text} `,
      start: caret,
      end: caret,
    });
    onAccept?.(text);
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const step = steps[key];
    if (step !== undefined) {
      const next = (at + step + entries.length) % entries.length;
      choose(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (key === "Enter" || key === "Tab") accept(entries[at]);
    else if (key === "Escape") setDismissed(true);
    else return;
    // It is done with: for the page it was no key of the composer.
    event.preventDefault();
  });
  // Before it is painted: the list takes the keys from when it is seen until it is gone.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const listener = (event: KeyboardEvent) => handleKey(event);
    const attributes = [
      ["aria-autocomplete", "list"],
      ["aria-haspopup", "listbox"],
      ["aria-controls", listId],
    ] as const;
    field.addEventListener("keydown", listener);
    for (const [name, value] of attributes) field.setAttribute(name, value);
    return () => {
      field.removeEventListener("keydown", listener);
      for (const [name] of attributes) field.removeAttribute(name);
    };
  }, [field, isOpen, listId]);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    field.setAttribute("aria-activedescendant", `${listId}-${at}`);
    return () => field.removeAttribute("aria-activedescendant");
  }, [field, isOpen, listId, at]);
  return { listId, isOpen, at, choose, accept };
}
