import { REQUEST_MESSAGE_MAX, type RoomCard } from "@colbin/protocol";
import { DoorClosed } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { Note } from "#web/design/page/Note.tsx";
import { ROOM_TOAST_MS } from "#web/features/rooms/constants.ts";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { gateTexts } from "./gate-texts.ts";
import { GateCard } from "./GateCard.tsx";
import { levelTexts, levelsAskedFor } from "./level-texts.ts";

interface RequestGateProps {
  room: RoomCard;
  /** The room has a domain in which no address of the person is. */
  isException: boolean;
  invitedBy: string | undefined;
}

const FORM = "request-access";

/** Asks those who lead the room (rules-rooms 14); what was typed stays where it is refused. */
export function RequestGate({ room, isException, invitedBy }: RequestGateProps) {
  const { sessionRoomSlug: slug, roomName, description, memberCount, createdAt } = room;
  const [message, setMessage] = useState("");
  const [accessLevel, setLevel] = useState<(typeof levelsAskedFor)[number]>("WRITE");
  const { act } = useAct("requestAccess", ["listRooms", "validateRoom"]);
  const sending = useSubmission({
    run: async () => {
      const body = { accessLevel, message: message.trim(), ...(invitedBy && { invitedBy }) };
      const { accessStatus } = await act({ params: { slug }, body });
      const done = accessStatus === "ACCEPTED" ? lateRoomTexts.joined : lateRoomTexts.requested;
      toast({ title: t(done), durationMs: ROOM_TOAST_MS });
    },
  });
  const facts = [
    ...(description ? [[t(gateTexts.about), description] as const] : []),
    [t(gateTexts.members), memberCount.toLocaleString(displayLocale())] as const,
    [t(gateTexts.since), formatDate(new Date(createdAt), "date")] as const,
  ];
  return (
    <GateCard
      icon={DoorClosed}
      title={t(isException ? gateTexts.domainTitle : gateTexts.protectedTitle, { room: roomName })}
      text={t(isException ? gateTexts.domainText : gateTexts.protectedText)}
      facts={facts}
      acts={
        <Button type="submit" form={FORM} variant="primary" isBusy={sending.isBusy}>
          {t(gateTexts.request)}
        </Button>
      }
    >
      <form id={FORM} className="grid gap-3.5" {...sending.formProps}>
        <FormFieldsContext value={sending.fields}>
          {sending.message !== undefined && <Note>{sending.message}</Note>}
          <TextArea
            label={t(gateTexts.message)}
            name="message"
            rows={3}
            dir="auto"
            maxLength={REQUEST_MESSAGE_MAX}
            count={`${message.length} / ${REQUEST_MESSAGE_MAX}`}
            value={message}
            onChange={setMessage}
          />
          <Select
            label={t(gateTexts.level)}
            name="accessLevel"
            options={levelsAskedFor.map((value) => ({ value, label: t(levelTexts[value]) }))}
            value={accessLevel}
            onChange={setLevel}
          />
        </FormFieldsContext>
      </form>
    </GateCard>
  );
}
