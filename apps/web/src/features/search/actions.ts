import type { Action } from "#web/lib/actions/actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { SEARCH_PATH } from "#web/lib/routing/paths.ts";
import { searchTexts } from "./search-texts.ts";

/** By the tools of a room that may be searched. */
export const searchingRoom = createOffer();

export const searchRoom = {
  id: "search.room",
  title: searchTexts.inRoom,
  keywords: searchTexts.inRoomWords,
  shortcut: "Mod+F",
  scope: "chat",
  when: searchingRoom.when,
  run: searchingRoom.run,
} as const satisfies Action;

const searchAll = {
  id: "search.all",
  title: searchTexts.everywhere,
  keywords: searchTexts.everywhereWords,
  shortcut: "Mod+Shift+F",
  scope: "global",
  when: () => !isLinkGuest(),
  run: ({ navigate }) => navigate(SEARCH_PATH),
} as const satisfies Action;

/** They come with the tools of a room. */
export const searchActions: readonly Action[] = [searchRoom, searchAll];
learnActions(searchActions);
