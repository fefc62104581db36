import { SESSION_NAME_MAX, type Session } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { deviceName } from "./device-name.ts";
import { sessionTexts } from "./session-texts.ts";

interface RenameSessionDialogProps {
  session: Session;
  onClose: () => void;
}

/** An empty field takes the name away. */
export function RenameSessionDialog({ session, onClose }: RenameSessionDialogProps) {
  const [name, setName] = useState(session.name ?? "");
  const { act } = useAct("renameSession", ["listSessions"]);
  const params = { id: session.id };
  return (
    <FormDialog
      title={t(sessionTexts.renameTitle)}
      text={t(sessionTexts.renameText)}
      verb={t(sessionTexts.save)}
      failure={t(sessionTexts.renameFailed)}
      onConfirm={() => act({ params, body: { name: name.trim() === "" ? null : name.trim() } })}
      onClose={onClose}
    >
      <TextField
        label={t(sessionTexts.renameLabel)}
        name="name"
        autoComplete="off"
        placeholder={deviceName(session.userAgent)}
        maxLength={SESSION_NAME_MAX}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
