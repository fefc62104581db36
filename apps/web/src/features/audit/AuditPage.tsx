import type { AuditEntry } from "@colbin/protocol";
import { Download, Info, SearchX } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/Button.tsx";
import { EmptyState } from "#web/design/EmptyState.tsx";
import { IconButton } from "#web/design/IconButton.tsx";
import { Table } from "#web/design/Table.tsx";
import { useOpenOrganization } from "#web/lib/open-organization.ts";
import { formatDate } from "#web/lib/dates.ts";
import { t } from "#web/lib/i18n.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { EntryDialog } from "./EntryDialog.tsx";
import { exportAudit } from "./export-audit.ts";
import { kindText } from "./kind-text.ts";
import { auditTexts } from "./texts.ts";
import { useAuditList } from "./use-audit-list.ts";

/** `/settings/organizations/{orgId}/audit` */
export function AuditPage() {
  const { id: orgId } = useOpenOrganization();
  const list = useAuditList(orgId);
  const [shown, setShown] = useState<AuditEntry>();
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <Table
        {...list.table}
        label={t(auditTexts.title)}
        columns={[
          { id: "what", title: t(auditTexts.what), render: kindText },
          {
            id: "who",
            title: t(auditTexts.who),
            render: ({ actor }) => <bdi>{actor?.fullName ?? t(auditTexts.nobody)}</bdi>,
          },
          {
            id: "target",
            title: t(auditTexts.target),
            render: ({ target }) => <bdi>{target?.name ?? "–"}</bdi>,
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
          <>
            <AuditFilters {...list} onChange={list.narrow} />
            <Button
              isBusy={isExporting}
              onClick={() => {
                setExporting(true);
                void exportAudit(orgId, list.filter).then(() => setExporting(false));
              }}
            >
              <Download aria-hidden="true" />
              {t(auditTexts.export)}
            </Button>
          </>
        }
        empty={
          <EmptyState icon={SearchX} title={t(auditTexts.none)} text={t(auditTexts.noneText)} />
        }
      />
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
