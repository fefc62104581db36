import * as z from "zod/mini";
import { document } from "./documents.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { documentId, fileId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { routes } from "./routes.ts";

/* What documents name: other documents, and files that their readers see (rules-collab 2C). */

const params = z.strictObject({ id: documentId });

export const listBacklinks = endpoint({
  ...routes.listBacklinks,
  group: "documents",
  summary:
    "Documents with a link to this one that the caller may read, the last changed first; those in the trash are not among them",
  params,
  query: z.strictObject(pageQuery),
  reply: pageOf(document),
  errors: ["DOCUMENT_NOT_FOUND"],
});

export const attachDocumentFile = endpoint({
  ...routes.attachDocumentFile,
  group: "documents",
  summary:
    "Lets everybody who may read the document see a file that the caller sees, as long as the document is there; again changes nothing",
  params,
  body: z.strictObject({ fileId }),
  errors: ["DOCUMENT_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW", "DOCUMENT_LOCKED", "FILE_NOT_FOUND"],
});
