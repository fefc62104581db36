import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { event } from "./kernel/event.ts";
import { messageId, userId } from "./kernel/ids.ts";
import { changeErrors, eventSeq, messageParams } from "./messages.edits.ts";
import { message, pin } from "./messages.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";

/** The pins of a message and of its room after a change. */
const changed = {
  messageId,
  /** As it is now; absent where the message has none. */
  pin: z.optional(pin),
  /** Of the room. */
  pinCount: z.int(),
};

export const pinMessage = endpoint({
  ...routes.pinMessage,
  group: "messages",
  summary: "Pins a message for everybody in the room; again changes nothing",
  params: messageParams,
  reply: z.object({ ...changed, seq: eventSeq }),
  limit: "edit",
  errors: [...changeErrors, "ACCESS_LEVEL_TOO_LOW", "MESSAGE_NOT_PINNABLE", "PIN_LIMIT_REACHED"],
});

export const unpinMessage = endpoint({
  ...routes.unpinMessage,
  group: "messages",
  summary: "Takes the pin of a message away; of one without a pin changes nothing",
  params: messageParams,
  reply: z.object({ ...changed, seq: eventSeq }),
  limit: "edit",
  errors: [...changeErrors, "ACCESS_LEVEL_TOO_LOW"],
});

export const listPinned = endpoint({
  ...routes.listPinned,
  openToGuests: true,
  group: "messages",
  summary: "All pinned messages of a room, the one that was pinned last first",
  params: roomParams,
  reply: z.object({ messages: z.array(message) }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

export const messagePinned = event({
  name: "message_pinned",
  durable: true,
  summary: "Somebody pinned a message or took its pin away; a deleted message has lost its own",
  data: z.object({ ...changed, isPinned: z.boolean(), userId, userName: z.string() }),
});
