import * as z from "zod/mini";
import { tokens } from "./auth.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import {
  FULL_NAME_MAX,
  GUEST_LINK_DAYS,
  GUEST_LINK_DAYS_MAX,
  GUEST_LINK_USES_MAX,
  LINK_TOKEN_MAX,
} from "./limits.ts";
import { currentOrganization } from "./organizations.ts";
import { guestAccessLevels } from "./permissions.ts";
import { roomCard, roomParams, roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";
import { currentUser, personText } from "./users.ts";

export const guestErrors = defineErrors({
  GUEST_SIGN_IN_DISABLED: { status: 403, message: "Guests are not allowed here" },
  GUEST_LINK_INVALID: { status: 404, message: "This guest link is not valid any more" },
  GUEST_LINK_LIMIT_REACHED: { status: 409, message: "There is no room for more guest links" },
});

/** A live guest link, without its code. */
export const guestLink = z.object({
  id: z.uuid(),
  accessLevel: z.enum(guestAccessLevels),
  /** How many guests came by it. */
  uses: z.int(),
  maxUses: z.nullable(z.int()),
  /** By name. */
  createdBy: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type GuestLink = z.infer<typeof guestLink>;

const manageErrors = [
  "ROOM_NOT_FOUND",
  "NOT_A_PARTICIPANT",
  "ACCESS_LEVEL_TOO_LOW",
  "ROOM_TYPE_NOT_SUPPORTED",
] as const;

export const createGuestLink = endpoint({
  ...routes.createGuestLink,
  group: "session-rooms",
  summary: "Makes a link by which people without an account come into the room; shown this once",
  params: roomParams,
  body: z.strictObject({
    accessLevel: z.enum(guestAccessLevels),
    expiresInDays: z._default(
      z.int().check(z.minimum(1), z.maximum(GUEST_LINK_DAYS_MAX)),
      GUEST_LINK_DAYS,
    ),
    maxUses: z.optional(z.int().check(z.minimum(1), z.maximum(GUEST_LINK_USES_MAX))),
  }),
  reply: z.extend(guestLink, { link: z.string() }),
  status: 201,
  // The code is a secret.
  isReplayed: false,
  errors: [...manageErrors, "ROOM_ARCHIVED", "GUEST_SIGN_IN_DISABLED", "GUEST_LINK_LIMIT_REACHED"],
});

export const listGuestLinks = endpoint({
  ...routes.listGuestLinks,
  group: "session-rooms",
  summary: "The live guest links of a room, the newest first; for its OWNERs and ADMINs",
  params: roomParams,
  reply: z.object({ results: z.array(guestLink) }),
  errors: manageErrors,
});

export const closeGuestLink = endpoint({
  ...routes.closeGuestLink,
  group: "session-rooms",
  summary: "Closes a guest link; who came by it is out at once",
  params: z.strictObject({ slug: roomSlug, linkId: z.uuid() }),
  errors: [...manageErrors, "GUEST_LINK_INVALID"],
});

/** Any text of its length: one that is no code is a link that is not valid. */
const guestCode = z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX));

export const validateGuestLink = endpoint({
  ...routes.validateGuestLink,
  group: "auth",
  summary: "Which room a guest link leads to",
  body: z.strictObject({ guestCode }),
  reply: z.object({
    roomName: z.string(),
    /** Null in Personal. */
    organizationName: z.nullable(z.string()),
    accessLevel: z.enum(guestAccessLevels),
  }),
  isReplayed: false,
  errors: ["GUEST_LINK_INVALID", "GUEST_SIGN_IN_DISABLED"],
});

export const guestSignIn = endpoint({
  ...routes.guestSignIn,
  group: "auth",
  summary: "Signs somebody without an account in to the one room of a guest link",
  body: z.strictObject({ displayName: personText(1, FULL_NAME_MAX), guestCode }),
  reply: z.object({
    user: currentUser,
    tokens,
    currentOrg: z.nullable(currentOrganization),
    room: roomCard,
  }),
  isReplayed: false,
  errors: ["GUEST_LINK_INVALID", "GUEST_SIGN_IN_DISABLED", "ORIGIN_NOT_ALLOWED"],
});
