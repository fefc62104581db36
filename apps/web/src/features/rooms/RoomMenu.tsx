import type { RoomCard, Subscription } from "@colbin/protocol";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/IconButton.tsx";
import { loadMenuSurface } from "#web/design/load-menu-surface.ts";
import type { MenuAction } from "#web/design/menu-entry.ts";
import { Menu } from "#web/design/Menu.tsx";
import { Part } from "#web/design/Part.tsx";
import { t } from "#web/lib/i18n.ts";
import { useOffer } from "#web/lib/offer.ts";
import { archivingRoom, deletingRoom, leavingRoom } from "./actions.ts";
import { unarchiveRoom } from "./ending.ts";
import { endingTexts } from "./ending-texts.ts";
import { roomActLooks } from "./room-act-looks.ts";
import { roomActsOf } from "./room-acts.ts";

const dialogs = {
  leave: async () => (await import("./LeaveRoomDialog.tsx")).LeaveRoomDialog,
  archive: async () => (await import("./ArchiveRoomDialog.tsx")).ArchiveRoomDialog,
  delete: async () => (await import("./DeleteRoomDialog.tsx")).DeleteRoomDialog,
};

/** What the person may do with the room as a whole; nothing for who is not in it. */
export function RoomMenu({ room }: { room: Subscription | RoomCard }) {
  const { sessionRoomSlug: slug, roomName } = room;
  const [question, setQuestion] = useState<keyof typeof dialogs>();
  const acts = roomActsOf({ ...room, level: "role" in room ? room.role : room.accessLevel });
  const ask = (act: keyof typeof dialogs) =>
    acts.includes(act) ? () => setQuestion(act) : undefined;
  useOffer(leavingRoom, ask("leave"));
  useOffer(archivingRoom, ask("archive"));
  useOffer(deletingRoom, ask("delete"));
  if (acts.length === 0) return null;
  const entries = acts.map((act): MenuAction => {
    const { text, ...look } = roomActLooks[act];
    const onSelect = () => (act === "unarchive" ? void unarchiveRoom(slug) : setQuestion(act));
    return { kind: "action", id: act, label: t(text), ...look, onSelect };
  });
  const label = t(endingTexts.more, { room: roomName });
  return (
    <>
      <Menu label={label} load={loadMenuSurface} props={{ entries }}>
        {(button) => (
          <IconButton {...button} label={label}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        )}
      </Menu>
      {question && (
        <Part
          key={question}
          need={1}
          load={dialogs[question]}
          props={{ room, onClose: () => setQuestion(undefined) }}
        />
      )}
    </>
  );
}
