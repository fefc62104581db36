import { API_KEY_DAYS, API_KEY_NAME_MAX, type ReplyOf } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { keyDialogTexts } from "./key-dialog-texts.ts";
import { KeySecretDialog } from "./KeySecretDialog.tsx";
import { LifeField } from "./LifeField.tsx";
import { ScopeFields } from "./ScopeFields.tsx";
import { firstChoice, toScopes } from "./scopes.ts";

/** A name, what the key may do and for how long; its secret, shown this once, comes in the place of the question. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const organization = useStore(account.session, () => account.workspaces.activeName());
  const [name, setName] = useState("");
  const [choice, setChoice] = useState(firstChoice);
  const [days, setDays] = useState<number>(API_KEY_DAYS);
  const [made, setMade] = useState<ReplyOf<"createApiKey">>();
  const { act } = useAct("createApiKey", ["listApiKeys", "listSecurityEvents"]);
  const scopes = toScopes(choice);

  async function create(elevation: string): Promise<void> {
    const body = { name: name.trim(), scopes, expiresInDays: days };
    setMade(await act({ body }, { elevation }));
  }

  if (made) return <KeySecretDialog apiKey={made.key} secret={made.secret} onClose={onClose} />;
  return (
    <ElevatedDialog
      title={t(keyDialogTexts.createTitle)}
      text={t(keyDialogTexts.createText, { workspace: organization ?? t(workspaceTexts.personal) })}
      verb={t(keyDialogTexts.createVerb)}
      failure={t(keyDialogTexts.createFailed)}
      isHarmless
      staysOpen
      isDisabled={name.trim() === "" || scopes.length === 0}
      onConfirm={create}
      onClose={onClose}
    >
      <TextField
        label={t(keyDialogTexts.name)}
        hint={t(keyDialogTexts.nameHint)}
        name="name"
        autoComplete="off"
        autoFocus
        dir="auto"
        maxLength={API_KEY_NAME_MAX}
        value={name}
        onChange={setName}
      />
      <ScopeFields choice={choice} onChange={setChoice} />
      <LifeField days={days} onChange={setDays} />
    </ElevatedDialog>
  );
}
