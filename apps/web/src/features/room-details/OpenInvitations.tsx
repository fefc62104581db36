import type { Participant } from "@colbin/protocol";
import { Button } from "#web/design/Button.tsx";
import { ErrorState } from "#web/design/ErrorState.tsx";
import { TableFoot } from "#web/design/TableFoot.tsx";
import { tellFailure } from "#web/design/tell-failure.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { t } from "#web/lib/i18n.ts";
import { useAct } from "#web/lib/use-act.ts";
import { useCall } from "#web/lib/use-call.ts";
import { toTable, useListQuery } from "#web/lib/use-list-query.ts";
import { useRenewal } from "#web/lib/use-renewal.ts";
import { DetailsSection } from "./DetailsSection.tsx";
import { requestTexts } from "./request-texts.ts";
import { detailLevels } from "./texts.ts";
import { useAccessNews } from "./use-open-requests.ts";

/** Who is invited and has not answered. */
export function OpenInvitations({ slug }: { slug: string }) {
  const list = useListQuery({ sortBy: "name" });
  const params = { slug, status: "INVITED" };
  const query = { page: list.page };
  const call = useCall("listParticipantsByStatus", { params, query }, { isPaged: true });
  useRenewal("listParticipantsByStatus", useAccessNews());
  const { rows, error, paging } = toTable(list, call, requestTexts.invitationsFailed);
  return (
    <DetailsSection title={t(requestTexts.invitations)}>
      {!rows && error && <ErrorState {...error} />}
      {rows?.length === 0 && <p className="text-ink-muted">{t(requestTexts.noInvitations)}</p>}
      <ul>
        {rows?.map((person) => (
          <Invitation key={person.participantId} slug={slug} person={person} />
        ))}
      </ul>
      {(paging.total ?? 0) > paging.limit && (
        <TableFoot {...paging} label={t(requestTexts.invitations)} />
      )}
    </DetailsSection>
  );
}

function Invitation({ slug, person }: { slug: string; person: Participant }) {
  const { participantId, sessionUserId, fullName: name, avatar_url: picture } = person;
  const { act, isPending } = useAct("setParticipantStatus", ["listParticipantsByStatus"]);
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
