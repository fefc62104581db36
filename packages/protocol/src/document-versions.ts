import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { documentId, isoTime, userId, versionId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { VERSION_NAME_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/* Versions of documents: kept by the clock and by name, compared and restored (rules-collab 28). */

export const documentVersionErrors = defineErrors({
  VERSION_GONE: { status: 410, message: "This version is not there any more" },
  VERSION_LIMIT_REACHED: {
    status: 409,
    message: "This document has as many named versions as it can have. Take a name away first.",
  },
});

export const documentVersionKinds = ["auto", "named", "restore", "import"] as const;
export type DocumentVersionKind = (typeof documentVersionKinds)[number];

export const documentVersion = z.object({
  id: versionId,
  documentId,
  /** One with a name is `named`, however it came about. */
  kind: z.enum(documentVersionKinds),
  name: z.nullable(z.string()),
  createdAt: isoTime,
  /** Writers since the version before it. */
  editors: z.array(z.object({ id: userId, fullName: z.string() })),
  words: z.int(),
});
export type DocumentVersion = z.infer<typeof documentVersion>;

export const contentChanges = ["added", "removed"] as const;

/** A part of what stands in a document, as its editor has it, with what became of it. */
export interface ComparedNode {
  readonly type: string;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?:
    | readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[]
    | undefined;
  /** With all that is in it; absent where it stayed, or where parts of it tell. */
  readonly change?: (typeof contentChanges)[number] | undefined;
  readonly content?: readonly ComparedNode[] | undefined;
}

const attrs = z.record(z.string(), z.unknown());

export const comparedNode: z.ZodMiniType<ComparedNode> = z.object({
  type: z.string(),
  text: z.optional(z.string()),
  attrs: z.optional(attrs),
  marks: z.optional(z.array(z.object({ type: z.string(), attrs: z.optional(attrs) }))),
  change: z.optional(z.enum(contentChanges)),
  get content() {
    return z.optional(z.array(comparedNode));
  },
}) as z.ZodMiniType<ComparedNode>;

const params = z.strictObject({ id: documentId, versionId });
const name = personText(1, VERSION_NAME_MAX);
const errors = ["DOCUMENT_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW"] as const;

export const listDocumentVersions = endpoint({
  ...routes.listDocumentVersions,
  group: "documents",
  summary: "Versions of a document, the newest first",
  params: z.strictObject({ id: documentId }),
  query: z.strictObject(pageQuery),
  reply: pageOf(documentVersion),
  errors: ["DOCUMENT_NOT_FOUND"],
});

export const createDocumentVersion = endpoint({
  ...routes.createDocumentVersion,
  group: "documents",
  summary: "Names what stands in a document now; such a version is kept for ever",
  params: z.strictObject({ id: documentId }),
  body: z.strictObject({ name }),
  status: 201,
  reply: documentVersion,
  errors: [...errors, "VERSION_LIMIT_REACHED"],
});

export const getDocumentVersion = endpoint({
  ...routes.getDocumentVersion,
  group: "documents",
  summary:
    "What stands in a version; with `compareTo` also what it has more and less than another version, than the one before it (`previous`), or than the document has now (`current`)",
  params,
  query: z.strictObject({
    compareTo: z.optional(z.union([z.enum(["previous", "current"]), versionId])),
  }),
  reply: z.object({
    version: documentVersion,
    blocks: z.array(comparedNode),
    addedWords: z.int(),
    removedWords: z.int(),
    /** Too much has changed to be compared word by word everywhere. */
    isCoarse: z.boolean(),
  }),
  errors: ["DOCUMENT_NOT_FOUND", "VERSION_GONE"],
});

export const updateDocumentVersion = endpoint({
  ...routes.updateDocumentVersion,
  group: "documents",
  summary: "Gives a version a name, or takes it away with null",
  params,
  body: z.strictObject({ name: z.nullable(name) }),
  reply: documentVersion,
  errors: [...errors, "VERSION_GONE", "VERSION_LIMIT_REACHED"],
});

export const restoreDocumentVersion = endpoint({
  ...routes.restoreDocumentVersion,
  group: "documents",
  summary:
    "Makes the document hold what the version holds, as an edit that open editors see; what stood there before is a version too",
  params,
  reply: documentVersion,
  errors: [...errors, "VERSION_GONE", "DOCUMENT_LOCKED"],
});
