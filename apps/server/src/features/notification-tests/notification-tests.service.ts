import type { NotificationChannel, ReplyOf, TestResult, UserId } from "@colbin/protocol";
import { notify } from "#server/features/notifications/notifications.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";

/** One way out of the app that a person can try. */
export interface TestSender {
  readonly channel: NotificationChannel;
  /** Has a test sent after the commit, whatever the time: quiet hours do not hold it. */
  readonly sendTest: (tx: Tx, userId: UserId) => Promise<TestResult>;
}

interface TestDeps {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly testSenders: readonly TestSender[];
}

/** Tells the caller of a test in their feed and on every other channel, after the commit. */
export async function testNotifications(
  { db, jobs, testSenders }: TestDeps,
  { userId }: Actor,
): Promise<ReplyOf<"testNotifications">> {
  return runTransaction(db, async (tx) => {
    await notify(tx, { jobs }, { type: "NOTIFICATION_TEST", userId, actorId: null, facts: {} });
    const results: ReplyOf<"testNotifications">["results"] = [
      { channel: "IN_APP", result: "sent" },
    ];
    for (const { channel, sendTest } of testSenders)
      results.push({ channel, result: await sendTest(tx, userId) });
    return { results };
  });
}
