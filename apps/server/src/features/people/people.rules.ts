import {
  isLeading,
  type AccountType,
  type RoomId,
  type UserId,
  type UserRole,
  type WorkspaceId,
  type WorkspaceRole,
} from "@colbin/protocol";

/** Who looks for people, and what they are in the workspace that they look in. */
export interface Seeker {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly accountType: AccountType;
  readonly workspaceRole: WorkspaceRole | null;
  readonly instanceRole: UserRole;
  readonly boundRoomId: RoomId | null;
}

/**
 * All accounts, all members of the organization, people in a room of the workspace that the seeker is in, or in one of these that not
 * everybody comes into.
 */
export type Sight = "everybody" | "members" | "roommates" | "acquaintances";

/** Whom somebody sees without knowing them (rules-identity 45); those who run the server see everybody in Personal (rule 3). */
export function toSight(seeker: Seeker): Sight {
  if (isGuest(seeker)) return "roommates";
  if (seeker.accountType === "BUSINESS") return "members";
  return leads(seeker) ? "everybody" : "roommates";
}

/** Sees the rooms that they are in and nobody else (rules-identity 24, 45). */
function isGuest({ workspaceRole, boundRoomId }: Seeker): boolean {
  return boundRoomId !== null || workspaceRole === null || workspaceRole === "GUEST";
}

/** In Personal whoever knows an address or a username finds its person. */
export function mayFindAnybody(seeker: Seeker): boolean {
  return seeker.accountType === "PERSONAL" && !isGuest(seeker);
}

/** Contacts are known to those who lead, so nobody else in an organization finds out whose one is (rules-identity 46). */
export function mayFindByContact(seeker: Seeker): boolean {
  return seeker.accountType === "PERSONAL" || leads(seeker);
}

/** Looks after the people of the workspace. In Personal the role follows from that on the instance. */
export function leads({ workspaceRole }: Pick<Seeker, "workspaceRole">): boolean {
  return workspaceRole !== null && isLeading(workspaceRole);
}
