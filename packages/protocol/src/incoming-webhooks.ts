import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, messageId } from "./kernel/ids.ts";
import { FULL_NAME_MAX, INCOMING_WEBHOOKS_MAX, LINK_TOKEN_MAX } from "./limits.ts";
import { clientMessageId, content } from "./messages.ts";
import { roomParams, roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/** A webhook by which a program writes into a room, without the secret of its address. */
export const incomingWebhook = z.object({
  id: z.uuid(),
  /** Of the author of its messages. */
  name: z.string(),
  /** By name; null where the account is gone. */
  createdBy: z.nullable(z.string()),
  createdAt: isoTime,
  lastUsedAt: z.nullable(isoTime),
  /** False since the person who made it does not lead the room any more: it writes nothing. */
  isLive: z.boolean(),
});
export type IncomingWebhook = z.infer<typeof incomingWebhook>;

const manageErrors = [
  "ROOM_NOT_FOUND",
  "NOT_A_PARTICIPANT",
  "ACCESS_LEVEL_TOO_LOW",
  "ROOM_TYPE_NOT_SUPPORTED",
] as const;

export const createIncomingWebhook = endpoint({
  ...routes.createIncomingWebhook,
  group: "session-rooms",
  summary: `Makes an address by which a program writes into the room, at most ${INCOMING_WEBHOOKS_MAX}; shown this once`,
  params: roomParams,
  body: z.strictObject({ name: personText(1, FULL_NAME_MAX) }),
  reply: z.extend(incomingWebhook, { url: z.string() }),
  status: 201,
  // The address is a secret.
  isReplayed: false,
  errors: [...manageErrors, "ROOM_ARCHIVED", "WEBHOOK_LIMIT_REACHED"],
});

export const listIncomingWebhooks = endpoint({
  ...routes.listIncomingWebhooks,
  group: "session-rooms",
  summary: "The incoming webhooks of a room, the newest first; for its OWNERs and ADMINs",
  params: roomParams,
  reply: z.object({ results: z.array(incomingWebhook) }),
  errors: manageErrors,
});

export const removeIncomingWebhook = endpoint({
  ...routes.removeIncomingWebhook,
  group: "session-rooms",
  summary: "Removes an incoming webhook; its messages stay",
  params: z.strictObject({ slug: roomSlug, webhookId: z.uuid() }),
  errors: [...manageErrors, "WEBHOOK_NOT_FOUND"],
});

export const sendByWebhook = endpoint({
  ...routes.sendByWebhook,
  group: "messages",
  summary:
    "Sends a message by the address of an incoming webhook, one a second; other fields than these are ignored",
  params: z.strictObject({ secret: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)) }),
  body: z.object({
    /** As the content of a message; links may have the form `<address|words>`. It notifies people whom it names, and never a whole room. */
    text: content,
    /** The same again sends no second message. */
    clientMessageId: z.optional(clientMessageId),
  }),
  reply: z.object({ messageId, duplicate: z.optional(z.literal(true)) }),
  status: 201,
  isReplayed: false,
  errors: [
    "WEBHOOK_NOT_FOUND",
    "ROOM_ARCHIVED",
    "MESSAGE_EMPTY",
    "MESSAGE_TOO_LONG",
    "MENTION_LIMIT_REACHED",
    "IDEMPOTENCY_CONFLICT",
  ],
});
