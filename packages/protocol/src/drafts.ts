import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, messageId, roomId, workspaceId } from "./kernel/ids.ts";
import { DRAFT_MAX_LENGTH, DRAFT_OTHER_MAX_LENGTH } from "./limits.ts";
import { messageMetadataInput } from "./messages.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";

/** A text that its person has begun, in a room or in a thread of it; the same on all of their devices. */
export const draft = z.object({
  roomId,
  /** Null for the draft of the room itself. */
  threadId: z.nullable(messageId),
  content: z.string(),
  metadata: messageMetadataInput,
  /** What another device had written in the same place: kept until it is taken or thrown away. */
  other: z.nullable(z.string()),
  /** A later change has a higher one. */
  version: z.int(),
  updatedAt: isoTime,
});
export type Draft = z.infer<typeof draft>;

/** On another device. It has ended where it has no text. */
export const draftChange = z.object({ workspaceId, draft });
export type DraftChange = z.infer<typeof draftChange>;

const placeQuery = { threadId: z.optional(messageId) };
/** Of the draft that is changed; 0 where the device knows of none. */
const version = z.int().check(z.minimum(0));
const errors = [
  "ROOM_NOT_FOUND",
  "NOT_A_PARTICIPANT",
  "MESSAGE_NOT_FOUND",
  "DRAFT_CONFLICT",
] as const;

export const listDrafts = endpoint({
  ...routes.listDrafts,
  group: "drafts",
  summary: "Drafts of the caller in the rooms of the active workspace that they are in",
  reply: z.object({ results: z.array(draft) }),
  errors: [],
});

export const putDraft = endpoint({
  ...routes.putDraft,
  group: "drafts",
  summary:
    "Keeps a draft for all devices of the caller, where nobody has changed it since `version`; one without any text ends",
  params: roomParams,
  query: z.strictObject(placeQuery),
  body: z.strictObject({
    content: z.string().check(z.maxLength(DRAFT_MAX_LENGTH)),
    metadata: z._default(messageMetadataInput, {}),
    other: z._default(z.nullable(z.string().check(z.maxLength(DRAFT_OTHER_MAX_LENGTH))), null),
    version,
  }),
  reply: draft,
  isReplayed: false,
  errors,
});

export const deleteDraft = endpoint({
  ...routes.deleteDraft,
  group: "drafts",
  summary: "Ends a draft on all devices of the caller, where nobody has changed it since `version`",
  params: roomParams,
  query: z.strictObject({
    ...placeQuery,
    version: z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
  }),
  errors,
});
