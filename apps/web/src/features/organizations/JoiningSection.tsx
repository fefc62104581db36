import { GENERAL_ROOM_SLUG } from "@colbin/protocol";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { TokenField } from "#web/features/settings/TokenField.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { organizationSettingsTexts } from "./organization-settings-texts.ts";
import type { OrganizationRules } from "./use-organization-settings.ts";

/** The rules of joining: the ways in, and the rooms where new members begin. */
export function JoiningSection({
  rules: { values, choose, save, isBusy },
}: {
  rules: OrganizationRules;
}) {
  return (
    <SettingsSection title={t(organizationSettingsTexts.joining)}>
      <SettingRow
        title={t(organizationSettingsTexts.invitePolicy)}
        hint={t(organizationSettingsTexts.invitePolicyHint)}
      >
        <Segmented
          label={t(organizationSettingsTexts.invitePolicy)}
          options={[
            { value: "admins", label: t(organizationSettingsTexts.admins) },
            { value: "members", label: t(organizationSettingsTexts.members) },
          ]}
          value={values?.invitePolicy ?? "admins"}
          onChange={(invitePolicy) => void choose({ invitePolicy })}
        />
      </SettingRow>
      <SettingLine>
        <TokenField
          label={t(organizationSettingsTexts.emailDomains)}
          hint={t(organizationSettingsTexts.emailDomainsHint)}
          values={values?.allowedEmailDomains ?? []}
          onChange={(allowedEmailDomains) => save({ allowedEmailDomains })}
        />
      </SettingLine>
      <SettingLine>
        <TokenField
          label={t(organizationSettingsTexts.autoJoinRooms)}
          hint={t(organizationSettingsTexts.autoJoinRoomsHint)}
          values={values?.autoJoinRooms ?? []}
          fixed={GENERAL_ROOM_SLUG}
          onChange={(autoJoinRooms) => save({ autoJoinRooms })}
        />
      </SettingLine>
      <SettingLine>
        <Switch
          label={t(organizationSettingsTexts.guestLinks)}
          hint={t(organizationSettingsTexts.guestLinksHint)}
          isOn={values?.allowGuestLinks ?? false}
          isBusy={isBusy("allowGuestLinks")}
          onChange={(allowGuestLinks) => void choose({ allowGuestLinks })}
        />
      </SettingLine>
    </SettingsSection>
  );
}
