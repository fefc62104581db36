import { SEARCH_QUERY_MAX, type RoomId } from "@colbin/protocol";
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { ResultOptions } from "#web/features/palette/ResultOptions.tsx";
import { editField } from "#web/features/writing/edit-field.ts";
import { isComposing } from "#web/lib/actions/composition.ts";
import { t } from "#web/lib/language/i18n.ts";
import { writeFilter } from "./query-text.ts";
import { searchTexts } from "./search-texts.ts";
import {
  useFilterSuggestions,
  type FilterSuggestion,
  type FilterSuggestions,
} from "./use-filter-suggestions.tsx";

interface QueryFieldProps {
  id?: string;
  label: string;
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onType: (query: string) => void;
  /** The room that is searched alone. */
  roomId: RoomId | undefined;
  /** `isBack`: with Shift. */
  onEnter: (isBack: boolean) => void;
  /** Down from the field, to what stands below it. */
  onDown: () => void;
  /** While nothing is suggested. */
  onEscape?: () => void;
}

/** A text field that suggests filters and their values; the text is all that is sent. */
export function QueryField(props: QueryFieldProps) {
  const { id, label, field, query, onType } = props;
  const day = useRef<HTMLInputElement>(null);
  const list = useSuggestionList(props, () => {
    if (!day.current) return;
    // The day that was chosen before is a change again.
    day.current.value = "";
    day.current.showPicker();
  });
  return (
    <>
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={list.shown !== undefined}
        aria-controls={list.listId}
        aria-autocomplete="list"
        aria-activedescendant={list.shown && list.at >= 0 ? list.optionId(list.at) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        dir="auto"
        maxLength={SEARCH_QUERY_MAX}
        placeholder={label}
        value={query}
        onChange={(event) => {
          list.follow(event.target);
          onType(event.target.value);
        }}
        onSelect={(event) => list.follow(event.currentTarget)}
        onFocus={() => list.setFocused(true)}
        onBlur={() => list.setFocused(false)}
        onKeyDown={list.handleKey}
        className="h-full min-w-0 flex-1 text-ellipsis text-ink outline-none coarse:text-read"
      />
      <input
        ref={day}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => list.chooseDay(target.value)}
        className="pointer-events-none absolute start-4 bottom-0 size-px opacity-0"
      />
      <div
        id={list.listId}
        role="listbox"
        aria-label={t(searchTexts.suggestions)}
        hidden={!list.shown}
        className="scroll-area absolute inset-x-0 top-full z-popover mt-1.5 max-h-80 rounded-md bg-raised p-1 shadow-float"
      >
        <ResultOptions
          listId={list.listId}
          text={list.shown?.typed ?? ""}
          entries={list.shown?.entries ?? []}
          at={list.at}
          onChoose={list.choose}
          onAccept={list.accept}
        />
      </div>
    </>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function useSuggestionList(
  { field, query, roomId, onEnter, onDown, onEscape }: QueryFieldProps,
  openDays: () => void,
) {
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const [dismissed, setDismissed] = useState<string>();
  // A choice ends with the text that it was made for.
  const [chosen, setChosen] = useState({ at: -1, query: "" });
  const [dayFor, setDayFor] = useState<FilterSuggestions>();
  const suggested = useFilterSuggestions(query, caret, roomId);
  const shown = isFocused && dismissed !== query ? suggested : undefined;
  const count = shown?.entries.length ?? 0;
  // The name of a filter is a word as well, which Enter looks for.
  const first = shown?.name === undefined ? -1 : 0;
  const at = Math.min(chosen.query === query ? chosen.at : first, count - 1);

  function put(into: FilterSuggestions, text: string): void {
    const element = field.current;
    if (!element) return;
    const { from, to } = into;
    const minus = query.startsWith("-", from) ? "-" : "";
    const isWhole = !text.endsWith(":");
    const blank = isWhole && !query.startsWith(" ", to) ? " " : "";
    const end = from + minus.length + text.length + (isWhole ? 1 : 0);
    editField(element, { from, to, text: `${minus}${text}${blank}`, start: end, end });
  }

  function accept(entry: FilterSuggestion | undefined): void {
    if (!shown || !entry) return;
    if (entry.text !== undefined) return put(shown, entry.text);
    setDayFor(shown);
    openDays();
  }

  function choose(place: number): void {
    setChosen({ at: (place + count) % count, query });
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, shiftKey } = event;
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[key];
    if (shown && step !== undefined) choose(at === -1 && step < 0 ? count - 1 : at + step);
    else if (shown && at >= 0 && !shiftKey && (key === "Enter" || key === "Tab"))
      accept(shown.entries[at]);
    else if (shown && key === "Escape") setDismissed(query);
    else if (key === "Enter") onEnter(shiftKey);
    else if (key === "ArrowDown") onDown();
    else if (key === "Escape" && onEscape) onEscape();
    else return;
    event.preventDefault();
  }

  return {
    listId,
    shown,
    at,
    choose,
    accept,
    handleKey,
    setFocused,
    optionId: (place: number) => `${listId}-${place}`,
    follow: (element: HTMLInputElement) => setCaret(element.selectionStart ?? 0),
    chooseDay: (key: string): void => {
      if (key !== "" && dayFor?.name) put(dayFor, writeFilter(dayFor.name, key));
    },
  };
}
