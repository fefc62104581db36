import {
  INVITE_LINK_DAYS,
  isLeading,
  parseInput,
  username as usernameShape,
  type InputOf,
  type InviteOutcome,
  type PersonLimit,
  type ReplyOf,
  type RoomId,
  type WorkspaceId,
  type WorkspaceRole,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { countHit } from "#server/features/auth/limits.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { findRooms, mayBringInto } from "#server/features/rooms/rooms.service.ts";
import { findInvitableAccount } from "#server/features/users/accounts.service.ts";
import { parseIdentifier } from "#server/features/users/identifiers.service.ts";
import {
  addInvited,
  findMemberStatus,
  findMemberStatusByEmail,
} from "#server/features/workspaces/workspaces.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { insertInvitation } from "./changes.queries.ts";
import { newCode, sendCode, type SendingDeps } from "./codes.service.ts";
import { endInvitation } from "./ending.service.ts";
import { requireInviterForChange } from "./invitations.access.ts";
import { listOpenTo, type InvitationRow, type Invitee } from "./invitations.queries.ts";
import {
  addressLimit,
  inviteeLimit,
  inviterLimit,
  mayGive,
  mayManage,
  organizationLimit,
} from "./invitations.rules.ts";

export interface InvitingDeps extends SendingDeps, Pick<Config, "invitesPerOrgDay"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly requireWithin: (limit: PersonLimit, actor: Actor) => void;
}

type Entry = InputOf<"inviteMembers">["body"]["invitations"][number];

/** Who invites, where, and in which transaction. */
interface Inviting {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly orgId: WorkspaceId;
  readonly title: string;
  readonly role: WorkspaceRole;
  readonly now: Date;
  /** Addresses that get no more today, of whoever. */
  readonly flooded: ReadonlySet<string>;
}

/**
 * Invites people by address or username, each as their entry says; one that cannot be does not stop the others (rules-identity 66).
 * To addresses a mail goes after the commit, and accounts are told in the app. Beyond INVITES_PER_ORG_DAY nobody of the call is
 * invited: INVITATION_LIMIT_REACHED.
 */
export async function inviteMembers(
  deps: InvitingDeps,
  actor: Actor,
  orgId: WorkspaceId,
  entries: readonly Entry[],
): Promise<ReplyOf<"inviteMembers">> {
  const now = deps.clock.now();
  // A username tells whether there is such an account, so they are not tried in numbers.
  for (const { username } of entries)
    if (username !== undefined) deps.requireWithin("findPerson", actor);
  const flooded = await countEntries(deps, actor, entries, now);
  return runTransaction(deps.db, async (tx) => {
    const { role, title } = await requireInviterForChange(tx, actor.userId, orgId);
    const inviting = { tx, actor, orgId, title, role, now, flooded };
    const results: ReplyOf<"inviteMembers">["results"] = [];
    for (const entry of entries) {
      const { email, username } = entry;
      const outcome = await inviteOne(deps, inviting, entry);
      results.push({
        ...(email !== undefined && { email }),
        ...(username !== undefined && { username }),
        outcome,
      });
    }
    return { results };
  });
}

/**
 * Counts over all organizations, so that nobody makes some to send mail to strangers; outside of the transaction, where two of these
 * at once would wait for each other. Throws INVITATION_LIMIT_REACHED; returns the addresses that have had enough.
 */
async function countEntries(
  { db, invitesPerOrgDay }: InvitingDeps,
  { userId }: Actor,
  entries: readonly Entry[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const flooded = new Set<string>();
  for (const { email } of entries) {
    const retryAfterMs = await countHit(db, inviterLimit(userId, invitesPerOrgDay), now);
    if (retryAfterMs > 0) throw new AppError("INVITATION_LIMIT_REACHED", { retryAfterMs });
    const to = email === undefined ? undefined : parseIdentifier(email, undefined)?.value;
    if (to !== undefined && (await countHit(db, addressLimit(to), now)) > 0) flooded.add(to);
  }
  return flooded;
}

async function inviteOne(
  deps: InvitingDeps,
  inviting: Inviting,
  entry: Entry,
): Promise<InviteOutcome> {
  const { tx, actor, orgId, role, now, flooded } = inviting;
  const invitee = await findInvitee(tx, entry);
  if (!invitee) return "invalid";
  const type = "email" in invitee ? "EMAIL" : "DIRECT";
  if (!mayGive(role, type, entry.role)) return "roleNotAllowed";
  const roomIds = await listRoomsToJoin(tx, actor, orgId, entry.rooms);
  if (!roomIds || (entry.role === "GUEST" && roomIds.length === 0)) return "invalid";
  if (await isMember(inviting, invitee)) return "alreadyMember";
  const open = await listOpenTo(tx, orgId, invitee, now);
  const mayEnd = (each: InvitationRow) => mayManage(each, { userId: actor.userId, role });
  const own = open.filter((each) => each.status === "EXPIRED" || mayEnd(each));
  // One at a time for an account; to an address another one goes beside that of somebody else.
  if (type === "DIRECT" && own.length < open.length) return "roleNotAllowed";
  const to = "email" in invitee ? invitee.email : invitee.inviteeId;
  const isFull = (await countHit(tx, inviteeLimit(orgId, to), now)) > 0;
  if (isFull || flooded.has(to)) return "limitReached";
  const retryAfterMs = await countHit(tx, organizationLimit(orgId, deps.invitesPerOrgDay), now);
  if (retryAfterMs > 0) throw new AppError("INVITATION_LIMIT_REACHED", { retryAfterMs });
  for (const each of own)
    await endInvitation(tx, each, each.status === "EXPIRED" ? "EXPIRED" : "REVOKED");
  await insertNamed(deps, inviting, invitee, { ...entry, roomIds });
  return own.some(({ status }) => status === "PENDING") ? "resent" : "invited";
}

async function findInvitee(tx: Tx, { email, username }: Entry): Promise<Invitee | undefined> {
  if ((email === undefined) === (username === undefined)) return undefined;
  if (email !== undefined) {
    const identifier = parseIdentifier(email, undefined);
    return identifier?.kind === "email" ? { email: identifier.value } : undefined;
  }
  const name = parseInput(usernameShape, username?.trim().replace(/^@/, ""));
  const inviteeId = name.ok ? await findInvitableAccount(tx, name.data) : undefined;
  return inviteeId && { inviteeId };
}

/** Addresses of members are for those who lead, so nobody else is told whose one is; the person is when they accept. */
async function isMember({ tx, orgId, role }: Inviting, invitee: Invitee): Promise<boolean> {
  const status =
    "email" in invitee
      ? await findMemberStatusByEmail(tx, invitee.email, orgId)
      : await findMemberStatus(tx, invitee.inviteeId, orgId);
  if (status === undefined || status === "INVITED") return false;
  return isLeading(role) || !("email" in invitee);
}

interface Given extends Pick<Entry, "role" | "department"> {
  readonly roomIds: readonly RoomId[];
}

async function insertNamed(
  deps: InvitingDeps,
  { tx, actor, orgId, title, role: own, now }: Inviting,
  invitee: Invitee,
  { role, department: text, roomIds }: Given,
): Promise<void> {
  const type = "email" in invitee ? "EMAIL" : "DIRECT";
  // Departments are for those who lead to give (rules-identity, Organization permission matrix).
  const department = isLeading(own) && text ? text : null;
  const { code, kept } = newCode(now, INVITE_LINK_DAYS);
  const made = { type, invitee, role, department, roomIds, maxUses: 1 } as const;
  const by = { workspaceId: orgId, invitedBy: actor.userId, createdAt: now };
  const id = await insertInvitation(tx, { ...kept, ...made, ...by });
  if ("email" in invitee) await sendCode(tx, deps, id, code);
  else {
    const { inviteeId: userId } = invitee;
    await addInvited(tx, { workspaceId: orgId, userId, role, department }, now);
    const facts = { orgId, title, invitationId: id, role };
    await notify(tx, deps, {
      type: "ORGANIZATION_INVITATION",
      userId,
      actorId: actor.userId,
      facts,
    });
  }
  const about = { workspaceId: orgId, target: { type: "invitation", id } } as const;
  const details = { type, role };
  await recordAct(tx, actor, { ...about, at: now, kind: "invitation made", details });
}

/** Channels of the organization that the caller may bring people into; undefined where one of these is none. */
export async function listRoomsToJoin(
  tx: Tx,
  actor: Actor,
  orgId: WorkspaceId,
  slugs: readonly string[],
): Promise<RoomId[] | undefined> {
  const wanted = new Set(slugs);
  const rooms = (await findRooms(tx, { ...actor, workspaceId: orgId }, [...wanted])).filter(
    mayBringInto,
  );
  return rooms.length === wanted.size ? rooms.map(({ id }) => id) : undefined;
}
