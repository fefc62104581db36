import { randomUUID } from "node:crypto";
import type { NotificationFacts, UserId } from "@colbin/protocol";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { notifyJob, type NotificationJob, type ToldType } from "./kinds.jobs.ts";

/** Something that happened, of which one person is to be told. */
export type NotificationEvent<T extends ToldType = ToldType> = {
  readonly [K in T]: {
    readonly type: K;
    /** Who is to be told. */
    readonly userId: UserId;
    /** Who did it, and is never told of it; null where nobody is to be named. */
    readonly actorId: UserId | null;
    readonly facts: NotificationFacts[K];
    /** Names the event, where it may be reported more than once; without, each report is an event of its own. */
    readonly cause?: string;
  };
}[T];

/**
 * Has a person told after the commit, in their feed and by mail, once for each cause. Whether they may be told is decided then, and
 * once more before a mail leaves (rules-notifications 2, 3). Call it before `recordPersonChange`, which comes last.
 */
export async function notify(
  tx: Tx,
  { jobs }: { readonly jobs: Jobs },
  event: NotificationEvent,
): Promise<void> {
  const { cause = randomUUID() } = event;
  await jobs.enqueue(tx, notifyJob, { ...event, cause } satisfies NotificationJob);
}

/** One row for everybody; false where as many were made since then as may be. */
export { insertAnnouncement } from "./shared.queries.ts";
