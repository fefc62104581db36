import * as z from "zod/mini";
import { statuses, type Status } from "./accounts.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, roomId } from "./kernel/ids.ts";
import { pageOf, pageQuery, queryList } from "./kernel/paging.ts";
import { CREATE_OR_JOIN_BATCH, LIST_PAGE_MAX, ROOM_NAME_MAX, ROOM_SEARCH_MAX } from "./limits.ts";
import { participantAccessLevels, participantAccessStatuses } from "./participants.ts";
import { routes } from "./routes.ts";

export const roomTypes = ["channel", "direct", "group", "saved"] as const;
export type RoomType = (typeof roomTypes)[number];

export const roomAccessTypes = ["PUBLIC", "PRIVATE", "PROTECTED"] as const;
export type RoomAccessType = (typeof roomAccessTypes)[number];

/** What the create dialog offers; `private` is ours (rules-rooms 7). */
export const roomPrivacies = ["public", "protected", "private"] as const;
export type RoomPrivacy = (typeof roomPrivacies)[number];

/**
 * Address of a room. Any text of its length passes, because an unknown or malformed slug is a room that is not there
 * (wire.md, HTTP) and create-or-join takes names that are not slugs yet.
 */
export const roomSlug = z.string().check(z.minLength(1), z.maxLength(ROOM_NAME_MAX));
export const roomParams = z.strictObject({ slug: roomSlug });

/** What somebody who sees a room knows of it (rules-rooms 11). */
export const roomCard = z.object({
  roomId,
  sessionRoomSlug: z.string(),
  roomName: z.string(),
  description: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
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
  openToGuests: true,
  group: "session-rooms",
  summary: "The card of a room that the caller sees",
  params: roomParams,
  reply: z.extend(roomCard, {
    /** For who is in it: the OWNERs who are in it longest, of a direct or saved room nobody. */
    ownerNames: z.optional(z.array(z.string())),
    /** For who is in it. */
    pinCount: z.optional(z.int()),
  }),
  errors: ["ROOM_NOT_FOUND"],
});

export const roomSortKeys = ["name", "createdAt", "lastActivityAt", "memberCount"] as const;
export const sortOrders = ["asc", "desc"] as const;

/** Rooms of the other states are there for nobody. */
export const listedStatuses = ["ACTIVE", "ARCHIVED"] as const satisfies readonly Status[];

export const listRooms = endpoint({
  ...routes.listRooms,
  group: "session-rooms",
  summary:
    "Channels of the active workspace that the caller sees, with their own access status; of more than 1,000 totalResults reaches to the next page alone",
  query: z.strictObject({
    ...pageQuery,
    sortBy: z._default(z.enum(roomSortKeys), "name"),
    sortOrder: z._default(z.enum(sortOrders), "asc"),
    /** DELETED ones are those that the caller may restore. */
    status: z._default(z.enum([...listedStatuses, "DELETED"]), "ACTIVE"),
    accessType: z.optional(z.enum(roomAccessTypes)),
    /** Of the caller. */
    accessStatus: z.optional(z.enum(participantAccessStatuses)),
    /** A part of the name or the description. */
    search: z.optional(z.string().check(z.maxLength(ROOM_SEARCH_MAX))),
    /** These alone, ACTIVE and ARCHIVED ones: with commas between them. */
    ids: z.optional(queryList(roomId, LIST_PAGE_MAX)),
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
        /** Why it was refused, and what every refusal says beside that. */
        code: z.optional(z.string()),
        message: z.optional(z.string()),
        status: z.optional(z.int()),
        details: z.optional(z.record(z.string(), z.unknown())),
        /** Of the last event in the room's log that the call wrote; absent where nothing changed. */
        seq: z.optional(z.int()),
      }),
    ),
  }),
  errors: ["BAD_REQUEST"],
});
