import type { InputOf, ReplyOf, Session, SessionId, UserId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Auth, AuthParts } from "./auth.service.ts";
import { listOwnSessions, updateSessionName, type OwnSessionRow } from "./own-sessions.queries.ts";
import { listLiveSessionIds, type EndReason } from "./sessions.queries.ts";
import { endAll } from "./sessions.service.ts";

/* Where a person is signed in, and their way to end that elsewhere (rules-identity 38). */

type Parts = Pick<AuthParts, "db" | "clock" | "config">;

/** The caller's live sessions, the current one first. */
export async function listSessions(parts: Parts, actor: Actor): Promise<ReplyOf<"listSessions">> {
  const rows = await listOwnSessions(parts.db, actor.userId, parts.clock.now());
  const sessions = rows.map((row) => toSession(parts, actor, row));
  return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
}

/** SESSION_NOT_FOUND for one that is not the caller's, or is over. */
export async function renameSession(
  parts: Parts,
  actor: Actor,
  id: SessionId,
  { name }: InputOf<"renameSession">["body"],
): Promise<Session> {
  const own = { userId: actor.userId, id };
  const row = await updateSessionName(parts.db, own, name, parts.clock.now());
  if (!row) throw new AppError("SESSION_NOT_FOUND");
  return toSession(parts, actor, row);
}

/** Ends a session with its sockets before the reply; SESSION_NOT_FOUND for one that is not the caller's, or is over. */
export async function endSession(auth: Auth, { userId }: Actor, id: SessionId): Promise<void> {
  const ended = await end(auth, userId, (live) => live === id);
  if (ended === 0) throw new AppError("SESSION_NOT_FOUND");
}

/** Ends all others, also those that began a moment ago; answers how many. */
export async function endOtherSessions(
  auth: Auth,
  { userId, sessionId }: Actor,
): Promise<ReplyOf<"endOtherSessions">> {
  return { ended: await end(auth, userId, (live) => live !== sessionId) };
}

const REASON: EndReason = "sign-out elsewhere";

async function end(
  auth: Auth,
  userId: UserId,
  isMeant: (id: SessionId) => boolean,
): Promise<number> {
  const ended = await runTransaction(auth.db, async (tx) => {
    const live = await listLiveSessionIds(tx, userId);
    return endAll(tx, live.filter(isMeant), REASON, auth.clock.now());
  });
  if (ended.length > 0) auth.live.endSessions(ended, REASON);
  return ended.length;
}

function toSession({ config }: Pick<Parts, "config">, actor: Actor, row: OwnSessionRow): Session {
  const { id, name, userAgent, address, createdAt, usedAt, expiresAt } = row;
  const idleEnd = usedAt.getTime() + config.refreshIdleMinutes * 60_000;
  return {
    id,
    isCurrent: id === actor.sessionId,
    name,
    userAgent,
    address,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    expires: new Date(Math.min(idleEnd, expiresAt.getTime())).toISOString(),
  };
}
