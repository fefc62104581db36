import { REFRESH_COOKIE_MARKER, type SessionId, type UserId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Auth, Caller, CookieName, KeptSecret } from "./auth.service.ts";
import { hashSecret } from "./secrets.service.ts";
import { findFamily, listLiveSessionIds, listLiveSessions } from "./sessions.queries.ts";
import { endAll } from "./sessions.service.ts";

export interface SignOut {
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  readonly everywhere: boolean;
}

/** What a caller has shown, and whether it proves enough to end the person's other sessions. */
interface Shown {
  readonly sessionId: SessionId;
  readonly isCurrent: boolean;
}

const cleared: readonly CookieName[] = ["colbin_refresh", "colbin_challenge"];

/**
 * Ends the sessions that the caller's tokens belong to, or all of the person, and their sockets before the reply. Never
 * fails for what is gone already; returns what the browser has to forget.
 */
export async function signOut(
  auth: Auth,
  caller: Caller,
  given: SignOut,
): Promise<readonly KeptSecret[]> {
  const shown = await listShown(auth, caller, given);
  const reason = given.everywhere ? "sign-out everywhere" : "sign-out";
  const now = auth.clock.now();
  const ended = await auth.db.transaction().execute(async (tx) => {
    const live = await listLiveSessions(tx, [...new Set(shown.map((each) => each.sessionId))], now);
    const current = new Set(shown.filter((each) => each.isCurrent).map((each) => each.sessionId));
    const people = new Set<UserId>();
    for (const { id, userId } of live) {
      if (given.everywhere && current.has(id)) people.add(userId);
    }
    const ids = live.map(({ id }) => id);
    for (const userId of people) ids.push(...(await listLiveSessionIds(tx, userId)));
    return endAll(tx, [...new Set(ids)], reason, now);
  });
  if (ended.length > 0) auth.live.endSessions(ended, reason);
  const kept = cleared.filter((name) => caller.isBrowser || caller.cookie(name) !== undefined);
  return kept.map((cookie) => ({ cookie, value: "", maxAgeS: 0 }));
}

async function listShown(auth: Auth, caller: Caller, given: SignOut): Promise<Shown[]> {
  const inBody = given.refreshToken === REFRESH_COOKIE_MARKER ? undefined : given.refreshToken;
  const refreshTokens = [caller.cookie("colbin_refresh"), inBody];
  const shown = await Promise.all([
    findByAccessToken(auth, given.accessToken),
    ...refreshTokens.map((token) => findByRefreshToken(auth, token)),
  ]);
  return shown.filter((each) => each !== undefined);
}

async function findByAccessToken(
  { accessTokens }: Auth,
  token: string | undefined,
): Promise<Shown | undefined> {
  if (token === undefined) return undefined;
  try {
    const { sessionId } = await accessTokens.read(token);
    return { sessionId, isCurrent: true };
  } catch (error) {
    // Signing out with a token whose time is over is no failure: the cookie or the refresh token still counts.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** A spent token still ends its own session, as its reuse would, but speaks for no other. */
async function findByRefreshToken(
  { db }: Auth,
  token: string | undefined,
): Promise<Shown | undefined> {
  const family = token === undefined ? undefined : await findFamily(db, hashSecret(token));
  return family && { sessionId: family.sessionId, isCurrent: !family.isSpent };
}
