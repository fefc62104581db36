import { Plus } from "lucide-react";
import { IconButton } from "#web/design/IconButton.tsx";
import { t } from "#web/lib/i18n.ts";
import { creatingRoom } from "./actions.ts";
import { roomTexts } from "./texts.ts";
import { useMayCreateRooms } from "./use-may-create.ts";

/** Beside a title; nothing for who may not make rooms. */
export function CreateRoomButton() {
  if (!useMayCreateRooms()) return null;
  return (
    <IconButton label={t(roomTexts.createTitle)} onClick={creatingRoom.run}>
      <Plus aria-hidden="true" />
    </IconButton>
  );
}
