import type { ParticipantAccessLevel, ParticipantPermission } from "./participants.ts";

/** What each level may do in a room (rules-rooms 20). The server alone enforces it; buttons read the same table. */
export const levelPermissions: Readonly<
  Record<ParticipantAccessLevel, readonly ParticipantPermission[]>
> = {
  OWNER: [
    "WRITE",
    "COMMENT",
    "READ",
    "INVITE_USER",
    "DELETE_USER",
    "MANAGE_ROOM",
    "CHANGE_ACCESS_TYPE",
    "DELETE_ROOM",
  ],
  ADMIN: [
    "WRITE",
    "COMMENT",
    "READ",
    "INVITE_USER",
    "DELETE_USER",
    "MANAGE_ROOM",
    "CHANGE_ACCESS_TYPE",
  ],
  WRITE: ["WRITE", "COMMENT", "READ"],
  COMMENT: ["COMMENT", "READ"],
  READ: ["READ"],
};

export function hasPermission(
  level: ParticipantAccessLevel,
  permission: ParticipantPermission,
): boolean {
  return levelPermissions[level].includes(permission);
}
