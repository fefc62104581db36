import { Switch } from "#web/design/form/Switch.tsx";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { organizationSettingsTexts } from "./organization-settings-texts.ts";
import type { OrganizationRules } from "./use-organization-settings.ts";

/** The proofs that members must have before they come in (rules-identity 28). */
export function SecurityRules({ rules: { values, choose, isBusy } }: { rules: OrganizationRules }) {
  return (
    <SettingsSection title={t(organizationSettingsTexts.security)}>
      <SettingLine>
        <Switch
          label={t(organizationSettingsTexts.requireSecondFactor)}
          hint={t(organizationSettingsTexts.requireSecondFactorHint)}
          isOn={values?.requireSecondFactor ?? false}
          isBusy={isBusy("requireSecondFactor")}
          onChange={(requireSecondFactor) => void choose({ requireSecondFactor })}
        />
      </SettingLine>
    </SettingsSection>
  );
}
