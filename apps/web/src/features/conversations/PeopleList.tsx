import type { ApiError } from "@colbin/client";
import type { UserSummary } from "@colbin/protocol";
import clsx from "clsx";
import { UsersRound } from "lucide-react";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { pageTexts } from "./page-texts.ts";

interface PeopleListProps {
  id: string;
  /** Undefined while they are read. */
  people: readonly UserSummary[] | undefined;
  offered: readonly UserSummary[];
  /** The id of the person who looks. */
  ownId: string | undefined;
  active: number;
  error: ApiError | null;
  onRetry: () => void;
  onChoose: (person: UserSummary) => void;
}

export function PeopleList(props: PeopleListProps) {
  const { id, people, offered, ownId, active, error, onRetry, onChoose } = props;
  // Everybody who was found may be chosen already.
  const isEmpty = people?.length === 0;
  return (
    <div className="scroll-area min-h-0 flex-1 px-3 py-3">
      <h2 className="px-2 pb-1 text-xs font-medium text-ink-subtle">{t(pageTexts.people)}</h2>
      {error && !people && (
        <ErrorState title={t(pageTexts.loadFailed)} text={errorText(error)} onRetry={onRetry} />
      )}
      {!people && !error && <TableBones label={t(pageTexts.loading)} />}
      {isEmpty && (
        <EmptyState icon={UsersRound} title={t(pageTexts.nobody)} text={t(pageTexts.nobodyText)} />
      )}
      <div id={id} role="listbox" aria-label={t(pageTexts.people)}>
        {offered.map((person, at) => (
          <button
            type="button"
            tabIndex={-1}
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            aria-selected={at === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
            className={clsx(
              "flex min-h-touch w-full cursor-default text-start items-center gap-2.75 rounded-sm px-2 py-1",
              at === active ? "bg-selected" : "hover:bg-hover",
            )}
          >
            <PersonAvatar
              id={person.id}
              name={person.fullName}
              picture={person.avatar_url}
              size="row"
            />
            <span className="min-w-0 flex-1">
              <bdi className="clip-line block font-medium">
                {person.id === ownId
                  ? t(pageTexts.self, { name: person.fullName })
                  : person.fullName}
              </bdi>
              <bdi className="clip-line block text-xs text-ink-subtle">@{person.username}</bdi>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
