import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { BROWSE_PATH } from "#web/lib/routing/paths.ts";
import { roomTexts } from "./texts.ts";

/** By `RoomDialogs`, to who may make rooms. */
export const creatingRoom = createOffer();

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
];
