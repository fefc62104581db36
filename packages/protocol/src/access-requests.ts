import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { documentId, isoTime, userId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { PARTICIPANT_ID_MAX, REQUEST_MESSAGE_MAX, REQUEST_REASON_MAX } from "./limits.ts";
import { participant } from "./participants.endpoints.ts";
import { participantAccessLevels, participantAccessStatuses } from "./participants.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

export const accessRequestTypes = ["JOIN_ROOM", "UPGRADE_ACCESS", "DOMAIN_EXCEPTION"] as const;
export type AccessRequestType = (typeof accessRequestTypes)[number];

export const accessRequestStatuses = [
  "REJECTED",
  "PENDING",
  "CANCELLED",
  "EXPIRED",
  "APPROVED",
] as const;
export type AccessRequestStatus = (typeof accessRequestStatuses)[number];

/** Somebody asks to come into a room, for more in it (rules-rooms 14, 15), or for a level on a document (rules-collab 2C). */
export const accessRequest = z.object({
  id: z.uuid(),
  /** Null of a document. */
  sessionRoomSlug: z.nullable(z.string()),
  roomName: z.nullable(z.string()),
  /** Null of a room. */
  document: z.nullable(z.object({ id: documentId, title: z.string() })),
  type: z.enum(accessRequestTypes),
  status: z.enum(accessRequestStatuses),
  accessLevel: z.enum(participantAccessLevels),
  /** In the words of who asks; gone when it is closed. */
  message: z.nullable(z.string()),
  /** In the words of who refused. */
  reason: z.nullable(z.string()),
  user: z.object({
    sessionUserId: userId,
    fullName: z.string(),
    username: z.string(),
    avatar_url: z.nullable(z.string()),
  }),
  createdAt: isoTime,
  expiresAt: isoTime,
  closedAt: z.nullable(isoTime),
});
export type AccessRequest = z.infer<typeof accessRequest>;

/** What somebody is in a room after they asked, were invited or were added. */
export const accessEntry = z.object({
  accessStatus: z.enum(participantAccessStatuses),
  participant,
  request: z.optional(accessRequest),
  /** Of the last event in the room's log that the call wrote; absent where it wrote none. */
  seq: z.optional(z.int()),
});
export type AccessEntry = z.infer<typeof accessEntry>;

/** Why somebody may not come in, or have more, now. */
export const accessErrors = [
  "ROOM_NOT_FOUND",
  "ROOM_BANNED",
  "ROOM_ARCHIVED",
  "ROOM_IS_GENERAL",
  "ROOM_TYPE_NOT_SUPPORTED",
  "ACCESS_LEVEL_NOT_ALLOWED",
  "ACCESS_REQUEST_TOO_SOON",
  "ACCESS_REQUEST_LIMIT_REACHED",
  "GROUP_SIZE_INVALID",
] as const;

export const requestAccess = endpoint({
  ...routes.requestAccess,
  group: "session-rooms",
  summary:
    "Joins a PUBLIC room, accepts an invitation, or asks those who lead the room: to come in, or for a higher level",
  params: roomParams,
  body: z.strictObject({
    accessLevel: z._default(z.enum(participantAccessLevels), "WRITE"),
    message: z._default(personText(0, REQUEST_MESSAGE_MAX), ""),
    /** Whose link it was; a text that names nobody here is as none. */
    invitedBy: z.optional(z.string().check(z.maxLength(PARTICIPANT_ID_MAX))),
  }),
  reply: accessEntry,
  errors: accessErrors,
});

export const listAccessRequests = endpoint({
  ...routes.listAccessRequests,
  group: "session-rooms",
  summary:
    "What people ask of those who lead the room, the newest first; the open ones unless another status is named",
  params: roomParams,
  query: z.strictObject({
    ...pageQuery,
    status: z._default(z.enum(accessRequestStatuses), "PENDING"),
  }),
  reply: pageOf(accessRequest),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ACCESS_LEVEL_TOO_LOW"],
});

const requestParams = z.strictObject({ id: z.uuid() });

export const approveAccessRequest = endpoint({
  ...routes.approveAccessRequest,
  group: "session-rooms",
  summary: "Lets in who asked, or gives them the level that they asked for",
  params: requestParams,
  reply: accessRequest,
  errors: [
    "ACCESS_REQUEST_NOT_FOUND",
    "ACCESS_REQUEST_CLOSED",
    "ACCESS_LEVEL_NOT_ALLOWED",
    "PARTICIPANT_STATUS_CONFLICT",
    "ROOM_ARCHIVED",
  ],
});

export const rejectAccessRequest = endpoint({
  ...routes.rejectAccessRequest,
  group: "session-rooms",
  summary: "Refuses what somebody asked for; they may ask again after a day",
  params: requestParams,
  body: z.strictObject({ reason: z.optional(personText(0, REQUEST_REASON_MAX)) }),
  reply: accessRequest,
  errors: ["ACCESS_REQUEST_NOT_FOUND", "ACCESS_REQUEST_CLOSED"],
});

export const cancelAccessRequest = endpoint({
  ...routes.cancelAccessRequest,
  group: "session-rooms",
  summary: "The caller takes back what they asked for",
  params: requestParams,
  reply: accessRequest,
  errors: ["ACCESS_REQUEST_NOT_FOUND", "ACCESS_REQUEST_CLOSED"],
});

/**
 * Somebody asked, was invited, or was answered: told to those who decide in the room and to the person, on all their devices
 * (rules-rooms 6). What changes who is in the room is an event of its log as well.
 */
export const accessChanged = z.object({
  sessionRoomSlug: z.string(),
  sessionUserId: userId,
  accessStatus: z.enum(participantAccessStatuses),
  /** The request that it is about. */
  request: z.nullable(accessRequest),
});
export type AccessChanged = z.infer<typeof accessChanged>;
