import type { UserId } from "@colbin/protocol";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import { listRevs, updateRev } from "./personal-events.queries.ts";

/**
 * Numbers a change of what concerns one person alone, within the transaction that changes it. Call it last: it holds the person's log
 * until the commit. After the commit the number goes to all their sockets (`live.sendToPerson`) as the `rev` of a
 * SERVER_PERSONAL_EVENT. A device that misses a number reads again what it shows, so a lost frame and one that comes late cost nothing
 * else.
 */
export function numberPersonalEvent(tx: Tx, userId: UserId): Promise<number> {
  return updateRev(tx, userId);
}

/** The last number of a person, 0 before the first; those of people who come together are read together. */
export function createPersonalRevs(db: Db): (userId: UserId) => Promise<number> {
  const revs = createLookup((userIds: readonly UserId[]) => listRevs(db, userIds));
  return async (userId) => (await revs.find(userId)) ?? 0;
}
