import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { userId } from "./kernel/ids.ts";
import { messageParams } from "./messages.edits.ts";
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
  /** Delivered: the app of another person was connected since. Seen: everybody else has read it. */
  status: z.enum(receiptStates),
  /** How many have read it, of how many others in the room. */
  readCount: z.int(),
  total: z.int(),
  /** By name, READERS_LISTED at most. */
  readers: z.array(reader),
});
export type Receipts = z.infer<typeof receipts>;

const readErrors = ["ROOM_NOT_FOUND", "MESSAGE_NOT_FOUND", "NOT_A_PARTICIPANT"] as const;

export const getReceipts = endpoint({
  ...routes.getReceipts,
  openToGuests: true,
  group: "messages",
  summary: "How far an own message has come, and the people who have read it",
  params: messageParams,
  reply: receipts,
  errors: [...readErrors, "MESSAGE_NOT_AUTHOR"],
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
