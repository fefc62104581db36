import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { signingOut } from "#web/features/users/actions.ts";
import { findUnsent, type Unsent } from "#web/lib/device/unsent.ts";
import { t } from "#web/lib/language/i18n.ts";
import { DeleteAccountSection } from "./DeleteAccountSection.tsx";
import { DefaultWorkspaceRow } from "./DefaultWorkspaceRow.tsx";
import { ClearCacheRow } from "./ClearCacheRow.tsx";
import { ExportSection } from "./ExportSection.tsx";
import { LanguageRow } from "./LanguageRow.tsx";
import { RefusedMails } from "./RefusedMails.tsx";
import { SettingRow } from "./SettingRow.tsx";
import { SettingsPage } from "./SettingsPage.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { SignOutEverywhereDialog } from "./SignOutEverywhereDialog.tsx";
import { settingsTexts } from "./texts.ts";
import { TimeZoneRow } from "./TimeZoneRow.tsx";
import { useRenewedMe } from "./use-renewed-me.ts";

/** `/settings/account` */
export function AccountPage() {
  useRenewedMe();
  return (
    <SettingsPage title={t(settingsTexts.account)} lead={t(settingsTexts.accountLead)}>
      <SettingsSection title={t(settingsTexts.preferences)}>
        <LanguageRow />
        <TimeZoneRow />
        <DefaultWorkspaceRow />
        <RefusedMails />
      </SettingsSection>
      <SettingsSection title={t(settingsTexts.thisBrowser)}>
        <ClearCacheRow />
      </SettingsSection>
      <SignOutSection />
      <ExportSection />
      <DeleteAccountSection />
    </SettingsPage>
  );
}

function SignOutSection() {
  /** While it asks. */
  const [unsent, setUnsent] = useState<Unsent>();
  return (
    <SettingsSection title={t(settingsTexts.sessions)}>
      <SettingRow title={t(settingsTexts.signOut)} hint={t(settingsTexts.signOutHint)}>
        <Button onClick={signingOut.run}>{t(settingsTexts.signOut)}</Button>
      </SettingRow>
      <SettingRow
        title={t(settingsTexts.signOutEverywhere)}
        hint={t(settingsTexts.signOutEverywhereHint)}
      >
        <Button onClick={() => void findUnsent().then(setUnsent)}>
          {t(settingsTexts.signOutEverywhere)}
        </Button>
      </SettingRow>
      {unsent && <SignOutEverywhereDialog unsent={unsent} onClose={() => setUnsent(undefined)} />}
    </SettingsSection>
  );
}
