import type { Action } from "#web/lib/actions.ts";
import { createOffer } from "#web/lib/offer.ts";
import type { PaneChoice } from "#web/lib/screen.ts";
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
    run: ({ navigate }) => navigate("/chat", { pane: "sheet" } satisfies PaneChoice),
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
