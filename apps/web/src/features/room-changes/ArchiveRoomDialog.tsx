import { useNavigate } from "react-router";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { ROOM_TOAST_MS } from "#web/features/rooms/constants.ts";
import { isOnScreen } from "#web/features/rooms/leaving.ts";
import { roomActTexts } from "#web/features/rooms/room-act-texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { endingTexts } from "./ending-texts.ts";
import type { RoomQuestion } from "./room-question.ts";

/** Read-only for everybody from then on; it leaves the screen (specification, section 4: Archive). */
export function ArchiveRoomDialog({ room, onClose }: RoomQuestion) {
  const { sessionRoomSlug: slug, roomName } = room;
  const navigate = useNavigate();
  const { act } = useAct("archiveRoom", ["listRooms"]);
  return (
    <FormDialog
      title={t(endingTexts.archiveTitle, { room: roomName })}
      text={t(endingTexts.archiveText)}
      failure={t(endingTexts.archiveFailed)}
      verb={t(roomActTexts.archive)}
      onConfirm={async () => {
        const isShown = isOnScreen(slug);
        await act({ params: { slug } });
        toast({ title: t(endingTexts.archived), durationMs: ROOM_TOAST_MS });
        if (isShown) await navigate("/chat", { replace: true });
      }}
      onClose={onClose}
    />
  );
}
