import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, messageId, roomId, workspaceId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import {
  LIST_PAGE_MAX,
  LIST_PAGE_SIZE,
  REMINDER_NOTE_MAX,
  SAVED_MAX,
  SAVED_NOTE_MAX,
} from "./limits.ts";
import { messageParams } from "./messages.edits.ts";
import { message, savedMark, savedStatuses } from "./messages.ts";
import { roomParams, roomTypes } from "./rooms.ts";
import { routes } from "./routes.ts";

const room = z.object({
  sessionRoomSlug: z.string(),
  title: z.string(),
  roomType: z.enum(roomTypes),
});

/** A message that the caller keeps for later. */
export const savedMessage = z.object({
  messageId,
  roomId,
  ...savedMark.shape,
  note: z.string(),
  savedAt: isoTime,
  /** Null where the caller does not see the room any more. */
  room: z.nullable(room),
  /** Null where they may not read it now: it comes back with their access. */
  message: z.nullable(message),
});
export type SavedMessage = z.infer<typeof savedMessage>;

const doorErrors = ["ROOM_NOT_FOUND", "MESSAGE_NOT_FOUND", "NOT_A_PARTICIPANT"] as const;
const saveErrors = [...doorErrors, "MESSAGE_DELETED", "SAVED_LIMIT_REACHED"] as const;
const limit = z._default(queryInteger(1, LIST_PAGE_MAX), LIST_PAGE_SIZE);

export const saveMessage = endpoint({
  ...routes.saveMessage,
  group: "messages",
  summary: "Keeps a message for later, for the caller alone; again changes nothing",
  params: messageParams,
  reply: savedMessage,
  errors: saveErrors,
});

export const unsaveMessage = endpoint({
  ...routes.unsaveMessage,
  group: "messages",
  summary: "Takes it out again, with its reminder; one that is not saved changes nothing",
  params: messageParams,
  errors: doorErrors,
});

export const listSavedOfRoom = endpoint({
  ...routes.listSavedOfRoom,
  group: "messages",
  summary: "The messages of a room that the caller has saved, the last saved first",
  params: roomParams,
  query: z.strictObject({ limit, skip: z._default(queryInteger(0, SAVED_MAX), 0) }),
  reply: z.object({
    results: z.array(savedMessage),
    totalResults: z.int(),
    hasMore: z.boolean(),
  }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

export const listSaved = endpoint({
  ...routes.listSaved,
  group: "messages",
  summary: "What the caller has saved in the active workspace, what was saved or done last first",
  query: z.strictObject({
    status: z._default(z.enum(savedStatuses), "open"),
    cursor: z.optional(z.string().check(z.maxLength(80))),
    limit,
  }),
  reply: z.object({
    results: z.array(savedMessage),
    nextCursor: z.nullable(z.string()),
    /** How many are open, whichever were asked for. */
    openCount: z.int(),
  }),
  errors: ["CURSOR_INVALID"],
});

export const updateSaved = endpoint({
  ...routes.updateSaved,
  group: "messages",
  summary:
    "Changes the note, is done with it or opens it again, or sets when to be reminded; whoever is done is not reminded",
  params: z.strictObject({ messageId }),
  body: z.strictObject({
    note: z.optional(z.string().check(z.maxLength(SAVED_NOTE_MAX))),
    status: z.optional(z.enum(savedStatuses)),
    remindAt: z.optional(z.nullable(isoTime)),
  }),
  reply: savedMessage,
  errors: ["MESSAGE_NOT_FOUND", "SCHEDULE_LIMIT_REACHED"],
});

export const removeSaved = endpoint({
  ...routes.removeSaved,
  group: "messages",
  summary:
    "Takes a message out, with its reminder, whether the caller may still read it or not; one that is not saved changes nothing",
  params: z.strictObject({ messageId }),
  errors: [],
});

export const reminderRepeats = ["daily", "weekly"] as const;
export type ReminderRepeat = (typeof reminderRepeats)[number];

/** What the caller is to be reminded of. */
export const reminder = z.object({
  id: z.uuid(),
  /** Null where it is about nothing but its note. */
  messageId: z.nullable(messageId),
  roomId: z.nullable(roomId),
  note: z.string(),
  remindAt: isoTime,
  repeat: z.nullable(z.enum(reminderRepeats)),
});
export type Reminder = z.infer<typeof reminder>;

const when = {
  /** From a minute to a year ahead. */
  remindAt: isoTime,
  /** At the same hour by the clocks of the zone, from then on. */
  repeat: z.optional(z.enum(reminderRepeats)),
  /** Without it the one of the caller's preferences, else UTC. */
  timeZone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
};
const note = z.string().check(z.maxLength(REMINDER_NOTE_MAX));

export const remindOfMessage = endpoint({
  ...routes.remindOfMessage,
  group: "messages",
  summary: "Reminds the caller of a message, which is saved by it; again changes the time",
  params: messageParams,
  body: z.strictObject({ ...when, note: z.optional(note) }),
  reply: reminder,
  errors: [...saveErrors, "SCHEDULE_LIMIT_REACHED"],
});

export const createReminder = endpoint({
  ...routes.createReminder,
  group: "messages",
  summary: "Reminds the caller of something, in the active workspace",
  body: z.strictObject({ ...when, note: note.check(z.trim(), z.minLength(1)) }),
  status: 201,
  reply: reminder,
  errors: ["SCHEDULE_LIMIT_REACHED"],
});

export const listReminders = endpoint({
  ...routes.listReminders,
  group: "messages",
  summary: "What the caller is to be reminded of in the active workspace, the next first",
  reply: z.object({ results: z.array(reminder) }),
  errors: [],
});

export const deleteReminder = endpoint({
  ...routes.deleteReminder,
  group: "messages",
  summary: "Reminds of it no more",
  params: z.strictObject({ id: z.uuid() }),
  errors: ["REMINDER_NOT_FOUND"],
});

/** On some device of the person: with a message what it is to them now, without one their reminders. */
export const savedChanged = z.object({
  workspaceId,
  message: z.nullable(z.object({ messageId, roomId, saved: z.nullable(savedMark) })),
});
export type SavedChanged = z.infer<typeof savedChanged>;
