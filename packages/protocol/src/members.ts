export const organizationMemberRoles = ["OWNER", "ADMIN", "GUEST", "MEMBER"] as const;
export type OrganizationMemberRole = (typeof organizationMemberRoles)[number];

export const memberStatuses = ["ACTIVE", "INVITED", "SUSPENDED"] as const;
export type MemberStatus = (typeof memberStatuses)[number];
