import { Plus } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { creatingRoom } from "#web/features/rooms/actions.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { useMayCreateRooms } from "#web/features/rooms/use-may-create.ts";
import { t } from "#web/lib/language/i18n.ts";

/** For whom rooms may be made by. */
export function AddRoomButton() {
  if (!useMayCreateRooms()) return null;
  return (
    <IconButton label={t(roomTexts.createTitle)} onClick={creatingRoom.run}>
      <Plus aria-hidden="true" />
    </IconButton>
  );
}
