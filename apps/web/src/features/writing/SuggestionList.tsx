import type { RoomId } from "@colbin/protocol";
import { BesideList } from "#web/design/menu/BesideList.tsx";
import { placeOf } from "#web/design/menu/landmark.ts";
import { ResultOptions } from "#web/features/palette/ResultOptions.tsx";
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
  if (!isOpen) return null;
  return (
    <BesideList
      id={listId}
      label={label}
      anchor={field.parentElement ?? field}
      side="top"
      container={placeOf(field).container}
      className="max-h-(--beside-height) w-(--anchor-width) max-w-110"
    >
      <p
        aria-hidden="true"
        className="flex justify-between px-3 pt-1.5 pb-1 text-xs font-medium text-ink-subtle"
      >
        <span>{label}</span>
        <span className="font-regular max-pair:hidden">{t(suggestionTexts.hint)}</span>
      </p>
      <ResultOptions
        listId={listId}
        text={token.name}
        entries={entries}
        at={at}
        onChoose={choose}
        onAccept={accept}
      />
    </BesideList>
  );
}
