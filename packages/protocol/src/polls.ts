import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { messageId, roomId } from "./kernel/ids.ts";
import { POLL_OPTIONS_MAX } from "./limits.ts";
import { changeErrors, eventSeq, messageParams } from "./messages.edits.ts";
import { ownVote, poll } from "./polls.fields.ts";
import { routes } from "./routes.ts";

const errors = [...changeErrors, "MESSAGE_DELETED"] as const;
const optionId = z.string().check(z.minLength(1), z.maxLength(8));

export const votePoll = endpoint({
  ...routes.votePoll,
  openToGuests: true,
  group: "messages",
  summary:
    "Votes in a poll, instead of an earlier vote; without options that is withdrawn. The room is told within a second, by message_edited",
  params: messageParams,
  body: z.strictObject({ optionIds: z.array(optionId).check(z.maxLength(POLL_OPTIONS_MAX)) }),
  reply: z.object({ messageId, poll, ownVote }),
  limit: "reaction",
  errors: [...errors, "POLL_CLOSED", "POLL_OPTION_INVALID"],
});

export const closePoll = endpoint({
  ...routes.closePoll,
  openToGuests: true,
  group: "messages",
  summary: "Closes a poll, by its author or by those who lead the room; again changes nothing",
  params: messageParams,
  reply: z.object({ messageId, poll, seq: eventSeq }),
  limit: "edit",
  errors: [...errors, "ACCESS_LEVEL_TOO_LOW"],
});

/** The vote of a person, for all of their devices. */
export const pollVoted = z.object({ roomId, messageId, ownVote });
