import {
  REFRESH_COOKIE_MARKER,
  WS_TICKET_LIFETIME_S,
  type RefreshDelivery,
  type ReplyOf,
  type RoomId,
  type SessionId,
  type Tokens,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { TICKET_PREFIX } from "#server/platform/realtime/authentication.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { recordPersonChange } from "../workspaces/workspaces.service.ts";
import type { Auth, AuthParts, Caller, KeptSecret } from "./auth.service.ts";
import { hashSecret, makeSecret } from "./secrets.service.ts";
import {
  insertRefreshToken,
  insertSession,
  insertTicket,
  listLiveSessionIds,
  updateEnded,
  type EndReason,
} from "./sessions.queries.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A live session and the refresh token that its holder has from now on. */
export interface HeldSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly delivery: RefreshDelivery;
  readonly refreshToken: string;
  readonly refreshExpiresAt: Date;
}

/** A page keeps its refresh token in a cookie whatever it asks for; a program says what it wants (rules-identity 33). */
export function toDelivery(caller: Caller): RefreshDelivery {
  return caller.isBrowser || caller.wantsCookie ? "cookie" : "body";
}

/**
 * Opens a session of a person whose row the caller has locked, so that no two of them together exceed the limit. Returns
 * also the sessions that have to go for it: the caller ends them last of all (endAll).
 */
export async function openSession(
  tx: Tx,
  { config }: Pick<AuthParts, "config">,
  caller: Caller,
  of: {
    readonly userId: UserId;
    readonly workspaceId: WorkspaceId;
    readonly now: Date;
    /** Of a link guest: the session is for this room alone, and lasts so long (rules-identity 24). */
    readonly bound?: { readonly roomId: RoomId; readonly hours: number };
  },
): Promise<{ readonly session: HeldSession; readonly surplus: readonly SessionId[] }> {
  const { userId, workspaceId, now, bound } = of;
  const live = await listLiveSessionIds(tx, userId);
  const surplus = live.slice(config.sessionsPerAccount - 1);
  const delivery = toDelivery(caller);
  const lifeMs = bound ? bound.hours * HOUR_MS : config.sessionMaxDays * DAY_MS;
  const sessionEnd = new Date(now.getTime() + lifeMs);
  const id = await insertSession(tx, {
    userId,
    workspaceId,
    refreshDelivery: delivery,
    userAgent: caller.userAgent ?? null,
    address: caller.address,
    createdAt: now,
    expiresAt: sessionEnd,
    boundRoomId: bound?.roomId ?? null,
  });
  const token = await makeRefreshToken(tx, { config }, { id, expiresAt: sessionEnd }, now);
  return { session: { id, userId, workspaceId, delivery, ...token }, surplus };
}

/** One more refresh token of a session, beside those that it has. */
export async function makeRefreshToken(
  tx: Tx,
  parts: Pick<AuthParts, "config">,
  session: { readonly id: SessionId; readonly expiresAt: Date },
  now: Date,
): Promise<Pick<HeldSession, "refreshToken" | "refreshExpiresAt">> {
  const refreshToken = makeSecret(256);
  const refreshExpiresAt = toRefreshExpiry(parts, session.expiresAt, now);
  await insertRefreshToken(tx, {
    tokenHash: hashSecret(refreshToken),
    sessionId: session.id,
    createdAt: now,
    expiresAt: refreshExpiresAt,
  });
  return { refreshToken, refreshExpiresAt };
}

/** Idle life from now, never past the end of the session. */
function toRefreshExpiry({ config }: Pick<AuthParts, "config">, sessionEnd: Date, now: Date): Date {
  const idleEnd = now.getTime() + config.refreshIdleMinutes * 60_000;
  return new Date(Math.min(idleEnd, sessionEnd.getTime()));
}

/**
 * Ends what is still live of these sessions, with the reason in the audit; returns which those were: close their sockets
 * after the commit. The last thing that a transaction does: see recordPersonChange.
 */
export async function endAll(
  tx: Tx,
  ids: readonly SessionId[],
  reason: EndReason,
  now: Date,
): Promise<readonly SessionId[]> {
  if (ids.length === 0) return [];
  const ended = await updateEnded(tx, ids, reason, now);
  for (const { id, userId } of ended) {
    const kind = reason.startsWith("sign-out") ? "sign-out" : "session ended";
    await recordAudit(tx, { at: now, kind, actorId: userId, sessionId: id, details: { reason } });
  }
  await recordPersonChange(tx, ended);
  return ended.map(({ id }) => id);
}

/** Ends all that is live of a person whose row the caller has locked, so that none comes meanwhile; otherwise as endAll. */
export async function endSessionsOf(
  tx: Tx,
  userId: UserId,
  reason: EndReason,
  now: Date,
): Promise<readonly SessionId[]> {
  return endAll(tx, await listLiveSessionIds(tx, userId), reason, now);
}

/** What the holder of a session is given: tokens in the reply, and what a browser keeps beside them. */
export async function toTokens(
  auth: Auth,
  session: HeldSession,
): Promise<{ readonly tokens: Tokens; readonly secrets: readonly KeptSecret[] }> {
  const now = auth.clock.now();
  const accessEnd = now.getTime() + auth.config.accessTokenS * 1000;
  // Whole seconds, as the token itself has them, and never past the end of the session.
  const accessMs = Math.min(accessEnd, session.refreshExpiresAt.getTime());
  const expiresAt = new Date(Math.floor(accessMs / 1000) * 1000);
  const { id: sessionId, userId, workspaceId } = session;
  const token = await auth.accessTokens.issue({ userId, sessionId, workspaceId, expiresAt });
  const isKept = session.delivery === "cookie";
  const maxAgeS = Math.floor((session.refreshExpiresAt.getTime() - now.getTime()) / 1000);
  return {
    tokens: {
      access: { token, expires: expiresAt.toISOString() },
      refresh: {
        token: isKept ? REFRESH_COOKIE_MARKER : session.refreshToken,
        expires: session.refreshExpiresAt.toISOString(),
      },
    },
    secrets: isKept ? [{ cookie: "colbin_refresh", value: session.refreshToken, maxAgeS }] : [],
  };
}

/** A ticket for one socket within 30 seconds; the socket lives no longer on it than the access token that asked. */
export async function createTicket(
  { db, clock }: AuthParts,
  actor: Actor,
): Promise<ReplyOf<"createWsTicket">> {
  const ticket = makeSecret(128, TICKET_PREFIX);
  const expiresAt = new Date(clock.now().getTime() + WS_TICKET_LIFETIME_S * 1000);
  await insertTicket(db, {
    ticketHash: hashSecret(ticket),
    sessionId: actor.sessionId,
    workspaceId: actor.workspaceId,
    accessExpiresAt: actor.expiresAt,
    expiresAt,
  });
  return { ticket, expires: expiresAt.toISOString() };
}
