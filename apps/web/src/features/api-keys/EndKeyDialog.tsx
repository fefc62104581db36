import type { ApiKey } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { keyDialogTexts } from "./key-dialog-texts.ts";
import { isOver } from "./key-life.ts";

interface EndKeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

export function EndKeyDialog({ apiKey, onClose }: EndKeyDialogProps) {
  const { id, name, expiresAt } = apiKey;
  const { act } = useAct("deleteApiKey", ["listApiKeys", "listSecurityEvents"]);
  const wasOver = isOver(expiresAt);
  return (
    <FormDialog
      title={t(wasOver ? keyDialogTexts.removeTitle : keyDialogTexts.endTitle, { name })}
      text={t(wasOver ? keyDialogTexts.removeText : keyDialogTexts.endText)}
      verb={t(wasOver ? keyDialogTexts.removeVerb : keyDialogTexts.endVerb)}
      failure={t(wasOver ? keyDialogTexts.removeFailed : keyDialogTexts.endFailed)}
      isDanger
      onConfirm={() => act({ params: { id } })}
      onClose={onClose}
    />
  );
}
