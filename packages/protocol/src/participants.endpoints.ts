import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, userId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { MEMBER_SEARCH_MAX, PARTICIPANT_ID_MAX, REMOVAL_REASON_MAX } from "./limits.ts";
import { joinMethods, participantAccessLevels, participantAccessStatuses } from "./participants.ts";
import { roomParams, roomSlug } from "./rooms.ts";
import { userSummary } from "./people.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

export const participantParams = z.strictObject({
  slug: roomSlug,
  /** The person; a text that is no id names nobody. */
  participantId: z.string().check(z.minLength(1), z.maxLength(PARTICIPANT_ID_MAX)),
});

/** Somebody and a room (rules-rooms 3). */
export const participant = z.object({
  /** That of the person. */
  participantId: userId,
  sessionUserId: userId,
  fullName: z.string(),
  username: z.string(),
  avatar_url: z.nullable(z.string()),
  accessStatus: z.enum(participantAccessStatuses),
  /** Of who is in; else what they had, asked for, or were offered. */
  accessLevel: z.enum(participantAccessLevels),
  joinMethod: z.enum(joinMethods),
  /** Came by a guest link. */
  isGuest: z.boolean(),
  /** Null for who is not in. */
  joinedAt: z.nullable(isoTime),
});
export type Participant = z.infer<typeof participant>;

const peopleQuery = z.strictObject({
  ...pageQuery,
  /** A part of the name or username. */
  search: z.optional(z.string().check(z.maxLength(MEMBER_SEARCH_MAX))),
});

export const listParticipants = endpoint({
  ...routes.listParticipants,
  openToGuests: true,
  group: "session-rooms",
  summary: "Who is in a room that the caller is in, by name",
  params: roomParams,
  query: peopleQuery,
  reply: pageOf(participant),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

export const suggestPeople = endpoint({
  ...routes.suggestPeople,
  openToGuests: true,
  group: "session-rooms",
  summary:
    "People to mention in a room that the caller is in: its own first, then others whom they see in the workspace; at most 8",
  params: roomParams,
  query: z.strictObject({ search: peopleQuery.shape.search }),
  reply: z.object({ results: z.array(z.extend(userSummary, { isInRoom: z.boolean() })) }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

export const listParticipantsByStatus = endpoint({
  ...routes.listParticipantsByStatus,
  group: "session-rooms",
  summary: "The same of those with this status; who is not in is for OWNER and ADMIN to know",
  params: z.strictObject({
    slug: roomSlug,
    /** An unknown one is VALIDATION_ERROR: no room is missing. */
    status: z.string().check(z.maxLength(PARTICIPANT_ID_MAX)),
  }),
  query: peopleQuery,
  reply: pageOf(participant),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ACCESS_LEVEL_TOO_LOW"],
});

const personParams = z.strictObject({ slug: roomSlug, sessionUserId: userId });

export const getParticipantJoined = endpoint({
  ...routes.getParticipantJoined,
  openToGuests: true,
  group: "session-rooms",
  summary: "Is that person in? Participants ask about anybody, others about themselves",
  params: personParams,
  reply: z.object({
    joined: z.boolean(),
    joinedAt: z.nullable(isoTime),
    joinMethod: z.nullable(z.enum(joinMethods)),
  }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

export const getParticipantAdmin = endpoint({
  ...routes.getParticipantAdmin,
  openToGuests: true,
  group: "session-rooms",
  summary: "Is that person OWNER or ADMIN? Participants ask about anybody, others about themselves",
  params: personParams,
  reply: z.object({
    isAdmin: z.boolean(),
    accessLevel: z.nullable(z.enum(participantAccessLevels)),
  }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

export const markParticipantSeen = endpoint({
  ...routes.markParticipantSeen,
  openToGuests: true,
  group: "session-rooms",
  summary: "The caller looked at this room just now; no read position and no activity",
  params: participantParams,
  reply: z.object({ lastSeenAt: isoTime }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "FORBIDDEN"],
});

export const setAccessLevel = endpoint({
  ...routes.setAccessLevel,
  group: "session-rooms",
  summary: "Gives somebody with a level below the own another one; the OWNER may lower the own",
  params: participantParams,
  body: z.strictObject({ accessLevel: z.enum(participantAccessLevels) }),
  reply: z.extend(participant, {
    /** Of the last event that it wrote; absent where nothing changed. */
    seq: z.optional(z.int()),
  }),
  errors: [
    "ROOM_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "PARTICIPANT_NOT_FOUND",
    "ACCESS_LEVEL_NOT_ALLOWED",
    "ROOM_ARCHIVED",
    "ROOM_IS_GENERAL",
    "ROOM_TYPE_NOT_SUPPORTED",
    "ROOM_LAST_OWNER",
    "PARTICIPANT_STATUS_CONFLICT",
  ],
});

/** What became of somebody's place in a room. */
export const departure = z.object({
  sessionRoomSlug: z.string(),
  userId,
  accessStatus: z.enum(participantAccessStatuses),
  /** Of the change in the room's log: the last event that the person gets. Absent where the room was only hidden. */
  seq: z.optional(z.int()),
});
export type Departure = z.infer<typeof departure>;

export const leaveRoom = endpoint({
  ...routes.leaveRoom,
  openToGuests: true,
  group: "session-rooms",
  summary: "The caller leaves the room; a direct room is only hidden",
  params: roomParams,
  reply: departure,
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ROOM_LAST_OWNER"],
});

export const removeParticipant = endpoint({
  ...routes.removeParticipant,
  group: "session-rooms",
  summary: "Takes somebody with a level below the own out of the room; a ban keeps them out",
  params: participantParams,
  body: z.strictObject({
    /** For the record of the room; the others do not see it. */
    reason: z.optional(personText(0, REMOVAL_REASON_MAX)),
    ban: z._default(z.boolean(), false),
  }),
  reply: departure,
  errors: [
    "ROOM_NOT_FOUND",
    "PARTICIPANT_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "ACCESS_LEVEL_TOO_LOW",
    "ROOM_ARCHIVED",
    "ROOM_TYPE_NOT_SUPPORTED",
    "PARTICIPANT_STATUS_CONFLICT",
  ],
});
