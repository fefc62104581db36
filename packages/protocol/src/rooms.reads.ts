import * as z from "zod/mini";
import { accessRequest } from "./access-requests.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { organizationParams } from "./organizations.ts";
import { participantAccessStatuses, participantPermissions } from "./participants.ts";
import { roomSettings } from "./rooms.settings.ts";
import { listedStatuses, roomAccessTypes, roomCard, roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";

export const findRoom = endpoint({
  ...routes.findRoom,
  openToGuests: true,
  group: "session-rooms",
  summary: "Is there such a room for the caller?",
  params: roomParams,
  reply: z.object({ exists: z.boolean() }),
  errors: [],
});

export const entryRefusals = ["NOT_FOUND", "BANNED", "ARCHIVED"] as const;
export const entryActions = [
  "open",
  "join",
  "request",
  "requestException",
  "accept",
  "none",
] as const;

/** Whether somebody may enter a room, and by which call. */
const entry = z.object({
  valid: z.boolean(),
  reason: z.nullable(z.enum(entryRefusals)),
  action: z.enum(entryActions),
  sessionRoomSlug: z.string(),
  /** Null where there is no room to see. */
  accessType: z.nullable(z.enum(roomAccessTypes)),
  accessStatus: z.nullable(z.enum(participantAccessStatuses)),
  /** What the caller asks for in it and nobody has answered. */
  request: z.nullable(accessRequest),
  /** Who was refused, or refused an invitation, may ask from then on. */
  askAgainAt: z.nullable(isoTime),
  /** In the words of who refused; null where they said none, or the caller declined. */
  refusal: z.nullable(z.string()),
  /** The name of who invited the caller, whose answer is still to come. */
  invitedBy: z.nullable(z.string()),
});
export type Entry = z.infer<typeof entry>;

export const validateRoom = endpoint({
  ...routes.validateRoom,
  openToGuests: true,
  group: "session-rooms",
  summary: "May the caller enter, and how? Changes nothing",
  params: roomParams,
  reply: entry,
  errors: [],
});

export const getRoomSettings = endpoint({
  ...routes.getRoomSettings,
  openToGuests: true,
  group: "session-rooms",
  summary: "The settings of a room, for its participants, with what they may do in it",
  params: roomParams,
  reply: z.extend(roomSettings, {
    accessType: z.enum(roomAccessTypes),
    organizationDomain: z.nullable(z.string()),
    /** Whether the workspace lets its rooms have guests. */
    workspaceAllowsGuests: z.boolean(),
    /** Days after which messages are deleted for good in all rooms of the workspace; null: never. */
    workspaceRetentionDays: z.nullable(z.int()),
    /** The same of files. */
    workspaceFileRetentionDays: z.nullable(z.int()),
    permissions: z.array(z.enum(participantPermissions)),
  }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

export const listRoomsOf = endpoint({
  ...routes.listRoomsOf,
  group: "session-rooms",
  summary: "Channels of an organization of the caller that they see",
  params: organizationParams,
  query: z.strictObject({
    ...pageQuery,
    status: z._default(z.enum(listedStatuses), "ACTIVE"),
  }),
  reply: pageOf(roomCard),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const getRoomStats = endpoint({
  ...routes.getRoomStats,
  openToGuests: true,
  group: "multi-room-chat",
  summary: "Numbers about a room, for its participants",
  params: roomParams,
  reply: z.object({
    /** Deleted ones keep their number, so they count. */
    messageCount: z.int(),
    participantCount: z.int(),
    /** As others see them: who is invisible is not counted. */
    onlineCount: z.int(),
    lastActivityAt: isoTime,
    createdAt: isoTime,
  }),
  errors: ["ROOM_NOT_FOUND"],
});

export const getChatHealth = endpoint({
  ...routes.getChatHealth,
  openToGuests: true,
  group: "multi-room-chat",
  summary: "The server reaches its database",
  reply: z.object({ status: z.literal("ok") }),
  errors: [],
});
