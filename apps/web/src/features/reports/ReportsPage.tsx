import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { ReportList } from "./ReportList.tsx";
import { reportTexts } from "./report-texts.ts";

/** `/settings/reports` */
export function ReportsPage() {
  return (
    <SettingsPage title={t(reportTexts.reports)} lead={t(reportTexts.lead)}>
      <ReportList />
    </SettingsPage>
  );
}
