export const activityLogActions = [
  "APPROVE",
  "DENY",
  "GRANT_ACCESS",
  "REVOKE_ACCESS",
  "CHANGE_ROLE",
] as const;
export type ActivityLogAction = (typeof activityLogActions)[number];
