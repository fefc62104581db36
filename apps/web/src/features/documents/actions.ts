import type { Action } from "#web/lib/actions/actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { commentTexts } from "./comment-texts.ts";

/** By the page of a document that the person may comment on. */
export const commenting = createOffer();
export const suggesting = createOffer();

export const documentActions: readonly Action[] = [
  {
    id: "document.comment",
    title: commentTexts.begin,
    keywords: commentTexts.beginWords,
    shortcut: "Mod+Alt+M",
    scope: "document",
    when: commenting.when,
    run: commenting.run,
  },
  {
    id: "document.suggest",
    title: commentTexts.suggest,
    keywords: commentTexts.suggestWords,
    shortcut: "Mod+Alt+S",
    scope: "document",
    when: suggesting.when,
    run: suggesting.run,
  },
];
learnActions(documentActions);
