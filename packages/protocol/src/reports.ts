import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, messageId, roomId, userId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import { LIST_PAGE_MAX, LIST_PAGE_SIZE, MODERATION_REASON_MAX, REPORT_NOTE_MAX } from "./limits.ts";
import { eventSeq, messageParams } from "./messages.edits.ts";
import { message } from "./messages.ts";
import { reportReasons, reportStatuses } from "./reports.constants.ts";
import { roomParams, roomTypes } from "./rooms.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

const person = z.object({ userId, fullName: z.string(), avatar_url: z.nullable(z.string()) });

/** Messages as the reporter saw them, of a conversation that the deciders do not read. */
export const reportedCopy = z.object({
  messageId,
  authorName: z.string(),
  createdAt: isoTime,
  /** Null once the message was deleted. */
  content: z.nullable(z.string()),
});
export type ReportedCopy = z.infer<typeof reportedCopy>;

/** A report as those who decide it see it. */
export const report = z.object({
  id: z.uuid(),
  reason: z.enum(reportReasons),
  note: z.nullable(z.string()),
  status: z.enum(reportStatuses),
  createdAt: isoTime,
  reporter: person,
  author: person,
  /** Who decided it and when; null while it is open. */
  closedAt: z.nullable(isoTime),
  closedBy: z.nullable(person),
  messageId,
  roomId,
  roomType: z.enum(roomTypes),
  /** Null of a room that the caller does not lead: a conversation between others. */
  room: z.nullable(z.object({ sessionRoomSlug: z.string(), title: z.string() })),
  /** As it is now; null where the caller does not lead its room. */
  message: z.nullable(message),
  /** In place of it, oldest first: the message, and the two before it; empty once the report is closed. */
  copies: z.array(reportedCopy),
  /** May the caller remove the message? */
  mayRemove: z.boolean(),
});
export type Report = z.infer<typeof report>;

const readErrors = ["ROOM_NOT_FOUND", "MESSAGE_NOT_FOUND", "NOT_A_PARTICIPANT"] as const;

export const removeMessage = endpoint({
  ...routes.removeMessage,
  group: "messages",
  summary:
    "Takes away the message of somebody for everybody, by OWNER and ADMIN of a channel or named group; again changes nothing",
  params: messageParams,
  body: z.strictObject({ reason: personText(1, MODERATION_REASON_MAX) }),
  reply: z.object({ messageId, seq: eventSeq }),
  limit: "edit",
  errors: [
    ...readErrors,
    "ROOM_ARCHIVED",
    "ACCESS_LEVEL_TOO_LOW",
    "ROOM_TYPE_NOT_SUPPORTED",
    "MESSAGE_NOT_REMOVABLE",
  ],
});

export const reportMessage = endpoint({
  ...routes.reportMessage,
  openToGuests: true,
  group: "messages",
  summary:
    "Reports a message to those who lead its room, of a direct one to those who lead the workspace; again changes nothing",
  params: messageParams,
  body: z.strictObject({
    reason: z.enum(reportReasons),
    note: z.optional(personText(0, REPORT_NOTE_MAX)),
  }),
  reply: z.object({ id: z.uuid(), createdAt: isoTime }),
  status: 201,
  otherStatuses: [200],
  limit: "report",
  errors: [...readErrors, "ROOM_ARCHIVED", "MESSAGE_DELETED", "MESSAGE_NOT_REPORTABLE", "CONFLICT"],
});

const listing = z.strictObject({
  status: z._default(z.enum(["open", "closed"]), "open"),
  cursor: z.optional(z.string().check(z.maxLength(80))),
  limit: z._default(queryInteger(1, LIST_PAGE_MAX), LIST_PAGE_SIZE),
});
const page = z.object({
  /** The newest first. */
  results: z.array(report),
  nextCursor: z.nullable(z.string()),
  /** How many are open, whichever were asked for. */
  openCount: z.int(),
});

export const listReports = endpoint({
  ...routes.listReports,
  group: "messages",
  summary:
    "What was reported in the active workspace and the caller decides: of rooms that they lead, and of conversations where they lead the workspace",
  query: listing,
  reply: page,
  errors: ["CURSOR_INVALID"],
});

export const listReportsOfRoom = endpoint({
  ...routes.listReportsOfRoom,
  group: "messages",
  summary: "The same of one room, for its OWNERs and ADMINs",
  params: roomParams,
  query: listing,
  reply: page,
  errors: ["CURSOR_INVALID", "ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ACCESS_LEVEL_TOO_LOW"],
});

export const dismissReport = endpoint({
  ...routes.dismissReport,
  group: "messages",
  summary:
    "Lets the message stand: all open reports of it that the caller decides are closed; of a closed one changes nothing",
  params: z.strictObject({ id: z.uuid() }),
  reply: report,
  errors: ["REPORT_NOT_FOUND"],
});
