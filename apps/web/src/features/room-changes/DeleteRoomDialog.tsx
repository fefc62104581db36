import { ROOM_DELETE_GRACE_DAYS } from "@colbin/protocol";
import { useState } from "react";
import { useNavigate } from "react-router";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { ROOM_TOAST_MS } from "#web/features/rooms/constants.ts";
import { leaveBy } from "#web/features/rooms/leaving.ts";
import { roomActTexts } from "#web/features/rooms/room-act-texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { endingTexts } from "./ending-texts.ts";
import type { RoomQuestion } from "./room-question.ts";

/** Wants the title typed; the room can be restored for a time (rules-rooms 35). */
export function DeleteRoomDialog({ room, onClose }: RoomQuestion) {
  const { sessionRoomSlug: slug, roomName } = room;
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const { act } = useAct("deleteRoom", ["listRooms"]);
  const remove = () =>
    leaveBy(
      slug,
      async () => {
        await act({ params: { slug } });
        toast({ title: t(endingTexts.deleted, { room: roomName }), durationMs: ROOM_TOAST_MS });
      },
      navigate,
    );
  return (
    <FormDialog
      title={t(endingTexts.deleteTitle, { room: roomName })}
      text={t(endingTexts.deleteText, { days: ROOM_DELETE_GRACE_DAYS })}
      verb={t(roomActTexts.delete)}
      isDanger
      isDisabled={typed.trim() !== roomName}
      onConfirm={remove}
      onClose={onClose}
    >
      <TextField
        label={t(endingTexts.typeTitle, { room: roomName })}
        name="title"
        autoFocus
        autoComplete="off"
        dir="auto"
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
