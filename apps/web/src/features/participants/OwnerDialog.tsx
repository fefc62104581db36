import type { Participant, ParticipantAccessLevel } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { detailLevels } from "#web/features/rooms/details-texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { peopleTexts } from "./people-texts.ts";

interface OwnerDialogProps {
  slug: string;
  person: Participant;
  to: ParticipantAccessLevel;
  onClose: () => void;
}

/** Nobody takes it back from an owner, and nobody but another one gives it again: so it is asked for (rules-rooms 23). */
export function OwnerDialog({ slug, person, to, onClose }: OwnerDialogProps) {
  const { participantId, fullName: name } = person;
  const { act } = useAct("setAccessLevel", ["listParticipants", "getRoom"]);
  const makes = to === "OWNER";
  return (
    <FormDialog
      title={t(makes ? peopleTexts.ownerTitle : peopleTexts.lowerTitle, { name })}
      text={t(makes ? peopleTexts.ownerText : peopleTexts.lowerText)}
      verb={makes ? t(peopleTexts.makeOwner) : t(peopleTexts.lower, { level: t(detailLevels[to]) })}
      isDanger={!makes}
      onConfirm={() => act({ params: { slug, participantId }, body: { accessLevel: to } })}
      onClose={onClose}
    />
  );
}
