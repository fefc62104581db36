import type { IncomingWebhook } from "@colbin/protocol";
import type { IncomingWebhookRow } from "./incoming-webhooks.queries.ts";

/** A webhook as people see it who lead its room: never its secret. */
export function toIncomingWebhook(row: IncomingWebhookRow): IncomingWebhook {
  const { createdAt, lastUsedAt, ...rest } = row;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
