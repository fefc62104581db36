import * as z from "zod/mini";
import { tokens } from "./auth.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, workspaceId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import {
  EMAIL_MAX_LENGTH,
  FULL_NAME_MAX,
  INVITE_LINK_DAYS,
  INVITE_LINK_DAYS_MAX,
  INVITE_LINK_USES_MAX,
  LINK_TOKEN_MAX,
} from "./limits.ts";
import { organizationMemberRoles } from "./members.ts";
import { routes } from "./routes.ts";
import { currentUser } from "./users.ts";

export const invitationErrors = defineErrors({
  INVITATION_NOT_FOUND: { status: 404, message: "Invitation not found" },
  INVITATION_EXPIRED: { status: 410, message: "This invitation has expired" },
  INVITATION_ALREADY_USED: { status: 409, message: "This invitation has already been used" },
  INVITATION_WRONG_ACCOUNT: {
    status: 403,
    message: "You cannot accept this invitation with your current account",
  },
  INVITATION_ROLE_NOT_ALLOWED: { status: 403, message: "You cannot invite with this role" },
});

export const invitationStatuses = [
  "ACCEPTED",
  "REJECTED",
  "PENDING",
  "EXPIRED",
  "REVOKED",
] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export const invitationTypes = ["DIRECT", "EMAIL", "LINK"] as const;
export type InvitationType = (typeof invitationTypes)[number];

/** What the invitation page knows of an invitation. */
export const invitationViewStatuses = ["PENDING", "INVALID"] as const;
export type InvitationViewStatus = (typeof invitationViewStatuses)[number];

const orgId = workspaceId;
const invitationId = z.uuid();
/** Any text of its length: one that is no code of ours is an invitation that is not there. */
const code = z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX));
/** Nobody becomes ADMIN or OWNER by a link (rules-identity 67). */
const linkRole = z.enum(["MEMBER", "GUEST"]);

export const generateInviteLink = endpoint({
  ...routes.generateInviteLink,
  group: "organizations",
  summary: "Makes a link by which anybody may join; its code is shown this once",
  params: z.strictObject({ orgId }),
  body: z.strictObject({
    role: z._default(linkRole, "MEMBER"),
    expiresInDays: z._default(
      z.int().check(z.minimum(1), z.maximum(INVITE_LINK_DAYS_MAX)),
      INVITE_LINK_DAYS,
    ),
    maxUses: z.optional(z.int().check(z.minimum(1), z.maximum(INVITE_LINK_USES_MAX))),
  }),
  reply: z.object({ link: z.string(), code: z.string(), expiresAt: isoTime }),
  status: 201,
  // The code is a secret.
  isReplayed: false,
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const invitationSortKeys = ["createdAt", "expiresAt"] as const;

export const invitation = z.object({
  id: invitationId,
  type: z.enum(invitationTypes),
  status: z.enum(invitationStatuses),
  role: z.enum(organizationMemberRoles),
  email: z.nullable(z.string()),
  /** The last characters of the code. */
  codeEnd: z.string(),
  uses: z.int(),
  maxUses: z.nullable(z.int()),
  invitedBy: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type Invitation = z.infer<typeof invitation>;

export const listInvitations = endpoint({
  ...routes.listInvitations,
  group: "organizations",
  summary: "Invitations of an organization, the newest first; for its OWNER and ADMINs",
  params: z.strictObject({ orgId }),
  query: z.strictObject({
    ...pageQuery,
    status: z.optional(z.enum(invitationStatuses)),
    /** A part of the address. */
    email: z.optional(z.string().check(z.maxLength(EMAIL_MAX_LENGTH))),
    sortBy: z._default(z.enum(invitationSortKeys), "createdAt"),
  }),
  reply: pageOf(invitation),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const cancelInvitation = endpoint({
  ...routes.cancelInvitation,
  group: "organizations",
  summary: "Revokes an invitation that is pending",
  params: z.strictObject({ orgId, invitationId }),
  errors: ["ORGANIZATION_NOT_FOUND", "INVITATION_NOT_FOUND"],
});

/** What the page of an invitation shows (rules-identity 69, 70). */
export const invitationCard = z.object({
  valid: z.boolean(),
  message: z.optional(z.string()),
  canAccept: z.boolean(),
  organization: z.optional(z.object({ id: workspaceId, name: z.string(), title: z.string() })),
  invitation: z.optional(
    z.object({
      email: z.nullable(z.string()),
      role: z.enum(organizationMemberRoles),
      expiresAt: isoTime,
      inviterName: z.string(),
    }),
  ),
});
export type InvitationCard = z.infer<typeof invitationCard>;

export const validateInvitation = endpoint({
  ...routes.validateInvitation,
  group: "auth",
  summary: "What an invitation is for, and whether the caller may accept it",
  params: z.strictObject({ code }),
  reply: invitationCard,
  errors: [],
});

export const acceptInvitation = endpoint({
  ...routes.acceptInvitation,
  group: "auth",
  summary: "The caller becomes a member, and their session works in the organization",
  body: z.strictObject({
    inviteCode: code,
    /** Ignored: the invitation itself says whom it is for. */
    email: z.optional(z.string().check(z.maxLength(EMAIL_MAX_LENGTH))),
    fullName: z.optional(z.string().check(z.maxLength(FULL_NAME_MAX))),
  }),
  reply: z.object({
    organization: z.object({ id: workspaceId, name: z.string() }),
    orgId: workspaceId,
    organizationName: z.string(),
    tokens,
    user: currentUser,
    message: z.optional(z.string()),
  }),
  isReplayed: false,
  errors: [
    "INVITATION_NOT_FOUND",
    "INVITATION_EXPIRED",
    "INVITATION_ALREADY_USED",
    "MEMBER_SUSPENDED",
    "ORIGIN_NOT_ALLOWED",
  ],
});
