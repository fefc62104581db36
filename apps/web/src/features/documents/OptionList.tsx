import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useId, useMemo, useState, type ReactNode } from "react";
import { BesideList } from "#web/design/menu/BesideList.tsx";
import { placeOf } from "#web/design/menu/landmark.ts";
import { ResultOptions } from "#web/features/palette/ResultOptions.tsx";
import { isComposing } from "#web/lib/actions/composition.ts";
import { menuKeys, type MenuToken } from "./menu-token.ts";

export interface Option {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly mark: ReactNode;
  readonly run: () => void;
}

interface OptionListProps {
  editor: Editor;
  token: MenuToken;
  label: string;
  options: readonly Option[];
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** At the word in the text that asks for it. The text keeps the focus, and gives its arrows, Enter, Tab and Escape to the list. */
export function OptionList({ editor, token, label, options }: OptionListProps) {
  const listId = useId();
  const [isDismissed, setDismissed] = useState(false);
  const [chosen, setChosen] = useState({ id: "", query: "" });
  const isOpen = !isDismissed && options.length > 0;
  const found = options.findIndex(({ id }) => id === chosen.id && chosen.query === token.query);
  const at = Math.max(0, found);
  const choose = (place: number) =>
    setChosen({ id: options.at(place % options.length)?.id ?? "", query: token.query });
  const accept = (option: Option | undefined): void => {
    if (!option) return;
    editor.chain().focus().deleteRange(token).run();
    option.run();
  };
  const handleKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (isComposing(event) || shiftKey || ctrlKey || metaKey || altKey) return false;
    const step = steps[key];
    if (step !== undefined) choose(at + step);
    else if (key === "Enter" || key === "Tab") accept(options[at]);
    else if (key === "Escape") setDismissed(true);
    else return false;
    event.preventDefault();
    return true;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const { view } = editor;
    menuKeys.set(view, (event) => handleKey(event));
    return () => void menuKeys.delete(view);
  }, [editor, isOpen]);
  useListOf(editor, isOpen ? listId : undefined, `${listId}-${at}`);
  const { from } = token;
  // Another place is another anchor: the list follows it.
  const anchor = useMemo(
    () => ({ getBoundingClientRect: () => rectOf(editor, from), contextElement: editor.view.dom }),
    [editor, from],
  );
  if (!isOpen) return null;
  return (
    <BesideList
      id={listId}
      label={label}
      anchor={anchor}
      side="bottom"
      container={placeOf(editor.view.dom).container}
      className="max-h-[min(20rem,var(--beside-height))] w-80 max-w-[calc(100vw-1rem)]"
    >
      <ResultOptions
        listId={listId}
        text={token.query}
        entries={options}
        at={at}
        onChoose={choose}
        onAccept={accept}
      />
    </BesideList>
  );
}

/** Tells assistive technology of the list that the text has, and of its entry that is chosen. */
function useListOf(editor: Editor, listId: string | undefined, activeId: string): void {
  useEffect(() => {
    if (listId === undefined) return undefined;
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", listId);
    dom.setAttribute("aria-haspopup", "listbox");
    return () => {
      for (const name of ["aria-controls", "aria-haspopup", "aria-activedescendant"])
        dom.removeAttribute(name);
    };
  }, [editor, listId]);
  useEffect(() => {
    if (listId !== undefined) editor.view.dom.setAttribute("aria-activedescendant", activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [editor, listId, activeId]);
}

function rectOf({ view }: Editor, at: number): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(Math.min(at, view.state.doc.content.size));
  return new DOMRect(left, top, 0, bottom - top);
}
