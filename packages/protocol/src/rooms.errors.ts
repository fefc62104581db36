import { defineErrors } from "./kernel/errors.ts";

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
  SIDEBAR_CHANGED: { status: 409, message: "Your sections were changed on another device" },
  ROOM_LAST_OWNER: { status: 409, message: "Make somebody else owner first" },
  ROOM_LIMIT_REACHED: {
    status: 429,
    message: "You have created many rooms today. Please try again tomorrow.",
  },
  ROOM_MOVE_LIMIT_REACHED: {
    status: 429,
    message: "Addresses of rooms were changed often today. Please try again tomorrow.",
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
