import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { userId } from "./kernel/ids.ts";
import { PARTICIPANT_ID_MAX, REMOVAL_REASON_MAX } from "./limits.ts";
import { participantAccessStatuses } from "./participants.ts";
import { roomParams, roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

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
  params: z.strictObject({
    slug: roomSlug,
    /** The person; a text that is no id names nobody. */
    participantId: z.string().check(z.minLength(1), z.maxLength(PARTICIPANT_ID_MAX)),
  }),
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
