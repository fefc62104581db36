import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { userId } from "./kernel/ids.ts";
import { EMAIL_MAX_LENGTH, GROUP_MAX_PEOPLE, ROOM_TITLE_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { subscription, subscriptionList } from "./subscriptions.ts";
import { personText } from "./users.ts";

export const listMyConversations = endpoint({
  ...routes.listMyConversations,
  group: "session-rooms",
  summary: "The direct rooms and groups that the caller is in, and the room of their own",
  reply: subscriptionList,
  errors: [],
});

const conversation = z.extend(subscription, {
  /** Of the last event that the call wrote; absent where the room was there. */
  seq: z.optional(z.int()),
});

export const openDirect = endpoint({
  ...routes.openDirect,
  group: "session-rooms",
  summary:
    "The one direct room with somebody, made where there is none; with oneself the room of one's own. They see it with the first message",
  body: z.strictObject({
    userId: z.optional(userId),
    /** A whole username; in Personal an address or number as well. */
    username: z.optional(z.string().check(z.minLength(1), z.maxLength(EMAIL_MAX_LENGTH))),
  }),
  reply: conversation,
  errors: ["BAD_REQUEST", "USER_NOT_FOUND", "DM_NOT_POSSIBLE", "DM_LIMIT_REACHED", "FORBIDDEN"],
});

export const createGroup = endpoint({
  ...routes.createGroup,
  group: "session-rooms",
  summary:
    "The one group of the caller and these people, made where there is none; with a name always a new one",
  body: z.strictObject({
    /** Beside the caller. */
    userIds: z.array(userId).check(z.maxLength(10 * GROUP_MAX_PEOPLE)),
    name: z.optional(personText(0, ROOM_TITLE_MAX)),
  }),
  reply: conversation,
  errors: [
    "GROUP_SIZE_INVALID",
    "USER_NOT_FOUND",
    "DM_NOT_POSSIBLE",
    "ROOM_LIMIT_REACHED",
    "FORBIDDEN",
  ],
});
