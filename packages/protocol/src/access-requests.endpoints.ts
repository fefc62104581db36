import * as z from "zod/mini";
import { accessEntry, accessErrors } from "./access-requests.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { userId } from "./kernel/ids.ts";
import { INVITE_ADDRESS_MAX, REQUEST_REASON_MAX, ROOM_INVITE_BATCH } from "./limits.ts";
import { participant, participantParams } from "./participants.endpoints.ts";
import { participantAccessLevels, participantAccessStatuses } from "./participants.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

export const roomInviteOutcomes = [
  "invited",
  "already",
  "notMember",
  "notFound",
  "banned",
] as const;
export type RoomInviteOutcome = (typeof roomInviteOutcomes)[number];

const accessLevel = z._default(z.enum(participantAccessLevels), "WRITE");
const manyPeople = z.maxLength(ROOM_INVITE_BATCH, { error: "BAD_REQUEST" });

export const inviteToRoom = endpoint({
  ...routes.inviteToRoom,
  group: "session-rooms",
  summary: "Invites people, who answer within 14 days; each has an outcome of their own",
  params: roomParams,
  body: z.strictObject({
    userIds: z.optional(z.array(userId).check(manyPeople)),
    /** Usernames, addresses or numbers, exactly. */
    identifiers: z.optional(
      z.array(z.string().check(z.maxLength(INVITE_ADDRESS_MAX))).check(manyPeople),
    ),
    accessLevel,
    /** Also those who were banned, by OWNER and ADMIN. */
    liftBan: z._default(z.boolean(), false),
  }),
  reply: z.object({
    /** In the order of the entries, the ids first. */
    results: z.array(z.object({ value: z.string(), outcome: z.enum(roomInviteOutcomes) })),
  }),
  errors: [
    "BAD_REQUEST",
    "ROOM_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "ACCESS_LEVEL_TOO_LOW",
    "ACCESS_LEVEL_NOT_ALLOWED",
    "ROOM_ARCHIVED",
    "GROUP_SIZE_INVALID",
    "ROOM_TYPE_NOT_SUPPORTED",
  ],
});

export const addParticipant = endpoint({
  ...routes.addParticipant,
  group: "session-rooms",
  summary:
    "Adds a member of the organization at once; in Personal it invites, and with the own id it asks",
  params: roomParams,
  body: z.strictObject({ userId, accessLevel }),
  reply: accessEntry,
  errors: [
    ...accessErrors,
    "USER_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "ACCESS_LEVEL_TOO_LOW",
    "PARTICIPANT_STATUS_CONFLICT",
  ],
});

export const setParticipantStatus = endpoint({
  ...routes.setParticipantStatus,
  group: "session-rooms",
  summary:
    "Decides a request, answers or cancels an invitation, withdraws a request, or lifts a ban",
  params: participantParams,
  body: z.strictObject({
    status: z.enum(participantAccessStatuses),
    reason: z.optional(personText(0, REQUEST_REASON_MAX)),
  }),
  reply: participant,
  errors: [
    "ROOM_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "PARTICIPANT_NOT_FOUND",
    "ACCESS_LEVEL_TOO_LOW",
    "ACCESS_LEVEL_NOT_ALLOWED",
    "ACCESS_REQUEST_CLOSED",
    "PARTICIPANT_STATUS_CONFLICT",
    "ROOM_ARCHIVED",
    "GROUP_SIZE_INVALID",
  ],
});

const managing = ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ACCESS_LEVEL_TOO_LOW"] as const;

export const cleanUpParticipants = endpoint({
  ...routes.cleanUpParticipants,
  group: "session-rooms",
  summary: "Closes what ran out, and ends the places of those who are no members any more",
  params: roomParams,
  reply: z.object({ expired: z.int(), removed: z.int() }),
  errors: managing,
});

export const fixParticipantsLastSeen = endpoint({
  ...routes.fixParticipantsLastSeen,
  group: "session-rooms",
  summary: "Moments of a last look that are missing or in the future become likely ones",
  params: roomParams,
  reply: z.object({ fixed: z.int() }),
  errors: managing,
});

export const cleanUpDuplicates = endpoint({
  ...routes.cleanUpDuplicates,
  group: "session-rooms",
  summary: "Looks through all rooms for people who stand in one twice, and keeps the higher place",
  reply: z.object({ roomsChecked: z.int(), duplicates: z.int(), removed: z.int() }),
  errors: [],
});
