import {
  hasPermission,
  isBlank,
  ROOM_NAME_MAX,
  ROOM_TITLE_MAX,
  routes,
  toLine,
  type AccountType,
  type Entry,
  type MemberStatus,
  type ParticipantAccessLevel,
  type ParticipantAccessStatus,
  type RoomAccessType,
  type RoomType,
  type Status,
  type WorkspaceRole,
} from "@colbin/protocol";

/** One person and one room, as the view room_membership tells it: nothing else decides what they may. */
export interface RoomStanding {
  /** Null for somebody who is not in the room's workspace. */
  readonly workspaceRole: WorkspaceRole | null;
  readonly workspaceStatus: MemberStatus | null;
  /** Of the room. */
  readonly status: Status;
  readonly accessType: RoomAccessType;
  readonly accessStatus: ParticipantAccessStatus;
  readonly accessLevel: ParticipantAccessLevel | null;
  readonly isBanned: boolean;
  /** The room has a domain, and no verified address of theirs is in it. */
  readonly isOutsideDomain: boolean;
}

/** Those of pages that stand where rooms do (rules-rooms 9). */
const pageAddresses = ["new", "threads", "later", "scheduled", "search"];

/** Slugs that would hide an address of the API (rules-rooms 9): the words beside `:slug` in the routes. */
const reservedSlugs: ReadonlySet<string> = new Set([...pageAddresses, ...listWordsBesideSlugs()]);

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

/**
 * Active members see rooms that are not PRIVATE, guests those that they are in; outside its participants a PRIVATE room does
 * not exist (matrix: room.see).
 */
export function maySeeRoom(standing: RoomStanding): boolean {
  if (standing.status === "DELETED" || standing.status === "INACTIVE") return false;
  if (standing.workspaceStatus !== "ACTIVE") return false;
  // Who is invited sees what they answer to, and no more of it than its card.
  if (isInRoom(standing) || standing.accessStatus === "INVITED") return true;
  return isFullMember(standing) && standing.accessType !== "PRIVATE";
}

/** Looks around, joins and creates: every member but a guest. */
export function isFullMember({
  workspaceRole,
}: {
  readonly workspaceRole: WorkspaceRole | null;
}): boolean {
  return workspaceRole !== null && workspaceRole !== "GUEST";
}

/**
 * Participants read; members preview a PUBLIC room unless they were banned from it or their address is outside of its domain (matrix:
 * room.read; rules-rooms 19).
 */
export function mayReadRoom(standing: RoomStanding): boolean {
  if (!maySeeRoom(standing)) return false;
  if (isInRoom(standing))
    return standing.accessLevel !== null && hasPermission(standing.accessLevel, "READ");
  if (!isFullMember(standing) || standing.isBanned || standing.isOutsideDomain) return false;
  return standing.accessType === "PUBLIC";
}

/** Who typing is shown of must be able to send (rules-rooms 55): to the room from WRITE on, to a thread from COMMENT on. */
export function mayTypeInRoom(standing: RoomStanding, level: "COMMENT" | "WRITE"): boolean {
  return (
    standing.status === "ACTIVE" &&
    maySeeRoom(standing) &&
    isInRoom(standing) &&
    standing.accessLevel !== null &&
    hasPermission(standing.accessLevel, level)
  );
}

/**
 * May somebody have people who join the organization come into this channel as well: an open one, or one in which they may invite
 * (matrix: participant.invite).
 */
export function mayBringInto(room: RoomStanding & { readonly roomType: RoomType }): boolean {
  if (room.roomType !== "channel" || room.status !== "ACTIVE" || !maySeeRoom(room)) return false;
  if (room.isBanned) return false;
  const { accessType, accessLevel } = room;
  return (
    accessType === "PUBLIC" || (accessLevel !== null && hasPermission(accessLevel, "INVITE_USER"))
  );
}

/** Whether somebody who sees a room may enter it, and how (rules-rooms 11, 14). */
export function judgeEntry(room: RoomStanding): Pick<Entry, "valid" | "reason" | "action"> {
  const refuse = (reason: Entry["reason"]) =>
    ({ valid: false, reason, action: "none" }) satisfies Partial<Entry>;
  if (isInRoom(room)) return { valid: true, reason: null, action: "open" };
  if (room.isBanned) return refuse("BANNED");
  if (room.status !== "ACTIVE") return refuse("ARCHIVED");
  return { valid: true, reason: null, action: toEntryAction(room) };
}

function toEntryAction(room: RoomStanding): Entry["action"] {
  if (room.accessStatus === "INVITED") return "accept";
  if (room.accessStatus === "PENDING") return "none";
  if (room.isOutsideDomain) return "requestException";
  return room.accessType === "PUBLIC" ? "join" : "request";
}

/** Level on joining a PUBLIC room: in general it follows the role, elsewhere in an organization its leaders are ADMIN (rules-rooms 12, 14). */
export function joinLevel(
  room: Pick<RoomStanding, "workspaceRole"> & { readonly isGeneral: boolean },
  accountType: AccountType,
): ParticipantAccessLevel {
  const { workspaceRole } = room;
  if (workspaceRole !== "OWNER" && workspaceRole !== "ADMIN") return "WRITE";
  if (room.isGeneral) return workspaceRole;
  return accountType === "BUSINESS" ? "ADMIN" : "WRITE";
}
