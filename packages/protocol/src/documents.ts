import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { documentId, isoTime, userId, workspaceId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { DOCUMENT_TITLE_MAX, ROOM_SLUG_MAX } from "./limits.ts";
import { participantAccessLevels } from "./participants.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/* Documents that people write together (rules-collab 2C). What stands in them goes over a channel of its own (documents.live.ts). */

export const documentErrors = defineErrors({
  DOCUMENT_NOT_FOUND: { status: 404, message: "Document not found" },
  DOCUMENT_CYCLE: { status: 409, message: "A document cannot be moved into itself" },
  DOCUMENT_LOCKED: { status: 403, message: "This document is locked" },
});

export const documentStatuses = ["ACTIVE", "ARCHIVED", "DELETED"] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

const author = z.object({ id: userId, fullName: z.string() });

/** A document as its readers know it, without its text. */
export const document = z.object({
  id: documentId,
  workspaceId,
  /** The room that it belongs to; null where it is shared with people by itself, or where the caller does not see that room. */
  sessionRoomSlug: z.nullable(z.string()),
  /** Null at the top, and where the caller does not see the document above. */
  parentId: z.nullable(documentId),
  title: z.string(),
  icon: z.nullable(z.string()),
  status: z.enum(documentStatuses),
  /** Of the caller: READ opens, COMMENT comments, WRITE edits, ADMIN shares, locks and archives, OWNER deletes for ever. */
  level: z.enum(participantAccessLevels),
  /** Nobody comes in by the document above. */
  isRestricted: z.boolean(),
  isLocked: z.boolean(),
  /** Offered to all who may read it as the beginning of other documents. */
  isTemplate: z.boolean(),
  createdBy: author,
  updatedBy: author,
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Until then it can be taken out of the trash. */
  purgesAt: z.nullable(isoTime),
});
export type Document = z.infer<typeof document>;

const title = personText(0, DOCUMENT_TITLE_MAX);
const icon = z.nullable(z.string().check(z.maxLength(16)));
const params = z.strictObject({ id: documentId });
const errors = ["DOCUMENT_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW"] as const;
const roomErrors = ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"] as const;

export const createRoomDocument = endpoint({
  ...routes.createRoomDocument,
  group: "documents",
  summary: "A new document of a room, by those who may write there",
  params: roomParams,
  body: z.strictObject({
    title: z._default(title, ""),
    parentId: z._default(z.nullable(documentId), null),
  }),
  status: 201,
  reply: document,
  errors: [...roomErrors, ...errors],
});

export const getRoomDocument = endpoint({
  ...routes.getRoomDocument,
  group: "documents",
  summary: "A document of a room; one of another room is not found",
  params: z.extend(roomParams, { documentId }),
  reply: document,
  errors: [...roomErrors, "DOCUMENT_NOT_FOUND"],
});

export const listRoomDocuments = endpoint({
  ...routes.listRoomDocuments,
  group: "documents",
  summary: "The documents of a room that the caller may read, the last changed first",
  params: roomParams,
  query: z.strictObject(pageQuery),
  reply: pageOf(document),
  errors: roomErrors,
});

export const createDocument = endpoint({
  ...routes.createDocument,
  group: "documents",
  summary: "A new document of the caller in the active workspace, or below one that they may write",
  body: z.strictObject({
    title: z._default(title, ""),
    parentId: z._default(z.nullable(documentId), null),
  }),
  status: 201,
  reply: document,
  errors,
});

/** `excerpt`: some of the text around the first word that was looked for; null where no text was, or where it is in the title alone. */
export const foundDocument = z.extend(document, { excerpt: z.nullable(z.string()) });
export type FoundDocument = z.infer<typeof foundDocument>;

export const documentScopes = ["all", "mine", "shared", "templates", "archived", "trash"] as const;
export type DocumentScope = (typeof documentScopes)[number];

export const listDocuments = endpoint({
  ...routes.listDocuments,
  group: "documents",
  summary:
    "Documents of the active workspace that the caller may read, the last changed first; `search`: words of the title or of the text",
  query: z.strictObject({
    ...pageQuery,
    scope: z._default(z.enum(documentScopes), "all"),
    search: z.optional(z.string().check(z.maxLength(DOCUMENT_TITLE_MAX))),
    sessionRoomSlug: z.optional(z.string().check(z.minLength(1), z.maxLength(ROOM_SLUG_MAX))),
    parentId: z.optional(documentId),
  }),
  reply: pageOf(foundDocument),
  errors: roomErrors,
});

export const getDocument = endpoint({
  ...routes.getDocument,
  group: "documents",
  summary: "A document that the caller may read",
  params,
  reply: document,
  errors: ["DOCUMENT_NOT_FOUND"],
});

export const updateDocument = endpoint({
  ...routes.updateDocument,
  group: "documents",
  summary: "Another title or icon; an empty title is 'Untitled'",
  params,
  body: z.strictObject({
    title: z.optional(title),
    icon: z.optional(icon),
  }),
  reply: document,
  errors: [...errors, "DOCUMENT_LOCKED"],
});

export const moveDocument = endpoint({
  ...routes.moveDocument,
  group: "documents",
  summary:
    "Below another document of the same room, or to the top, by those who lead it; behind `afterId`, or first",
  params,
  body: z.strictObject({
    parentId: z.nullable(documentId),
    afterId: z._default(z.nullable(documentId), null),
  }),
  reply: document,
  errors: [...errors, "DOCUMENT_CYCLE"],
});

export const archiveDocument = endpoint({
  ...routes.archiveDocument,
  group: "documents",
  summary: "Out of the lists, and read only; again changes nothing",
  params,
  reply: document,
  errors,
});

export const unarchiveDocument = endpoint({
  ...routes.unarchiveDocument,
  group: "documents",
  summary: "Back in the lists",
  params,
  reply: document,
  errors,
});

export const lockDocument = endpoint({
  ...routes.lockDocument,
  group: "documents",
  summary: "Stops edits, not comments; or lets them go on",
  params,
  body: z.strictObject({ isLocked: z.boolean() }),
  reply: document,
  errors,
});

export const deleteDocument = endpoint({
  ...routes.deleteDocument,
  group: "documents",
  summary:
    "Into the trash with what stands below it and is the caller's to delete, for 30 days; one that is there already goes for ever, by its OWNER",
  params,
  errors,
});

export const restoreDocument = endpoint({
  ...routes.restoreDocument,
  group: "documents",
  summary: "Out of the trash, with all that went there with it",
  params,
  reply: document,
  errors,
});

export const documentPrincipals = ["user", "room", "organization"] as const;
export type DocumentPrincipal = (typeof documentPrincipals)[number];

const grant = z.object({
  principal: z.enum(documentPrincipals),
  id: z.uuid(),
  level: z.enum(participantAccessLevels),
});

export const getDocumentAccess = endpoint({
  ...routes.getDocumentAccess,
  group: "documents",
  summary:
    "Levels that were given on a document itself; those of its room and of documents above add to them",
  params,
  reply: z.object({
    isRestricted: z.boolean(),
    entries: z.array(z.extend(grant, { name: z.string() })),
  }),
  errors: ["DOCUMENT_NOT_FOUND"],
});

export const setDocumentAccess = endpoint({
  ...routes.setDocumentAccess,
  group: "documents",
  summary:
    "Gives a level to somebody of the workspace, to a room or to the organization, or takes it away with null; open editors follow within a second",
  params,
  body: z.strictObject({
    isRestricted: z.optional(z.boolean()),
    entries: z._default(
      z
        .array(z.strictObject({ ...grant.shape, level: z.nullable(grant.shape.level) }))
        .check(z.maxLength(100)),
      [],
    ),
  }),
  reply: getDocumentAccess.reply,
  errors: [...errors, "USER_NOT_FOUND", "ROOM_NOT_FOUND"],
});

export const getDocumentReader = endpoint({
  ...routes.getDocumentReader,
  group: "documents",
  summary:
    "Whether somebody whom the caller sees, or may give a level, may open a document that the caller writes: who may not is not told that it names them",
  params: z.extend(params, { userId }),
  reply: z.object({
    canOpen: z.boolean(),
    /** The caller may give them a level. */
    canBeGiven: z.boolean(),
  }),
  errors: [...errors, "USER_NOT_FOUND"],
});
