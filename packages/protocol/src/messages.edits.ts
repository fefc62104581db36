import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { event } from "./kernel/event.ts";
import { isoTime, messageId } from "./kernel/ids.ts";
import { content, message } from "./messages.ts";
import { removedBy } from "./quotes.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";

/** A text that is no id names no message (wire.md, HTTP). */
export const messageParams = z.strictObject({
  slug: roomSlug,
  id: z.string().check(z.minLength(1), z.maxLength(128)),
});

/** A message that may be read. */
const readErrors = ["ROOM_NOT_FOUND", "MESSAGE_NOT_FOUND", "NOT_A_PARTICIPANT"] as const;
/** A message that a participant changes in a room that is not archived. */
export const changeErrors = [...readErrors, "ROOM_ARCHIVED", "DM_NOT_POSSIBLE"] as const;

/** Of the event in the room's log; absent where nothing changed. */
export const eventSeq = z.optional(z.int());

export const getMessage = endpoint({
  ...routes.getMessage,
  openToGuests: true,
  group: "messages",
  summary: "One message as it is now; deleted ones are there without their content",
  params: messageParams,
  reply: message,
  errors: readErrors,
});

export const editMessage = endpoint({
  ...routes.editMessage,
  openToGuests: true,
  group: "messages",
  summary: "Changes the content of an own message; the same content again changes nothing",
  params: messageParams,
  body: z.strictObject({
    content,
    /** The revision that the editor saw: another one now is MESSAGE_REVISION_CONFLICT. Without it the last edit wins. */
    ifRevision: z.optional(z.int().check(z.minimum(1))),
  }),
  reply: z.object({ message, revision: z.int(), seq: eventSeq }),
  limit: "edit",
  errors: [
    ...changeErrors,
    "MESSAGE_SEND_NOT_ALLOWED",
    "MESSAGE_NOT_AUTHOR",
    "MESSAGE_DELETED",
    "MESSAGE_NOT_EDITABLE",
    "EDIT_WINDOW_CLOSED",
    "MESSAGE_REVISION_CONFLICT",
    "MESSAGE_EMPTY",
    "MESSAGE_TOO_LONG",
    "MENTION_LIMIT_REACHED",
    "WILDCARD_NOT_ALLOWED",
  ],
});

export const deleteMessage = endpoint({
  ...routes.deleteMessage,
  openToGuests: true,
  group: "messages",
  summary: "Deletes an own message for everybody; deleting it again changes nothing",
  params: messageParams,
  reply: z.object({ messageId, seq: eventSeq }),
  limit: "edit",
  errors: [...changeErrors, "MESSAGE_NOT_AUTHOR"],
});

export const messageRevision = z.object({ n: z.int(), content: z.string(), at: isoTime });

export const listRevisions = endpoint({
  ...routes.listRevisions,
  group: "messages",
  summary: "What a message said before, oldest first, and what it says now; for participants",
  params: messageParams,
  reply: z.object({ revisions: z.array(messageRevision) }),
  errors: [...readErrors, "MESSAGE_DELETED"],
});

export const messageEdited = event({
  name: "message_edited",
  durable: true,
  supersedes: true,
  summary: "The content of a message changed; where a replay has its body already, only the id",
  data: z.object({ messageId, message: z.optional(message) }),
});

export const messageDeleted = event({
  name: "message_deleted",
  durable: true,
  supersedes: true,
  summary: "A message was deleted: content, metadata and reactions are gone",
  data: z.object({ messageId, removedBy }),
});
