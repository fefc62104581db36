import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { recordAudit } from "../audit/audit.service.ts";
import type { Change } from "../log/log.service.ts";
import { GUEST_END } from "#server/platform/bound-sessions.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { updateBoundEnded, updateBoundEndedIn, type EndedSession } from "./sessions.queries.ts";

/* Sessions of link guests: each is bound to one room and ends with the place in it (rules-identity 24). */

/**
 * Ends the sessions of link guests whose places in the room end, with this change or soon; the change holds the room's lock. Their
 * sockets are closed after the last event that they get.
 */
export async function endBoundSessions(
  change: Change,
  places: { readonly roomId: RoomId; readonly userIds: readonly UserId[] },
): Promise<void> {
  const ended = await updateBoundEnded(change.tx, places);
  await record(change.tx, ended);
  change.endedSessions.push(...ended.map(({ id }) => id));
  change.people.push(...ended);
}

/**
 * Ends those of all link guests of a workspace. Returns whose they were: record the change of these people last of all, and close the
 * sockets after the commit.
 */
export async function endAllBoundSessions(
  tx: Tx,
  workspaceId: WorkspaceId,
): Promise<readonly EndedSession[]> {
  const ended = await updateBoundEndedIn(tx, workspaceId);
  await record(tx, ended);
  return ended;
}

async function record(
  tx: Tx,
  ended: readonly (EndedSession & { readonly endedAt: Date })[],
): Promise<void> {
  const details = { reason: GUEST_END };
  for (const { id: sessionId, userId: actorId, endedAt: at } of ended)
    await recordAudit(tx, { at, kind: "session ended", actorId, sessionId, details });
}
