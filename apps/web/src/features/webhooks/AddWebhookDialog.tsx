import { OUTGOING_URL_MAX, type WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { webhookTexts } from "./webhook-texts.ts";

interface AddWebhookDialogProps {
  /** Undefined for one of the person's own. */
  orgId: WorkspaceId | undefined;
  onClose: () => void;
}

/** The address; the secret, shown this once, takes the place of the field. */
export function AddWebhookDialog({ orgId, onClose }: AddWebhookDialogProps) {
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState<string>();
  const { act } = useAct("addWebhook", ["listWebhooks"]);

  async function add(): Promise<void> {
    const body = { url: url.trim(), ...(orgId !== undefined && { orgId }) };
    setSecret((await act({ body })).secret);
  }

  return (
    <FormDialog
      title={t(webhookTexts.add)}
      text={t(webhookTexts.addText)}
      verb={t(secret === undefined ? webhookTexts.addVerb : webhookTexts.done)}
      failure={t(webhookTexts.addFailed)}
      isDisabled={url.trim() === ""}
      isDone={secret !== undefined}
      onConfirm={async () => secret ?? add()}
      onClose={onClose}
    >
      {secret === undefined ? (
        <TextField
          label={t(webhookTexts.url)}
          hint={t(webhookTexts.urlHint)}
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          dir="ltr"
          maxLength={OUTGOING_URL_MAX}
          value={url}
          onChange={setUrl}
        />
      ) : (
        <CopyField
          label={t(webhookTexts.secret)}
          hint={t(webhookTexts.secretHint)}
          value={secret}
        />
      )}
    </FormDialog>
  );
}
