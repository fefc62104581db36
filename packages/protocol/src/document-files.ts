import * as z from "zod/mini";
import { document } from "./documents.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { documentId } from "./kernel/ids.ts";
import {
  DOCUMENT_CONTENT_MAX_BYTES,
  DOCUMENT_CONTENT_PARTS_MAX,
  DOCUMENT_FILE_NAME_MAX,
  DOCUMENT_TITLE_MAX,
  ROOM_SLUG_MAX,
} from "./limits.ts";
import { documentFormats, importSkips, unknownKinds } from "./document-files.fields.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/* Documents as files, in and out of the app; copies and templates (rules-collab 2C). */

export const documentFileErrors = defineErrors({
  DOCUMENT_TOO_LARGE: { status: 413, message: "The document is too large" },
  DOCUMENT_UNREADABLE: { status: 422, message: "This is not a text that documents can take" },
  IMPORT_TOO_LARGE: { status: 413, message: "The file is too large, or it holds too much" },
  IMPORT_UNREADABLE: { status: 422, message: "This file cannot be read" },
  PDF_NOT_AVAILABLE: { status: 409, message: "This server makes no PDF files" },
  PDF_FAILED: { status: 503, message: "The PDF was not made. Please try again." },
});

const params = z.strictObject({ id: documentId });

/** A part that documents do not know: what stood in it is there as text. */
const unknownPart = z.object({
  kind: z.enum(unknownKinds),
  name: z.string(),
  count: z.int(),
});

export const putDocumentContent = endpoint({
  ...routes.putDocumentContent,
  group: "documents",
  summary:
    "Replaces what stands in a document, as one of its editors would; `unknown`: parts that became text or went",
  params,
  body: z.union([
    z.strictObject({ markdown: z.string().check(z.maxLength(DOCUMENT_CONTENT_MAX_BYTES)) }),
    z.strictObject({
      /** ProseMirror's JSON, as the export gives it. */
      content: z.looseObject({ type: z.literal("doc") }),
    }),
  ]),
  bodyMax: DOCUMENT_CONTENT_MAX_BYTES,
  partsMax: DOCUMENT_CONTENT_PARTS_MAX,
  isReplayed: false,
  reply: z.object({ document, unknown: z.array(unknownPart) }),
  errors: [
    "DOCUMENT_NOT_FOUND",
    "ACCESS_LEVEL_TOO_LOW",
    "DOCUMENT_LOCKED",
    "DOCUMENT_TOO_LARGE",
    "DOCUMENT_UNREADABLE",
  ],
});

export const exportDocument = endpoint({
  ...routes.exportDocument,
  group: "documents",
  summary:
    "A document as a file; `zip`: with all documents below it, as markdown. PDF where the server has a browser",
  params,
  query: z.strictObject({ format: z._default(z.enum(documentFormats), "markdown") }),
  errors: ["DOCUMENT_NOT_FOUND", "DOCUMENT_TOO_LARGE", "PDF_NOT_AVAILABLE", "PDF_FAILED"],
});

export const exportDocuments = endpoint({
  ...routes.exportDocuments,
  group: "documents",
  summary:
    "A ZIP of markdown: a document with all below it, or all documents of a room; what changes meanwhile may be in it or not",
  body: z.union([
    z.strictObject({ id: documentId }),
    z.strictObject({
      sessionRoomSlug: z.string().check(z.minLength(1), z.maxLength(ROOM_SLUG_MAX)),
    }),
  ]),
  errors: ["DOCUMENT_NOT_FOUND", "ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "DOCUMENT_TOO_LARGE"],
});

export const importDocuments = endpoint({
  ...routes.importDocuments,
  group: "documents",
  summary:
    "Makes documents of a file: markdown, HTML, or a ZIP of them as Notion and Confluence export it; below a document, in a room, or among the caller's own",
  query: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(DOCUMENT_FILE_NAME_MAX)),
    parentId: z.optional(documentId),
    sessionRoomSlug: z.optional(z.string().check(z.minLength(1), z.maxLength(ROOM_SLUG_MAX))),
    /** Says what would come of it, and makes nothing. */
    dryRun: z.optional(z.literal("1")),
  }),
  isReplayed: false,
  limit: "upload",
  reply: z.object({
    /** Null in a dry run. */
    created: z.array(z.object({ id: z.nullable(documentId), title: z.string() })),
    skipped: z.array(z.object({ name: z.string(), reason: z.enum(importSkips) })),
    notes: z.array(z.object({ name: z.string(), unknown: z.array(unknownPart) })),
  }),
  errors: [
    "DOCUMENT_NOT_FOUND",
    "ROOM_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "ROOM_ARCHIVED",
    "ACCESS_LEVEL_TOO_LOW",
    "IMPORT_TOO_LARGE",
    "IMPORT_UNREADABLE",
  ],
});

export const duplicateDocument = endpoint({
  ...routes.duplicateDocument,
  group: "documents",
  summary:
    "A copy of what stands in a document: beside it where the caller may write there, else among their own; `parentId` names another place, null their own",
  params,
  body: z.strictObject({
    title: z.optional(personText(0, DOCUMENT_TITLE_MAX)),
    parentId: z.optional(z.nullable(documentId)),
    withChildren: z._default(z.boolean(), false),
  }),
  status: 201,
  reply: document,
  errors: ["DOCUMENT_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW", "DOCUMENT_TOO_LARGE"],
});

export const setDocumentTemplate = endpoint({
  ...routes.setDocumentTemplate,
  group: "documents",
  summary: "Offers a document as a template to all who may read it, or no longer",
  params,
  body: z.strictObject({ isTemplate: z.boolean() }),
  reply: document,
  errors: ["DOCUMENT_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW"],
});
