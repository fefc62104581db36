import { ACCESS_REQUEST_DAYS } from "@colbin/protocol";
import { Inbox } from "lucide-react";
import { MoreButton } from "#web/design/button/MoreButton.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { requests } from "#web/features/access-requests/access-lists.ts";
import { OpenInvitations } from "#web/features/access-requests/OpenInvitations.tsx";
import { requestTexts } from "#web/features/access-requests/request-texts.ts";
import { RequestCard } from "#web/features/access-requests/RequestCard.tsx";
import { peopleTexts } from "#web/features/participants/people-texts.ts";
import { DetailsSection } from "#web/features/rooms/DetailsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";

/** Open requests and open invitations, for people who decide; a decision of another one shows at once. */
export function RequestsPart({ slug }: { slug: string }) {
  const { results: rows, hasMore, failure, retry, more } = useList(requests, slug);
  return (
    <>
      <ScrollRegion className="min-h-0 flex-1">
        <DetailsSection title={t(requestTexts.title)}>
          {!rows && failure && (
            <ErrorState title={t(requestTexts.failed)} text={errorText(failure)} onRetry={retry} />
          )}
          {!rows && !failure && <TableBones label={t(peopleTexts.loading)} />}
          {rows?.length === 0 && (
            <EmptyState icon={Inbox} title={t(requestTexts.none)} text={t(requestTexts.noneText)} />
          )}
          <ul className="-mx-gutter divide-y divide-line">
            {rows?.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
          </ul>
          {hasMore && <MoreButton failure={requestTexts.failed} onMore={more} />}
        </DetailsSection>
        <OpenInvitations slug={slug} />
      </ScrollRegion>
      <p className="flex-none border-t border-line px-gutter py-3 text-xs text-ink-subtle">
        {t(requestTexts.note, { days: ACCESS_REQUEST_DAYS })}
      </p>
    </>
  );
}
