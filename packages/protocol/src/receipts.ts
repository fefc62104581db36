import * as z from "zod/mini";
import { command } from "./kernel/command.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { frame } from "./kernel/event.ts";
import { messageId, requestId, userId } from "./kernel/ids.ts";
import { messageParams } from "./messages.edits.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";
import { unreadCount } from "./subscriptions.ts";

export const receiptStates = ["sent", "delivered", "seen"] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** A person who has read a message. */
export const reader = z.object({
  userId,
  fullName: z.string(),
  avatar_url: z.nullable(z.string()),
});
export type Reader = z.infer<typeof reader>;

export const receipts = z.object({
  /** Delivered: the app of another person has it, or was in use since. Seen: everybody else has read it. */
  status: z.enum(receiptStates),
  /** How many have read it, of how many others who were in the room when it came. */
  readCount: z.int(),
  total: z.int(),
  /** By name, READERS_LISTED at most. */
  readers: z.array(reader),
});
export type Receipts = z.infer<typeof receipts>;

const readErrors = [
  "ROOM_NOT_FOUND",
  "MESSAGE_NOT_FOUND",
  "NOT_A_PARTICIPANT",
  "MESSAGE_NOT_AUTHOR",
] as const;

export const getReceipts = endpoint({
  ...routes.getReceipts,
  openToGuests: true,
  group: "messages",
  summary: "How far an own message has come, and the people who have read it",
  params: messageParams,
  reply: receipts,
  errors: readErrors,
});

export const markSeen = endpoint({
  ...routes.markSeen,
  openToGuests: true,
  group: "messages",
  summary: "The room is read up to this message, as by mark-read",
  params: messageParams,
  reply: unreadCount,
  errors: ["ROOM_NOT_FOUND", "MESSAGE_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND"],
});

export const watchReceiptsCommand = command({
  type: "CLIENT_WATCH_RECEIPTS",
  openToGuests: true,
  summary:
    "The own message whose receipts are on the screen; takes the place of the one that this socket watched before",
  frame: z.strictObject({
    type: z.literal("CLIENT_WATCH_RECEIPTS"),
    requestId,
    /** Null: none any more. */
    message: z.nullable(z.strictObject({ sessionRoomSlug: roomSlug, messageId })),
  }),
  lane: { name: "receipts" },
  errors: readErrors,
});

export const receiptsUpdate = frame({
  type: "SERVER_RECEIPTS_UPDATE",
  summary:
    "How far the watched message has come: the answer, then what changed, once a second at most",
  frame: z.object({
    type: z.literal("SERVER_RECEIPTS_UPDATE"),
    requestId: z.optional(requestId),
    message: z.nullable(
      z.extend(receipts, {
        messageId,
        /** False: changes are not told, because the room has more than RECEIPTS_PUSH_MAX other people. */
        isPushed: z.boolean(),
      }),
    ),
  }),
});
