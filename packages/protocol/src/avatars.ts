import { endpoint } from "./kernel/endpoint.ts";
import { AVATAR_MAX_BYTES } from "./limits.ts";
import { organization, organizationParams } from "./organizations.ts";
import { changedRoom } from "./rooms.changes.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";
import { takesPicture } from "./small-pictures.ts";
import { currentUser } from "./users.ts";

/* The pictures of people, rooms and organizations: the server makes a square of what comes, and `avatar_url` leads to it. */

/** What takes the bytes of a picture: again with others replaces it, and a repetition is its own protection. */
const taking = {
  takesBytes: "image/*",
  bytesMax: AVATAR_MAX_BYTES,
  isReplayed: false,
  limit: "upload",
} as const;

const roomErrors = [
  "ROOM_NOT_FOUND",
  "NOT_A_PARTICIPANT",
  "ACCESS_LEVEL_TOO_LOW",
  "ROOM_ARCHIVED",
  "ROOM_TYPE_NOT_SUPPORTED",
] as const;

export const setOwnAvatar = endpoint({
  ...routes.setOwnAvatar,
  ...taking,
  group: "users",
  summary: "Gives the caller a picture: the bytes of an image, of which a square is made",
  reply: currentUser,
  errors: [...takesPicture],
});

export const deleteOwnAvatar = endpoint({
  ...routes.deleteOwnAvatar,
  group: "users",
  summary: "Takes the caller's picture away; again changes nothing",
  reply: currentUser,
  errors: [],
});

export const setRoomAvatar = endpoint({
  ...routes.setRoomAvatar,
  ...taking,
  group: "session-rooms",
  summary: "Gives a channel or a group a picture; by its OWNERs and ADMINs",
  params: roomParams,
  reply: changedRoom,
  errors: [...roomErrors, ...takesPicture],
});

export const deleteRoomAvatar = endpoint({
  ...routes.deleteRoomAvatar,
  group: "session-rooms",
  summary: "Takes the picture of a room away; again changes nothing",
  params: roomParams,
  reply: changedRoom,
  errors: roomErrors,
});

export const setOrganizationAvatar = endpoint({
  ...routes.setOrganizationAvatar,
  ...taking,
  group: "organizations",
  summary: "Gives an organization a picture; by its OWNER and ADMINs",
  params: organizationParams,
  reply: organization,
  errors: ["ORGANIZATION_NOT_FOUND", ...takesPicture],
});

export const deleteOrganizationAvatar = endpoint({
  ...routes.deleteOrganizationAvatar,
  group: "organizations",
  summary: "Takes the picture of an organization away; again changes nothing",
  params: organizationParams,
  reply: organization,
  errors: ["ORGANIZATION_NOT_FOUND"],
});
