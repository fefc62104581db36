import * as z from "zod/mini";
import { accountTypes, userRoles } from "./accounts.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, sessionId, userId, workspaceId } from "./kernel/ids.ts";
import {
  BIO_MAX,
  COMPANY_MAX,
  CUSTOM_STATUS_MAX,
  EMOJI_MAX_LENGTH,
  FULL_NAME_MAX,
  LOCATION_MAX,
  OUTGOING_URL_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from "./limits.ts";
import { customStatus } from "./presence.ts";
import { routes } from "./routes.ts";
import { toLine } from "./text.ts";

export const themePreferences = ["system", "light", "dark"] as const;
export type ThemePreference = (typeof themePreferences)[number];

export const userErrors = defineErrors({
  USER_NOT_FOUND: { status: 404, message: "User not found" },
  USERNAME_TAKEN: { status: 409, message: "This username is not available" },
  USERNAME_CHANGE_LIMIT: {
    status: 429,
    message: "You changed your username too often. Try again in {days} days.",
  },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "Please switch to an organization first" },
});

/** Partial on the way in, complete on the way out (rules-identity 49); what no feature reads yet is not here yet. */
const preferenceFields = {
  theme: z.enum(themePreferences),
  language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.maxLength(35)),
  timezone: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  weeklyDigest: z.boolean(),
  sound: z.boolean(),
  desktop: z.boolean(),
  mobile: z.boolean(),
  readReceipts: z.boolean(),
  typingIndicators: z.boolean(),
  /** Whether the server may look at the links of their messages (rules-messages 48). */
  linkPreviews: z.boolean(),
  /** The other person of a direct room sees until when they are quiet (rules-notifications 19). */
  shareQuietHours: z.boolean(),
  /** A push tells of a message without its words (rules-notifications 20). */
  hidePushText: z.boolean(),
  /** Offline to everybody, last seen when it was switched on (rules-rooms 52). */
  invisible: z.boolean(),
  /** Where sign-in leads; null is the workspace that the person switched to last. */
  defaultWorkspace: z.nullable(workspaceId),
};
export const preferences = z.object(preferenceFields);
export type Preferences = z.infer<typeof preferences>;

/** Defaults of the specification, section 3; timezone null means that of the browser. */
export const defaultPreferences: Preferences = {
  theme: "system",
  language: "en",
  timezone: null,
  emailNotifications: true,
  pushNotifications: false,
  marketingEmails: false,
  weeklyDigest: true,
  sound: true,
  desktop: true,
  mobile: true,
  readReceipts: true,
  typingIndicators: true,
  linkPreviews: true,
  shareQuietHours: true,
  hidePushText: false,
  invisible: false,
  defaultWorkspace: null,
};

/** All preferences of a person, of whom only those that they touched are kept. */
export function preferencesOf(touched: Partial<Preferences>): Preferences {
  return { ...defaultPreferences, ...touched };
}

/** The signed-in person, as only that person sees it (specification, section 3: current user). */
export const currentUser = z.object({
  id: userId,
  sessionUserId: userId,
  fullName: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  company: z.nullable(z.string()),
  location: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  customStatus: z.nullable(customStatus),
  login: z.nullable(z.string()),
  role: z.enum(userRoles),
  accountType: z.enum(accountTypes),
  isEmailVerified: z.boolean(),
  isPhoneNumberVerified: z.boolean(),
  isBlocked: z.boolean(),
  preferences,
  sessionId,
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Text of a person, in one line of so many code points (rules-identity 42). */
export function personText(minimum: number, maximum: number) {
  const line = z.check<string>((payload) => {
    const { value: input } = payload;
    const value = toLine(input, maximum);
    const tooLong = { code: "too_big", origin: "string", maximum, inclusive: true, input } as const;
    if (value === undefined) payload.issues.push(tooLong);
    else payload.value = value;
  });
  // What describes the contract learns the limit from here.
  line._zod.onattach.push(({ _zod }) => Object.assign(_zod.bag, { maximum }));
  return z.string().check(line, z.minLength(minimum));
}

export const username = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(USERNAME_MIN),
    z.maxLength(USERNAME_MAX),
    z.regex(/^[a-z][a-z0-9._-]*$/),
  );

export const getMe = endpoint({
  ...routes.getMe,
  openToGuests: true,
  group: "users",
  summary: "The signed-in person",
  reply: currentUser,
  errors: [],
});

/** What a person may change of themselves (rules-identity 43). */
export const ownFields = {
  fullName: z.optional(personText(1, FULL_NAME_MAX)),
  username: z.optional(username),
  bio: z.optional(z.nullable(personText(0, BIO_MAX))),
  company: z.optional(z.nullable(personText(0, COMPANY_MAX))),
  location: z.optional(z.nullable(personText(0, LOCATION_MAX))),
  /** Null takes the picture away; else the address that it has, since pictures of elsewhere would tell about their readers. */
  avatar_url: z.optional(z.nullable(z.string().check(z.maxLength(OUTGOING_URL_MAX)))),
  /** Null, and one that says nothing, takes it back; a moment that has passed is refused. */
  customStatus: z.optional(
    z.nullable(
      z.strictObject({
        emoji: z._default(
          z.nullable(z.string().check(z.minLength(1), z.maxLength(EMOJI_MAX_LENGTH))),
          null,
        ),
        text: z._default(personText(0, CUSTOM_STATUS_MAX), ""),
        expiresAt: z._default(z.nullable(isoTime), null),
      }),
    ),
  ),
  preferences: z.optional(z.partial(z.strictObject(preferenceFields))),
};

export const updateMe = endpoint({
  ...routes.updateMe,
  group: "users",
  summary: "Changes what the person may change of themselves; only what is sent changes",
  body: z.strictObject(ownFields),
  reply: currentUser,
  errors: ["USERNAME_TAKEN", "USERNAME_CHANGE_LIMIT"],
});
