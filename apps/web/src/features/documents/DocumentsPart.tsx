import { hasPermission, type Document } from "@colbin/protocol";
import { FileText, Plus } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { TableFoot } from "#web/design/table/TableFoot.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentPath } from "#web/lib/routing/paths.ts";
import { documentTexts } from "./document-texts.ts";
import { DocumentIcon } from "./DocumentIcon.tsx";
import { DocumentWhen } from "./DocumentWhen.tsx";
import { useNewDocument } from "./use-new-document.ts";

const REFRESH_MS = 30_000;

/** In the details of a room: the documents that belong to it. */
export function DocumentsPart({ room, level }: DetailsProps) {
  const { sessionRoomSlug: slug, status } = room;
  const { create, isBusy } = useNewDocument(slug);
  const list = useListQuery({ sortBy: "updated" });
  const call = useCall(
    "listRoomDocuments",
    { params: { slug }, query: { page: list.page } },
    { isPaged: true, refreshMs: REFRESH_MS },
  );
  useConnectionBack(call.error !== null, call.refetch);
  const { rows, error, paging } = toTable(list, call, documentTexts.loadFailed);
  return (
    <>
      {status === "ACTIVE" && hasPermission(level, "WRITE") && (
        <div className="flex flex-none px-gutter pt-3 pb-1">
          <Button variant="primary" size="header" isBusy={isBusy} onClick={() => void create()}>
            <Plus className="-ms-0.5" aria-hidden="true" />
            {t(documentTexts.create)}
          </Button>
        </div>
      )}
      <ScrollRegion className="min-h-0 flex-1 px-2.5 py-1.5 max-pair:px-1.5">
        {!rows && error && <ErrorState {...error} />}
        {!rows && !error && <TableBones label={t(documentTexts.title)} />}
        {rows?.length === 0 && (
          <EmptyState
            icon={FileText}
            title={t(documentTexts.noneInRoom)}
            text={t(documentTexts.noneInRoomText)}
          />
        )}
        <ul aria-label={t(documentTexts.title)}>
          {rows?.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      </ScrollRegion>
      {(paging.total ?? 0) > paging.limit && (
        <TableFoot {...paging} label={t(documentTexts.pages)} />
      )}
    </>
  );
}

function DocumentRow({ document }: { document: Document }) {
  const { id, icon, title, updatedBy, updatedAt } = document;
  return (
    <li>
      <Link
        to={documentPath(id)}
        className="flex min-h-11 items-center gap-2.5 rounded-sm px-2.5 py-1 hover:bg-hover focus-visible:-outline-offset-2 max-pair:min-h-13"
      >
        <DocumentIcon icon={icon} />
        <span className="min-w-0 flex-1">
          <bdi className="clip-line block font-medium">{title}</bdi>
          <span className="clip-line block text-xs text-ink-subtle">
            <bdi>{updatedBy.fullName}</bdi>
            {" · "}
            <DocumentWhen at={updatedAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}
