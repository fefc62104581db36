import type { UserId } from "@colbin/protocol";
import type { Tx } from "#server/platform/db/database.ts";
import { forgetApiKeys, forgetExpiredApiKeys } from "../api-keys/api-keys.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { forgetFactors, forgetLapsedWaits } from "../factors/factors.service.ts";
import { forgetPassword } from "../passwords/passwords.service.ts";
import { forgetLapsedStates, forgetSocialAccounts } from "../social/social.service.ts";
import type { AuthParts } from "./auth.service.ts";
import {
  deleteForgottenDevices,
  deleteLapsedChallenges,
  deleteSignInTraces,
} from "./challenges.queries.ts";
import { deleteLapsedCounters } from "./counters.queries.ts";
import {
  deleteLapsedTickets,
  deleteLapsedTokens,
  deleteOldSessions,
  deleteSessionsOf,
  updateIdleEnded,
} from "./sessions.queries.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long what is over stays, for a question about what happened. */
const KEEP_CHALLENGES_MS = DAY_MS;
const KEEP_SESSIONS_MS = 30 * DAY_MS;
const KEEP_KEYS_MS = 30 * DAY_MS;
/** A device that nobody signed in with for so long counts as new again. */
export const DEVICE_MEMORY_MS = 400 * DAY_MS;

/**
 * Ends sessions that nobody used in time and removes what can have no effect any more. Idempotent. No socket has to be told: no
 * access token outlives its refresh token (toTokens), so those of such a session are closed by now.
 */
export async function deleteLapsed({
  db,
  clock,
  config,
}: Pick<AuthParts, "db" | "clock" | "config">): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.transaction().execute(async (tx) => {
    const ended = await updateIdleEnded(tx, before(config.refreshIdleMinutes * 60_000), now);
    for (const { id, userId } of ended) {
      const details = { reason: "expired" };
      await recordAudit(tx, {
        at: now,
        kind: "session ended",
        actorId: userId,
        sessionId: id,
        details,
      });
    }
  });
  await deleteLapsedTickets(db, now);
  await deleteLapsedCounters(db, now);
  await forgetLapsedStates(db, now);
  await forgetLapsedWaits(db, now);
  await forgetExpiredApiKeys(db, before(KEEP_KEYS_MS));
  await deleteLapsedChallenges(db, before(KEEP_CHALLENGES_MS));
  // A token whose time is over is refused, known or not; until then an old one must be known to be told from a foreign one.
  await deleteLapsedTokens(db, now);
  await deleteOldSessions(db, before(KEEP_SESSIONS_MS));
  await deleteForgottenDevices(db, before(DEVICE_MEMORY_MS));
}

/** Removes everything by which somebody who is gone signed in, tokens with their sessions. */
export async function forgetSignIn(
  tx: Tx,
  userId: UserId,
  identifiers: readonly string[],
): Promise<void> {
  await deleteSessionsOf(tx, userId);
  await forgetPassword(tx, userId);
  await forgetFactors(tx, userId);
  await forgetApiKeys(tx, userId);
  await forgetSocialAccounts(tx, userId);
  await deleteSignInTraces(tx, userId, identifiers);
}
