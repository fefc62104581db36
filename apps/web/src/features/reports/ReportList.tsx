import { reportsKey } from "@colbin/client";
import { Flag } from "lucide-react";
import { useState } from "react";
import { MoreButton } from "#web/design/button/MoreButton.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ReportCard } from "./ReportCard.tsx";
import { reportTexts } from "./report-texts.ts";
import { reports } from "./reports.ts";

/** The reports of one room, or of all that the person decides; the decision of another one shows at once. */
export function ReportList({ slug }: { slug?: string }) {
  const [status, setStatus] = useState<"open" | "closed">("open");
  const list = useList(reports, reportsKey(status, slug));
  const { results: rows, hasMore, failure, retry, more } = list;
  return (
    <div data-reports="" className="grid gap-3">
      <div>
        <Segmented
          label={t(reportTexts.show)}
          options={[
            { value: "open", label: t(reportTexts.open) },
            { value: "closed", label: t(reportTexts.closed) },
          ]}
          value={status}
          onChange={setStatus}
        />
      </div>
      {!rows && failure && (
        <ErrorState title={t(reportTexts.loadFailed)} text={errorText(failure)} onRetry={retry} />
      )}
      {!rows && !failure && <TableBones label={t(reportTexts.loading)} />}
      {rows?.length === 0 && (
        <EmptyState
          icon={Flag}
          title={t(status === "open" ? reportTexts.none : reportTexts.noneClosed)}
          text={t(reportTexts.noneText)}
        />
      )}
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((report) => (
            <ReportCard key={report.id} report={report} isOfRoom={slug !== undefined} />
          ))}
        </ul>
      )}
      {hasMore && <MoreButton failure={reportTexts.loadFailed} onMore={more} />}
    </div>
  );
}
