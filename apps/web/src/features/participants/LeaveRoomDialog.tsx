import { useNavigate } from "react-router";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { endingTexts } from "#web/features/room-changes/ending-texts.ts";
import type { RoomQuestion } from "#web/features/room-changes/room-question.ts";
import { ROOM_TOAST_MS } from "#web/features/rooms/constants.ts";
import { leaveBy } from "#web/features/rooms/leaving.ts";
import { roomActTexts } from "#web/features/rooms/room-act-texts.ts";
import { chat } from "#web/lib/api/chat.ts";
import { renew } from "#web/lib/api/use-renewal.ts";
import { t } from "#web/lib/language/i18n.ts";

const ways = {
  PUBLIC: endingTexts.leaveOpen,
  PROTECTED: endingTexts.leaveAsk,
  PRIVATE: endingTexts.leaveHidden,
};

/** Leads to the most recently active of the other rooms; the last OWNER is told to make another one first (rules-rooms 26, 27). */
export function LeaveRoomDialog({ room, onClose }: RoomQuestion) {
  const { roomId, sessionRoomSlug: slug, roomName, accessType } = room;
  const navigate = useNavigate();
  const leave = () =>
    leaveBy(
      slug,
      async () => {
        await chat.rooms.leave(roomId);
        toast({ title: t(endingTexts.left), durationMs: ROOM_TOAST_MS });
        void renew("listRooms");
      },
      navigate,
    );
  return (
    <FormDialog
      title={t(endingTexts.leaveTitle, { room: roomName })}
      text={t(ways[accessType])}
      failure={t(endingTexts.leaveFailed)}
      verb={t(roomActTexts.leave)}
      onConfirm={leave}
      onClose={onClose}
    />
  );
}
