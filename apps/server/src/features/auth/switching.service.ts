import type { ReplyOf, WorkspaceId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { rememberWorkspace, requireAccount, toCurrentUser } from "../users/accounts.service.ts";
import {
  recordPersonChange,
  requirePersonalWorkspaceId,
  toAccountType,
} from "../workspaces/workspaces.service.ts";
import type { Auth, Kept } from "./auth.service.ts";
import { requirePlace } from "./places.service.ts";
import {
  deleteTicketsIn,
  findSessionForChange,
  updateMoved,
  updateSessionWorkspace,
} from "./sessions.queries.ts";
import { makeRefreshToken, toTokens, type HeldSession } from "./sessions.service.ts";

type Switched = ReplyOf<"switchOrganization">;

/**
 * The caller's session works in an organization, or in Personal, from now on. Its sockets of before are closed on every node; an
 * access token of before stays one of the workspace of before until it expires, and a call that means another one is refused with
 * WORKSPACE_CHANGED (rules-identity 76, 77). Throws ORGANIZATION_NOT_FOUND where the caller is no member, MEMBER_SUSPENDED where they
 * are suspended.
 */
export async function switchWorkspace(
  auth: Auth,
  actor: Actor,
  to: WorkspaceId | "personal",
): Promise<Kept<Switched>> {
  // A link guest's session is bound to one room of one workspace (rules-identity 24).
  if (actor.boundRoomId !== null) throw new AppError("ORGANIZATION_NOT_FOUND");
  const now = auth.clock.now();
  const { user, session, currentOrg } = await runTransaction(auth.db, async (tx) => {
    const row = await findSessionForChange(tx, actor.sessionId);
    if (!row || row.endedAt) throw new AppError("SESSION_ENDED");
    const account = await requireAccount(tx, actor.userId);
    const place = await requirePlace(tx, account, to);
    await updateSessionWorkspace(tx, row.id, place.workspaceId);
    // Beside those that the holder has: where the answer is lost, they stay signed in with them.
    const token = await makeRefreshToken(tx, auth, row, now);
    const { id, userId, refreshDelivery: delivery } = row;
    await recordPersonChange(tx, [row]);
    const { workspaceId } = place;
    const held: HeldSession = { id, userId, workspaceId, delivery, ...token };
    return { user: account, session: held, currentOrg: place.currentOrg };
  });
  auth.live.refreshActor(actor.userId);
  // Not while the session is locked: a sign-in locks the person first, and then sessions that it ends.
  await rememberWorkspace(auth.db, actor.userId, session.workspaceId).catch((error: unknown) =>
    auth.log.warn({ err: error }, "The workspace of the next sign-in could not be stored"),
  );
  const { tokens, secrets } = await toTokens(auth, session);
  const accountType = toAccountType(currentOrg ? "organization" : "personal");
  const viewer = { sessionId: session.id, accountType };
  return {
    reply: { tokens, user: toCurrentUser(user, viewer, now), currentOrg, accountType },
    secrets,
  };
}

/** No session works any more in a workspace that is deleted for ever. */
export async function leaveDeleted(db: Db, workspaceId: WorkspaceId): Promise<void> {
  await deleteTicketsIn(db, workspaceId);
  await updateMoved(db, workspaceId, await requirePersonalWorkspaceId(db));
}
