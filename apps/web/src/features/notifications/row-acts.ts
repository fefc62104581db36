import type { FeedAct } from "@colbin/client";
import type { Notification } from "@colbin/protocol";

export type RowAct = FeedAct["kind"];

/** The acts of the keys E, U and S on a notification as it is, in this order. */
export function toRowActs({
  readAt,
  doneAt,
  snoozedUntil,
}: Notification): readonly [done: RowAct, read: RowAct, snooze: RowAct] {
  return [
    doneAt === null ? "done" : "undone",
    readAt === null ? "read" : "unread",
    snoozedUntil === null ? "snooze" : "unsnooze",
  ];
}
