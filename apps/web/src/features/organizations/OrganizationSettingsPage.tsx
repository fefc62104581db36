import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { announcementTexts } from "#web/features/announcements/announcement-texts.ts";
import { AnnouncementRow } from "#web/features/announcements/AnnouncementRow.tsx";
import { SettingsColumn } from "#web/features/settings/SettingsColumn.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { useOpenOrganization } from "#web/lib/routing/open-organization.ts";
import { DangerSection } from "./DangerSection.tsx";
import { DomainSection } from "./DomainSection.tsx";
import { GeneralForm } from "./GeneralForm.tsx";
import { JoiningSection } from "./JoiningSection.tsx";
import { OrganizationPictureField } from "./OrganizationPictureField.tsx";
import { RoomRules } from "./RoomRules.tsx";
import { SecurityRules } from "./SecurityRules.tsx";
import { organizationSettingsTexts } from "./organization-settings-texts.ts";
import { useOrganizationSettings } from "./use-organization-settings.ts";

/** `/settings/organizations/{orgId}` */
export function OrganizationSettingsPage() {
  const organization = useOpenOrganization();
  const rules = useOrganizationSettings(organization.id);
  return (
    <SettingsColumn>
      <SettingsSection title={t(organizationSettingsTexts.general)}>
        <OrganizationPictureField organization={organization} />
        <GeneralForm organization={organization} />
      </SettingsSection>
      <SettingsSection title={t(announcementTexts.title)}>
        <AnnouncementRow workspaceId={organization.id} />
      </SettingsSection>
      {rules.values ? (
        <>
          <DomainSection organization={organization} rules={rules} />
          <JoiningSection rules={rules} />
          <SecurityRules rules={rules} />
          <RoomRules rules={rules} />
        </>
      ) : rules.error ? (
        <ErrorState {...rules.error} />
      ) : (
        <TableBones label={t(organizationSettingsTexts.rules)} />
      )}
      <DangerSection organization={organization} />
    </SettingsColumn>
  );
}
