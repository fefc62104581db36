import {
  REFRESH_COOKIE_MARKER,
  type RefreshDelivery,
  type ReplyOf,
  type SessionId,
} from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { requireAccount, toCurrentUser, type UserRow } from "../users/accounts.service.ts";
import { requireWorkspaceKind, toAccountType } from "../workspaces/workspaces.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { hashSecret, isSameHash, seal, unseal } from "./secrets.service.ts";
import {
  findRefreshToken,
  findSessionForRefresh,
  updateOlderUsed,
  updateSessionUsed,
  updateTokenUsed,
  type RefreshTokenRow,
  type SessionRow,
} from "./sessions.queries.ts";
import {
  endAll,
  makeRefreshToken,
  toDelivery,
  toTokens,
  type HeldSession,
} from "./sessions.service.ts";

/** A lost reply, or a second tab, may ask again this long and gets what the first one got. */
export const PREDECESSOR_MS = 10_000;
const SUCCESSOR = "refresh successor";

type Outcome =
  | { readonly is: "invalid" | "blocked" }
  | { readonly is: "reused"; readonly ended: readonly SessionId[] }
  | { readonly is: "renewed"; readonly user: UserRow; readonly session: HeldSession };

/**
 * Exchanges a refresh token for new tokens. All that happens to one session happens one after the other, so two tabs get
 * the same successor. A token that was used up before ends its session and its sockets before anybody is answered.
 */
export async function refreshTokens(
  auth: Auth,
  caller: Caller,
  shown: string,
): Promise<Kept<ReplyOf<"refreshTokens">>> {
  const isMarker = shown === REFRESH_COOKIE_MARKER;
  const token = isMarker ? caller.cookie("colbin_refresh") : shown;
  if (token === undefined) throw new AppError("REFRESH_TOKEN_INVALID");
  const outcome = await auth.db.transaction().execute((tx) => renew(tx, auth, caller, token));
  switch (outcome.is) {
    case "invalid":
      throw new AppError("REFRESH_TOKEN_INVALID");
    case "blocked":
      throw new AppError("ACCOUNT_BLOCKED");
    case "reused":
      auth.live.endSessions(outcome.ended, "token reuse");
      throw new AppError("REFRESH_TOKEN_REUSED");
    case "renewed":
      return toReply(auth, outcome.user, outcome.session);
  }
}

async function toReply(
  auth: Auth,
  user: UserRow,
  session: HeldSession,
): Promise<Kept<ReplyOf<"refreshTokens">>> {
  const { tokens, secrets } = await toTokens(auth, session);
  const kind = await requireWorkspaceKind(auth.db, session.workspaceId);
  const viewer = { sessionId: session.id, accountType: toAccountType(kind) };
  return { reply: { tokens, user: toCurrentUser(user, viewer, auth.clock.now()) }, secrets };
}

async function renew(tx: Tx, auth: Auth, caller: Caller, token: string): Promise<Outcome> {
  const now = auth.clock.now();
  const tokenHash = hashSecret(token);
  const session = await findSessionForRefresh(tx, tokenHash);
  const row = session && (await findRefreshToken(tx, tokenHash));
  if (!row || session.endedAt || session.expiresAt <= now || row.expiresAt <= now)
    return { is: "invalid" };
  const user = await requireAccount(tx, session.userId);
  if (user.isBlocked) return { is: "blocked" };
  const next = row.usedAt
    ? await findSuccessor(tx, row, token, now)
    : await makeSuccessor(tx, auth, { session, token, now });
  if (!next) return endFamily(tx, auth, caller, { session, user, now });
  // A session that began in a browser's cookie never leaves it; one that a page takes over goes there (rules-identity 34).
  const delivery: RefreshDelivery =
    session.refreshDelivery === "cookie" ? "cookie" : toDelivery(caller);
  await updateSessionUsed(tx, session.id, { delivery, address: caller.address, at: now });
  const { id, userId, workspaceId } = session;
  return { is: "renewed", user, session: { id, userId, workspaceId, delivery, ...next } };
}

type Next = Pick<HeldSession, "refreshToken" | "refreshExpiresAt">;

async function makeSuccessor(
  tx: Tx,
  auth: Auth,
  {
    session,
    token,
    now,
  }: { readonly session: SessionRow; readonly token: string; readonly now: Date },
): Promise<Next> {
  const next = await makeRefreshToken(tx, auth, session, now);
  const { refreshToken } = next;
  // Sealed with the old token, of which only a hash is stored: the database alone cannot give the new one away.
  const sealed = seal(token, SUCCESSOR, refreshToken);
  const hash = hashSecret(refreshToken);
  await updateTokenUsed(tx, hashSecret(token), { hash, sealed, at: now });
  await updateOlderUsed(tx, hashSecret(token), now);
  return next;
}

/** The same successor for whoever shows the immediate predecessor in time; undefined is reuse. */
async function findSuccessor(
  tx: Tx,
  { usedAt, successorHash, successorSealed }: RefreshTokenRow,
  token: string,
  now: Date,
): Promise<Next | undefined> {
  if (!usedAt || !successorHash || !successorSealed) return undefined;
  if (now.getTime() - usedAt.getTime() > PREDECESSOR_MS) return undefined;
  const successor = await findRefreshToken(tx, successorHash);
  if (!successor || successor.usedAt) return undefined;
  const refreshToken = unseal(token, SUCCESSOR, successorSealed);
  if (!isSameHash(hashSecret(refreshToken), successorHash)) return undefined;
  return { refreshToken, refreshExpiresAt: successor.expiresAt };
}

/** Somebody has a copy: which of the two is the right holder cannot be known, so neither stays signed in. */
async function endFamily(
  tx: Tx,
  auth: Auth,
  caller: Caller,
  {
    session,
    user,
    now,
  }: { readonly session: SessionRow; readonly user: UserRow; readonly now: Date },
): Promise<Outcome> {
  const about = { at: now, actorId: user.id, sessionId: session.id, address: caller.address };
  await recordAudit(tx, { ...about, kind: "token reuse" });
  await warnPerson(tx, auth, caller, { user, kind: "token-reuse", now });
  const ended = await endAll(tx, [session.id], "token reuse", now);
  return { is: "reused", ended };
}
