import type { Participant } from "@colbin/protocol";
import { Button } from "#web/design/button/Button.tsx";
import { MoreButton } from "#web/design/button/MoreButton.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { detailLevels } from "#web/features/rooms/details-texts.ts";
import { DetailsSection } from "#web/features/rooms/DetailsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";
import { invitations } from "./access-lists.ts";
import { requestTexts } from "./request-texts.ts";

/** The people who are invited and have not answered. */
export function OpenInvitations({ slug }: { slug: string }) {
  const { results: rows, hasMore, failure, retry, more } = useList(invitations, slug);
  return (
    <DetailsSection title={t(requestTexts.invitations)}>
      {!rows && failure && (
        <ErrorState
          title={t(requestTexts.invitationsFailed)}
          text={errorText(failure)}
          onRetry={retry}
        />
      )}
      {rows?.length === 0 && <p className="text-ink-muted">{t(requestTexts.noInvitations)}</p>}
      <ul>
        {rows?.map((person) => (
          <Invitation key={person.participantId} slug={slug} person={person} />
        ))}
      </ul>
      {hasMore && <MoreButton failure={requestTexts.invitationsFailed} onMore={more} />}
    </DetailsSection>
  );
}

function Invitation({ slug, person }: { slug: string; person: Participant }) {
  const { participantId, sessionUserId, fullName: name, avatar_url: picture } = person;
  const { act, isPending } = useAct("setParticipantStatus", [], [invitations]);
  const cancel = () => act({ params: { slug, participantId }, body: { status: "IDLE" } });
  return (
    <li className="flex min-h-11 items-center gap-2.5">
      <PersonAvatar id={sessionUserId} name={name} picture={picture} size="row" />
      <span className="min-w-0 flex-1">
        <bdi className="clip-line block font-medium">{name}</bdi>
        <span className="block text-xs text-ink-subtle">{t(detailLevels[person.accessLevel])}</span>
      </span>
      <Button
        size="sm"
        isBusy={isPending}
        aria-label={t(requestTexts.cancelNamed, { name })}
        onClick={() => void tellFailure(requestTexts.cancelFailed, cancel())}
      >
        {t(requestTexts.cancel)}
      </Button>
    </li>
  );
}
