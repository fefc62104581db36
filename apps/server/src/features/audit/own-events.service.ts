import { securityEventKinds, type ReplyOf } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { listEventsOfAccount } from "./audit.queries.ts";

const SHOWN_MS = 90 * 24 * 60 * 60_000;
const SHOWN_MAX = 100;

/** The events of the caller's account, the newest first. */
export async function listSecurityEvents(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { userId }: Actor,
): Promise<ReplyOf<"listSecurityEvents">> {
  const since = new Date(clock.now().getTime() - SHOWN_MS);
  const asked = { kinds: securityEventKinds, since, limit: SHOWN_MAX };
  const rows = await listEventsOfAccount(db, userId, asked);
  return { events: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) };
}
