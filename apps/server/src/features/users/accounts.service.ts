import {
  FALLBACK_FULL_NAME,
  type Preferences,
  type UserId,
  type UserRole,
  type WorkspaceId,
} from "@colbin/protocol";
import { randomInt } from "node:crypto";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Identifier } from "./identifiers.rules.ts";
import {
  deleteGuestsWithoutRoom,
  deleteLapsedUsernames,
  findUser,
  findUserByIdentifier,
  findUserByUsername,
  findUserForChange,
  hasOtherUsers,
  hasOwner,
  insertGuest,
  insertUser,
  lockOwnership,
  updateBlocked,
  updateEmptyName,
  updateIdentifier,
  updateLastWorkspace,
  updateLogin,
  updatePreferences,
  updateRole,
  updateVerified,
  type NewUser,
  type UserRow,
} from "./users.queries.ts";

export type { UserRow } from "./users.queries.ts";
export { toCurrentUser, toUserSummary } from "./users.view.ts";

/** Whose address this is; undefined for nobody's. For the server's own use: no caller may learn it. */
export function findAccount(db: Db, identifier: Identifier): Promise<UserRow | undefined> {
  return findUserByIdentifier(db, identifier);
}

/** The account of a username that may be invited somewhere; undefined for none, one that is blocked or deleted, and that of a link guest. */
export async function findInvitableAccount(db: Db, username: string): Promise<UserId | undefined> {
  const user = await findUserByUsername(db, username);
  const isInvitable = user && !user.isBlocked && !user.deletedAt && user.role !== "GUEST";
  return isInvitable ? user.id : undefined;
}

/** Is this an address of the account that its person has proved. */
export function isProvedBy(user: UserRow, { kind, value }: Identifier): boolean {
  return kind === "email"
    ? user.isEmailVerified && user.email === value
    : user.isPhoneNumberVerified && user.phone === value;
}

/** The person has proved this address of theirs. */
export function markProved(tx: Tx, id: UserId, kind: Identifier["kind"], now: Date): Promise<void> {
  return updateVerified(tx, id, kind, now);
}

/** Another address that the person has proved, in the place of the one of its kind; false where another account has it. */
export function changeIdentifierOf(
  tx: Tx,
  id: UserId,
  identifier: Identifier,
  now: Date,
): Promise<boolean> {
  return updateIdentifier(tx, id, identifier, now);
}

/** The name of the person at the first service that they connected; null for none. */
export function nameLogin(tx: Tx, id: UserId, login: string | null): Promise<void> {
  return updateLogin(tx, id, login);
}

/** Gives a name to somebody who has none yet, unless it is an address; returns the name that they have now. */
export async function fillName(
  tx: Tx,
  { userId, fullName }: { readonly userId: UserId; readonly fullName: string },
  given: string,
  now: Date,
): Promise<string> {
  if (given === "" || given.includes("@")) return fullName;
  return (await updateEmptyName(tx, userId, given, now)) ? given : fullName;
}

/** The person of a session; a session ends with its account, so there always is one. */
export async function requireAccount(db: Db, id: UserId): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw new Error("A session ends with its account, so it always has one");
  return user;
}

/** An account with its row held until the transaction ends. */
export function findAccountForChange(tx: Tx, id: UserId): Promise<UserRow | undefined> {
  return findUserForChange(tx, id);
}

/** The next sign-in of the person leads there, unless they have chosen otherwise. */
export function rememberWorkspace(db: Db, id: UserId, workspaceId: WorkspaceId): Promise<void> {
  return updateLastWorkspace(db, id, workspaceId);
}

/** Changes only what is given, for a person who may be signed out. */
export function changePreferences(
  tx: Tx,
  id: UserId,
  changes: Partial<Preferences>,
  now: Date,
): Promise<void> {
  return updatePreferences(tx, id, changes, now);
}

/** Gives an account that the caller holds another role on the instance. */
export function changeInstanceRole(tx: Tx, id: UserId, role: UserRole, now: Date): Promise<void> {
  return updateRole(tx, id, role, now);
}

/** Shuts an account that the caller holds, or opens it again; its sessions are the caller's to end. */
export function changeBlocked(tx: Tx, id: UserId, isBlocked: boolean, now: Date): Promise<void> {
  return updateBlocked(tx, id, isBlocked, now);
}

/**
 * The account of an address that was just proved, made when there is none; its row stays locked until the transaction
 * ends, so that what follows sees it as it is. Of two first sign-ins at once, both get the same account.
 */
export async function openAccount(
  tx: Tx,
  identifier: Identifier,
  now: Date,
): Promise<{ readonly user: UserRow; readonly isNew: boolean }> {
  const { id, isNew } = await findOrInsert(tx, { identifier, fullName: FALLBACK_FULL_NAME, now });
  await updateVerified(tx, id, identifier.kind, now);
  return { user: await requireUser(tx, id), isNew };
}

/** An account that nobody has proved to be theirs yet; undefined where the address has one. */
export async function createAccount(
  tx: Tx,
  account: Omit<NewUser, "username">,
): Promise<UserId | undefined> {
  const { id, isNew } = await findOrInsert(tx, account);
  return isNew ? id : undefined;
}

/** An account of role GUEST without an identifier, for one room (rules-identity 24): a link guest, or the author of a webhook. */
export async function createGuestAccount(
  tx: Tx,
  guest: { readonly fullName: string; readonly now: Date },
): Promise<UserRow> {
  for (;;) {
    const id = await insertGuest(tx, { ...guest, username: `guest-${randomText(10)}` });
    if (id) return requireUser(tx, id);
  }
}

/** Removes the accounts of link guests and webhooks whose room is gone for ever; others stay, as the authors of what they wrote. */
export function forgetGuests(db: Db): Promise<void> {
  return deleteGuestsWithoutRoom(db);
}

async function findOrInsert(
  tx: Tx,
  account: Omit<NewUser, "username">,
): Promise<{ id: UserId; isNew: boolean }> {
  for (;;) {
    const known = await findUserByIdentifier(tx, account.identifier);
    if (known) return { id: known.id, isNew: false };
    const made = await insertUser(tx, { ...account, username: `user-${randomText(6)}` });
    if (made) return { id: made, isNew: true };
  }
}

async function requireUser(tx: Tx, id: UserId): Promise<UserRow> {
  const user = await findUserForChange(tx, id);
  if (!user) throw new Error("An account is not removed while somebody signs in to it");
  return user;
}

/** How the person who signs in may become the first OWNER (rules-identity 4). */
export interface OwnershipClaim {
  /** Is the proved identifier that of INSTANCE_OWNER; undefined where the setting is absent. */
  readonly isNamed: boolean | undefined;
  /** The very first account may take it: dev delivery, or a link of the operator. */
  readonly mayBeFirst: boolean;
}

/**
 * Makes the person OWNER where the instance has none and the claim is right; returns whether it did. Idempotent, and two
 * claims at once end with one OWNER.
 */
export async function claimOwnership(
  tx: Tx,
  user: UserRow,
  claim: OwnershipClaim,
  now: Date,
): Promise<boolean> {
  const mayClaim = claim.isNamed ?? claim.mayBeFirst;
  if (!mayClaim || (await hasOwner(tx))) return false;
  await lockOwnership(tx);
  if (await hasOwner(tx)) return false;
  if (claim.isNamed === undefined && (await hasOtherUsers(tx, user.id))) return false;
  await updateRole(tx, user.id, "OWNER", now);
  return true;
}

/** Gives former usernames free whose time is over. */
export function releaseUsernames(db: Db, now: Date): Promise<void> {
  return deleteLapsedUsernames(db, now);
}

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
