import { createStore, type FeedAct } from "@colbin/client";
import type { Notification } from "@colbin/protocol";
import { momentText } from "#web/design/form/near-times.ts";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { t } from "#web/lib/language/i18n.ts";
import { activityTexts } from "./activity-texts.ts";
import { feed } from "./feed.ts";

/** The notification for which a dialog asks until when it is snoozed. */
export const snoozing = createStore<Notification | undefined>(undefined);

interface Step {
  readonly notification: Notification;
  readonly undo: readonly FeedAct[];
}

/** The changes on this page that can be undone, the last one at the end. */
const steps: Step[] = [];
const STEPS_MAX = 50;

/** Changes a notification and says so, with a way to undo it. */
export function actOn(notification: Notification, act: FeedAct): void {
  steps.push({ notification, undo: inverseOf(notification, act) });
  steps.splice(0, steps.length - STEPS_MAX);
  send(notification, act);
  const title = wordsOf(act);
  if (title === undefined) return;
  toast({ title, action: { label: t(activityTexts.undo), onClick: () => void undoLast() } });
}

/** Undoes the last change; answers the id of its notification, or undefined where there is none. */
export function undoLast(): string | undefined {
  const step = steps.pop();
  if (!step) return undefined;
  for (const act of step.undo) send(step.notification, act);
  return step.notification.id;
}

/** It was opened, which is no step that anybody undoes. */
export function markRead(notification: Notification): void {
  if (notification.readAt === null) send(notification, { kind: "read" });
}

function send(notification: Notification, act: FeedAct): void {
  void tellFailure(activityTexts.failed, feed.act(notification, act));
}

function inverseOf({ readAt, doneAt, snoozedUntil }: Notification, act: FeedAct): FeedAct[] {
  const asRead: FeedAct[] = readAt === null ? [] : [{ kind: "read" }];
  const asDone: FeedAct[] = doneAt === null ? [] : [{ kind: "done" }];
  const asSnoozed: FeedAct[] =
    snoozedUntil === null ? [] : [{ kind: "snooze", until: snoozedUntil }];
  switch (act.kind) {
    case "read":
      return asSnoozed.length > 0 ? asSnoozed : [{ kind: "unread" }];
    case "unread":
      return [...asRead, ...asDone];
    case "done":
      return [{ kind: "undone" }, ...asSnoozed];
    case "undone":
      return asDone;
    case "snooze":
      return [
        ...(asSnoozed.length > 0 ? asSnoozed : [{ kind: "unsnooze" } as const]),
        ...asRead,
        ...asDone,
      ];
    case "unsnooze":
      return asSnoozed;
  }
}

/** Said of what takes the row out of the list; other changes are seen in it. */
function wordsOf(act: FeedAct): string | undefined {
  switch (act.kind) {
    case "read":
    case "unread":
      return undefined;
    case "done":
      return t(activityTexts.isDone);
    case "undone":
      return t(activityTexts.isUndone);
    case "snooze":
      return t(activityTexts.isSnoozed, { when: momentText(new Date(act.until), new Date()) });
    case "unsnooze":
      return t(activityTexts.isBack);
  }
}
