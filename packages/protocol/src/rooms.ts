import * as z from "zod/mini";
import { statuses } from "./accounts.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, roomId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { CREATE_OR_JOIN_BATCH, ROOM_SLUG_MAX } from "./limits.ts";
import { participantAccessLevels, participantAccessStatuses } from "./participants.ts";
import { routes } from "./routes.ts";

export const roomTypes = ["channel", "direct", "group", "saved"] as const;
export type RoomType = (typeof roomTypes)[number];

export const roomAccessTypes = ["PUBLIC", "PRIVATE", "PROTECTED"] as const;
export type RoomAccessType = (typeof roomAccessTypes)[number];

/** What the create dialog offers; `private` is ours (rules-rooms 7). */
export const roomPrivacies = ["public", "protected", "private"] as const;
export type RoomPrivacy = (typeof roomPrivacies)[number];

export const roomErrors = defineErrors({
  ROOM_NOT_FOUND: {
    status: 404,
    message: "Not Found - Session room not found",
    frameCode: "MULTI_ROOM_NOT_FOUND",
  },
  ROOMS_NOT_FOUND: { status: 404, message: "One or more rooms not found" },
  SUBSCRIPTION_NOT_FOUND: { status: 404, message: "Room subscription not found" },
  PARTICIPANT_NOT_FOUND: { status: 404, message: "Participant not found" },
  NOT_A_PARTICIPANT: { status: 403, message: "Forbidden - Not a room participant" },
  ACCESS_LEVEL_TOO_LOW: { status: 403, message: "Your access level does not allow that" },
  ACCESS_LEVEL_NOT_ALLOWED: { status: 403, message: "You cannot give or change this access level" },
  ROOM_NAME_REQUIRED: { status: 400, message: "Please enter a room name" },
  ROOM_TYPE_NOT_SUPPORTED: { status: 409, message: "This is not possible in a room of this type" },
  ROOM_IS_GENERAL: { status: 409, message: "This is not possible in the general room" },
  ROOM_ARCHIVED: { status: 403, message: "This conversation is archived" },
  ROOM_BANNED: { status: 403, message: "You were removed from this room" },
  ROOM_LAST_OWNER: { status: 409, message: "Make somebody else owner first" },
  ROOM_LIMIT_REACHED: {
    status: 429,
    message: "You have created many rooms today. Please try again tomorrow.",
  },
  PARTICIPANT_STATUS_CONFLICT: { status: 409, message: "This change is not possible now" },
  ACCESS_REQUEST_NOT_FOUND: { status: 404, message: "Access request not found" },
  ACCESS_REQUEST_CLOSED: { status: 409, message: "This request was decided before" },
  ACCESS_REQUEST_TOO_SOON: { status: 409, message: "You can ask again in {hours} hours" },
  ACCESS_REQUEST_LIMIT_REACHED: { status: 429, message: "You have too many open requests" },
  GROUP_SIZE_INVALID: {
    status: 400,
    message: "A group has {min} to {max} people. Use a private channel for more.",
  },
  DM_NOT_POSSIBLE: { status: 403, message: "You cannot send messages to this person" },
  DM_LIMIT_REACHED: {
    status: 429,
    message: "You have started many conversations with new people today",
  },
  DOMAIN_MISMATCH: { status: 403, message: "Forbidden - Domain does not match" },
  DOMAIN_INVALID_FOR_ROOM: { status: 400, message: "Bad Request - Invalid domain or room type" },
  DOMAIN_ADMINS_ONLY: { status: 403, message: "Forbidden - Only admins can update domain" },
  DOMAIN_BATCH_ADMINS_ONLY: { status: 403, message: "Forbidden - Only admins can batch validate" },
  ROOM_HAS_NO_DOMAIN: { status: 400, message: "Bad Request - Room has no organization domain" },
});

/**
 * Address of a room. Any text of its length passes, because an unknown or malformed slug is a room that is not there
 * (wire.md, HTTP) and create-or-join takes names that are not slugs yet.
 */
export const roomSlug = z.string().check(z.minLength(1), z.maxLength(ROOM_SLUG_MAX * 4));
export const roomParams = z.strictObject({ slug: roomSlug });

/** What somebody who sees a room knows of it (rules-rooms 11). */
export const roomCard = z.object({
  roomId,
  sessionRoomSlug: z.string(),
  roomName: z.string(),
  description: z.nullable(z.string()),
  roomType: z.enum(roomTypes),
  accessType: z.enum(roomAccessTypes),
  isPrivate: z.boolean(),
  status: z.enum(statuses),
  memberCount: z.int(),
  createdAt: isoTime,
  lastActivityAt: isoTime,
  /** Of the caller. */
  accessStatus: z.enum(participantAccessStatuses),
  /** Of the caller; null for somebody who is not in. */
  accessLevel: z.nullable(z.enum(participantAccessLevels)),
});
export type RoomCard = z.infer<typeof roomCard>;

export const getRoom = endpoint({
  ...routes.getRoom,
  group: "session-rooms",
  summary: "The card of a room that the caller sees",
  params: roomParams,
  reply: roomCard,
  errors: ["ROOM_NOT_FOUND"],
});

export const roomSortKeys = ["name", "createdAt", "lastActivityAt", "memberCount"] as const;
export const sortOrders = ["asc", "desc"] as const;

export const listRooms = endpoint({
  ...routes.listRooms,
  group: "session-rooms",
  summary: "Channels of the active workspace that the caller sees, with their own access status",
  query: z.strictObject({
    ...pageQuery,
    sortBy: z._default(z.enum(roomSortKeys), "name"),
    sortOrder: z._default(z.enum(sortOrders), "asc"),
  }),
  reply: pageOf(roomCard),
  errors: [],
});

export const createOrJoinOutcomes = [
  "already",
  "joined",
  "requested",
  "created",
  "refused",
] as const;
export type CreateOrJoinOutcome = (typeof createOrJoinOutcomes)[number];

export const createOrJoinRooms = endpoint({
  ...routes.createOrJoinRooms,
  group: "multi-room-chat",
  summary:
    "Joins each PUBLIC room of that address, or creates a new PUBLIC channel where there is none to see",
  body: z.strictObject({
    sessionRoomSlugs: z.optional(
      z.array(roomSlug).check(z.minLength(1), z.maxLength(CREATE_OR_JOIN_BATCH)),
    ),
    sessionRoomSlug: z.optional(roomSlug),
  }),
  reply: z.object({
    results: z.array(
      z.object({
        requested: z.string(),
        sessionRoomSlug: z.nullable(z.string()),
        outcome: z.enum(createOrJoinOutcomes),
        code: z.optional(z.string()),
      }),
    ),
  }),
  errors: ["BAD_REQUEST"],
});
