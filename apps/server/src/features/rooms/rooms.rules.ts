import {
  hasPermission,
  isBlank,
  ROOM_NAME_MAX,
  ROOM_TITLE_MAX,
  routes,
  toLine,
  type ParticipantAccessLevel,
  type ParticipantAccessStatus,
  type RoomAccessType,
  type Status,
  type UserRole,
} from "@colbin/protocol";

/** What the rules must know of a room and of the caller's place in it. */
export interface RoomStanding {
  readonly accessType: RoomAccessType;
  readonly status: Status;
  readonly accessStatus: ParticipantAccessStatus;
  readonly accessLevel: ParticipantAccessLevel | null;
  readonly isBanned: boolean;
}

/** Addresses that the contract will have where a slug may stand, and that of the page for a new room (rules-rooms 9). */
const laterAddresses = [
  "create",
  "my-conversations",
  "suggest-domain",
  "organization",
  "dm",
  "group",
  "cleanup-all-duplicates",
  "new",
];

/** Slugs that would hide an address of the API (rules-rooms 9): the words beside `:slug` in the routes. */
const reservedSlugs: ReadonlySet<string> = new Set([...laterAddresses, ...listWordsBesideSlugs()]);

function listWordsBesideSlugs(): string[] {
  const paths: string[] = Object.values(routes).map(({ path }) => path);
  const prefixes = paths
    .filter((path) => path.includes(":slug"))
    .map((path) => path.slice(0, path.indexOf(":slug")));
  return prefixes.flatMap((prefix) =>
    paths
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length).split("/")[0] ?? ""),
  );
}

/** The title made of a name: its beginning in one line; empty where nothing of that could be seen. */
export function toTitle(name: string): string {
  const line = toLine(name, ROOM_NAME_MAX) ?? "";
  const title = Array.from(line).slice(0, ROOM_TITLE_MAX).join("").trim();
  return isBlank(title) ? "" : title;
}

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

export function isInRoom(standing: RoomStanding): boolean {
  return standing.accessStatus === "ACCEPTED";
}

/** Outside its participants a PRIVATE room does not exist; guests see only rooms that they are in (matrix: room.see). */
export function maySeeRoom(standing: RoomStanding, role: UserRole): boolean {
  if (standing.status === "DELETED" || standing.status === "INACTIVE") return false;
  if (isInRoom(standing)) return true;
  return role !== "GUEST" && standing.accessType !== "PRIVATE";
}

/** Participants read; members preview a PUBLIC room unless they were banned from it (matrix: room.read). */
export function mayReadRoom(standing: RoomStanding, role: UserRole): boolean {
  if (!maySeeRoom(standing, role)) return false;
  if (isInRoom(standing))
    return standing.accessLevel !== null && hasPermission(standing.accessLevel, "READ");
  return standing.accessType === "PUBLIC" && !standing.isBanned;
}

/** Who typing is shown of must be able to send (rules-rooms 55). */
export function mayTypeInRoom(standing: RoomStanding): boolean {
  return (
    standing.status === "ACTIVE" &&
    isInRoom(standing) &&
    standing.accessLevel !== null &&
    hasPermission(standing.accessLevel, "WRITE")
  );
}

/** Level on joining a PUBLIC room; in general the levels follow the instance role in Personal (rules-rooms 12, 14). */
export function joinLevel(
  room: { readonly isGeneral: boolean },
  role: UserRole,
): ParticipantAccessLevel {
  if (room.isGeneral && (role === "OWNER" || role === "ADMIN")) return role;
  return "WRITE";
}
