import * as z from "zod/mini";
import { isoTime } from "./kernel/ids.ts";
import { POLL_OPTION_UNITS_MAX, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from "./limits.ts";
import { replier } from "./threads.fields.ts";

/** A poll as it is sent with a message, whose content is the question (rules-messages 44). */
export const pollInput = z.strictObject({
  /** Different ones; their length in code points is judged by the service, which normalises first. */
  options: z
    .array(z.string().check(z.minLength(1), z.maxLength(POLL_OPTION_UNITS_MAX)))
    .check(z.minLength(POLL_OPTIONS_MIN), z.maxLength(POLL_OPTIONS_MAX)),
  /** One person may choose several. */
  multiple: z._default(z.boolean(), false),
  /** Only numbers, for everybody and for its author. */
  anonymous: z._default(z.boolean(), false),
  /** From a minute to a year ahead; without it somebody closes it. */
  closesAt: z.optional(isoTime),
});
export type PollInput = z.infer<typeof pollInput>;

/** A poll with its results. */
export const poll = z.object({
  options: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      votes: z.int(),
      /** Of the whole poll the first POLL_VOTES_NAMED votes; absent where it is anonymous. */
      voters: z.optional(z.array(replier)),
    }),
  ),
  multiple: z.boolean(),
  anonymous: z.boolean(),
  /** People who voted. */
  voterCount: z.int(),
  isClosed: z.boolean(),
  /** When it closes, or closed; null where nobody has set a time. */
  closesAt: z.nullable(isoTime),
  /** Grows with each vote and with the closing: a copy with a smaller one is older. */
  version: z.int(),
});
export type Poll = z.infer<typeof poll>;

/** The choice of a reader, and the version that the poll had by it. */
export const ownVote = z.object({ optionIds: z.array(z.string()), version: z.int() });
export type OwnVote = z.infer<typeof ownVote>;
