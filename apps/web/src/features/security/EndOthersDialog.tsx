import type { Session } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { sessionName } from "./session-name.ts";
import { sessionTexts } from "./session-texts.ts";

interface EndOthersDialogProps {
  others: readonly Session[];
  onClose: () => void;
}

/** Names the devices that are signed out. */
export function EndOthersDialog({ others, onClose }: EndOthersDialogProps) {
  const { act } = useAct("endOtherSessions", ["listSessions"]);
  const n = others.length;
  const names = new Intl.ListFormat(displayLocale()).format(others.map(sessionName));
  return (
    <FormDialog
      title={t(sessionTexts.othersTitle)}
      text={t(sessionTexts.othersText, { names, n })}
      verb={t(sessionTexts.othersVerb, { n })}
      failure={t(sessionTexts.endFailed)}
      isDanger
      onConfirm={() => act({})}
      onClose={onClose}
    />
  );
}
