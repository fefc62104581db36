/** Which workspace a session works in: the shared Personal one, or an organization (rules-identity 41). */
export const accountTypes = ["PERSONAL", "BUSINESS"] as const;
export type AccountType = (typeof accountTypes)[number];

/** Rank on the instance; never opens a room (rules-identity 3). */
export const userRoles = ["OWNER", "ADMIN", "USER", "GUEST"] as const;
export type UserRole = (typeof userRoles)[number];

/** Life of an entity: room, organization, account. */
export const statuses = ["ACTIVE", "ARCHIVED", "DELETED", "INACTIVE"] as const;
export type Status = (typeof statuses)[number];
