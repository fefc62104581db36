import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, userId, workspaceId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import {
  DEPARTMENT_MAX,
  MEMBER_SEARCH_MAX,
  REMOVAL_REASON_MAX,
  SUSPENSION_REASON_MAX,
} from "./limits.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

export const memberErrors = defineErrors({
  MEMBER_NOT_FOUND: { status: 404, message: "Member not found" },
  MEMBER_ROLE_NOT_ALLOWED: { status: 403, message: "You cannot give or change this role" },
  MEMBER_STATUS_CONFLICT: { status: 409, message: "The member is in that state now" },
  MEMBER_SUSPENDED: { status: 403, message: "Your membership in this organization is suspended" },
});

export const organizationMemberRoles = ["OWNER", "ADMIN", "GUEST", "MEMBER"] as const;
/** Role in a workspace: of an organization, or in Personal the one that follows from the instance role. */
export type WorkspaceRole = (typeof organizationMemberRoles)[number];

export const memberStatuses = ["ACTIVE", "INVITED", "SUSPENDED"] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** Somebody in an organization, as far as the caller may see (rules-identity 46). */
export const member = z.object({
  userId,
  role: z.enum(organizationMemberRoles),
  status: z.enum(memberStatuses),
  department: z.nullable(z.string()),
  joinedAt: isoTime,
  /** When they were last active, null where nobody knows it: for OWNER, ADMIN and the person. */
  lastActiveAt: z.optional(z.nullable(isoTime)),
  /** Why they are suspended: for OWNER and ADMIN. */
  suspendedReason: z.optional(z.nullable(z.string())),
  user: z.object({
    fullName: z.string(),
    username: z.string(),
    avatar_url: z.nullable(z.string()),
    /** For OWNER, ADMIN and the person. */
    email: z.optional(z.nullable(z.string())),
  }),
});
export type Member = z.infer<typeof member>;

const memberParams = z.strictObject({ orgId: workspaceId, userId });
const inOrganization = ["ORGANIZATION_NOT_FOUND", "MEMBER_NOT_FOUND"] as const;

export const memberSortKeys = ["name", "joinedAt", "role"] as const;

export const listMembers = endpoint({
  ...routes.listMembers,
  group: "organizations",
  summary:
    "Members of an organization; guests, and members without memberDirectory, see those who share a room with them",
  params: z.strictObject({ orgId: workspaceId }),
  query: z.strictObject({
    ...pageQuery,
    role: z.optional(z.enum(organizationMemberRoles)),
    status: z.optional(z.enum(memberStatuses)),
    department: z.optional(z.string().check(z.maxLength(DEPARTMENT_MAX))),
    /** A part of the name or username; for OWNER and ADMIN of the address, too. */
    search: z.optional(z.string().check(z.maxLength(MEMBER_SEARCH_MAX))),
    sortBy: z._default(z.enum(memberSortKeys), "name"),
  }),
  reply: pageOf(member),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const getMember = endpoint({
  ...routes.getMember,
  group: "organizations",
  summary: "One member of an organization",
  params: memberParams,
  reply: member,
  errors: inOrganization,
});

export const updateMember = endpoint({
  ...routes.updateMember,
  group: "organizations",
  summary: "Gives a member with a lower role than the own another role, or a department",
  params: memberParams,
  body: z.strictObject({
    role: z.optional(z.enum(organizationMemberRoles)),
    department: z.optional(z.nullable(personText(0, DEPARTMENT_MAX))),
  }),
  reply: member,
  errors: [...inOrganization, "MEMBER_ROLE_NOT_ALLOWED", "MEMBER_STATUS_CONFLICT"],
});

export const suspendMember = endpoint({
  ...routes.suspendMember,
  group: "organizations",
  summary: "Keeps a member with a lower role than the own out until they are reactivated",
  params: memberParams,
  body: z.strictObject({ reason: personText(1, SUSPENSION_REASON_MAX) }),
  reply: member,
  errors: [...inOrganization, "MEMBER_ROLE_NOT_ALLOWED", "MEMBER_STATUS_CONFLICT"],
});

export const reactivateMember = endpoint({
  ...routes.reactivateMember,
  group: "organizations",
  summary: "Lets a suspended member in again, with everything they had",
  params: memberParams,
  reply: member,
  errors: [...inOrganization, "MEMBER_ROLE_NOT_ALLOWED", "MEMBER_STATUS_CONFLICT"],
});

export const removeMember = endpoint({
  ...routes.removeMember,
  group: "organizations",
  summary:
    "Takes a member with a lower role than the own out of the organization; with the own id the caller leaves it",
  params: memberParams,
  body: z.strictObject({
    /** For the record of the organization. */
    reason: z.optional(personText(0, REMOVAL_REASON_MAX)),
  }),
  errors: [
    ...inOrganization,
    "MEMBER_ROLE_NOT_ALLOWED",
    "MEMBER_STATUS_CONFLICT",
    "ORGANIZATION_OWNER_MUST_TRANSFER",
  ],
});

export const transferOwnership = endpoint({
  ...routes.transferOwnership,
  group: "organizations",
  summary: "Makes an active ADMIN or MEMBER the OWNER; the caller, who was it, becomes ADMIN",
  params: memberParams,
  elevation: "always",
  reply: member,
  errors: [
    ...inOrganization,
    "MEMBER_ROLE_NOT_ALLOWED",
    "MEMBER_STATUS_CONFLICT",
    "ORGANIZATION_LIMIT_REACHED",
  ],
});
