import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { userId } from "./kernel/ids.ts";
import { identifier } from "./auth.ts";
import { inviteOutcomes } from "./invitations.ts";
import { FULL_NAME_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { userProfile } from "./people.ts";
import { ownFields, personText } from "./users.ts";

export const createUser = endpoint({
  ...routes.createUser,
  group: "users",
  summary: "Makes an account and sends its person a link to sign in; by those who run the server",
  body: z.strictObject({ identifier, fullName: personText(1, FULL_NAME_MAX) }),
  reply: userProfile,
  status: 201,
  errors: [
    "IDENTIFIER_REQUIRED",
    "IDENTIFIER_INVALID",
    "PHONE_NOT_SUPPORTED",
    "OTP_DELIVERY_UNAVAILABLE",
  ],
});

export const inviteUser = endpoint({
  ...routes.inviteUser,
  group: "users",
  summary:
    "Invites one person into the active organization, by email address; for its OWNER and ADMINs",
  body: z.strictObject({
    identifier,
    /** Ignored: nobody has an account there before they accept, and then the name that they gave themself. */
    fullName: z.optional(z.string().check(z.maxLength(FULL_NAME_MAX))),
    role: z._default(z.enum(["ADMIN", "MEMBER"]), "MEMBER"),
  }),
  reply: z.object({ email: z.string(), outcome: z.enum(inviteOutcomes) }),
  errors: [
    "IDENTIFIER_REQUIRED",
    "IDENTIFIER_INVALID",
    "NO_ACTIVE_ORGANIZATION",
    "ORGANIZATION_NOT_FOUND",
    "INVITATION_ROLE_NOT_ALLOWED",
    "INVITATION_LIMIT_REACHED",
  ],
});

export const updateUser = endpoint({
  ...routes.updateUser,
  group: "users",
  summary:
    "Changes oneself, like PATCH /user/me; those who run the server block and unblock others, and its OWNER makes ADMINs",
  params: z.strictObject({ sessionUserId: userId }),
  body: z.strictObject({
    ...ownFields,
    isBlocked: z.optional(z.boolean()),
    role: z.optional(z.enum(["ADMIN", "USER"])),
  }),
  reply: userProfile,
  errors: ["USER_NOT_FOUND", "USERNAME_TAKEN", "USERNAME_CHANGE_LIMIT"],
});

/** What becomes of the messages of somebody whose account is deleted. */
export const messageFates = ["keep", "delete"] as const;
export type MessageFate = (typeof messageFates)[number];

export const deleteUser = endpoint({
  ...routes.deleteUser,
  group: "users",
  summary:
    "Deletes the account: by its person, who has it back by signing in within some days, or by those who run the server",
  params: z.strictObject({ sessionUserId: userId }),
  body: z.strictObject({ messages: z._default(z.enum(messageFates), "keep") }),
  elevation: "always",
  errors: ["USER_NOT_FOUND", "ORGANIZATION_OWNER_MUST_TRANSFER"],
});
