import type { Action } from "#web/lib/actions/actions.ts";
import { settingStatus, signingOut } from "./actions.ts";
import { lateUserTexts } from "./late-user-texts.ts";
import { switchLocal } from "./local-toggles.ts";
import { userTexts } from "./texts.ts";

/** Actions of the person, none of which has a key of its own; the module that loads this one adds them by `learnActions`. */
export const lateUserActions: readonly Action[] = [
  {
    id: "users.status",
    title: lateUserTexts.setStatus,
    keywords: lateUserTexts.setStatusWords,
    scope: "global",
    when: settingStatus.when,
    run: settingStatus.run,
  },
  {
    id: "users.mute",
    title: userTexts.mute,
    keywords: lateUserTexts.muteWords,
    scope: "global",
    run: () => switchLocal("muted"),
  },
  {
    id: "users.deafen",
    title: userTexts.deafen,
    keywords: lateUserTexts.deafenWords,
    scope: "global",
    run: () => switchLocal("deafened"),
  },
  {
    id: "users.signOut",
    title: lateUserTexts.signOut,
    keywords: lateUserTexts.signOutWords,
    scope: "global",
    when: signingOut.when,
    run: signingOut.run,
  },
];
