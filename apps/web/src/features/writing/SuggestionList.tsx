import type { RoomId } from "@colbin/protocol";
import { Popover } from "radix-ui";
import { placeOf } from "#web/design/menu/landmark.ts";
import { ListOption } from "#web/design/menu/ListOption.tsx";
import { ResultWords } from "#web/features/palette/ResultWords.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { suggestionTexts } from "./suggestion-texts.ts";
import type { Token } from "./suggestion-token.ts";
import { useSuggestions, type Suggestion } from "./use-suggestions.ts";

export interface SourceProps {
  field: HTMLTextAreaElement;
  token: Token;
  /** The room of the message. */
  roomId: RoomId;
}

interface SuggestionListProps extends Omit<SourceProps, "roomId"> {
  label: string;
  entries: readonly Suggestion[];
  onAccept?: (text: string) => void;
}

/** Above the field that it belongs to, or below it where there is no room. */
export function SuggestionList({ label, ...input }: SuggestionListProps) {
  const { field, token, entries } = input;
  const { listId, isOpen, at, choose, accept } = useSuggestions(input);
  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor asChild>
        <span className="pointer-events-none absolute inset-0" aria-hidden="true" />
      </Popover.Anchor>
      <Popover.Portal container={placeOf(field).container}>
        <Popover.Content
          id={listId}
          role="listbox"
          aria-label={label}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={keepFocus}
          onCloseAutoFocus={keepFocus}
          data-surface=""
          className="animate-rise scroll-area z-popover max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) max-w-110 rounded-md bg-raised p-1 text-sm font-regular text-ink shadow-float focus:outline-none"
        >
          <p
            aria-hidden="true"
            className="flex justify-between px-3 pt-1.5 pb-1 text-xs font-medium text-ink-subtle"
          >
            <span>{label}</span>
            <span className="font-regular max-pair:hidden">{t(suggestionTexts.hint)}</span>
          </p>
          {entries.map((entry, place) => (
            <ListOption
              key={entry.id}
              id={`${listId}-${place}`}
              isSelected={place === at}
              onPointerMove={() => choose(place)}
              onClick={() => accept(entry)}
              className="h-8.5 max-pair:h-11"
            >
              {entry.mark}
              <ResultWords
                text={token.name}
                title={entry.title}
                subtitle={entry.subtitle}
                isSelected={place === at}
              />
            </ListOption>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The field has it all the time. */
function keepFocus(event: Event): void {
  event.preventDefault();
}
