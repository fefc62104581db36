import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { clearCache } from "#web/lib/device/clear-cache.ts";
import { useIsOnline } from "#web/lib/device/use-is-online.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SettingRow } from "./SettingRow.tsx";
import { settingsTexts } from "./texts.ts";

/** Asks first, and says what goes and what stays. */
export function ClearCacheRow() {
  const [isAsked, setAsked] = useState(false);
  const isOnline = useIsOnline();
  return (
    <SettingRow title={t(settingsTexts.cache)} hint={t(settingsTexts.cacheHint)}>
      <Button onClick={() => setAsked(true)}>{t(settingsTexts.clearCache)}</Button>
      {isAsked && (
        <FormDialog
          title={t(settingsTexts.clearCacheTitle)}
          text={t(isOnline ? settingsTexts.clearCacheText : settingsTexts.clearCacheOffline)}
          verb={t(settingsTexts.clearCache)}
          isDanger
          isDisabled={!isOnline}
          onConfirm={clearCache}
          onClose={() => setAsked(false)}
        />
      )}
    </SettingRow>
  );
}
