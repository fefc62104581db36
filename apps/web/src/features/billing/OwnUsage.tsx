import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { billingTexts } from "./billing-texts.ts";
import { StorageRow } from "./StorageRow.tsx";

/** The storage that the person's files take in the open workspace, and all that has no limit there. */
export function OwnUsage({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useCall("getFileUsage", {});
  const title = t(billingTexts.own, { workspace });
  if (!data && error)
    return (
      <ErrorState
        title={t(billingTexts.ownFailed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <TableBones label={title} />;
  return (
    <SettingsSection title={title}>
      <StorageRow used={data.used} limit={data.limit} hint={t(billingTexts.filesHint)} />
      <SettingRow title={t(billingTexts.seats)}>{t(billingTexts.noLimit)}</SettingRow>
      <SettingRow title={t(billingTexts.messages)}>{t(billingTexts.noLimit)}</SettingRow>
    </SettingsSection>
  );
}
