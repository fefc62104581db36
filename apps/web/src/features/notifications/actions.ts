import type { Action } from "#web/lib/actions/actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { createOffer, type Offer } from "#web/lib/actions/offer.ts";
import type { Text } from "#web/lib/language/i18n.ts";
import { ACTIVITY_PATH } from "#web/lib/routing/paths.ts";
import { activityTexts } from "./activity-texts.ts";

/** By the list of the activity, on the notification that has the focus. */
export const rowOffers = {
  next: createOffer(),
  previous: createOffer(),
  done: createOffer(),
  read: createOffer(),
  snooze: createOffer(),
  undo: createOffer(),
} as const satisfies Record<string, Offer>;

export const rowKeys = { done: "E", read: "U", snooze: "S", undo: "Z" } as const;

function ofRow(
  name: keyof typeof rowOffers,
  shortcut: string,
  title: Text,
  keywords: Text,
): Action {
  const { when, run } = rowOffers[name];
  return { id: `activity.${name}`, title, keywords, shortcut, scope: "activity", when, run };
}

export const activityActions: readonly Action[] = [
  {
    id: "activity.open",
    title: activityTexts.open,
    keywords: activityTexts.openWords,
    shortcut: "Alt+Shift+A",
    scope: "global",
    when: () => window.location.pathname !== ACTIVITY_PATH,
    run: ({ navigate }) => navigate(ACTIVITY_PATH),
  },
  ofRow("next", "J", activityTexts.next, activityTexts.stepWords),
  ofRow("previous", "K", activityTexts.previous, activityTexts.stepWords),
  ofRow("done", rowKeys.done, activityTexts.done, activityTexts.doneWords),
  ofRow("read", rowKeys.read, activityTexts.toggleRead, activityTexts.readWords),
  ofRow("snooze", rowKeys.snooze, activityTexts.snooze, activityTexts.snoozeWords),
  ofRow("undo", rowKeys.undo, activityTexts.undo, activityTexts.undoWords),
];
learnActions(activityActions);
