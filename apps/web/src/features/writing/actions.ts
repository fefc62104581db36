import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { composerTexts } from "./composer-texts.ts";

export const composing = createOffer();
/** The same in the thread that is shown. */
export const replying = createOffer();
export const sending = createOffer();
export const clearing = createOffer();
export const editingLast = createOffer();

export const sendMessage = {
  id: "composer.send",
  title: composerTexts.sendAction,
  keywords: composerTexts.sendWords,
  shortcut: "Enter",
  scope: "composer",
  when: sending.when,
  run: sending.run,
} as const satisfies Action;

/** The actions of the composer; Enter and Escape are those of a message that is being changed as well. */
export const writingActions: readonly Action[] = [
  {
    id: "composer.focus",
    title: composerTexts.write,
    keywords: composerTexts.writeWords,
    shortcut: "Mod+Shift+Enter",
    scope: "chat",
    when: composing.when,
    run: composing.run,
  },
  sendMessage,
  {
    id: "composer.editLast",
    title: composerTexts.editLast,
    keywords: composerTexts.editLastWords,
    shortcut: "ArrowUp",
    scope: "composer",
    when: editingLast.when,
    run: editingLast.run,
  },
  {
    id: "composer.clear",
    title: composerTexts.clear,
    keywords: composerTexts.clearWords,
    shortcut: "Escape",
    scope: "composer",
    when: clearing.when,
    run: clearing.run,
  },
];
