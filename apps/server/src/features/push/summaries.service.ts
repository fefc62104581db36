import type { UserId } from "@colbin/protocol";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { enqueuePushes, type PushingDeps } from "./pushing.service.ts";
import { takeDue, updateDue, type Missed } from "./summaries.queries.ts";

/** People of one transaction. */
const AT_ONCE = 200;
/** A later summary takes the place of an earlier one. */
const TAG = "summary";

/** Pushes one summary to each person whose quiet time has ended, of what they have not read by then (rules-notifications 17). */
export async function pushSummaries({
  db,
  ...deps
}: PushingDeps & { readonly db: Db }): Promise<void> {
  let taken: number;
  do {
    taken = await runTransaction(db, async (tx) => {
      const due = await takeDue(tx, deps.clock.now(), AT_ONCE);
      const pushes = due.filter(({ rows, messages }) => rows + messages > 0).map(toPush);
      await enqueuePushes(tx, deps, pushes);
      return due.length;
    });
  } while (taken === AT_ONCE);
}

function toPush({ userId, rows, messages }: Missed) {
  const count = rows + messages;
  const payload = {
    title: count === 1 ? "1 new notification" : `${count} new notifications`,
    body: "Since your notifications were paused.",
    url: rows > 0 ? "/activity" : "/chat",
    tag: TAG,
    notificationId: null,
    icon: null,
  };
  return { userIds: [userId], payload, room: null };
}

/** In the transaction of a change of quiet hours or a pause: the summary of the person goes out at that moment. */
export async function moveSummary(tx: Tx, userId: UserId, dueAt: Date): Promise<void> {
  await updateDue(tx, userId, dueAt);
}
