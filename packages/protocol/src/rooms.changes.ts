import * as z from "zod/mini";
import { statuses } from "./accounts.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { event } from "./kernel/event.ts";
import { ROOM_DESCRIPTION_MAX, ROOM_TITLE_MAX } from "./limits.ts";
import { roomAccessTypes, roomCard, roomParams, roomPrivacies, roomSlug } from "./rooms.ts";
import { chosenRoomSettings, roomSettings } from "./rooms.settings.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/** What everybody who hears a room is told of it: absolute, so that a later event repeats nothing wrong. */
const sharedRoom = z.object({
  /** The present address. */
  sessionRoomSlug: z.string(),
  roomName: z.string(),
  description: z.nullable(z.string()),
  /** Absent in events of before rooms had one. */
  avatar_url: z.optional(z.nullable(z.string())),
  accessType: z.enum(roomAccessTypes),
  status: z.enum(statuses),
  settings: roomSettings,
});

/** Title, description, picture, address, access type, status or settings of the room are others now (rules-rooms 10, 33 to 36). */
export const roomUpdated = event({
  name: "room_updated",
  durable: true,
  summary: "The room itself changed; addressed by the address that it had before",
  data: z.object({
    room: sharedRoom,
    /** Where the address changed: the one before, which leads to the room for ever. */
    previousSlug: z.optional(z.string()),
    /** Whoever looks at the room from outside hears nothing of it after this. */
    endsPreviews: z.boolean(),
  }),
  // Messages that were encoded before name the address of that time.
  supersedes: true,
});

/** The room after a change. */
export const changedRoom = z.extend(roomCard, {
  /** Of the last event in its log that the call wrote; absent where nothing changed. */
  seq: z.optional(z.int()),
});
export type ChangedRoom = z.infer<typeof changedRoom>;

const title = personText(0, ROOM_TITLE_MAX).check(
  z.refine((text) => text !== "", { error: "ROOM_NAME_REQUIRED" }),
);
const description = z.nullable(personText(0, ROOM_DESCRIPTION_MAX));

export const createRoom = endpoint({
  ...routes.createRoom,
  group: "session-rooms",
  summary: "A new channel with the caller as its OWNER, under an address made of its title",
  body: z.strictObject({
    title,
    description: z.optional(description),
    privacy: z._default(z.enum(roomPrivacies), "public"),
  }),
  reply: changedRoom,
  status: 201,
  errors: ["ROOM_NAME_REQUIRED", "ROOM_LIMIT_REACHED"],
});

const changes = {
  /** The specification puts a prefix before both; without it they mean the same. */
  sessionRoomTitle: z.optional(title),
  title: z.optional(title),
  sessionRoomDescription: z.optional(description),
  description: z.optional(description),
  settings: z.optional(chosenRoomSettings),
};
const changeErrors = [
  "ROOM_NOT_FOUND",
  "NOT_A_PARTICIPANT",
  "ACCESS_LEVEL_TOO_LOW",
  "ROOM_ARCHIVED",
  "ROOM_TYPE_NOT_SUPPORTED",
  "ROOM_IS_GENERAL",
] as const;

export const updateRoom = endpoint({
  ...routes.updateRoom,
  group: "session-rooms",
  summary:
    "Changes what is sent of a room; its former addresses go on leading to it but for a new one that nobody else opened",
  params: roomParams,
  body: z.strictObject({ ...changes, slug: z.optional(roomSlug) }),
  reply: changedRoom,
  errors: [...changeErrors, "ROOM_NAME_REQUIRED", "ROOM_MOVE_LIMIT_REACHED"],
});

export const saveRoom = endpoint({
  ...routes.saveRoom,
  group: "session-rooms",
  summary: "Changes a room that the caller sees; where they see none, makes one",
  params: roomParams,
  body: z.strictObject({
    ...changes,
    /** Of a new room. */
    privacy: z._default(z.enum(roomPrivacies), "public"),
  }),
  reply: changedRoom,
  errors: [...changeErrors, "ROOM_NAME_REQUIRED", "ROOM_LIMIT_REACHED"],
});

export const changeAccessType = endpoint({
  ...routes.changeAccessType,
  group: "session-rooms",
  summary: "Who may find and enter the room; ADMINs only restrict it",
  params: roomParams,
  body: z.strictObject({ accessType: z.enum(roomAccessTypes) }),
  reply: changedRoom,
  errors: changeErrors,
});

export const archiveRoom = endpoint({
  ...routes.archiveRoom,
  group: "session-rooms",
  summary: "Makes the room read-only for everybody; a direct room is only hidden",
  params: roomParams,
  reply: changedRoom,
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ACCESS_LEVEL_TOO_LOW", "ROOM_IS_GENERAL"],
});

export const unarchiveRoom = endpoint({
  ...routes.unarchiveRoom,
  group: "session-rooms",
  summary: "Gives an archived room back as it was",
  params: roomParams,
  reply: changedRoom,
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ACCESS_LEVEL_TOO_LOW"],
});

export const deleteRoom = endpoint({
  ...routes.deleteRoom,
  group: "session-rooms",
  summary: "Takes the room away from everybody; its OWNER may restore it for a time",
  params: roomParams,
  reply: changedRoom,
  errors: [
    "ROOM_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "ACCESS_LEVEL_TOO_LOW",
    "ROOM_TYPE_NOT_SUPPORTED",
    "ROOM_IS_GENERAL",
  ],
});

export const restoreRoom = endpoint({
  ...routes.restoreRoom,
  group: "session-rooms",
  summary: "Gives back a room that the caller deleted",
  params: roomParams,
  reply: changedRoom,
  errors: ["ROOM_NOT_FOUND"],
});
