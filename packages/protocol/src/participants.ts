import * as z from "zod/mini";
import { event } from "./kernel/event.ts";
import { userId } from "./kernel/ids.ts";

export const participantAccessLevels = ["OWNER", "ADMIN", "WRITE", "COMMENT", "READ"] as const;
export type ParticipantAccessLevel = (typeof participantAccessLevels)[number];

export const participantAccessStatuses = [
  "IDLE",
  "ACCEPTED",
  "REJECTED",
  "PENDING",
  "INVITED",
  "REMOVED",
] as const;
export type ParticipantAccessStatus = (typeof participantAccessStatuses)[number];

export const participantPermissions = [
  "WRITE",
  "COMMENT",
  "READ",
  "DELETE_ROOM",
  "INVITE_USER",
  "DELETE_USER",
  "MANAGE_ROOM",
  "CHANGE_ACCESS_TYPE",
] as const;
export type ParticipantPermission = (typeof participantPermissions)[number];

export const joinMethods = ["DIRECT", "SHARED_LINK"] as const;
export type JoinMethod = (typeof joinMethods)[number];

/** Every change of somebody's place in a room (rules-rooms 6): joined, left, removed, another level. */
export const participantChanged = event({
  name: "participant_changed",
  durable: true,
  summary: "Somebody joined, left, was removed or has another level",
  data: z.object({
    userId,
    userName: z.string(),
    accessStatus: z.enum(participantAccessStatuses),
    accessLevel: z.enum(participantAccessLevels),
    /** Participants of the room after the change. */
    memberCount: z.int(),
    /** Came by a guest link. */
    isGuest: z.optional(z.literal(true)),
  }),
});
