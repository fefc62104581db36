import { defineErrors } from "./kernel/errors.ts";

export const memberErrors = defineErrors({
  MEMBER_SUSPENDED: { status: 403, message: "Your membership in this organization is suspended" },
});

export const organizationMemberRoles = ["OWNER", "ADMIN", "GUEST", "MEMBER"] as const;
/** Role in a workspace: of an organization, or in Personal the one that follows from the instance role. */
export type WorkspaceRole = (typeof organizationMemberRoles)[number];

export const memberStatuses = ["ACTIVE", "INVITED", "SUSPENDED"] as const;
export type MemberStatus = (typeof memberStatuses)[number];
