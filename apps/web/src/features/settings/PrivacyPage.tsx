import { Switch } from "#web/design/form/Switch.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { BlockedPeople } from "./BlockedPeople.tsx";
import { SettingLine } from "./SettingLine.tsx";
import { SettingsPage } from "./SettingsPage.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { settingsTexts } from "./texts.ts";
import { usePreference } from "./use-preference.ts";

/** `/settings/privacy` */
export function PrivacyPage() {
  const typing = usePreference("typingIndicators");
  const receipts = usePreference("readReceipts");
  const previews = usePreference("linkPreviews");
  return (
    <SettingsPage title={t(settingsTexts.privacy)} lead={t(settingsTexts.privacyLead)}>
      <SettingsSection title={t(settingsTexts.inRooms)}>
        <SettingLine>
          <Switch
            label={t(settingsTexts.typing)}
            hint={t(settingsTexts.typingHint)}
            isOn={typing.value ?? true}
            onChange={typing.choose}
          />
        </SettingLine>
        <SettingLine>
          <Switch
            label={t(settingsTexts.receipts)}
            hint={t(settingsTexts.receiptsHint)}
            isOn={receipts.value ?? true}
            onChange={receipts.choose}
          />
        </SettingLine>
        <SettingLine>
          <Switch
            label={t(settingsTexts.previews)}
            hint={t(settingsTexts.previewsHint)}
            isOn={previews.value ?? true}
            onChange={previews.choose}
          />
        </SettingLine>
      </SettingsSection>
      <SettingsSection title={t(settingsTexts.blocked)}>
        <BlockedPeople />
      </SettingsSection>
    </SettingsPage>
  );
}
