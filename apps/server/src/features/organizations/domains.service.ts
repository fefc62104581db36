import { runsInstance, type InputOf, type ReplyOf, type WorkspaceId } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Changes } from "#server/features/log/log.service.ts";
import { endPlaces } from "#server/features/participants/departures.service.ts";
import { joinFirstRooms } from "#server/features/participants/membership.service.ts";
import { requireAccount } from "#server/features/users/accounts.service.ts";
import {
  addMember,
  findEndOfMembership,
  findMemberStatus,
} from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { ListTxtRecords } from "#server/platform/dns/txt-records.ts";
import {
  findDomain,
  findOpen,
  updateDomainReleased,
  updateDomainVerified,
  type OpenRow,
} from "./domains.queries.ts";
import { domainOf, toDomainRecord } from "./domains.rules.ts";
import { requireLeading } from "./organizations.access.ts";
import { toDomainVerification } from "./organizations.view.ts";
import { isPublicProvider } from "./public-providers.service.ts";

export interface DomainDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly listTxtRecords: ListTxtRecords;
}

/**
 * The domain is the organization's own from now on: its DNS says so to OWNER and ADMIN, those who run the server take their own word
 * for it. DOMAIN_TAKEN where another organization was first (rules-identity 80).
 */
export async function verifyDomain(
  deps: DomainDeps,
  actor: Actor,
  id: WorkspaceId,
  { withoutRecord }: InputOf<"verifyDomain">["body"],
): Promise<ReplyOf<"verifyDomain">> {
  const { db, clock, listTxtRecords } = deps;
  const require = (on: Db) => requireVerifiable(on, actor, id, withoutRecord);
  const seen = await require(db);
  if (seen.domainVerifiedAt) return toDomainVerification(seen);
  const { domain } = seen;
  if (domain === null || isPublicProvider(domain)) throw new AppError("DOMAIN_INVALID");
  const record = toDomainRecord(seen.domainToken);
  // Before the transaction: others wait for no name server.
  if (!withoutRecord && !(await listTxtRecords(domain)).includes(record))
    throw new AppError("DOMAIN_NOT_VERIFIED", { record });
  const now = clock.now();
  return runTransaction(db, async (tx) => {
    if (!(await updateDomainVerified(tx, id, domain, now))) throw new AppError("DOMAIN_TAKEN");
    const row = await require(tx);
    if (row.domain !== domain) throw new AppError("DOMAIN_NOT_VERIFIED", { record });
    const details = { domain, by: withoutRecord ? "INSTANCE" : "RECORD" };
    await recordAct(tx, actor, { at: now, kind: "domain verified", workspaceId: id, details });
    return toDomainVerification(row);
  });
}

/** Of an organization that is deleted: others may verify its domain. It opens to nobody there again before it is proved anew. */
export function releaseDomain(tx: Tx, id: WorkspaceId): Promise<void> {
  return updateDomainReleased(tx, id);
}

async function requireVerifiable(db: Db, actor: Actor, id: WorkspaceId, withoutRecord: boolean) {
  if (!(withoutRecord && runsInstance(actor.instanceRole))) {
    await requireLeading(db, actor, id);
    if (withoutRecord) throw new AppError("FORBIDDEN");
  }
  const row = await findDomain(db, id);
  if (!row) throw new AppError("ORGANIZATION_NOT_FOUND");
  return row;
}

/** Those that are open to the caller's verified address and that they are not in. */
export async function listJoinable(
  { db }: DomainDeps,
  actor: Actor,
): Promise<ReplyOf<"listJoinable">> {
  const open = await findOpenTo(db, actor);
  if (!open) return { results: [] };
  const status = await findMemberStatus(db, actor.userId, open.id);
  return { results: status === undefined ? [open] : [] };
}

/** A former member comes back by an invitation alone (rules-identity 63). */
async function findOpenTo(db: Db, { userId, boundRoomId }: Actor): Promise<OpenRow | undefined> {
  if (boundRoomId !== null) return undefined;
  const { email, isEmailVerified } = await requireAccount(db, userId);
  const open = email !== null && isEmailVerified ? await findOpen(db, domainOf(email)) : undefined;
  if (!open) return undefined;
  const leftAt = await findEndOfMembership(db, { workspaceId: open.id, userId });
  return leftAt ? undefined : open;
}

/**
 * The caller becomes a MEMBER of an organization that is open to their address, and comes into its first rooms; again changes nothing.
 * MEMBER_SUSPENDED to whom it keeps out, ORGANIZATION_NOT_FOUND to everybody else (rules-identity 81).
 */
export async function joinByDomain(deps: DomainDeps, actor: Actor, id: WorkspaceId): Promise<void> {
  const now = deps.clock.now();
  const isOpen = async (db: Db) => (await findOpenTo(db, actor))?.id === id;
  if (await isOpen(deps.db)) await endPlaces(deps, { workspaceId: id, userId: actor.userId });
  await deps.changes.run(async (change) => {
    const { tx } = change;
    const status = await findMemberStatus(tx, actor.userId, id);
    if (status === "SUSPENDED") throw new AppError("MEMBER_SUSPENDED");
    if (status === "ACTIVE") return;
    if (!(await isOpen(tx))) throw new AppError("ORGANIZATION_NOT_FOUND");
    const role = "MEMBER";
    // By an invitation, at the same moment.
    if (!(await addMember(tx, { workspaceId: id, userId: actor.userId, role }, now))) return;
    await joinFirstRooms(change, { ...actor, workspaceId: id, workspaceRole: role });
    const details = { role, by: "DOMAIN" };
    await recordAct(tx, actor, { at: now, kind: "member joined", workspaceId: id, details });
  });
}
