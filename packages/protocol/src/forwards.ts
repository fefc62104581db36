import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { messageParams } from "./messages.edits.ts";
import { clientMessageId, content, sendErrors, sentMessage } from "./messages.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";

export const forwardMessage = endpoint({
  ...routes.forwardMessage,
  group: "messages",
  summary: "Sends a copy of a message, with its author and time, to another room of the workspace",
  params: messageParams,
  body: z.strictObject({
    targetSlug: roomSlug,
    /** Stands before the copied text. */
    comment: z.optional(content),
    clientMessageId: z.optional(clientMessageId),
    /** The caller knows that people who cannot read the source will read the copy. */
    confirmed: z.optional(z.boolean()),
  }),
  reply: sentMessage,
  status: 201,
  otherStatuses: [200],
  limit: "send",
  errors: [
    ...sendErrors,
    "MESSAGE_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "MESSAGE_NOT_FORWARDABLE",
    "AUDIENCE_GROWS",
  ],
});
