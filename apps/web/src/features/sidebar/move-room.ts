import type { RoomId, Subscription } from "@colbin/protocol";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { movedRoom } from "./editing.ts";
import { stepOf, withRoom, type RoomPlace } from "./section-moves.ts";
import { editingTexts } from "./editing-texts.ts";

/** Puts a room into a section, or back to the others of its kind. */
export function placeRoom(roomId: RoomId, place?: RoomPlace): void {
  const moved = chat.sidebar.change((sections) => withRoom(sections, roomId, place));
  const told = moved.then(() => movedRoom.update(() => toWords(roomId)));
  void tellFailure(editingTexts.changeFailed, told);
}

/** Moves a room by one place. Its row, which has the focus, keeps it: in another section it is another element. */
export function stepRoom({ roomId, sessionRoomSlug }: Subscription, step: -1 | 1): void {
  const place = stepOf(chat.store.getSnapshot().sidebar.sections, roomId, step);
  if (place === undefined) return;
  placeRoom(roomId, place ?? undefined);
  const row = `a[data-room="${CSS.escape(sessionRoomSlug)}"]`;
  requestAnimationFrame(() => document.querySelector<HTMLElement>(row)?.focus());
}

/** Where the room stands now, for those who do not see it. */
function toWords(roomId: RoomId): string {
  const { sidebar, subscriptions } = chat.store.getSnapshot();
  const room = subscriptions.values().find((each) => each.roomId === roomId)?.roomName ?? "";
  const section = sidebar.sections.find(({ roomIds }) => roomIds.includes(roomId));
  if (!section) return t(editingTexts.movedOut, { room });
  const { title, roomIds } = section;
  const at = roomIds.indexOf(roomId) + 1;
  return t(editingTexts.moved, { room, section: title, at, of: roomIds.length });
}
