import { FULL_NAME_MAX } from "@colbin/protocol";
import { useState } from "react";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { incomingWebhookTexts } from "./incoming-webhook-texts.ts";

interface AddIncomingWebhookDialogProps {
  slug: string;
  onClose: () => void;
}

/** The name of its author; the address, shown this once, takes the place of the field, with a command that tries it. */
export function AddIncomingWebhookDialog({ slug, onClose }: AddIncomingWebhookDialogProps) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState<string>();
  const { act } = useAct("createIncomingWebhook", ["listIncomingWebhooks"]);

  async function add(): Promise<void> {
    setUrl((await act({ params: { slug }, body: { name: name.trim() } })).url);
  }

  return (
    <FormDialog
      title={t(incomingWebhookTexts.add)}
      text={t(incomingWebhookTexts.addText)}
      verb={t(url === undefined ? incomingWebhookTexts.addVerb : incomingWebhookTexts.done)}
      failure={t(incomingWebhookTexts.addFailed)}
      isDisabled={name.trim() === ""}
      isDone={url !== undefined}
      onConfirm={async () => url ?? add()}
      onClose={onClose}
    >
      {url === undefined ? (
        <TextField
          label={t(incomingWebhookTexts.name)}
          hint={t(incomingWebhookTexts.nameHint)}
          name="name"
          autoComplete="off"
          maxLength={FULL_NAME_MAX}
          value={name}
          onChange={setName}
        />
      ) : (
        <>
          <CopyField
            label={t(incomingWebhookTexts.url)}
            hint={t(incomingWebhookTexts.urlHint)}
            value={url}
          />
          <CopyField label={t(incomingWebhookTexts.example)} value={exampleOf(url)} />
        </>
      )}
    </FormDialog>
  );
}

function exampleOf(url: string): string {
  return `curl ${url} -H 'Content-Type: application/json' -d '{"text": "Hello"}'`;
}
