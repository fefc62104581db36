import type { InputOf, ReplyOf } from "@colbin/protocol";
import { requireHit } from "#server/features/auth/limits.service.ts";
import { hashSecret, isSecret } from "#server/features/auth/secrets.service.ts";
import {
  sendMessage,
  type SendDeps,
  type Sender,
} from "#server/features/messages/messages.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import { findLive, updateUsed } from "./incoming-webhooks.queries.ts";
import { sendLimit, toMessageText } from "./incoming-webhooks.rules.ts";

export interface WebhookSendDeps extends SendDeps {
  readonly clock: Clock;
}

/**
 * Sends a message of a webhook, one a second, with the checks of every message. WEBHOOK_NOT_FOUND for an address that is unknown,
 * removed or worth nothing any more, alike; the transaction that writes judges it again.
 */
export async function sendByWebhook(
  deps: WebhookSendDeps,
  secret: string,
  { text, clientMessageId }: InputOf<"sendByWebhook">["body"],
): Promise<ReplyOf<"sendByWebhook">> {
  const hash = hashSecret(isSecret(secret, 256) ? secret : "");
  const webhook = await findLive(deps.db, hash);
  if (!webhook) throw new AppError("WEBHOOK_NOT_FOUND");
  const now = deps.clock.now();
  await requireHit(deps.db, sendLimit(webhook.id), now);
  const sender: Sender = {
    userId: webhook.authorId,
    workspaceId: webhook.workspaceId,
    boundRoomId: webhook.roomId,
    instanceRole: "GUEST",
  };
  // The secret is the door; the author is in no room.
  const door = { requireTarget: () => Promise.resolve({ id: webhook.roomId }) };
  const input = {
    roomSlug: webhook.roomSlug,
    content: toMessageText(text),
    type: "text",
    metadata: {},
    clientMessageId,
    byWebhook: true,
  } as const;
  const { message, duplicate } = await sendMessage({ ...deps, door }, sender, input).catch(toOwn);
  await updateUsed(deps.db, webhook.id, now);
  return { messageId: message.id, ...(duplicate && { duplicate }) };
}

/** A room that is gone, or an author that was removed meanwhile. */
function toOwn(error: unknown): never {
  if (error instanceof AppError && error.code === "ROOM_NOT_FOUND")
    throw new AppError("WEBHOOK_NOT_FOUND");
  throw error;
}
