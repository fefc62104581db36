import { API_BASE_PATH } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { exportTexts } from "./export-texts.ts";
import { SettingRow } from "./SettingRow.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** All data of the person, to take away (rules-identity 51). */
export function ExportSection() {
  const [isAsked, setAsked] = useState(false);
  return (
    <SettingsSection title={t(exportTexts.title)}>
      <SettingRow title={t(exportTexts.row)} hint={t(exportTexts.hint)}>
        <Button onClick={() => setAsked(true)}>{t(exportTexts.verb)}</Button>
      </SettingRow>
      {isAsked && (
        <ElevatedDialog
          title={t(exportTexts.row)}
          text={t(exportTexts.text)}
          verb={t(exportTexts.verb)}
          failure={t(exportTexts.failed)}
          isDisabled={false}
          isHarmless
          onConfirm={download}
          onClose={() => setAsked(false)}
        />
      )}
    </SettingsSection>
  );
}

/** By the browser itself, which writes it to the disk as it comes; the cookie of the session lets it in. */
async function download(elevation: string): Promise<void> {
  const { id } = await account.call("requestExport", {}, { elevation });
  const link = document.createElement("a");
  link.href = `${API_BASE_PATH}/user/me/export/${id}`;
  link.download = "";
  link.click();
}
