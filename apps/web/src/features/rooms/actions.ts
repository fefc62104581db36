import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer, type Offer } from "#web/lib/actions/offer.ts";
import { chat } from "#web/lib/api/chat.ts";
import type { Text } from "#web/lib/language/i18n.ts";
import { BROWSE_PATH } from "#web/lib/routing/paths.ts";
import { shownOwnRoom } from "./own-room.ts";
import { roomTexts } from "./texts.ts";

/** By `RoomDialogs`, to who may make rooms. */
export const creatingRoom = createOffer();
/** By the menu of the room that is on the screen, to who may do it. */
export const leavingRoom = createOffer();
export const archivingRoom = createOffer();
export const deletingRoom = createOffer();

export const roomActions: readonly Action[] = [
  {
    id: "rooms.browse",
    title: roomTexts.browse,
    keywords: roomTexts.browseWords,
    shortcut: "Mod+Shift+L",
    scope: "global",
    run: ({ navigate }) => navigate(BROWSE_PATH),
  },
  {
    id: "room.create",
    title: roomTexts.createTitle,
    keywords: roomTexts.createWords,
    scope: "global",
    when: creatingRoom.when,
    run: creatingRoom.run,
  },
  {
    id: "room.details",
    title: roomTexts.details,
    keywords: roomTexts.detailsWords,
    scope: "chat",
    when: () => shownOwnRoom(chat.store.getSnapshot()) !== undefined,
    run: ({ toggleSide }) => toggleSide({ name: "details", at: "about" }),
  },
  {
    id: "room.pins",
    title: roomTexts.pins,
    keywords: roomTexts.pinsWords,
    scope: "chat",
    when: () => chat.store.getSnapshot().activeRoomId !== null,
    run: ({ toggleSide }) => toggleSide({ name: "pins", at: "" }),
  },
  toEnd("room.leave", roomTexts.leave, leavingRoom),
  toEnd("room.archive", roomTexts.archive, archivingRoom),
  toEnd("room.delete", roomTexts.delete, deletingRoom),
];

function toEnd(id: string, title: Text, { when, run }: Offer): Action {
  return { id, title, keywords: roomTexts.endWords, scope: "chat", when, run };
}
