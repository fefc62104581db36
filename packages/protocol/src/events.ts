import * as z from "zod/mini";
import type { EventPayload, EventShape } from "./kernel/event.ts";
import { messageNew } from "./messages.ts";
import { participantChanged } from "./participants.ts";
import { userTyping } from "./typing.ts";

/** Every kind of room event, exactly once: wire name -> declaration. */
export const events = {
  message_new: messageNew,
  participant_changed: participantChanged,
  user_typing: userTyping,
} as const satisfies Readonly<Record<string, EventShape>>;

export type EventName = keyof typeof events;
export type EventData<N extends EventName> = EventPayload<(typeof events)[N]>;
/** Kinds that take a seq in the room's log. */
export type DurableEventName = {
  [N in EventName]: (typeof events)[N]["durable"] extends true ? N : never;
}[EventName];

export function isEventName(value: string): value is EventName {
  return Object.hasOwn(events, value);
}

const seq = z.int();
const messageNewEntry = z.extend(messageNew.data, { event: z.literal("message_new"), seq });
const participantChangedEntry = z.extend(participantChanged.data, {
  event: z.literal("participant_changed"),
  seq,
});
const userTypingEntry = z.extend(userTyping.data, { event: z.literal("user_typing") });

/** A durable event of the log, as it stands in a replay. */
export const roomEventEntry = z.discriminatedUnion("event", [
  messageNewEntry,
  participantChangedEntry,
]);
export type RoomEventEntry = z.infer<typeof roomEventEntry>;

const address = { type: z.literal("SERVER_ROOM_EVENT"), sessionRoomSlug: z.string() };

/** One room event as it arrives: address, kind, its data beside it; durable kinds carry their seq. */
export const roomEventFrame = z.discriminatedUnion("event", [
  z.extend(messageNewEntry, {
    ...address,
    /** Only on the copy for the socket that sent it. */
    requestId: z.optional(z.string()),
    duplicate: z.optional(z.boolean()),
  }),
  z.extend(participantChangedEntry, address),
  z.extend(userTypingEntry, address),
]);
export type RoomEventFrame = z.infer<typeof roomEventFrame>;
