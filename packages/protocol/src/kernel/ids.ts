import * as z from "zod/mini";

/** Ids are UUIDs on the wire (version 7, made by the server) and branded in code, so that two kinds cannot be swapped. */
export const userId = z.uuid().brand<"UserId">();
export const sessionId = z.uuid().brand<"SessionId">();
export const workspaceId = z.uuid().brand<"WorkspaceId">();
export const roomId = z.uuid().brand<"RoomId">();
export const messageId = z.uuid().brand<"MessageId">();
export const fileId = z.uuid().brand<"FileId">();
export const pictureId = z.uuid().brand<"PictureId">();
export const documentId = z.uuid().brand<"DocumentId">();
export const commentId = z.uuid().brand<"CommentId">();
export const versionId = z.uuid().brand<"VersionId">();

export type UserId = z.infer<typeof userId>;
export type SessionId = z.infer<typeof sessionId>;
export type WorkspaceId = z.infer<typeof workspaceId>;
export type RoomId = z.infer<typeof roomId>;
export type MessageId = z.infer<typeof messageId>;
export type FileId = z.infer<typeof fileId>;
export type PictureId = z.infer<typeof pictureId>;
export type DocumentId = z.infer<typeof documentId>;
export type CommentId = z.infer<typeof commentId>;
export type VersionId = z.infer<typeof versionId>;

/** A moment on the wire: ISO 8601 in UTC with milliseconds. PostgreSQL knows no year 0. */
export const isoTime = z.iso.datetime().check(z.refine((at) => !at.startsWith("0000")));

/** Correlates a frame with its answer; made by the client. */
export const requestId = z.string().check(z.minLength(1), z.maxLength(64));
