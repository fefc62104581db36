import { Select } from "#web/design/form/Select.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { SettingRow } from "./SettingRow.tsx";
import { settingsTexts } from "./texts.ts";
import { usePreference } from "./use-preference.ts";

/** Languages of the screens, each by its own name. */
const languages = [{ value: "en", label: "English" }] as const;

export function LanguageRow() {
  const chosen = usePreference("language");
  const shown = languages.find(({ value }) => value === chosen.value) ?? languages[0];
  return (
    <SettingRow title={t(settingsTexts.language)} hint={t(settingsTexts.languageHint)}>
      {(words) => (
        <Select
          {...words}
          className="max-pair:w-full pair:w-60"
          options={languages}
          value={shown.value}
          onChange={(value) => chosen.choose(value)}
        />
      )}
    </SettingRow>
  );
}
