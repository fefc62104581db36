import type { SessionId, WorkspaceId } from "@colbin/protocol";
import { endAllBoundSessions } from "#server/features/auth/bound-sessions.service.ts";
import { recordPersonChange } from "#server/features/workspaces/workspaces.service.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { endStaysJob } from "./guests.jobs.ts";
import { updateAllClosedIn } from "./guests.queries.ts";

/** Closes all guest links of a workspace that is over, for good. */
export function closeAllLinks(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  return updateAllClosedIn(tx, workspaceId);
}

/**
 * A workspace has no guests any more: all links are closed and all sessions of guests end, their places room by room after that. The last
 * part of its transaction; close the sockets of these sessions after the commit.
 */
export async function closeWorkspaceToGuests(
  tx: Tx,
  jobs: Jobs,
  workspaceId: WorkspaceId,
): Promise<readonly SessionId[]> {
  await updateAllClosedIn(tx, workspaceId);
  const ended = await endAllBoundSessions(tx, workspaceId);
  if (ended.length > 0) await jobs.enqueue(tx, endStaysJob, {});
  await recordPersonChange(tx, ended);
  return ended.map(({ id }) => id);
}
