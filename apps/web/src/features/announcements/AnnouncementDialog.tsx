import { ANNOUNCEMENT_MAX, type WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { announcementTexts } from "./announcement-texts.ts";

interface AnnouncementDialogProps {
  workspaceId: WorkspaceId | null;
  onClose: () => void;
}

/** The text stays where it is refused. */
export function AnnouncementDialog({ workspaceId, onClose }: AnnouncementDialogProps) {
  const [text, setText] = useState("");
  const { act } = useAct("announce", []);
  const hint = workspaceId === null ? announcementTexts.serverHint : announcementTexts.hint;
  return (
    <FormDialog
      title={t(announcementTexts.write)}
      text={t(hint)}
      failure={t(announcementTexts.failed)}
      verb={t(announcementTexts.verb)}
      isDisabled={text.trim() === ""}
      onConfirm={async () => {
        await act({ body: { text, workspaceId } });
        toast({ title: t(announcementTexts.done) });
      }}
      onClose={onClose}
    >
      <TextArea
        label={t(announcementTexts.text)}
        name="text"
        autoFocus
        dir="auto"
        rows={4}
        maxLength={ANNOUNCEMENT_MAX}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  );
}
