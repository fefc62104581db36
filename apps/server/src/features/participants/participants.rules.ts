import {
  hasPermission,
  participantAccessLevels,
  type ParticipantAccessLevel,
  type RoomAccessType,
} from "@colbin/protocol";

interface Levelled {
  readonly accessLevel: ParticipantAccessLevel;
}

/** Levels stand in the registry from the highest to the lowest (rules-rooms 20). */
export function isBelow(one: Levelled, other: Levelled): boolean {
  const rank = ({ accessLevel }: Levelled): number => participantAccessLevels.indexOf(accessLevel);
  return rank(one) > rank(other);
}

/** Everybody who writes brings people into a PUBLIC room, into others those who lead it (rules-rooms 20). */
export function mayInvite({
  accessLevel,
  accessType,
}: Levelled & { readonly accessType: RoomAccessType }): boolean {
  if (hasPermission(accessLevel, "INVITE_USER")) return true;
  return accessType === "PUBLIC" && hasPermission(accessLevel, "WRITE");
}
