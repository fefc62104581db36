import type { RoomCard, Subscription } from "@colbin/protocol";
import { useNavigate } from "react-router";
import { MoreMenu } from "#web/design/menu/MoreMenu.tsx";
import { archivingRoom, deletingRoom, leavingRoom } from "#web/features/rooms/late-room-actions.ts";
import { withOwnLevel } from "#web/features/rooms/own-room.ts";
import { askOfRoom } from "#web/features/rooms/room-asks.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { t } from "#web/lib/language/i18n.ts";
import { endingTexts } from "./ending-texts.ts";
import { roomEndsOf } from "./room-acts.ts";
import { roomEntries } from "./room-entries.ts";

/** The acts that a person has on the room as a whole. */
export function RoomMenu({ room }: { room: Subscription | RoomCard }) {
  const navigate = useNavigate();
  const ends = roomEndsOf(withOwnLevel(room));
  const ask = (end: "leave" | "archive" | "delete") =>
    ends.includes(end) ? () => askOfRoom(end, room) : undefined;
  useOffer(leavingRoom, ask("leave"));
  useOffer(archivingRoom, ask("archive"));
  useOffer(deletingRoom, ask("delete"));
  const entries = roomEntries(room, navigate);
  if (entries.length === 0) return null;
  const label = t(endingTexts.more, { room: room.roomName });
  return <MoreMenu label={label} entries={entries} />;
}
