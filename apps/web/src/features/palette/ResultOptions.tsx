import type { ReactNode } from "react";
import { ListOption } from "#web/design/menu/ListOption.tsx";
import { ResultWords } from "./ResultWords.tsx";

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly mark: ReactNode;
}

interface ResultOptionsProps<E extends Entry> {
  /** The listbox; the id of each option is this with its place behind a hyphen. */
  listId: string;
  /** Found by this text. */
  text: string;
  entries: readonly E[];
  /** The place of the selected one; -1 where none is. */
  at: number;
  onChoose: (place: number) => void;
  onAccept: (entry: E) => void;
}

/** The entries of a listbox whose field keeps the focus. */
export function ResultOptions<E extends Entry>(props: ResultOptionsProps<E>) {
  const { listId, text, entries, at, onChoose, onAccept } = props;
  return entries.map((entry, place) => (
    <ListOption
      key={entry.id}
      id={`${listId}-${place}`}
      isSelected={place === at}
      onPointerMove={() => onChoose(place)}
      onClick={() => onAccept(entry)}
      className="h-8.5 max-pair:h-11"
    >
      {entry.mark}
      <ResultWords
        text={text}
        title={entry.title}
        subtitle={entry.subtitle}
        isSelected={place === at}
      />
    </ListOption>
  ));
}
