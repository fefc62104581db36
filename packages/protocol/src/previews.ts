import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { messageId } from "./kernel/ids.ts";
import { changeErrors, eventSeq, messageParams } from "./messages.edits.ts";
import { routes } from "./routes.ts";

export const deletePreviews = endpoint({
  ...routes.deletePreviews,
  openToGuests: true,
  group: "messages",
  summary:
    "Takes the link previews off an own message for everybody; its present links get none again",
  params: messageParams,
  reply: z.object({ messageId, seq: eventSeq }),
  limit: "edit",
  errors: [...changeErrors, "MESSAGE_NOT_AUTHOR"],
});
