import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime } from "./kernel/ids.ts";
import { QUIET_RANGES_MAX } from "./limits.ts";
import { quietHoursModes } from "./notifications.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";

/** The time on the clock of the person: 09:05. */
const clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

/** Belongs to the day on which it begins, and ends on the next one where `until` is not later; the same time twice is the whole day. */
export const quietRange = z.strictObject({ from: clock, until: clock });
export type QuietRange = z.infer<typeof quietRange>;

const ranges = z._default(z.array(quietRange).check(z.maxLength(QUIET_RANGES_MAX)), []);

/** By the number of the day: 0 is Sunday. */
const quietDays = z.strictObject({
  "0": ranges,
  "1": ranges,
  "2": ranges,
  "3": ranges,
  "4": ranges,
  "5": ranges,
  "6": ranges,
});

const settings = {
  mode: z.enum(quietHoursModes),
  /** Of the modes that name their days; kept in the others. */
  range: quietRange,
  /** Of the mode CUSTOM; kept in the others. */
  days: quietDays,
};
const quietHoursSettings = z.object(settings);
export type QuietHoursSettings = z.infer<typeof quietHoursSettings>;

export const quietHours = z.object({
  ...settings,
  /** In which the times are meant. */
  timeZone: z.string(),
  /** End of a pause by hand; null where there is none. */
  pausedUntil: z.nullable(isoTime),
  /** End of the quiet time that holds now, a pause or quiet hours; null where it is not quiet. */
  quietUntil: z.nullable(isoTime),
  /** When it becomes quiet next; null where it is quiet now, or not within a week. */
  quietFrom: z.nullable(isoTime),
});
export type QuietHours = z.infer<typeof quietHours>;

export const getQuietHours = endpoint({
  ...routes.getQuietHours,
  group: "notifications",
  summary: "When nothing is pushed or mailed to the caller",
  reply: quietHours,
  errors: [],
});

export const updateQuietHours = endpoint({
  ...routes.updateQuietHours,
  group: "notifications",
  summary:
    "Chooses when nothing is pushed or mailed to the caller, in their time zone; security alerts always are",
  body: z.strictObject({
    ...settings,
    /** Of the device: in use as long as the preferences name no time zone. */
    timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Without it a range with the same time twice is refused: it may be a slip. */
    isWholeDayConfirmed: z._default(z.boolean(), false),
  }),
  reply: quietHours,
  errors: [],
});

export const pauseNotifications = endpoint({
  ...routes.pauseNotifications,
  group: "notifications",
  summary: "Makes it quiet for the caller until then, for seven days at most; null ends it",
  body: z.strictObject({ until: z.nullable(isoTime) }),
  reply: quietHours,
  errors: [],
});

export const getPeerQuiet = endpoint({
  ...routes.getPeerQuiet,
  group: "session-rooms",
  summary:
    "Until when nothing rings for the other person of a direct room, where they show it; null otherwise, and in every other room",
  params: roomParams,
  reply: z.object({ quietUntil: z.nullable(isoTime) }),
  errors: ["ROOM_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND"],
});
