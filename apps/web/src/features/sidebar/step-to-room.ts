import { addressOf } from "@colbin/client";
import { toast } from "#web/design/overlay/toast.ts";
import { ROOM_TOAST_MS } from "#web/features/rooms/constants.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { createRoomSections } from "./room-sections.ts";
import { isUnread, nextRoom } from "./room-steps.ts";
import { stepTexts } from "./step-texts.ts";

/** Opens the next room, or the next that is unread; says so where there is none. */
export function stepToRoom(
  navigate: (path: string) => void,
  step: 1 | -1,
  isUnreadWanted: boolean,
): void {
  const state = chat.store.getSnapshot();
  const roomIds = createRoomSections()(state, "").flatMap((section) => section.roomIds);
  const roomId = nextRoom(roomIds, state.activeRoomId, step, (each) => {
    const room = state.subscriptions.get(each);
    return room !== undefined && (!isUnreadWanted || isUnread(room));
  });
  if (roomId !== undefined) return navigate(roomPath(addressOf(state, roomId)));
  const text = isUnreadWanted ? stepTexts.noneUnread : stepTexts.noneOther;
  toast({ title: t(text), durationMs: ROOM_TOAST_MS });
}
