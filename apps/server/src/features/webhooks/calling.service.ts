import type { Notification, UserId } from "@colbin/protocol";
import { unseal } from "#server/features/auth/secrets.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { OutgoingFailed } from "#server/platform/outgoing/outgoing.ts";
import { callJob, type WebhookCall } from "./kinds.jobs.ts";
import { toSignedHeaders } from "./signing.service.ts";
import {
  findPublicMessage,
  findWebhook,
  updateLast,
  updateOff,
  type SecretWebhookRow,
  type WebhookRow,
} from "./webhooks.queries.ts";
import { nextTry, toOutcome } from "./webhooks.rules.ts";
import { sealContextOf, type WebhookDeps } from "./webhooks.service.ts";
import { toMessageCall, toNotificationCall } from "./webhooks.view.ts";

export interface CallDeps extends WebhookDeps {
  /** A notification of the person that they may be told of now. */
  readonly findNotification: (userId: UserId, id: string) => Promise<Notification | undefined>;
}

const PATIENCE_MS = 10_000;

/**
 * One try of a call; after a failure a later one is left, eight in a day. Then the webhook is switched off where nothing reached it in
 * the meantime, and who made it is told. What may not be told any more is dropped.
 */
export async function callWebhook(deps: CallDeps, call: WebhookCall): Promise<void> {
  const webhook = await findWebhook(deps.db, call.webhookId);
  if (!webhook || webhook.offAt) return;
  const body = await readBody(deps, webhook, call);
  if (body === undefined) return;
  const now = deps.clock.now();
  const secret = unseal(deps.instanceSecret, sealContextOf(webhook.id), webhook.secret);
  const headers = toSignedHeaders(secret, { id: call.id, body, now });
  const answer = await post(deps, webhook.url, { body, headers });
  if ("retryAfterMs" in answer) {
    const startAfter = new Date(now.getTime() + answer.retryAfterMs);
    await deps.jobs.enqueue(deps.db, callJob, call, { startAfter });
    return;
  }
  const outcome = toOutcome(answer.status);
  await updateLast(deps.db, webhook.id, { outcome, status: answer.status, now: deps.clock.now() });
  if (outcome === "failed") await tryAgain(deps, webhook, call);
}

async function readBody(
  { db, findNotification }: CallDeps,
  { workspaceId, isOfSomebody }: SecretWebhookRow,
  { source, ...told }: WebhookCall,
): Promise<string | undefined> {
  if (source.kind === "notification") {
    if (!isOfSomebody) return undefined;
    const notification = await findNotification(source.userId, source.notificationId);
    return notification && toNotificationCall(told, notification);
  }
  const message =
    workspaceId === null ? undefined : await findPublicMessage(db, workspaceId, source);
  return message && toMessageCall(told, message);
}

type Answer = { readonly status: number | null } | { readonly retryAfterMs: number };

async function post(
  { outgoing }: CallDeps,
  url: string,
  sent: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Answer> {
  try {
    const { status } = await outgoing.post(url, { ...sent, timeoutMs: PATIENCE_MS });
    return { status };
  } catch (error) {
    if (error instanceof OutgoingFailed) return { status: null };
    if (!(error instanceof AppError)) throw error;
    // Another call would be one too many for the address now: that is no failure of it.
    const { retryAfterMs } = error.details as { readonly retryAfterMs?: number };
    if (error.code === "RATE_LIMITED" && retryAfterMs !== undefined) return { retryAfterMs };
    if (error.code === "ADDRESS_NOT_ALLOWED") return { status: null };
    throw error;
  }
}

async function tryAgain(deps: CallDeps, webhook: WebhookRow, call: WebhookCall): Promise<void> {
  const { db, clock, jobs } = deps;
  const now = clock.now();
  const tried = call.tried + 1;
  const startAfter = nextTry(tried, now);
  if (startAfter) {
    await jobs.enqueue(db, callJob, { ...call, tried }, { startAfter });
    return;
  }
  await runTransaction(db, async (tx) => {
    if (!(await updateOff(tx, webhook.id, { since: new Date(call.begunAt), now }))) return;
    const { userId, workspaceId: orgId, url } = webhook;
    const facts = { host: new URL(url).host, orgId };
    const cause = `${webhook.id} ${now.toISOString()}`;
    await notify(tx, deps, { type: "WEBHOOK_OFF", userId, actorId: null, facts, cause });
  });
}
