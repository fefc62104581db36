import { REMOVAL_REASON_MAX, type Participant } from "@colbin/protocol";
import { useState } from "react";
import { Switch } from "#web/design/form/Switch.tsx";
import { ReasonField } from "#web/design/form/ReasonField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { peopleTexts } from "./people-texts.ts";

interface RemoveParticipantDialogProps {
  slug: string;
  person: Participant;
  onClose: () => void;
}

/** Takes somebody out of the room, and keeps them out if it is wanted (rules-rooms 24). */
export function RemoveParticipantDialog({ slug, person, onClose }: RemoveParticipantDialogProps) {
  const { participantId, fullName: name } = person;
  const [reason, setReason] = useState("");
  const [ban, setBan] = useState(false);
  const { act } = useAct("removeParticipant", ["listParticipants", "getRoom"]);
  return (
    <FormDialog
      title={t(peopleTexts.removeTitle, { name })}
      text={t(peopleTexts.removeText)}
      verb={t(peopleTexts.remove)}
      isDanger
      onConfirm={() => act({ params: { slug, participantId }, body: { reason, ban } })}
      onClose={onClose}
    >
      <ReasonField
        label={t(peopleTexts.reason)}
        hint={t(peopleTexts.reasonHint)}
        maxLength={REMOVAL_REASON_MAX}
        value={reason}
        onChange={setReason}
      />
      <Switch
        label={t(peopleTexts.ban)}
        hint={t(peopleTexts.banHint)}
        isOn={ban}
        onChange={setBan}
      />
    </FormDialog>
  );
}
