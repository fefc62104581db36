import {
  mayGiveInstanceRole,
  type InputOf,
  type ReplyOf,
  type SessionId,
  type UserId,
  type UserProfile,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { endSessionsOf } from "#server/features/auth/sessions.service.ts";
import { requireOperator } from "#server/features/instance/instance.access.ts";
import { revokeAllInvitationsOf } from "#server/features/invitations/invitations.service.ts";
import { inviteMembers, type InvitingDeps } from "#server/features/invitations/inviting.service.ts";
import { readActivity } from "#server/features/presence/presence.service.ts";
import {
  changeBlocked,
  changeInstanceRole,
  createAccount,
  type UserRow,
} from "#server/features/users/accounts.service.ts";
import { parseIdentifier, type Identifier } from "#server/features/users/identifiers.service.ts";
import { updateMe, type UsersDeps } from "#server/features/users/users.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { whenSettled } from "#server/platform/db/settled.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { toPage } from "#server/platform/http/page.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { requireAdministeredUser } from "./administration.access.ts";
import { countPeople, listPeople } from "./people.queries.ts";
import { leads } from "./people.rules.ts";
import { getUser, requireInOrganization } from "./people.service.ts";
import { toInstanceUser } from "./people.view.ts";

export interface AdministrationDeps extends InvitingDeps, UsersDeps {
  readonly live: Pick<Live, "endSessions" | "refreshActor">;
  readonly defaultPhoneRegion: string | undefined;
  /** After the commit; throws where no message of this server reaches the address. */
  readonly sendFirstLink: (tx: Tx, identifier: Identifier) => Promise<void>;
}

/**
 * Makes an account that its person has not proved yet, and sends them a link to sign in; for those who run the server. An address
 * that somebody has is CONFLICT: they see all accounts, so it tells them nothing new.
 */
export async function createUser(
  deps: AdministrationDeps,
  actor: Actor,
  input: InputOf<"createUser">["body"],
): Promise<UserProfile> {
  const identifier = parseIdentifier(input.identifier, deps.defaultPhoneRegion);
  if (!identifier) throw new AppError("IDENTIFIER_INVALID");
  requireOperator(actor);
  const now = deps.clock.now();
  const id = await runTransaction(deps.db, async (tx) => {
    const made = await createAccount(tx, { identifier, fullName: input.fullName, now });
    if (!made) throw new AppError("CONFLICT");
    await deps.sendFirstLink(tx, identifier);
    const target = { type: "user", id: made } as const;
    await recordAct(tx, actor, { at: now, kind: "account created", target });
    return made;
  });
  return getUser(deps, actor, id);
}

/**
 * Invites somebody into the active organization, by those who lead it: one entry of inviteMembers (rules-identity 66), which says what
 * came of it.
 */
export async function inviteUser(
  deps: AdministrationDeps,
  actor: Actor,
  { identifier, role }: InputOf<"inviteUser">["body"],
): Promise<ReplyOf<"inviteUser">> {
  const { workspaceId } = requireInOrganization(actor);
  const parsed = parseIdentifier(identifier, deps.defaultPhoneRegion);
  if (parsed?.kind !== "email") throw new AppError("IDENTIFIER_INVALID");
  if (!leads(actor)) throw new AppError("FORBIDDEN");
  const email = parsed.value;
  const { results } = await inviteMembers(deps, actor, workspaceId, [{ email, role, rooms: [] }]);
  const outcome = results[0]?.outcome ?? "invalid";
  if (outcome === "roleNotAllowed") throw new AppError("INVITATION_ROLE_NOT_ALLOWED");
  return { email, outcome };
}

/**
 * All accounts that were not erased, wherever the session works; for those who run the server, who are told what is administered and
 * nothing that people wrote about themselves.
 */
export async function listInstanceUsers(
  { db, defaultPhoneRegion }: Pick<AdministrationDeps, "db" | "defaultPhoneRegion">,
  actor: Actor,
  { search = "", ...page }: InputOf<"listInstanceUsers">["query"],
): Promise<ReplyOf<"listInstanceUsers">> {
  requireOperator(actor);
  const identifier = parseIdentifier(search, defaultPhoneRegion)?.value;
  const part = search.trim().replace(/^@/, "");
  const question = {
    seeker: { ...actor, accountType: "PERSONAL" },
    sight: "everybody",
    ...(identifier === undefined ? { part } : { exact: { username: part, identifier } }),
    hidesBlocks: false,
    showsHidden: true,
  } as const;
  const total = await countPeople(db, question);
  const rows = await listPeople(db, question, { ...page, sortBy: "name" }, total);
  const activity = await readActivity(
    db,
    rows.map(({ id }) => id),
  );
  return toPage(
    rows.map((row) => toInstanceUser(row, activity.get(row.id))),
    page,
    total,
  );
}

/**
 * Oneself as by PATCH /user/me; of somebody else those who run the server say whether they are blocked, its OWNER which role they have on
 * it, and nothing more.
 */
export async function updateUser(
  deps: AdministrationDeps,
  actor: Actor,
  id: UserId,
  input: InputOf<"updateUser">["body"],
): Promise<UserProfile> {
  const { isBlocked, role, ...profile } = input;
  if (id === actor.userId) {
    requireNone({ isBlocked, role });
    await updateMe(deps, actor, profile);
  } else {
    requireNone(profile);
    await administer(deps, actor, id, { role, isBlocked });
  }
  return getUser(deps, actor, id);
}

function requireNone(input: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(input).filter((path) => input[path] !== undefined);
  if (given.length > 0) throw notAllowed(...given);
}

interface Administered {
  readonly role?: "ADMIN" | "USER" | undefined;
  readonly isBlocked?: boolean | undefined;
}

/**
 * Changes somebody's account as those who run the server may: all that is asked for, or nothing. A role counts with the next call of
 * theirs; nothing of somebody who was blocked is written after this has returned.
 */
async function administer(
  deps: AdministrationDeps,
  actor: Actor,
  id: UserId,
  { role, isBlocked }: Administered,
): Promise<void> {
  const now = deps.clock.now();
  const ended = await runTransaction(deps.db, async (tx): Promise<readonly SessionId[]> => {
    const user = await requireAdministeredUser(tx, actor, id);
    if (role !== undefined) await setRole(tx, actor, { user, role, now });
    return isBlocked === undefined ? [] : setBlocked(tx, actor, { user, isBlocked, now });
  });
  if (role !== undefined) deps.live.refreshActor(id);
  if (ended.length > 0) deps.live.endSessions(ended, "blocked");
  await whenSettled(deps.db);
}

/** Makes somebody an ADMIN of the instance, or takes that back. The same again changes nothing. */
async function setRole(
  tx: Tx,
  actor: Actor,
  {
    user,
    role,
    now,
  }: { readonly user: UserRow; readonly role: "ADMIN" | "USER"; readonly now: Date },
): Promise<void> {
  if (!mayGiveInstanceRole(actor.instanceRole, user.role)) throw new AppError("FORBIDDEN");
  if (role === user.role) return;
  await changeInstanceRole(tx, user.id, role, now);
  await recordAct(tx, actor, {
    at: now,
    kind: "instance role",
    action: "CHANGE_ROLE",
    target: { type: "user", id: user.id },
    before: { role: user.role },
    after: { role },
  });
}

/**
 * Shuts somebody out of the server, or lets them in again. Their sessions end with it, which are answered, and what they have sent as
 * invitations is revoked (rules-identity 39, 48). The same again changes nothing.
 */
async function setBlocked(
  tx: Tx,
  actor: Actor,
  {
    user: { id, isBlocked: wasBlocked },
    isBlocked,
    now,
  }: { readonly user: UserRow; readonly isBlocked: boolean; readonly now: Date },
): Promise<readonly SessionId[]> {
  if (isBlocked === wasBlocked) return [];
  await changeBlocked(tx, id, isBlocked, now);
  await recordAct(tx, actor, {
    at: now,
    kind: isBlocked ? "account blocked" : "account unblocked",
    action: isBlocked ? "REVOKE_ACCESS" : "GRANT_ACCESS",
    target: { type: "user", id },
  });
  if (!isBlocked) return [];
  await revokeAllInvitationsOf(tx, id);
  return endSessionsOf(tx, id, "blocked", now);
}
