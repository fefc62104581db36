import * as z from "zod/mini";
import { retentionDays } from "./retention.ts";

/** Least level of those who may pin a message. */
export const pinningLevels = ["ADMIN", "WRITE"] as const;
export type PinningLevel = (typeof pinningLevels)[number];
export const PINNED_BY_DEFAULT: PinningLevel = "WRITE";

/** What a room has chosen (rules-rooms 11); what no feature reads yet is not here yet. */
export const roomSettingFields = {
  /** Whether the room says who joined and who left (rules-messages 57). */
  joinLeaveLines: z.boolean(),
  /** Whether those below ADMIN may mention everybody in a small room. */
  allowWildcardMention: z.boolean(),
  pinnedBy: z.enum(pinningLevels),
  /** Whether people without an account may come by a guest link; the workspace must allow it as well (rules-rooms 39). */
  allowGuests: z.boolean(),
  /** Its messages are deleted for good when they are so many days old; what the workspace has chosen holds where that is stricter. */
  messageRetentionDays: retentionDays,
  /** Whether the server may look at the links of messages (rules-messages 48). */
  linkPreviews: z.boolean(),
};
export const roomSettings = z.object(roomSettingFields);
export type RoomSettings = z.infer<typeof roomSettings>;

/** Those that a room has chosen. */
export const chosenRoomSettings = z.partial(z.strictObject(roomSettingFields));
export type ChosenRoomSettings = z.infer<typeof chosenRoomSettings>;

const defaults: RoomSettings = {
  joinLeaveLines: true,
  allowWildcardMention: true,
  pinnedBy: PINNED_BY_DEFAULT,
  allowGuests: false,
  messageRetentionDays: null,
  linkPreviews: true,
};

/** The settings of a room that has chosen these; in general everybody comes and goes, so nobody is told. */
export function toRoomSettings(room: {
  readonly settings: ChosenRoomSettings;
  readonly isGeneral: boolean;
}): RoomSettings {
  const chosen = { ...defaults, joinLeaveLines: !room.isGeneral, ...room.settings };
  // Nothing is undefined in what came as JSON.
  return chosen as RoomSettings;
}
