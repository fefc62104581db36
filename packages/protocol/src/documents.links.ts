import * as z from "zod/mini";
import { fileVariants } from "./files.fields.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { documentId, fileId, isoTime, workspaceId } from "./kernel/ids.ts";
import { LINK_FILE_KEY_MAX, LINK_PASSWORD_MAX, LINK_TOKEN_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

/* Links that show a document to whoever has them, signed in or not (rules-collab 2C). */

export const documentLinkErrors = defineErrors({
  LINK_NOT_FOUND: { status: 404, message: "This link is not valid" },
  LINK_GONE: { status: 410, message: "This link is no longer valid" },
  LINK_PASSWORD_REQUIRED: { status: 403, message: "This link needs a password" },
  LINK_PASSWORD_WRONG: { status: 403, message: "The password is wrong" },
  LINK_LIMIT_REACHED: {
    status: 409,
    message: "This document has {max} links already. Remove one first.",
  },
});

export const documentLinkLevels = ["READ", "COMMENT"] as const;
export type DocumentLinkLevel = (typeof documentLinkLevels)[number];

/** A link that was not taken back, without its token. */
export const documentLink = z.object({
  id: z.uuid(),
  /** Of members of the workspace who open it; nobody else does more than read. */
  level: z.enum(documentLinkLevels),
  hasPassword: z.boolean(),
  /** From then on it shows nothing; null: never. */
  expiresAt: z.nullable(isoTime),
  /** How often it was opened. */
  views: z.int(),
  /** By name. */
  createdBy: z.string(),
  createdAt: isoTime,
});
export type DocumentLink = z.infer<typeof documentLink>;

const params = z.strictObject({ id: documentId });
const linkParams = z.strictObject({ id: documentId, linkId: z.uuid() });
const errors = ["DOCUMENT_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW"] as const;
const level = z.enum(documentLinkLevels);
const password = z.string().check(z.minLength(1), z.maxLength(LINK_PASSWORD_MAX));
const expiresAt = z.nullable(isoTime);

export const listDocumentLinks = endpoint({
  ...routes.listDocumentLinks,
  group: "documents",
  summary: "The links of a document that were not taken back, the newest first; for its ADMINs",
  params,
  reply: z.object({ results: z.array(documentLink) }),
  errors,
});

export const createDocumentLink = endpoint({
  ...routes.createDocumentLink,
  group: "documents",
  summary: "Makes a link that shows a document to whoever has it; the link is told this once",
  params,
  body: z.strictObject({
    level: z._default(level, "READ"),
    password: z.optional(password),
    expiresAt: z._default(expiresAt, null),
  }),
  reply: z.extend(documentLink, { link: z.string() }),
  status: 201,
  // The link is a secret.
  isReplayed: false,
  errors: [...errors, "LINK_LIMIT_REACHED"],
});

export const updateDocumentLink = endpoint({
  ...routes.updateDocumentLink,
  group: "documents",
  summary:
    "Another level, password or end of a link; null takes the password or the end away, and people who opened it follow within a second",
  params: linkParams,
  body: z.strictObject({
    level: z.optional(level),
    password: z.optional(z.nullable(password)),
    expiresAt: z.optional(expiresAt),
  }),
  reply: documentLink,
  isReplayed: false,
  errors: [...errors, "LINK_NOT_FOUND"],
});

export const removeDocumentLink = endpoint({
  ...routes.removeDocumentLink,
  group: "documents",
  summary: "Takes a link back: it shows nothing from now on, and gives nobody a level",
  params: linkParams,
  errors: [...errors, "LINK_NOT_FOUND"],
});

/** Any text of its length: one that is no token is a link that is not valid. */
const token = z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX));
const linkErrors = [
  "LINK_NOT_FOUND",
  "LINK_GONE",
  "LINK_PASSWORD_REQUIRED",
  "LINK_PASSWORD_WRONG",
] as const;

export const openDocumentLink = endpoint({
  ...routes.openDocumentLink,
  group: "documents",
  summary:
    "A member of the workspace of the document gets the level of its link, as long as the link works",
  body: z.strictObject({ token, password: z.optional(password) }),
  reply: z.object({
    id: documentId,
    workspaceId,
    /** It may be another one than that of the session. */
    isPersonal: z.boolean(),
  }),
  isReplayed: false,
  errors: [...linkErrors, "DOCUMENT_NOT_FOUND"],
});

/** A document as a link shows it: nothing of its people, and nothing of where it is. */
export const publicDocument = z.object({
  title: z.string(),
  icon: z.nullable(z.string()),
  /** In the form of ProseMirror, with the nodes that documents are made of. */
  content: z.record(z.string(), z.unknown()),
  updatedAt: isoTime,
  /** Goes with each call for its files, for 12 hours; null where the link has no password. */
  fileKey: z.nullable(z.string()),
});
export type PublicDocument = z.infer<typeof publicDocument>;

const publicParams = z.strictObject({ token });

export const getPublicDocument = endpoint({
  ...routes.getPublicDocument,
  group: "documents",
  summary: "A document by its link, for anybody; it changes nothing, and counts no view",
  params: publicParams,
  reply: publicDocument,
  errors: linkErrors,
});

export const openPublicDocument = endpoint({
  ...routes.openPublicDocument,
  group: "documents",
  summary:
    "The same for a page that shows it: counted as a view, and with the password of the link; 5 wrong ones in 15 minutes",
  params: publicParams,
  body: z.strictObject({ password: z.optional(password) }),
  reply: publicDocument,
  isReplayed: false,
  errors: linkErrors,
});

export const getPublicDocumentFile = endpoint({
  ...routes.getPublicDocumentFile,
  group: "documents",
  summary:
    "The bytes of a file that the document of a link shows now, as long as the link works; headers as those of any file",
  params: z.strictObject({ token, fileId }),
  query: z.strictObject({
    variant: z.optional(z.enum(fileVariants)),
    /** To be saved under its name, not shown. */
    download: z.optional(z.literal("1")),
    /** The `fileKey` of the document. */
    key: z.optional(z.string().check(z.maxLength(LINK_FILE_KEY_MAX))),
  }),
  reply: z.string(),
  errors: [
    "LINK_NOT_FOUND",
    "LINK_GONE",
    "LINK_PASSWORD_REQUIRED",
    "FILE_NOT_FOUND",
    "FILE_NOT_READY",
    "FILE_QUARANTINED",
  ],
});
