import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { shareActionTexts } from "./action-texts.ts";

/** By the menu of the room that is on the screen. */
export const sharing = createOffer();

export const openShare = {
  id: "share.open",
  title: shareActionTexts.open,
  keywords: shareActionTexts.openWords,
  shortcut: "Mod+Shift+S",
  scope: "chat",
  when: sharing.when,
  run: sharing.run,
} as const satisfies Action;
