import * as z from "zod/mini";
import { command, plainCommand } from "./kernel/command.ts";
import { frame } from "./kernel/event.ts";
import { isoTime, requestId, userId } from "./kernel/ids.ts";
import { WATCHED_PEOPLE_MAX } from "./limits.ts";

/** By the last activity (rules-rooms 52). */
export const presenceStates = ["online", "away", "offline"] as const;
export type PresenceState = (typeof presenceStates)[number];

/** What somebody says of themselves beside their name; gone when it is due (rules-rooms 53). */
export const customStatus = z.object({
  emoji: z.nullable(z.string()),
  text: z.string(),
  /** Null: until it is taken back. */
  expiresAt: z.nullable(isoTime),
});
export type CustomStatus = z.infer<typeof customStatus>;

/** Somebody as whoever sees them sees them now. */
export const personState = z.object({
  userId,
  fullName: z.string(),
  avatar_url: z.nullable(z.string()),
  presence: z.enum(presenceStates),
  /** To five minutes; null where nothing is known. */
  lastSeen: z.nullable(isoTime),
  customStatus: z.nullable(customStatus),
});
export type PersonState = z.infer<typeof personState>;

export const watchPeopleCommand = command({
  type: "CLIENT_WATCH_PEOPLE",
  openToGuests: true,
  summary: "Who is on the screen: takes the place of whom this socket watched before",
  frame: z.strictObject({
    type: z.literal("CLIENT_WATCH_PEOPLE"),
    requestId,
    userIds: z.array(userId).check(z.maxLength(WATCHED_PEOPLE_MAX)),
  }),
  lane: { name: "people" },
  errors: [],
});

export const activityCommand = plainCommand({
  type: "CLIENT_ACTIVITY",
  openToGuests: true,
  summary:
    "The person has touched the device just now; counted once a minute, never answered (rules-rooms 52)",
  frame: z.strictObject({ type: z.literal("CLIENT_ACTIVITY") }),
  isSilent: true,
  errors: [],
});

export const peopleUpdate = frame({
  type: "SERVER_PEOPLE_UPDATE",
  summary:
    "How the watched people are now. `isComplete`: all whom the caller sees; whoever is missing is not shown any more. Otherwise those who changed",
  frame: z.object({
    type: z.literal("SERVER_PEOPLE_UPDATE"),
    requestId: z.optional(requestId),
    isComplete: z.boolean(),
    people: z.array(personState),
  }),
});
