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
