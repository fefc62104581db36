import type { UserSummary } from "@colbin/protocol";
import { X } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { PeopleList } from "./PeopleList.tsx";
import { pageTexts } from "./page-texts.ts";
import { useEarlyEnter } from "./use-early-enter.ts";
import { usePeopleSearch } from "./use-people-search.ts";

interface PeopleFieldProps {
  chosen: readonly UserSummary[];
  ownId: string | undefined;
  /** The person is one of those who can be chosen. */
  offersSelf?: boolean;
  /** No more people find a place. */
  isFull: boolean;
  onChange: (chosen: readonly UserSummary[]) => void;
}

/** People who are chosen, and those who can be: the arrows go through them, Enter takes one, Backspace gives the last one back. */
export function PeopleField(props: PeopleFieldProps) {
  const { chosen, ownId, offersSelf = false, isFull, onChange } = props;
  const [text, setText] = useState("");
  /** Which of those who are offered; -1: nobody, so that Enter goes on with those who are chosen. */
  const [at, setAt] = useState(0);
  const listId = useId();
  const { isCurrent, ...search } = usePeopleSearch(text);
  const taken = new Set(chosen.map(({ id }) => id));
  const people = search.people?.filter(({ id }) => offersSelf || id !== ownId);
  const offered = isFull ? [] : (people?.filter(({ id }) => !taken.has(id)) ?? []);
  const active = Math.min(at, offered.length - 1);

  function add(person: UserSummary): void {
    onChange([...chosen, person]);
    setText("");
    setAt(-1);
  }

  function remove(person: UserSummary | undefined): void {
    const left = chosen.filter((each) => each !== person);
    onChange(left);
    if (left.length === 0) setAt(0);
  }

  const early = useEarlyEnter(isCurrent, () => offered[active] && add(offered[active]));

  function handleKey(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const person = offered[active];
    if (step !== 0 && offered.length > 0)
      setAt(active + step < 0 ? offered.length - 1 : (active + step) % offered.length);
    else if (event.key === "Enter" && person) {
      // A person who was found by an older text is not the one that is meant.
      if (isCurrent) add(person);
      else early.press();
    } else if (event.key === "Backspace" && text === "" && chosen.length > 0) remove(chosen.at(-1));
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="flex flex-none items-start gap-3 border-b border-line px-gutter py-2.5">
        <label htmlFor={`${listId}-field`} className="pt-1.75 text-ink-subtle">
          {t(pageTexts.to)}
        </label>
        <div className="flex min-h-control min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-sm px-2 py-1 inset-ring inset-ring-line-strong focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
          {chosen.map((person) => (
            <Chosen key={person.id} name={person.fullName} onRemove={() => remove(person)} />
          ))}
          <input
            id={`${listId}-field`}
            role="combobox"
            aria-expanded={offered.length > 0}
            aria-controls={listId}
            aria-activedescendant={offered[active] && `${listId}-${offered[active].id}`}
            autoComplete="off"
            autoFocus
            readOnly={isFull}
            placeholder={t(pageTexts.placeholder)}
            value={text}
            onChange={(event) => {
              early.forget();
              setText(event.target.value);
              setAt(event.target.value.trim() === "" && chosen.length > 0 ? -1 : 0);
            }}
            onKeyDown={handleKey}
            className="h-7 min-w-32 flex-1 text-ink outline-none coarse:text-read"
          />
        </div>
      </div>
      <PeopleList
        {...search}
        people={people}
        id={listId}
        offered={offered}
        ownId={ownId}
        active={active}
        onChoose={add}
      />
    </>
  );
}

function Chosen({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className="flex items-center gap-0.5 rounded-sm bg-accent-soft ps-2 text-accent-ink">
      <bdi className="clip-line max-w-50">{name}</bdi>
      <IconButton label={t(pageTexts.remove, { name })} onClick={onRemove}>
        <X className="icon-sm" aria-hidden="true" />
      </IconButton>
    </span>
  );
}
