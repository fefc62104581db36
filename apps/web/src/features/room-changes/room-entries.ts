import type { RoomCard, Subscription } from "@colbin/protocol";
import type { NavigateFunction } from "react-router";
import type { MenuAction, MenuEntry } from "#web/design/menu/menu-entry.ts";
import { withOwnLevel } from "#web/features/rooms/own-room.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomActLooks } from "./room-act-looks.ts";
import { roomEndsOf, roomWaysOf, type RoomAct } from "./room-acts.ts";
import { runRoomAct } from "./run-room-act.ts";

/** The acts on a room as a whole: the same lines in its row and in its header. */
export function roomEntries(
  room: Subscription | RoomCard,
  navigate: NavigateFunction,
): readonly MenuEntry[] {
  const toEntry = (act: RoomAct): MenuAction => {
    const { text, ...look } = roomActLooks[act];
    const onSelect = () => runRoomAct(act, room, navigate);
    return { kind: "action", id: act, label: t(text), ...look, onSelect };
  };
  const own = withOwnLevel(room);
  const ends = roomEndsOf(own).map(toEntry);
  const gap: MenuEntry[] = ends.length > 0 ? [{ kind: "separator", id: "before-end" }] : [];
  return [...roomWaysOf(own).map(toEntry), ...gap, ...ends];
}
