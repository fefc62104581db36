import {
  defaultOrganizationSettings,
  type AccountType,
  type MemberStatus,
  type OrganizationSettings,
  type UserId,
  type WorkspaceId,
  type RoomId,
} from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import {
  joinScopes,
  type PersonChanges,
  type Scope,
} from "#server/platform/realtime/sweep-access.ts";
import {
  countOwnedBy,
  deleteInvited,
  deleteMember,
  deletePersonChanges,
  deleteWorkspace,
  findMembership,
  findPersonalWorkspaceId,
  findSettings,
  findStatus,
  findStatusByEmail,
  findWorkspaceKind,
  hasPlaces,
  insertMember,
  insertOrganizationWorkspace,
  findLeftAt,
  insertPersonChanges,
  listDeleted,
  listMemberships,
  listOwned,
  lockOwned,
  listPersonChanges,
  updateDeleted,
  updateMember,
  updateOwnedRestored,
  updateRestored,
  type ChangesRow,
  type MemberChange,
  type OwnedWorkspace,
  type Membership,
  type NewMember,
  type PersonChange,
  type RoomWideChange,
} from "./workspaces.queries.ts";

export type {
  MemberChange,
  OwnedWorkspace,
  PersonChange,
  RoomWideChange,
} from "./workspaces.queries.ts";

export type WorkspaceKind = "personal" | "organization";

/** Where a session without another choice works: the one workspace that everybody shares (rules-identity 79). */
export async function requirePersonalWorkspaceId(db: Db): Promise<WorkspaceId> {
  const id = await findPersonalWorkspaceId(db);
  if (!id)
    throw new Error("The Personal workspace is made by the first migration and never removed");
  return id;
}

/** The kind of a workspace that a session works in. */
export async function requireWorkspaceKind(db: Db, id: WorkspaceId): Promise<WorkspaceKind> {
  const kind = await findWorkspaceKind(db, id);
  if (!kind) throw new Error("A workspace is not removed while a session names it");
  return kind;
}

/** The settings of a workspace as they are now; Personal has the defaults (rules-identity 57). */
export async function readSettings(db: Db, id: WorkspaceId): Promise<OrganizationSettings> {
  return { ...defaultOrganizationSettings, ...(await findSettings(db, id)) };
}

/** Whether the rooms of a workspace may have guests: an organization chooses, for Personal the operator does (rules-rooms 39). */
export async function mayHaveGuests(
  db: Db,
  {
    workspaceId,
    accountType,
  }: { readonly workspaceId: WorkspaceId; readonly accountType: AccountType },
  { guestLinks }: Pick<Config, "guestLinks">,
): Promise<boolean> {
  if (accountType === "PERSONAL") return guestLinks === "on";
  return (await readSettings(db, workspaceId)).allowGuestLinks;
}

/** Makes a workspace of its own with this person as its OWNER. */
export async function openWorkspace(tx: Tx, ownerId: UserId, now: Date): Promise<WorkspaceId> {
  const workspaceId = await insertOrganizationWorkspace(tx, now);
  await insertMember(tx, { workspaceId, userId: ownerId, role: "OWNER" }, "ACTIVE", now);
  return workspaceId;
}

/**
 * Makes somebody a member who was none, or only invited; false where they have come in meanwhile. What a former member had in its
 * rooms must have ended (endPlaces): it would be theirs again. CONFLICT where they were removed between the two.
 */
export async function addMember(tx: Tx, member: NewMember, now: Date): Promise<boolean> {
  if (!(await insertMember(tx, member, "ACTIVE", now))) return false;
  if (await hasPlaces(tx, member)) throw new AppError("CONFLICT");
  return true;
}

/** Somebody with an account who may come in: INVITED is no member yet (rules-identity 60). */
export async function addInvited(tx: Tx, member: NewMember, now: Date): Promise<void> {
  await insertMember(tx, member, "INVITED", now);
}

/** These are invited no more; whoever has come in stays. */
export async function removeInvited(tx: Tx, people: readonly PersonChange[]): Promise<void> {
  if (people.length > 0) await deleteInvited(tx, people);
}

/** Makes a former member of somebody; the caller holds the row, and records the change of the person. */
export function removeMember(tx: Tx, who: PersonChange, now: Date): Promise<void> {
  return deleteMember(tx, who, now);
}

/** When somebody was a member last who is one no more, or became one again: nothing of before lets them in (rules-identity 63). */
export function findEndOfMembership(db: Db, who: PersonChange): Promise<Date | undefined> {
  return findLeftAt(db, who);
}

/** Makes of a member what they are from now on; the caller holds the row, and records the change of the person. */
export function changeMember(tx: Tx, who: PersonChange, change: MemberChange): Promise<void> {
  return updateMember(tx, who, change);
}

/** What a person is in an organization; undefined for somebody who is not in it. */
export function findMemberStatus(
  db: Db,
  userId: UserId,
  workspaceId: WorkspaceId,
): Promise<MemberStatus | undefined> {
  return findStatus(db, userId, workspaceId);
}

/** The same of whoever has this address. */
export function findMemberStatusByEmail(
  db: Db,
  email: string,
  workspaceId: WorkspaceId,
): Promise<MemberStatus | undefined> {
  return findStatusByEmail(db, email, workspaceId);
}

/** Organizations that the person owns. The number holds until the transaction ends. */
export function countOwned(tx: Tx, userId: UserId): Promise<number> {
  return countOwnedBy(tx, userId);
}

/** An organization that the person may work in, until the transaction ends; else ORGANIZATION_NOT_FOUND or MEMBER_SUSPENDED. */
export async function requireActiveMembership(
  tx: Tx,
  userId: UserId,
  workspaceId: WorkspaceId,
): Promise<Membership> {
  const membership = await findMembership(tx, userId, workspaceId);
  if (!membership || membership.status === "INVITED") throw new AppError("ORGANIZATION_NOT_FOUND");
  if (membership.status === "SUSPENDED") throw new AppError("MEMBER_SUSPENDED");
  return membership;
}

/** The same, undefined where they may not. */
export async function findActiveMembership(
  tx: Tx,
  userId: UserId,
  workspaceId: WorkspaceId,
): Promise<Membership | undefined> {
  const membership = await findMembership(tx, userId, workspaceId);
  return membership?.status === "ACTIVE" ? membership : undefined;
}

/**
 * Takes a workspace away from everybody: no door finds a member in it any more. Who is one stays written, for restoreWorkspace. The
 * last statement of its transaction, in place of recordPersonChange; call live.refreshWorkspace after the commit.
 */
export function closeWorkspace(tx: Tx, id: WorkspaceId, now: Date): Promise<void> {
  return updateDeleted(tx, id, now);
}

/** Gives it back to those who were in it; false where none of this id was deleted since then. */
export function restoreWorkspace(tx: Tx, id: WorkspaceId, since: Date): Promise<boolean> {
  return updateRestored(tx, id, since);
}

/** Gives back what this person owns and what was closed at this moment. */
export function restoreOwnedWorkspaces(tx: Tx, ownerId: UserId, closedAt: Date): Promise<void> {
  return updateOwnedRestored(tx, ownerId, closedAt);
}

/** Organizations that the person owns, by title, each held until the transaction ends, with how many others are in it. */
export async function listOwnedForChange(tx: Tx, ownerId: UserId): Promise<OwnedWorkspace[]> {
  await lockOwned(tx, ownerId);
  return listOwned(tx, ownerId);
}

/** Organizations that somebody is in without owning them. */
export function listMembershipsOf(tx: Tx, userId: UserId): Promise<PersonChange[]> {
  return listMemberships(tx, userId);
}

/** Those that were deleted before this moment, the longest ago first. */
export function listDeletedWorkspaces(db: Db, before: Date): Promise<WorkspaceId[]> {
  return listDeleted(db, before);
}

/** The end of a deleted workspace whose rooms are purged and where no session works any more. */
export function purgeWorkspace(db: Db, id: WorkspaceId): Promise<void> {
  return deleteWorkspace(db, id);
}

/** The account type follows the active workspace (rules-identity 41). */
export function toAccountType(kind: WorkspaceKind): AccountType {
  switch (kind) {
    case "personal":
      return "PERSONAL";
    case "organization":
      return "BUSINESS";
  }
}

/**
 * Tells every process that something changed for these people which takes no seq of a room: they lost access, have another
 * role, were let in. A change for everybody in a room is one row, however many they are. Their sockets are looked at again, whatever becomes of the hint (live.refreshActor). Call it in the
 * transaction of the change and as its last statement: all changes of a workspace wait for each other here, and nobody who
 * waits may hold what another one needs.
 */
export async function recordPersonChange(
  tx: Tx,
  changes: readonly (PersonChange | RoomWideChange)[],
): Promise<void> {
  if (changes.length > 0) await insertPersonChanges(tx, changes);
}

/** More than that and it is cheaper to look at everybody. */
const CHANGES_MAX = 2_000;
const CHANGES_KEPT_MS = 24 * 60 * 60_000;

/** Who has changed in each workspace since the known rev; everybody where the log does not tell. */
export async function readPersonChanges(
  db: Db,
  known: ReadonlyMap<WorkspaceId, number | undefined>,
): Promise<ReadonlyMap<WorkspaceId, PersonChanges>> {
  const rows = await listPersonChanges(db, known, CHANGES_MAX);
  return new Map(
    rows.map(({ workspaceId, rev, missed, changes }) => {
      const isKnown = changes.length >= missed;
      return [workspaceId, isKnown ? { rev, ...toScopes(changes) } : { rev, ...everybody }];
    }),
  );
}

const everybody = { people: "everybody", rooms: new Set<RoomId>() } as const;

function toScopes(changes: ChangesRow["changes"]): Omit<PersonChanges, "rev"> {
  const people = new Map<UserId, Scope>();
  const rooms = new Set<RoomId>();
  for (const [userId, roomId] of changes) {
    if (userId === null) rooms.add(roomId);
    else {
      const scope = roomId === null ? "everything" : new Set([roomId]);
      people.set(userId, joinScopes(people.get(userId), scope));
    }
  }
  return { people, rooms };
}

/** Removes what only a process would read that has not looked for a day; it then treats everybody as changed. */
export function forgetPersonChanges(db: Db, now: Date): Promise<void> {
  return deletePersonChanges(db, new Date(now.getTime() - CHANGES_KEPT_MS));
}

/** The people who lead a workspace: of Personal those who run the server. */
export { listWorkspaceLeaders } from "./workspaces.queries.ts";
