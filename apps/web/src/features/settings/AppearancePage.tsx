import { Monitor, Moon, Sun } from "lucide-react";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { chooseTheme } from "#web/features/users/choose-theme.ts";
import { setDensity, useDensity } from "#web/lib/device/density.ts";
import { useTheme } from "#web/lib/device/theme.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SettingRow } from "./SettingRow.tsx";
import { SettingsPage } from "./SettingsPage.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { settingsTexts } from "./texts.ts";

/** `/settings/appearance` */
export function AppearancePage() {
  const { theme } = useTheme();
  const density = useDensity();
  const { productName } = usePublicConfig();
  return (
    <SettingsPage
      title={t(settingsTexts.appearance)}
      lead={t(settingsTexts.appearanceLead, { product: productName })}
    >
      <SettingsSection title={t(settingsTexts.display)}>
        <SettingRow title={t(settingsTexts.theme)} hint={t(settingsTexts.themeHint)}>
          <Segmented
            label={t(settingsTexts.theme)}
            options={[
              { value: "light", label: t(settingsTexts.light), icon: Sun },
              { value: "dark", label: t(settingsTexts.dark), icon: Moon },
              { value: "system", label: t(settingsTexts.system), icon: Monitor },
            ]}
            value={theme}
            onChange={chooseTheme}
          />
        </SettingRow>
        <SettingRow title={t(settingsTexts.density)} hint={t(settingsTexts.densityHint)}>
          <Segmented
            label={t(settingsTexts.density)}
            options={[
              { value: "comfortable", label: t(settingsTexts.comfortable) },
              { value: "compact", label: t(settingsTexts.compact) },
            ]}
            value={density}
            onChange={setDensity}
          />
        </SettingRow>
      </SettingsSection>
    </SettingsPage>
  );
}
