import * as z from "zod/mini";
import { tokens } from "./auth.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, workspaceId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import {
  DEPARTMENT_MAX,
  EMAIL_MAX_LENGTH,
  FULL_NAME_MAX,
  INVITE_ADDRESS_MAX,
  INVITE_BATCH,
  INVITE_LINK_DAYS,
  INVITE_LINK_DAYS_MAX,
  INVITE_LINK_USES_MAX,
  INVITE_ROOMS_MAX,
  LINK_TOKEN_MAX,
} from "./limits.ts";
import { organizationMemberRoles } from "./members.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";
import { currentUser, personText } from "./users.ts";

export const invitationErrors = defineErrors({
  INVITATION_NOT_FOUND: { status: 404, message: "Invitation not found" },
  INVITATION_EXPIRED: { status: 410, message: "This invitation has expired" },
  INVITATION_ALREADY_USED: { status: 409, message: "This invitation has already been used" },
  INVITATION_WRONG_ACCOUNT: {
    status: 403,
    message: "You cannot accept this invitation with your current account",
  },
  INVITATION_LIMIT_REACHED: { status: 429, message: "The daily number of invitations is reached" },
  INVITATION_NOT_RESENDABLE: { status: 409, message: "This invitation cannot be sent again" },
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

export const invitationRefusals = [
  "INVITATION_NOT_FOUND",
  "INVITATION_EXPIRED",
  "INVITATION_ALREADY_USED",
] as const;

const orgId = workspaceId;
const invitationId = z.uuid();
/**
 * The code of a link or a mail, or the id of an own DIRECT invitation, which is for that account alone. Any text of its length: one
 * that is neither is an invitation that is not there.
 */
export const inviteCode = z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX));
/** Which of them the caller may give, and which a link may carry, is no question of the form (rules-identity 66, 67). */
const role = z._default(z.enum(organizationMemberRoles), "MEMBER");
/** Addresses of rooms in the organization that whoever accepts comes into. */
const rooms = z._default(z.array(roomSlug).check(z.maxLength(INVITE_ROOMS_MAX)), []);

/** What became of one entry. */
export const inviteOutcomes = [
  "invited",
  /** There was a pending one: it has a new code and another week. */
  "resent",
  "alreadyMember",
  "invalid",
  "roleNotAllowed",
  /** That person was sent as many as a day allows. */
  "limitReached",
] as const;
export type InviteOutcome = (typeof inviteOutcomes)[number];

const inviteText = z.optional(z.string().check(z.maxLength(INVITE_ADDRESS_MAX)));

export const inviteMembers = endpoint({
  ...routes.inviteMembers,
  group: "organizations",
  summary:
    "Invites people by email address or username; an entry that cannot be does not stop the others",
  params: z.strictObject({ orgId }),
  body: z.strictObject({
    invitations: z
      .array(
        z.strictObject({
          /** One of the two. */
          email: inviteText,
          username: inviteText,
          role,
          department: z.optional(personText(0, DEPARTMENT_MAX)),
          rooms,
        }),
      )
      .check(z.minLength(1), z.maxLength(INVITE_BATCH)),
  }),
  /** In the order of the entries. */
  reply: z.object({
    results: z.array(
      z.object({
        email: z.optional(z.string()),
        username: z.optional(z.string()),
        outcome: z.enum(inviteOutcomes),
      }),
    ),
  }),
  errors: ["ORGANIZATION_NOT_FOUND", "INVITATION_LIMIT_REACHED"],
});

export const generateInviteLink = endpoint({
  ...routes.generateInviteLink,
  group: "organizations",
  summary: "Makes a link by which anybody may join; its code is shown this once",
  params: z.strictObject({ orgId }),
  body: z.strictObject({
    role,
    rooms,
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
  errors: [
    "ORGANIZATION_NOT_FOUND",
    "INVITATION_LIMIT_REACHED",
    "INVITATION_ROLE_NOT_ALLOWED",
    "ROOMS_NOT_FOUND",
  ],
});

export const invitationSortKeys = ["createdAt", "expiresAt"] as const;

export const invitation = z.object({
  id: invitationId,
  type: z.enum(invitationTypes),
  status: z.enum(invitationStatuses),
  role: z.enum(organizationMemberRoles),
  /** Whom it is for: of an EMAIL one the address, of a DIRECT one the account. */
  email: z.nullable(z.string()),
  username: z.nullable(z.string()),
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
  summary:
    "Invitations of an organization, the newest first; a MEMBER who may invite sees their own",
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

export const resendInvitation = endpoint({
  ...routes.resendInvitation,
  group: "organizations",
  summary:
    "Sends a pending invitation again, with a new code and for another week; three times a day",
  params: z.strictObject({ orgId, invitationId }),
  reply: z.object({ expiresAt: isoTime }),
  errors: [
    "ORGANIZATION_NOT_FOUND",
    "INVITATION_NOT_FOUND",
    "INVITATION_NOT_RESENDABLE",
    "INVITATION_LIMIT_REACHED",
    "INVITATION_ROLE_NOT_ALLOWED",
  ],
});

const invitingOrganization = z.object({ id: workspaceId, name: z.string(), title: z.string() });

export const listMyInvitations = endpoint({
  ...routes.listMyInvitations,
  group: "auth",
  summary:
    "Pending invitations to the account of the caller, the newest first; the id of one stands for its code",
  reply: z.object({
    results: z.array(
      z.object({
        id: invitationId,
        organization: invitingOrganization,
        role: z.enum(organizationMemberRoles),
        inviterName: z.string(),
        createdAt: isoTime,
        expiresAt: isoTime,
      }),
    ),
  }),
  errors: [],
});

/** What the page of an invitation shows (rules-identity 69, 70). */
export const invitationCard = z.object({
  valid: z.boolean(),
  /** Whether the caller can accept it, and why not, for a person to read. */
  message: z.string(),
  canAccept: z.boolean(),
  organization: z.optional(invitingOrganization),
  invitation: z.optional(
    z.object({
      type: z.enum(invitationTypes),
      /** Masked for whoever is not signed in. */
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
  params: z.strictObject({ code: inviteCode }),
  reply: invitationCard,
  errors: [],
});

export const acceptInvitation = endpoint({
  ...routes.acceptInvitation,
  group: "auth",
  summary: "The caller becomes a member, and their session works in the organization",
  body: z.strictObject({
    inviteCode,
    /** Ignored: the invitation itself says whom it is for. */
    email: z.optional(z.string().check(z.maxLength(EMAIL_MAX_LENGTH))),
    /** Fills the name of an account that gave none yet. */
    fullName: z.optional(personText(0, FULL_NAME_MAX)),
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
    ...invitationRefusals,
    "INVITATION_WRONG_ACCOUNT",
    "MEMBER_SUSPENDED",
    "ORIGIN_NOT_ALLOWED",
  ],
});

export const declineInvitation = endpoint({
  ...routes.declineInvitation,
  group: "auth",
  summary: "Declines an invitation that names the caller; a link stays as it is",
  body: z.strictObject({ inviteCode }),
  errors: [...invitationRefusals, "INVITATION_WRONG_ACCOUNT"],
});
