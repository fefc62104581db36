import { ACCESS_REQUEST_DAYS } from "@colbin/protocol";
import { Inbox } from "lucide-react";
import { EmptyState } from "#web/design/EmptyState.tsx";
import { ErrorState } from "#web/design/ErrorState.tsx";
import { ScrollRegion } from "#web/design/ScrollRegion.tsx";
import { TableBones } from "#web/design/TableBones.tsx";
import { TableFoot } from "#web/design/TableFoot.tsx";
import { t } from "#web/lib/i18n.ts";
import { DetailsSection } from "./DetailsSection.tsx";
import { OpenInvitations } from "./OpenInvitations.tsx";
import { RequestCard } from "./RequestCard.tsx";
import { requestTexts } from "./request-texts.ts";
import { useOpenRequests } from "./use-open-requests.ts";
import { peopleTexts } from "./people-texts.ts";

/** Who asks for something, and who is asked: for those who decide; what another one of them decides shows at once. */
export function RequestsPart({ slug }: { slug: string }) {
  const { table } = useOpenRequests(slug);
  const { rows, error, paging } = table;
  return (
    <>
      <ScrollRegion className="min-h-0 flex-1">
        <DetailsSection title={t(requestTexts.title)}>
          {!rows && error && <ErrorState {...error} />}
          {!rows && !error && <TableBones label={t(peopleTexts.loading)} />}
          {rows?.length === 0 && (
            <EmptyState icon={Inbox} title={t(requestTexts.none)} text={t(requestTexts.noneText)} />
          )}
          <ul className="-mx-gutter divide-y divide-line">
            {rows?.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
          </ul>
        </DetailsSection>
        <OpenInvitations slug={slug} />
      </ScrollRegion>
      {(paging.total ?? 0) > paging.limit && (
        <TableFoot {...paging} label={t(requestTexts.title)} />
      )}
      <p className="flex-none border-t border-line px-gutter py-3 text-xs text-ink-subtle">
        {t(requestTexts.note, { days: ACCESS_REQUEST_DAYS })}
      </p>
    </>
  );
}
