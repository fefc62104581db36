import { API_KEY_PREFIX, type Route, type SessionId } from "@colbin/protocol";
import { AccessLost, type Actor, type Authenticator } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { GUEST_END } from "#server/platform/bound-sessions.ts";
import { createLookup, type Lookup } from "#server/platform/db/lookup.ts";
import { bearerToken } from "#server/platform/http/bearer.ts";
import { TICKET_PREFIX } from "#server/platform/realtime/authentication.ts";
import { findKeyState, noteKeyUsed } from "../api-keys/api-keys.service.ts";
import { toAccountType } from "../workspaces/workspaces.service.ts";
import type { Auth, CookieName } from "./auth.service.ts";
import { listElevationMethods } from "./elevation.service.ts";
import { PREDECESSOR_MS } from "./refresh.service.ts";
import { hashSecret, isSecret } from "./secrets.service.ts";
import {
  deleteTicket,
  findHeldSession,
  isElevated,
  listSessionStates,
  type SessionQuestion,
  type SessionState,
} from "./sessions.queries.ts";

/** The last use of a key is kept to the minute. */
const KEY_USE_MS = 60_000;
const REFRESH_COOKIE: CookieName = "colbin_refresh";

/**
 * Who asks, as it is at this moment: session, account and workspace are looked up for every token that is shown, so what
 * was ended a moment ago is refused now. Throws UNAUTHORIZED, TOKEN_EXPIRED, SESSION_ENDED or WORKSPACE_ACCESS_LOST.
 */
export function createAuthenticator(auth: Auth): Authenticator {
  const states = createLookup((questions: readonly SessionQuestion[]) =>
    listSessionStates(auth.pool, questions),
  );
  return {
    async byAccessToken(token, route) {
      const named = await auth.accessTokens.read(token);
      const { sessionId, workspaceId, expiresAt } = named;
      const state = await requireState(auth, states, { sessionId, workspaceId }, route);
      // Both come from one signature; a session of somebody else in it would be a defect, and opens nothing.
      if (state.userId !== named.userId) throw new AppError("UNAUTHORIZED");
      return toActor(state, { sessionId, workspaceId, expiresAt });
    },
    byApiKey: (secret) => findKeyHolder(auth, secret),
    async byCookie(cookie) {
      const token = cookie(REFRESH_COOKIE);
      if (token === undefined || !isSecret(token, 256)) throw new AppError("UNAUTHORIZED");
      const now = auth.clock.now();
      const spentAfter = new Date(now.getTime() - PREDECESSOR_MS);
      const held = await findHeldSession(auth.db, hashSecret(token), { now, spentAfter });
      if (!held) throw new AppError("UNAUTHORIZED");
      return toActor(await requireState(auth, states, held), held);
    },
    async byTicket(ticket) {
      if (!isSecret(ticket, 128, TICKET_PREFIX)) throw new AppError("UNAUTHORIZED");
      const used = await deleteTicket(auth.db, hashSecret(ticket), auth.clock.now());
      if (!used) throw new AppError("UNAUTHORIZED");
      const { sessionId, workspaceId, accessExpiresAt: expiresAt } = used;
      if (expiresAt <= auth.clock.now()) throw new AppError("TOKEN_EXPIRED");
      const state = await requireState(auth, states, { sessionId, workspaceId });
      return toActor(state, { sessionId, workspaceId, expiresAt });
    },
    async again(actor) {
      try {
        const state = await requireState(auth, states, actor);
        const { activeWorkspaceId: workspaceId } = state;
        // The active workspace belongs to the session: sockets follow it (rules-identity 77).
        if (workspaceId !== actor.workspaceId)
          return new AppError("WORKSPACE_CHANGED", { workspaceId });
        const { sessionId, expiresAt } = actor;
        return toActor(state, { sessionId, workspaceId, expiresAt });
      } catch (error) {
        if (error instanceof AppError && (error.status === 401 || error.status === 403))
          return error;
        throw error;
      }
    },
  };
}

/** The holder of an API key, in its workspace; UNAUTHORIZED where it ended, or its person may not be there any more (rules-identity 82). */
async function findKeyHolder(auth: Auth, secret: string): Promise<Actor> {
  const now = auth.clock.now();
  const key = isSecret(secret, 256, API_KEY_PREFIX)
    ? await findKeyState(auth.pool, hashSecret(secret))
    : undefined;
  if (!key || key.expiresAt <= now || key.isBlocked) throw new AppError("UNAUTHORIZED");
  const before = new Date(now.getTime() - KEY_USE_MS);
  if (!key.usedAt || key.usedAt <= before) await noteKeyUsed(auth.db, key.id, { now, before });
  return {
    userId: key.userId,
    // A key is no session: nothing of one is found by its id.
    sessionId: key.id as SessionId,
    workspaceId: key.workspaceId,
    accountType: toAccountType(key.workspaceKind),
    // Rights of its person on the instance are not for programs.
    workspaceRole: key.workspaceKind === "personal" ? "MEMBER" : key.workspaceRole,
    instanceRole: "USER",
    boundRoomId: null,
    fullName: key.fullName,
    avatarUrl: key.avatarUrl,
    refreshDelivery: "body",
    scopes: key.scopes,
    expiresAt: key.expiresAt,
  };
}

/**
 * Lets pass who has shown a moment ago that it is them, in this session: by the token of `revealAuth` (rules-identity 30). Missing,
 * of another session or too old: ELEVATION_REQUIRED.
 */
export async function requireElevation(
  auth: Pick<Auth, "db" | "clock" | "config">,
  { userId, sessionId }: Pick<Actor, "userId" | "sessionId">,
  token: string | undefined,
): Promise<void> {
  const isLive =
    token !== undefined &&
    isSecret(token, 128) &&
    (await isElevated(auth.db, sessionId, hashSecret(token), auth.clock.now()));
  if (!isLive)
    throw new AppError("ELEVATION_REQUIRED", await listElevationMethods(auth, { userId }));
}

/** Who shows a good token; undefined for everybody else, where nobody needs one. */
export async function findActor(
  authenticator: Authenticator,
  context: { header(name: string): string | undefined },
): Promise<Actor | undefined> {
  const token = bearerToken(context.header("authorization"));
  if (token === undefined) return undefined;
  try {
    return await authenticator.byAccessToken(token, { isAccountCall: true });
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

type Named = Pick<Actor, "sessionId" | "workspaceId" | "expiresAt">;

async function requireState(
  { clock, config }: Pick<Auth, "clock" | "config">,
  states: Lookup<SessionQuestion, SessionState>,
  { sessionId, workspaceId }: SessionQuestion,
  route?: Pick<Route, "isAccountCall">,
): Promise<SessionState> {
  const state = await states.find({ sessionId, workspaceId });
  if (!state) throw new AppError("SESSION_ENDED", { reason: "expired" });
  if (state.endedAt) throw new AppError("SESSION_ENDED", { reason: state.endReason });
  if (state.expiresAt <= clock.now()) throw new AppError("SESSION_ENDED", { reason: "expired" });
  if (state.isBlocked) throw new AppError("SESSION_ENDED", { reason: "blocked" });
  if (state.boundRoomId !== null && !isGuestIn(state, config))
    throw new AppError("SESSION_ENDED", { reason: GUEST_END });
  if (state.workspaceStatus !== "ACTIVE" && !route?.isAccountCall)
    throw new AccessLost({ userId: state.userId, sessionId, workspaceId });
  return state;
}

/** A link guest is in the workspace as long as they are in their room; in Personal the operator may switch guests off meanwhile. */
function isGuestIn(
  state: SessionState,
  { guestLinks }: Pick<Auth["config"], "guestLinks">,
): boolean {
  const isOff = state.workspaceKind === "personal" && guestLinks === "off";
  return state.workspaceStatus === "ACTIVE" && !isOff;
}

function toActor(state: SessionState, named: Named): Actor {
  return {
    ...named,
    userId: state.userId,
    accountType: toAccountType(state.workspaceKind),
    workspaceRole: state.workspaceStatus === "ACTIVE" ? state.workspaceRole : null,
    instanceRole: state.instanceRole,
    boundRoomId: state.boundRoomId,
    fullName: state.fullName,
    avatarUrl: state.avatarUrl,
    refreshDelivery: state.refreshDelivery,
  };
}
