import * as z from "zod/mini";
import { document } from "./documents.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { documentId } from "./kernel/ids.ts";
import { ROOM_SLUG_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

/* Documents at their places below each other. */

export const listDocumentTree = endpoint({
  ...routes.listDocumentTree,
  group: "documents",
  summary:
    "All active documents of the workspace, or of a room, that the caller may read, in the order of their places; the first 1,000",
  query: z.strictObject({
    sessionRoomSlug: z.optional(z.string().check(z.minLength(1), z.maxLength(ROOM_SLUG_MAX))),
  }),
  reply: z.object({ results: z.array(document), hasMore: z.boolean() }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});

const named = z.object({ id: documentId, title: z.string(), icon: z.nullable(z.string()) });
export type NamedDocument = z.infer<typeof named>;

export const getDocumentPlace = endpoint({
  ...routes.getDocumentPlace,
  group: "documents",
  summary:
    "The documents above one, from the top, as far as the caller may read them without a gap; and those right below it",
  params: z.strictObject({ id: documentId }),
  reply: z.object({ above: z.array(named), below: z.array(named) }),
  errors: ["DOCUMENT_NOT_FOUND"],
});
