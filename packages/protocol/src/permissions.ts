import type { UserRole } from "./accounts.ts";
import type { WorkspaceRole } from "./members.ts";
import type { ParticipantAccessLevel, ParticipantPermission } from "./participants.ts";
import type { RoomType } from "./rooms.ts";
import type { PinningLevel } from "./rooms.settings.ts";

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

/** May somebody with this level pin messages in a room that has chosen this (rules-messages 41)? */
export function mayPin(level: ParticipantAccessLevel, pinnedBy: PinningLevel): boolean {
  return hasPermission(level, pinnedBy === "ADMIN" ? "MANAGE_ROOM" : "WRITE");
}

/** Levels that each may give (rules-rooms 21, 23). */
export const levelsGiven: Readonly<
  Record<ParticipantAccessLevel, readonly ParticipantAccessLevel[]>
> = {
  OWNER: ["OWNER", "ADMIN", "WRITE", "COMMENT", "READ"],
  ADMIN: ["WRITE", "COMMENT", "READ"],
  WRITE: ["WRITE", "COMMENT", "READ"],
  COMMENT: [],
  READ: [],
};

/** Does this level lead a room? */
export function isLeadingLevel(level: ParticipantAccessLevel): boolean {
  return level === "OWNER" || level === "ADMIN";
}

/** Does this role lead an organization? OWNER and ADMIN do what their members may not (rules-identity, Organization permission matrix). */
export function isLeading(role: WorkspaceRole): boolean {
  return role === "OWNER" || role === "ADMIN";
}

/** Roles that each may give, and whose holders they may act on: nobody an equal or a higher one (rules-identity 64). */
export const rolesBelow: Readonly<Record<WorkspaceRole, readonly WorkspaceRole[]>> = {
  OWNER: ["ADMIN", "MEMBER", "GUEST"],
  ADMIN: ["MEMBER", "GUEST"],
  MEMBER: [],
  GUEST: [],
};

/** May somebody with this role act on those with the other one, and give it? */
export function isRoleBelow(other: WorkspaceRole, own: WorkspaceRole): boolean {
  return rolesBelow[own].includes(other);
}

/**
 * Roles that each may give by an invitation that names somebody, and by a link that anybody may use (rules-identity, Organization
 * permission matrix). A MEMBER needs the policy of the organization beside it.
 */
export const rolesInvited: Readonly<
  Record<WorkspaceRole, Readonly<Record<"named" | "link", readonly WorkspaceRole[]>>>
> = {
  OWNER: { named: ["ADMIN", "MEMBER", "GUEST"], link: ["MEMBER", "GUEST"] },
  ADMIN: { named: ["MEMBER", "GUEST"], link: ["MEMBER", "GUEST"] },
  MEMBER: { named: ["MEMBER", "GUEST"], link: [] },
  GUEST: { named: [], link: [] },
};

/** Does this role on the instance run the server (rules-identity 3)? */
export function runsInstance(role: UserRole): boolean {
  return role === "OWNER" || role === "ADMIN";
}

/** The ADMIN of an instance acts on everybody below; its OWNER on all (rules-identity, table under 46). */
export function mayAdminister(own: UserRole, other: UserRole): boolean {
  return own === "OWNER" || (own === "ADMIN" && !runsInstance(other));
}

/** Its OWNER makes ADMINs, and takes that back; who is OWNER is set by INSTANCE_OWNER. */
export function mayGiveInstanceRole(own: UserRole, other: UserRole): boolean {
  return own === "OWNER" && (other === "ADMIN" || other === "USER");
}

/** What whoever comes by a guest link may do in the room (rules-rooms 39). */
export const guestAccessLevels = ["WRITE", "COMMENT", "READ"] as const;
export type GuestAccessLevel = (typeof guestAccessLevels)[number];

/** Channels, and groups that somebody gave a name, have people who remove what others wrote (rules-messages 19). */
export function hasModerators(roomType: RoomType, title: string): boolean {
  return roomType === "channel" || (roomType === "group" && title !== "");
}

/** Nobody leads a direct room or the own notes: nobody leaves, is taken out or archives; they are only hidden (rules-rooms 26, 28, 32). */
export function isOwnerless(roomType: RoomType): boolean {
  return roomType === "direct" || roomType === "saved";
}
