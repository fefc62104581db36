import type { Notification, Webhook } from "@colbin/protocol";
import type { PublicMessage, WebhookRow } from "./webhooks.queries.ts";

export function toWebhook(row: WebhookRow): Webhook {
  const { id, workspaceId: orgId, url, lastAt, lastOutcome: outcome, lastStatus: status } = row;
  return {
    id,
    orgId,
    url,
    createdAt: row.createdAt.toISOString(),
    offAt: row.offAt?.toISOString() ?? null,
    last: lastAt && outcome ? { at: lastAt.toISOString(), outcome, status } : null,
  };
}

/** The headers of a call. */
interface Told {
  readonly id: string;
  readonly begunAt: string;
}

/** Body of a call with a notification of a person. */
export function toNotificationCall({ id, begunAt }: Told, notification: Notification): string {
  return JSON.stringify({ id, type: "notification", timestamp: begunAt, data: { notification } });
}

/** Body of a call with a message of a public room. */
export function toMessageCall({ id, begunAt }: Told, message: PublicMessage): string {
  const { type, text, threadId, createdAt, authorId, authorName } = message;
  const { id: messageId, roomId, slug: sessionRoomSlug, title } = message;
  return JSON.stringify({
    id,
    type: "message.new",
    timestamp: begunAt,
    data: {
      room: { roomId, sessionRoomSlug, title },
      message: {
        id: messageId,
        type,
        content: text,
        threadId,
        author: { userId: authorId, fullName: authorName },
        createdAt: createdAt.toISOString(),
      },
    },
  });
}
