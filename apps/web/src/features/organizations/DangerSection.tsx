import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";
import { dangerTexts } from "./danger-texts.ts";
import { DeleteOrganizationDialog } from "./DeleteOrganizationDialog.tsx";
import { TransferDialog } from "./TransferDialog.tsx";

/** Acts of the OWNER alone, each after a fresh check (rules-identity 55, 56). */
export function DangerSection({ organization }: { organization: OpenOrganization }) {
  const [asked, setAsked] = useState<"transfer" | "delete">();
  const close = () => setAsked(undefined);
  if (organization.role !== "OWNER") return null;
  return (
    <SettingsSection title={t(dangerTexts.title)} isDanger>
      <SettingRow title={t(dangerTexts.transfer)} hint={t(dangerTexts.transferHint)}>
        <Button onClick={() => setAsked("transfer")}>{t(dangerTexts.transferVerb)}</Button>
      </SettingRow>
      <SettingRow title={t(dangerTexts.delete)} hint={t(dangerTexts.deleteHint)}>
        <Button variant="danger" onClick={() => setAsked("delete")}>
          {t(dangerTexts.deleteVerb)}
        </Button>
      </SettingRow>
      {asked === "transfer" && <TransferDialog organization={organization} onClose={close} />}
      {asked === "delete" && (
        <DeleteOrganizationDialog organization={organization} onClose={close} />
      )}
    </SettingsSection>
  );
}
