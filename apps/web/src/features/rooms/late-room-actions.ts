import type { Action } from "#web/lib/actions/actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { createOffer, type Offer } from "#web/lib/actions/offer.ts";
import { chat } from "#web/lib/api/chat.ts";
import type { Text } from "#web/lib/language/i18n.ts";
import { shownOwnRoom } from "./own-room.ts";
import { roomActTexts } from "./room-act-texts.ts";

/** By the menu of the room that is on the screen, to who may do it. */
export const leavingRoom = createOffer();
export const archivingRoom = createOffer();
export const deletingRoom = createOffer();

/** Acts on the room that is on the screen, which come with its tools. */
export const lateRoomActions: readonly Action[] = [
  {
    id: "room.details",
    title: roomActTexts.details,
    keywords: roomActTexts.detailsWords,
    scope: "chat",
    when: () => shownOwnRoom(chat.store.getSnapshot()) !== undefined,
    run: ({ toggleSide }) => toggleSide({ name: "details", at: "about" }),
  },
  toEnd("room.leave", roomActTexts.leave, leavingRoom),
  toEnd("room.archive", roomActTexts.archive, archivingRoom),
  toEnd("room.delete", roomActTexts.delete, deletingRoom),
];
learnActions(lateRoomActions);

function toEnd(id: string, title: Text, { when, run }: Offer): Action {
  return { id, title, keywords: roomActTexts.endWords, scope: "chat", when, run };
}
