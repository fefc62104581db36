import type { Preferences } from "@colbin/protocol";
import { Switch } from "#web/design/form/Switch.tsx";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { usePreference } from "#web/features/settings/use-preference.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { settingTexts } from "./texts.ts";

/** The switches over whole channels, which stand above what is chosen in the table. */
export function WaysSection() {
  return (
    <SettingsSection title={t(settingTexts.ways)}>
      <Line name="desktop" label={settingTexts.desktop} hint={settingTexts.desktopHint} />
      <Line
        name="pushNotifications"
        label={settingTexts.push}
        hint={settingTexts.pushHint}
        byDefault={false}
      />
      <Line
        name="hidePushText"
        label={settingTexts.showText}
        hint={settingTexts.showTextHint}
        isInverted
        byDefault={false}
      />
      <Line name="emailNotifications" label={settingTexts.mails} hint={settingTexts.mailsHint} />
      <Line name="weeklyDigest" label={settingTexts.digest} hint={settingTexts.digestHint} />
    </SettingsSection>
  );
}

type SwitchName = {
  [K in keyof Preferences]: Preferences[K] extends boolean ? K : never;
}[keyof Preferences];

interface LineProps {
  name: SwitchName;
  label: Text;
  hint: Text;
  /** The words say the opposite of the preference. */
  isInverted?: boolean;
  /** As long as the account has none. */
  byDefault?: boolean;
}

function Line({ name, label, hint, isInverted = false, byDefault = true }: LineProps) {
  const preference = usePreference(name);
  return (
    <SettingLine>
      <Switch
        label={t(label)}
        hint={t(hint)}
        isOn={(preference.value ?? byDefault) !== isInverted}
        onChange={(isOn) => preference.choose(isOn !== isInverted)}
      />
    </SettingLine>
  );
}
