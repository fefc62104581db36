import type { RoomId, SearchFilterName } from "@colbin/protocol";
import clsx from "clsx";
import { X } from "lucide-react";
import type { RefObject } from "react";
import { filterLook } from "#web/design/form/filter-look.ts";
import { editField, keepFocus } from "#web/features/writing/edit-field.ts";
import { t } from "#web/lib/language/i18n.ts";
import { filterParts, withoutPart, type FilterPart } from "./query-text.ts";
import { filterTexts, searchTexts } from "./search-texts.ts";
import { isNameFor, valueText } from "./use-filter-suggestions.tsx";

/** Filters that a press begins; all others are suggested as one types. */
const offered: readonly SearchFilterName[] = ["from", "in", "before", "after", "has", "is"];

interface FilterRowProps {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onType: (query: string) => void;
  roomId: RoomId | undefined;
  /** With those that are not used yet. */
  hasOffers: boolean;
}

/** The filters that are understood, each to be removed, and those that may be added. */
export function FilterRow({ field, query, onType, roomId, hasOffers }: FilterRowProps) {
  const parts = filterParts(query);
  const used = new Set(parts.map(({ filter }) => filter.name));
  const offers = hasOffers
    ? offered.filter((name) => !used.has(name) && isNameFor(name, roomId))
    : [];
  if (parts.length + offers.length === 0) return null;

  function begin(name: SearchFilterName): void {
    const element = field.current;
    if (!element) return;
    const blank = query === "" || query.endsWith(" ") ? "" : " ";
    const { length: from } = query;
    const end = from + blank.length + name.length + 1;
    editField(element, { from, to: from, text: `${blank}${name}:`, start: end, end });
  }

  return (
    <div role="group" aria-label={t(searchTexts.filters)} className="flex flex-wrap gap-1.5">
      {parts.map((part) => (
        <Understood
          key={part.from}
          part={part}
          onRemove={() => {
            field.current?.focus();
            onType(withoutPart(query, part));
          }}
        />
      ))}
      {offers.map((name) => (
        <button
          key={name}
          type="button"
          data-tooltip={t(filterTexts[name])}
          onMouseDown={keepFocus}
          onClick={() => begin(name)}
          className={clsx(
            filterLook(false),
            "inline-flex h-6.5 items-center rounded-sm px-2 text-xs font-medium inset-ring hover:bg-hover hover:text-ink coarse:min-h-touch coarse:px-3",
          )}
        >
          {name}:
        </button>
      ))}
    </div>
  );
}

function Understood({ part, onRemove }: { part: FilterPart; onRemove: () => void }) {
  const { name, value, isExcluded } = part.filter;
  return (
    <span className="inline-flex h-6.5 max-w-full items-center gap-1 rounded-sm bg-accent-soft ps-2 pe-1 text-xs font-medium text-accent-ink coarse:h-9">
      <span className="clip-line">
        <span className="font-regular">
          {isExcluded && "-"}
          {name}:
        </span>{" "}
        <bdi>{valueText(name, value)}</bdi>
      </span>
      <button
        type="button"
        aria-label={t(searchTexts.remove, { filter: part.text })}
        onMouseDown={keepFocus}
        onClick={onRemove}
        className="grid size-6 flex-none place-items-center rounded-xs hover:bg-pressed coarse:size-9"
      >
        <X className="icon-sm" aria-hidden="true" />
      </button>
    </span>
  );
}
