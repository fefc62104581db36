import * as z from "zod/mini";
import { fileFacts, fileVariants } from "./files.fields.ts";
import { fileTypes } from "./files.rules.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { fileId, isoTime, messageId, userId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import { FILE_NAME_UNITS_MAX, LIST_PAGE_MAX, LIST_PAGE_SIZE, ROOM_SLUG_MAX } from "./limits.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";

export const fileErrors = defineErrors({
  FILE_NOT_FOUND: { status: 404, message: "File not found" },
  FILE_NOT_READY: { status: 409, message: "This file is not ready yet" },
  FILE_QUARANTINED: { status: 403, message: "Malware was found in this file" },
  FILE_EMPTY: { status: 400, message: "The file is empty" },
  FILE_TOO_LARGE: { status: 413, message: "The file is too large" },
  FILE_TYPE_BLOCKED: { status: 415, message: "Files of this type are not allowed" },
  STORAGE_FULL: { status: 507, message: "There is no storage left" },
  UPLOAD_EXPIRED: { status: 410, message: "The upload took too long. Please start again." },
  UPLOAD_MISMATCH: { status: 409, message: "The upload is not complete" },
});

const name = z.string().check(z.minLength(1), z.maxLength(FILE_NAME_UNITS_MAX));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const uploadParams = z.strictObject({ id: fileId });

/** An upload that has begun; its id is that of the file. */
export const upload = z.object({
  id: fileId,
  /** Bytes that the server has. */
  offset: z.int(),
  size: z.int(),
  expiresAt: isoTime,
});
export type Upload = z.infer<typeof upload>;

/** Where a file is to be seen: a message that is there and that the caller may read. */
const place = z.object({
  messageId,
  sessionRoomSlug: z.string(),
  roomTitle: z.string(),
  /** The message is a reply that stands in its thread alone. */
  isInThread: z.boolean(),
});

/** A file as its lists show it. */
export const file = z.object({
  ...fileFacts,
  type: z.enum(fileTypes),
  ownerId: userId,
  ownerName: z.string(),
  createdAt: isoTime,
  /** When it was put into the trash; null for one that is not there. */
  trashedAt: z.nullable(isoTime),
  /** The place where it was sent last, of those that the caller may see; null where nobody sees it but its owner. */
  place: z.nullable(place),
});
export type File = z.infer<typeof file>;

export const startUpload = endpoint({
  ...routes.startUpload,
  openToGuests: true,
  group: "files",
  summary:
    "Begins an upload, for a room that the caller may send into or for themselves; its bytes follow by the tus protocol",
  body: z.strictObject({
    name,
    size: z.int().check(z.minimum(0)),
    /** The hash that the bytes must come to, in lower-case hexadecimal digits. */
    sha256: z.optional(sha256),
    roomSlug: z.optional(z.string().check(z.minLength(1), z.maxLength(ROOM_SLUG_MAX))),
  }),
  status: 201,
  reply: upload,
  limit: "upload",
  errors: [
    "ROOM_NOT_FOUND",
    "NOT_SUBSCRIBED",
    "ROOM_ARCHIVED",
    "MESSAGE_SEND_NOT_ALLOWED",
    "DM_NOT_POSSIBLE",
    "FILE_EMPTY",
    "FILE_TOO_LARGE",
    "FILE_TYPE_BLOCKED",
    "STORAGE_FULL",
  ],
});

export const getUpload = endpoint({
  ...routes.getUpload,
  openToGuests: true,
  group: "files",
  summary: "How far an upload is: the headers of the tus protocol",
  params: uploadParams,
  status: 200,
  errors: ["FILE_NOT_FOUND", "UPLOAD_EXPIRED"],
});

export const appendUpload = endpoint({
  ...routes.appendUpload,
  openToGuests: true,
  group: "files",
  summary:
    "Bytes of an upload from `Upload-Offset` on (tus); a cut connection loses none of those that had come",
  params: uploadParams,
  errors: ["FILE_NOT_FOUND", "UPLOAD_EXPIRED", "UPLOAD_MISMATCH", "FILE_TOO_LARGE", "STORAGE_FULL"],
});

export const cancelUpload = endpoint({
  ...routes.cancelUpload,
  openToGuests: true,
  group: "files",
  summary: "Ends an upload (tus), or removes the file that it became while nothing shows it",
  params: uploadParams,
  errors: ["FILE_NOT_FOUND", "UPLOAD_EXPIRED"],
});

export const completeUpload = endpoint({
  ...routes.completeUpload,
  openToGuests: true,
  group: "files",
  summary: "Makes a file of an upload whose bytes are all there; again answers the same file",
  params: uploadParams,
  reply: file,
  errors: [
    "FILE_NOT_FOUND",
    "UPLOAD_EXPIRED",
    "UPLOAD_MISMATCH",
    "FILE_TYPE_BLOCKED",
    "FILE_QUARANTINED",
    "STORAGE_FULL",
  ],
});

const filePage = z.object({
  results: z.array(file),
  nextCursor: z.nullable(z.string()),
});

const listQuery = {
  type: z.optional(z.enum(fileTypes)),
  ownerId: z.optional(userId),
  from: z.optional(isoTime),
  to: z.optional(isoTime),
  /** Words of the name. */
  search: z.optional(z.string().check(z.minLength(1), z.maxLength(FILE_NAME_UNITS_MAX))),
  cursor: z.optional(z.string().check(z.maxLength(80))),
  limit: z._default(queryInteger(1, LIST_PAGE_MAX), LIST_PAGE_SIZE),
};

export const listFiles = endpoint({
  ...routes.listFiles,
  group: "files",
  summary: "Files of the active workspace that the caller may see now, the newest first",
  query: z.strictObject({
    ...listQuery,
    roomSlug: z.optional(z.string().check(z.minLength(1), z.maxLength(ROOM_SLUG_MAX))),
    /** `trash`: own ones that were deleted and may be restored. */
    scope: z._default(z.enum(["all", "trash"]), "all"),
  }),
  reply: filePage,
  limit: "search",
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "CURSOR_INVALID"],
});

export const listFilesOfRoom = endpoint({
  ...routes.listFilesOfRoom,
  openToGuests: true,
  group: "files",
  summary: "Files that messages of a room show, the newest first",
  params: roomParams,
  query: z.strictObject(listQuery),
  reply: filePage,
  limit: "search",
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "CURSOR_INVALID"],
});

export const getFile = endpoint({
  ...routes.getFile,
  openToGuests: true,
  group: "files",
  summary: "A file of one's own, or one that a message shows which the caller may read",
  params: uploadParams,
  reply: file,
  errors: ["FILE_NOT_FOUND"],
});

export const renameFile = endpoint({
  ...routes.renameFile,
  openToGuests: true,
  group: "files",
  summary: "Gives an own file another name, where one may write in all rooms that show it",
  params: uploadParams,
  body: z.strictObject({ name }),
  reply: file,
  limit: "edit",
  errors: ["FILE_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW", "FILE_TYPE_BLOCKED"],
});

export const deleteFile = endpoint({
  ...routes.deleteFile,
  openToGuests: true,
  group: "files",
  summary:
    "Puts an own file into the trash for 30 days: nobody else sees it from now on; again changes nothing",
  params: uploadParams,
  limit: "edit",
  errors: ["FILE_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW"],
});

export const restoreFile = endpoint({
  ...routes.restoreFile,
  openToGuests: true,
  group: "files",
  summary: "Takes an own file out of the trash: the messages with it show it again",
  params: uploadParams,
  reply: file,
  limit: "edit",
  errors: ["FILE_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW"],
});

export const getFileContent = endpoint({
  ...routes.getFileContent,
  openToGuests: true,
  group: "files",
  summary:
    "The bytes of a file, or of what was made of it; ranges and ETag as HTTP has them. What could be active is only saved, never shown",
  params: uploadParams,
  query: z.strictObject({
    variant: z.optional(z.enum(fileVariants)),
    /** To be saved under its name, not shown. */
    download: z.optional(z.literal("1")),
  }),
  reply: z.string(),
  errors: ["FILE_NOT_FOUND", "FILE_NOT_READY", "FILE_QUARANTINED"],
});

export const getFileUsage = endpoint({
  ...routes.getFileUsage,
  openToGuests: true,
  group: "files",
  summary:
    "Storage that the caller's files take in the active workspace, with what is being uploaded",
  reply: z.object({
    /** Bytes. */
    used: z.int(),
    /** Null where there is no limit. */
    limit: z.nullable(z.int()),
    /** The largest file that may be uploaded. */
    fileMax: z.int(),
    largest: z.array(file),
  }),
  errors: [],
});
