import type { UserSummary } from "@colbin/protocol";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { detailsTexts } from "#web/features/rooms/details-texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { peopleTexts } from "./people-texts.ts";
import type { AddingResult } from "./use-adding.ts";

interface AddingResultsProps {
  results: readonly AddingResult[];
  /** For who may let in again who is kept out. */
  onLiftBan: ((person: UserSummary) => Promise<void>) | undefined;
}

export function AddingResults({ results, onLiftBan }: AddingResultsProps) {
  return (
    <ul aria-label={t(peopleTexts.results)} className="grid gap-1.5">
      {results.map(({ person, text, isBanned }) => (
        <li key={person.id} className="flex min-h-7 flex-wrap items-center gap-x-3">
          <bdi className="min-w-0 flex-1 wrap-anywhere">{person.fullName}</bdi>
          <span className="text-ink-muted">{text}</span>
          {isBanned && onLiftBan && (
            <TextButton
              onClick={() => void tellFailure(detailsTexts.changeFailed, onLiftBan(person))}
            >
              {t(peopleTexts.liftBan, { name: person.fullName })}
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  );
}
