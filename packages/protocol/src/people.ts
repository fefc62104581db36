import * as z from "zod/mini";
import { userRoles } from "./accounts.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, userId, workspaceId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { EMAIL_MAX_LENGTH, FULL_NAME_MAX } from "./limits.ts";
import { organizationMemberRoles } from "./members.ts";
import { customStatus, presenceStates } from "./presence.ts";
import { routes } from "./routes.ts";

/** Somebody, as far as the caller may see them (rules-identity 46). */
export const userProfile = z.object({
  id: userId,
  sessionUserId: userId,
  fullName: z.string(),
  username: z.string(),
  bio: z.nullable(z.string()),
  company: z.nullable(z.string()),
  location: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /** Came by a guest link. */
  isGuest: z.optional(z.literal(true)),
  /** For the person, OWNER and ADMIN of an organization that both are in, and those who run the server. */
  email: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  /** On the instance; for the person and those who run the server. */
  role: z.optional(z.enum(userRoles)),
  isBlocked: z.optional(z.boolean()),
});
export type UserProfile = z.infer<typeof userProfile>;

/** What a picker shows of somebody. */
export const userSummary = z.object({
  id: userId,
  fullName: z.string(),
  username: z.string(),
  avatar_url: z.nullable(z.string()),
});
export type UserSummary = z.infer<typeof userSummary>;

const presence = z.enum(presenceStates);
/** With how they are now; offline and without a status where the caller may not see that. */
const seenProfile = z.extend(userProfile, { presence, customStatus: z.nullable(customStatus) });
const seenSummary = z.extend(userSummary, { presence });

export const userSortKeys = ["name", "username", "createdAt"] as const;

const directoryQuery = z.strictObject({
  ...pageQuery,
  /** A part of the name or username. */
  fullName: z.optional(z.string().check(z.maxLength(FULL_NAME_MAX))),
  /** In the organization that is looked at; in Personal the role on the instance, for those who run it alone. USER and MEMBER mean the same. */
  role: z.optional(z.enum([...organizationMemberRoles, "USER"])),
  /** A whole username, email address or phone number. In Personal it finds people who share no room with the caller, too. */
  search: z.optional(z.string().check(z.maxLength(EMAIL_MAX_LENGTH))),
  sortBy: z._default(z.enum(userSortKeys), "name"),
});

export const listUsers = endpoint({
  ...routes.listUsers,
  group: "users",
  summary: "People whom the caller sees in the active workspace",
  query: directoryQuery,
  reply: pageOf(seenProfile),
  errors: [],
});

export const suggestUsers = endpoint({
  ...routes.suggestUsers,
  group: "users",
  summary: "The same in short, for pickers",
  query: directoryQuery,
  reply: pageOf(seenSummary),
  errors: [],
});

export const listOrganizationUsers = endpoint({
  ...routes.listOrganizationUsers,
  group: "users",
  summary: "Active members of the active organization",
  query: directoryQuery,
  reply: pageOf(seenProfile),
  errors: ["NO_ACTIVE_ORGANIZATION"],
});

export const suggestOrganizationUsers = endpoint({
  ...routes.suggestOrganizationUsers,
  group: "users",
  summary: "The same in short, for pickers",
  query: directoryQuery,
  reply: pageOf(seenSummary),
  errors: ["NO_ACTIVE_ORGANIZATION"],
});

export const listUsersOf = endpoint({
  ...routes.listUsersOf,
  group: "users",
  summary: "Active members of an organization that the caller is in",
  params: z.strictObject({ orgId: workspaceId }),
  query: directoryQuery,
  reply: pageOf(seenProfile),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

const userParams = z.strictObject({ sessionUserId: userId });

export const getUser = endpoint({
  ...routes.getUser,
  openToGuests: true,
  group: "users",
  summary: "Somebody whom the caller sees in the active workspace",
  params: userParams,
  reply: seenProfile,
  errors: ["USER_NOT_FOUND"],
});

export const blockUser = endpoint({
  ...routes.blockUser,
  group: "users",
  summary:
    "Keeps what somebody does away from the caller, and the other way round; they are not told",
  params: userParams,
  errors: ["USER_NOT_FOUND"],
});

export const unblockUser = endpoint({
  ...routes.unblockUser,
  group: "users",
  summary: "Ends that; also where there is none",
  params: userParams,
  errors: ["USER_NOT_FOUND"],
});

export const listBlocks = endpoint({
  ...routes.listBlocks,
  group: "users",
  summary: "Whom the caller has blocked, the latest first",
  query: z.strictObject(pageQuery),
  reply: pageOf(z.object({ user: userSummary, blockedAt: isoTime })),
  errors: [],
});
