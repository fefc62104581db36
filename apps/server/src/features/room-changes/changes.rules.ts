import type { RoomAccessType, Status } from "@colbin/protocol";

interface Outside {
  readonly status: Status;
  readonly accessType: RoomAccessType;
  readonly organizationDomain: string | null;
}

function isOpen({ status, accessType }: Outside): boolean {
  return accessType === "PUBLIC" && (status === "ACTIVE" || status === "ARCHIVED");
}

/** May somebody who looked at the room from outside before perhaps not do so any more (rules-rooms 19, 36)? */
export function endsPreviews(before: Outside, after: Outside): boolean {
  if (!isOpen(before)) return false;
  const { organizationDomain: domain } = after;
  return !isOpen(after) || (domain !== null && domain !== before.organizationDomain);
}

/** From the type that lets in everybody to the one that is seen by nobody. */
const byStrictness: readonly RoomAccessType[] = ["PUBLIC", "PROTECTED", "PRIVATE"];

/** An ADMIN only restricts a room (rules-rooms 36). */
export function isStricter(type: RoomAccessType, than: RoomAccessType): boolean {
  return byStrictness.indexOf(type) > byStrictness.indexOf(than);
}
