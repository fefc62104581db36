import {
  REQUEST_MESSAGE_MAX,
  type DocumentId,
  type DocumentLevelAskedFor,
  type ParticipantAccessLevel,
} from "@colbin/protocol";
import { useState } from "react";
import { Select } from "#web/design/form/Select.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { askLevelTexts, askTexts } from "./ask-texts.ts";

/** The lowest first. */
const levels = ["READ", "COMMENT", "WRITE"] as const satisfies readonly DocumentLevelAskedFor[];

interface AskForDocumentDialogProps {
  id: DocumentId;
  /** The level of the person; absent where the document is not there for them. */
  own?: ParticipantAccessLevel;
  onClose: () => void;
}

/** Asks those who lead a document for a level. It tells nobody whether there is such a document. */
export function AskForDocumentDialog({ id, own, onClose }: AskForDocumentDialogProps) {
  const offered = levels.slice(levels.findIndex((each) => each === own) + 1);
  const [level, setLevel] = useState<DocumentLevelAskedFor>(own === undefined ? "READ" : "WRITE");
  const [message, setMessage] = useState("");
  const { act } = useAct("askForDocument");
  async function ask(): Promise<void> {
    await act({ params: { id }, body: { level, message: message.trim() } });
    toast({ title: t(askTexts.sent) });
  }
  return (
    <FormDialog
      title={t(own === undefined ? askTexts.title : askTexts.askMore)}
      text={t(askTexts.text)}
      verb={t(askTexts.send)}
      onConfirm={ask}
      onClose={onClose}
    >
      <Select
        label={t(askTexts.level)}
        name="level"
        options={offered.map((value) => ({ value, label: t(askLevelTexts[value]) }))}
        value={level}
        onChange={setLevel}
      />
      <TextArea
        label={t(askTexts.message)}
        name="message"
        rows={3}
        dir="auto"
        maxLength={REQUEST_MESSAGE_MAX}
        value={message}
        onChange={setMessage}
      />
    </FormDialog>
  );
}
