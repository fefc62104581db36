import * as z from "zod/mini";
import { accessRequest } from "./access-requests.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { documentId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { REQUEST_MESSAGE_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/* Asking for a level on a document. What becomes of a request: access-requests.ts. */

export const documentLevelsAskedFor = ["READ", "COMMENT", "WRITE"] as const;
export type DocumentLevelAskedFor = (typeof documentLevelsAskedFor)[number];

const params = z.strictObject({ id: documentId });

export const askForDocument = endpoint({
  ...routes.askForDocument,
  group: "documents",
  summary:
    "Asks those who lead a document for a level on it; the answer is the same where there is none, where the caller has the level, and where they ask already",
  params,
  body: z.strictObject({
    level: z._default(z.enum(documentLevelsAskedFor), "READ"),
    message: z._default(personText(0, REQUEST_MESSAGE_MAX), ""),
  }),
  errors: [],
});

export const listDocumentRequests = endpoint({
  ...routes.listDocumentRequests,
  group: "documents",
  summary: "What people ask of those who lead a document, the newest first, while it is open",
  params,
  query: z.strictObject(pageQuery),
  reply: pageOf(accessRequest),
  errors: ["DOCUMENT_NOT_FOUND", "ACCESS_LEVEL_TOO_LOW"],
});
