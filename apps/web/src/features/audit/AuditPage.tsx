import type { AuditEntry, CallOf, WorkspaceId } from "@colbin/protocol";
import { Download, Info, SearchX } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { Table } from "#web/design/table/Table.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useOpenOrganization } from "#web/lib/routing/open-organization.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { EntryDialog } from "./EntryDialog.tsx";
import { kindText, targetText } from "./entry-texts.ts";
import { exportAudit } from "./export-audit.ts";
import { auditTexts } from "./texts.ts";
import { useAuditList } from "./use-audit-list.ts";

/** `/settings/organizations/{orgId}/audit` */
export function AuditPage() {
  const { id: orgId } = useOpenOrganization();
  const list = useAuditList(orgId);
  const [shown, setShown] = useState<AuditEntry>();
  return (
    <>
      <Table
        {...list.table}
        label={t(auditTexts.title)}
        columns={[
          { id: "what", title: t(auditTexts.what), render: (entry) => <What entry={entry} /> },
          {
            id: "who",
            title: t(auditTexts.who),
            render: ({ actor }) => <bdi>{actor?.fullName ?? t(auditTexts.nobody)}</bdi>,
          },
          {
            id: "target",
            title: t(auditTexts.target),
            render: (entry) => <bdi>{targetText(entry) ?? "–"}</bdi>,
          },
          {
            id: "time",
            title: t(auditTexts.time),
            render: ({ at }) => formatDate(new Date(at), "stamp"),
          },
        ]}
        idOf={({ id }) => id}
        nameOf={kindText}
        renderActions={(entry) => (
          <IconButton
            label={t(auditTexts.details, { what: kindText(entry) })}
            onClick={() => setShown(entry)}
          >
            <Info aria-hidden="true" />
          </IconButton>
        )}
        filters={
          <div className="contents max-pair:grid max-pair:w-full max-pair:grid-cols-[repeat(auto-fit,minmax(10.75rem,1fr))] max-pair:gap-1.5">
            <AuditFilters {...list} orgId={orgId} onChange={list.narrow} />
            <span className="ms-auto flex flex-none items-center max-pair:ms-0 max-pair:justify-end">
              {list.isNarrowed && (
                <TextButton className="px-1.5" onClick={list.clear}>
                  {t(auditTexts.clear)}
                </TextButton>
              )}
              <Export orgId={orgId} filter={list.filter} />
            </span>
          </div>
        }
        empty={
          <EmptyState icon={SearchX} title={t(auditTexts.none)} text={t(auditTexts.noneText)} />
        }
      />
      {shown && (
        <EntryDialog
          orgId={orgId}
          entry={shown}
          onNarrow={list.narrow}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  return (
    <span className={entry.kind === "refused" ? "text-danger-ink" : "text-ink"}>
      {kindText(entry)}
    </span>
  );
}

function Export({ orgId, filter }: { orgId: WorkspaceId; filter: CallOf<"exportAudit">["query"] }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      size="header"
      isBusy={isBusy}
      onClick={() => {
        setBusy(true);
        void exportAudit(orgId, filter).then(() => setBusy(false));
      }}
    >
      <Download aria-hidden="true" />
      {t(auditTexts.export)}
    </Button>
  );
}
