import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { messageId, roomId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import { SEARCH_PAGE_SIZE, SEARCH_QUERY_MAX, SEARCH_SKIP_MAX } from "./limits.ts";
import { message } from "./messages.ts";
import { roomParams, roomTypes } from "./rooms.ts";
import { routes } from "./routes.ts";

/** Rooms that are searched: those that the caller is in, or the PUBLIC ones of the workspace as well (rules-messages 49). */
export const searchScopes = ["mine", "public"] as const;
export type SearchScope = (typeof searchScopes)[number];

/** Words, "phrases", filters and '-' (search.rules.ts). */
const query = z.string().check(z.minLength(1), z.maxLength(SEARCH_QUERY_MAX));
const page = {
  query,
  limit: z._default(queryInteger(1, SEARCH_PAGE_SIZE), SEARCH_PAGE_SIZE),
  skip: z._default(queryInteger(0, SEARCH_SKIP_MAX), 0),
};

const found = {
  /** Newest first. */
  messages: z.array(message),
  /** How many match, as far as they were counted: at most SEARCH_TOTAL_MAX. */
  total: z.int(),
  /** There are no more than those. */
  isWhole: z.boolean(),
  hasMore: z.boolean(),
  /** Where the text that people see (plainText, else content) matches, by message: UTF-16 units, from and to before. */
  ranges: z.record(messageId, z.array(z.tuple([z.int(), z.int()]))),
};
export const foundMessages = z.object(found);
export type FoundMessages = z.infer<typeof foundMessages>;

export const searchMessages = endpoint({
  ...routes.searchMessages,
  openToGuests: true,
  group: "messages",
  summary: "Messages of a room whose text or author matches, as the caller may read them now",
  params: roomParams,
  query: z.strictObject(page),
  reply: foundMessages,
  limit: "search",
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "BAD_REQUEST"],
});

/** A room in which something was found. */
export const foundRoom = z.object({
  sessionRoomSlug: z.string(),
  title: z.string(),
  roomType: z.enum(roomTypes),
});
export type FoundRoom = z.infer<typeof foundRoom>;

export const searchAllMessages = endpoint({
  ...routes.searchAllMessages,
  group: "messages",
  summary: "The same over the rooms of the active workspace that the caller is in, or may read",
  query: z.strictObject({ ...page, scope: z._default(z.enum(searchScopes), "mine") }),
  reply: z.object({ ...found, rooms: z.record(roomId, foundRoom) }),
  limit: "search",
  errors: ["BAD_REQUEST"],
});
