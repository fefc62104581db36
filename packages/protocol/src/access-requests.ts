export const accessRequestTypes = ["JOIN_ROOM", "UPGRADE_ACCESS", "DOMAIN_EXCEPTION"] as const;
export type AccessRequestType = (typeof accessRequestTypes)[number];

export const accessRequestStatuses = [
  "REJECTED",
  "PENDING",
  "CANCELLED",
  "EXPIRED",
  "APPROVED",
] as const;
export type AccessRequestStatus = (typeof accessRequestStatuses)[number];
