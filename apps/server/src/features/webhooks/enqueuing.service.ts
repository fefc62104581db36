import { randomUUID } from "node:crypto";
import type { UserId } from "@colbin/protocol";
import type { LogConsumer } from "#server/features/log/follower.service.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { callJob, type WebhookSource } from "./kinds.jobs.ts";
import { listCallsFor, listOnOfPeople } from "./webhooks.queries.ts";

interface EnqueueDeps {
  readonly jobs: Jobs;
  readonly clock: Pick<Clock, "now">;
}

export type ToldPeople = readonly {
  readonly userId: UserId;
  readonly notificationId: string;
}[];

/**
 * Has the own webhooks of people called with notifications of theirs, after the commit and each once. Whether they may still be told is
 * judged when the call is made.
 */
export async function enqueueWebhooks(tx: Tx, deps: EnqueueDeps, told: ToldPeople): Promise<void> {
  const webhooks = await listOnOfPeople(
    tx,
    told.map(({ userId }) => userId),
  );
  const byPerson = Map.groupBy(told, ({ userId }) => userId);
  for (const { id: webhookId, userId } of webhooks)
    for (const { notificationId } of byPerson.get(userId) ?? [])
      await enqueue(tx, deps, webhookId, { kind: "notification", userId, notificationId });
}

/** The consumer of the logs that has webhooks of organizations called with the new messages of their public rooms. */
export function createWebhookFollowing(deps: EnqueueDeps): LogConsumer {
  return {
    name: "webhooks",
    async take(tx, entries) {
      const keys = entries.flatMap(({ roomId, kind, messageId }) =>
        kind === "message_new" && messageId !== null ? [{ roomId, messageId }] : [],
      );
      if (keys.length === 0) return;
      for (const { webhookId, ...key } of await listCallsFor(tx, keys))
        await enqueue(tx, deps, webhookId, { kind: "message", ...key });
    },
  };
}

async function enqueue(
  tx: Tx,
  { jobs, clock }: EnqueueDeps,
  webhookId: string,
  source: WebhookSource,
): Promise<void> {
  const begunAt = clock.now().toISOString();
  await jobs.enqueue(tx, callJob, { id: randomUUID(), webhookId, source, tried: 0, begunAt });
}
