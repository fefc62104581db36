import type { MessageFate } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { deleteAccountTexts as texts } from "./delete-account-texts.ts";
import { SettingRow } from "./SettingRow.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** The end of the account, which its person takes back by signing in (rules-identity 50). */
export function DeleteAccountSection() {
  const { accountDeletionDays: days } = usePublicConfig().limits;
  const [isAsked, setAsked] = useState(false);
  const [messages, setMessages] = useState<MessageFate>("keep");
  return (
    <SettingsSection title={t(texts.title)} isDanger>
      <SettingRow title={t(texts.delete)} hint={t(texts.deleteHint, { n: days })}>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t(texts.deleteVerb)}
        </Button>
      </SettingRow>
      {isAsked && (
        <ElevatedDialog
          title={t(texts.delete)}
          text={t(texts.deleteText, { n: days })}
          verb={t(texts.deleteVerb)}
          isDisabled={false}
          onConfirm={(elevation) => account.auth.deleteAccount(messages, elevation)}
          onClose={() => setAsked(false)}
        >
          <Select
            label={t(texts.messages)}
            name="messages"
            options={[
              { value: "keep", label: t(texts.keep) },
              { value: "delete", label: t(texts.remove) },
            ]}
            value={messages}
            onChange={setMessages}
          />
        </ElevatedDialog>
      )}
    </SettingsSection>
  );
}
