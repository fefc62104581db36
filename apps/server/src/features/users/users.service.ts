import {
  toEmoji,
  type CurrentUser,
  type CustomStatus,
  type InputOf,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { dropSmallPicture } from "#server/features/files/small-pictures.service.ts";
import { toVisibleStatus, type Presence } from "#server/features/presence/presence.service.ts";
import { findActiveMembership } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import {
  deleteReservedUsername,
  findUser,
  findUserForChange,
  insertReservedUsername,
  isReservedForAnother,
  updateAvatar,
  updateProfile,
  type UserRow,
} from "./users.queries.ts";
import {
  isReservedUsername,
  isTimeZone,
  judgeUsernameChange,
  USERNAME_RESERVED_MS,
} from "./users.rules.ts";
import { toCurrentUser } from "./users.view.ts";

export interface UsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly presence: Pick<Presence, "changed" | "noteActive">;
  /** Others are told of the reading of this person, or not any more. */
  readonly refreshReceipts: (of: { readonly userId: UserId }) => void;
  /** In the transaction of the change: deliveries that wait for the quiet hours of the person go at another moment. */
  readonly noteZoneChange: (tx: Tx, userId: UserId) => Promise<void>;
}

export { isTimeZone } from "./users.rules.ts";

export type ProfileInput = InputOf<"updateMe">["body"];

/** The signed-in person, complete. */
export async function getMe({ db, clock }: UsersDeps, actor: Actor): Promise<CurrentUser> {
  return toCurrentUser(requirePresent(await findUser(db, actor.userId)), actor, clock.now());
}

/** Changes only what is sent; all of it or, on a refusal, nothing. Changes of one person come one after the other. */
export async function updateMe(
  { db, clock, presence, refreshReceipts, noteZoneChange }: UsersDeps,
  actor: Actor,
  input: ProfileInput,
): Promise<CurrentUser> {
  const now = clock.now();
  requireTimeZone(input.preferences?.timezone);
  const customStatus = input.customStatus && requireStatus(input.customStatus, now);
  const me = await runTransaction(db, async (tx) => {
    const user = requirePresent(await findUserForChange(tx, actor.userId));
    await requireOwnWorkspace(tx, actor, input.preferences?.defaultWorkspace);
    await changePath(tx, user, input.avatar_url, now);
    const usernameChangedAt = await changeUsername(tx, user, input.username, now);
    const isTaken = !(await updateProfile(
      tx,
      user.id,
      {
        fullName: input.fullName ?? user.fullName,
        username: input.username ?? user.username,
        usernameChangedAt,
        bio: keepOrClear(input.bio, user.bio),
        company: keepOrClear(input.company, user.company),
        location: keepOrClear(input.location, user.location),
        customStatus: customStatus === undefined ? user.customStatus : customStatus,
        preferences: { ...user.preferences, ...withoutUndefined(input.preferences) },
      },
      now,
    ));
    if (isTaken) throw new AppError("USERNAME_TAKEN");
    const { timezone } = { ...user.preferences, ...withoutUndefined(input.preferences) };
    if (timezone !== user.preferences.timezone) await noteZoneChange(tx, user.id);
    // Looked at after the name is ours: a person who gave it up in the meantime has reserved it by now.
    const username = input.username ?? user.username;
    if (username !== user.username) {
      if (await isReservedForAnother(tx, username, user.id, now))
        throw new AppError("USERNAME_TAKEN");
      await deleteReservedUsername(tx, username);
    }
    return toCurrentUser(requirePresent(await findUser(tx, user.id)), actor, now);
  });
  presence.changed(actor.userId);
  if (input.preferences?.readReceipts !== undefined) refreshReceipts({ userId: actor.userId });
  // Whoever shows themselves again is there.
  if (input.preferences?.invisible === false) presence.noteActive(actor);
  return me;
}

/** Gives the caller another picture, which is noted already, or none. */
export async function changeAvatar(
  tx: Tx,
  { userId }: Pick<Actor, "userId">,
  path: string | null,
  now: Date,
): Promise<void> {
  const { avatarUrl } = requirePresent(await findUserForChange(tx, userId));
  await dropSmallPicture(tx, avatarUrl);
  await updateAvatar(tx, userId, path, now);
}

/** A person writes no address but the one that they have: a picture of elsewhere would tell about its readers. */
async function changePath(
  tx: Tx,
  { id: userId, avatarUrl }: UserRow,
  sent: string | null | undefined,
  now: Date,
): Promise<void> {
  if (sent === undefined || sent === avatarUrl) return;
  if (sent !== null) throw notAllowed("avatar_url");
  await changeAvatar(tx, { userId }, null, now);
}

/** Null for one that says nothing; its emoji in the form that everybody stores (rules-rooms 53). */
function requireStatus(
  { emoji: text, ...rest }: NonNullable<ProfileInput["customStatus"]>,
  now: Date,
): CustomStatus | null {
  const emoji = text === null ? null : toEmoji(text);
  if (emoji === undefined) throw notAllowed("customStatus.emoji");
  const status = { emoji, ...rest };
  if (!toVisibleStatus(status, now)) throw notAllowed("customStatus.expiresAt");
  return emoji === null && status.text === "" ? null : status;
}

/** Judges and counts a change of name, and keeps the old one for its person. */
async function changeUsername(
  tx: Tx,
  user: UserRow,
  username: string | undefined,
  now: Date,
): Promise<readonly Date[]> {
  if (username === undefined || username === user.username) return user.usernameChangedAt;
  const { counted, waitMs } = judgeUsernameChange(user.usernameChangedAt, now);
  if (waitMs > 0) {
    const days = Math.ceil(waitMs / (24 * 60 * 60_000));
    throw new AppError("USERNAME_CHANGE_LIMIT", { retryAfterMs: waitMs, days });
  }
  if (isReservedUsername(username)) throw new AppError("USERNAME_TAKEN");
  const until = new Date(now.getTime() + USERNAME_RESERVED_MS);
  await insertReservedUsername(tx, user.username, user.id, until);
  return [...counted, now];
}

function requireTimeZone(name: string | null | undefined): void {
  if (typeof name !== "string" || isTimeZone(name)) return;
  throw notAllowed("preferences.timezone");
}

/** Personal is none that one chooses: it is where everybody begins. */
async function requireOwnWorkspace(
  tx: Tx,
  { userId }: Actor,
  id: WorkspaceId | null | undefined,
): Promise<void> {
  if (id && !(await findActiveMembership(tx, userId, id)))
    throw notAllowed("preferences.defaultWorkspace");
}

/** Absent keeps, null and an empty text clear. */
function keepOrClear(sent: string | null | undefined, stored: string | null): string | null {
  return sent === undefined ? stored : sent === "" ? null : sent;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T | undefined): Given<T> {
  return Object.fromEntries(
    Object.entries(value ?? {}).filter(([, each]) => each !== undefined),
  ) as Given<T>;
}

function requirePresent(user: UserRow | undefined): UserRow {
  if (!user) throw new Error("A session ends with its account, so an actor always has one");
  return user;
}
