import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { switchLocal } from "./local-toggles.ts";
import { userTexts } from "./texts.ts";

/** By the user menu, which asks first where something would be lost. */
export const signingOut = createOffer();

/** By the user menu, too. */
export const settingStatus = createOffer();

export const userActions: readonly Action[] = [
  {
    id: "users.status",
    title: userTexts.setStatus,
    keywords: userTexts.setStatusWords,
    scope: "global",
    when: settingStatus.when,
    run: settingStatus.run,
  },
  {
    id: "users.mute",
    title: userTexts.mute,
    keywords: userTexts.muteWords,
    scope: "global",
    run: () => switchLocal("muted"),
  },
  {
    id: "users.deafen",
    title: userTexts.deafen,
    keywords: userTexts.deafenWords,
    scope: "global",
    run: () => switchLocal("deafened"),
  },
  {
    id: "users.signOut",
    title: userTexts.signOut,
    keywords: userTexts.signOutWords,
    scope: "global",
    when: signingOut.when,
    run: signingOut.run,
  },
];
