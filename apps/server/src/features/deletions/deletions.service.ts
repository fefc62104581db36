import { closeAllLinks } from "#server/features/guests/guest-access.service.ts";
import type { RoomId, WorkspaceId } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { leaveDeleted } from "#server/features/auth/switching.service.ts";
import { purgeFilesOf } from "#server/features/files/sweeping.service.ts";
import { revokeAllInvitations } from "#server/features/invitations/invitations.service.ts";
import { purgeLog } from "#server/features/messages/purging.service.ts";
import { releaseDomain } from "#server/features/organizations/domains.service.ts";
import { requireOwnedOrganization } from "#server/features/organizations/organizations.access.ts";
import { forgetRoom } from "#server/features/search/indexing.service.ts";
import { listDueRooms, listRoomsIn, purgeRoom } from "#server/features/rooms/rooms.service.ts";
import {
  closeWorkspace,
  listDeletedWorkspaces,
  purgeWorkspace,
  restoreWorkspace,
} from "#server/features/workspaces/workspaces.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { whenSettled } from "#server/platform/db/settled.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";

/* The end of an organization: taken away at once, given back within ORG_DELETION_DAYS, purged after that (rules-identity 56). */

export interface DeletionDeps extends Pick<Config, "orgDeletionDays"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<Live, "refreshWorkspace">;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Takes the organization away from everybody, its OWNER first: no list, token or invitation leads there any more, sockets there end
 * within a second, and nothing is written in it after this has returned.
 */
export async function deleteOrganization(
  deps: DeletionDeps,
  actor: Actor,
  id: WorkspaceId,
): Promise<void> {
  const now = deps.clock.now();
  await runTransaction(deps.db, (tx) => closeOrganization(tx, actor, id, now));
  deps.live.refreshWorkspace(id);
  await whenSettled(deps.db);
}

/** The last part of a transaction; the workspace is refreshed after its commit. */
async function closeOrganization(tx: Tx, actor: Actor, id: WorkspaceId, now: Date): Promise<void> {
  const { title } = await requireOwnedOrganization(tx, actor, id);
  await revokeAllInvitations(tx, id);
  await closeAllLinks(tx, id);
  await releaseDomain(tx, id);
  const kind = "organization deleted";
  await recordAct(tx, actor, { at: now, kind, workspaceId: id, details: { title } });
  await closeWorkspace(tx, id, now);
}

/** Gives it back as it was, without its invitations and with its domain to be proved again; by the OWNER of the instance, who need not be in it. */
export async function restoreOrganization(
  deps: DeletionDeps,
  actor: Actor,
  id: WorkspaceId,
): Promise<void> {
  if (actor.instanceRole !== "OWNER") throw new AppError("FORBIDDEN");
  const now = deps.clock.now();
  await runTransaction(deps.db, async (tx) => {
    if (!(await restoreWorkspace(tx, id, toEnd(deps, now))))
      throw new AppError("ORGANIZATION_NOT_FOUND");
    await recordAct(tx, actor, { at: now, kind: "organization restored", workspaceId: id });
  });
}

/** What was deleted until then cannot come back. */
function toEnd({ orgDeletionDays }: Pick<DeletionDeps, "orgDeletionDays">, now: Date): Date {
  return new Date(now.getTime() - orgDeletionDays * DAY_MS);
}

/**
 * Removes for ever what can come back no more, in portions that nobody waits for; it goes on wherever it was cut off. The audit of it
 * stays.
 */
export async function purgeDeleted(
  deps: Pick<DeletionDeps, "db" | "clock" | "orgDeletionDays">,
): Promise<void> {
  const { db, clock } = deps;
  for (const id of await listDueRooms(db, clock.now())) await purge(db, id);
  for (const id of await listDeletedWorkspaces(db, toEnd(deps, clock.now()))) {
    for (const roomId of await listRoomsIn(db, id)) await purge(db, roomId);
    await leaveDeleted(db, id);
    await purgeFilesOf(db, id);
    await purgeWorkspace(db, id);
  }
}

async function purge(db: Db, roomId: RoomId): Promise<void> {
  await purgeLog(db, roomId);
  await forgetRoom(db, roomId);
  await purgeRoom(db, roomId);
}
