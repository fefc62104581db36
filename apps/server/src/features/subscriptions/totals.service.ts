import type { UnreadSummary, UnreadTotals, UserId, WorkspaceId } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import { listTotalsByWorkspace, type TotalsRow } from "./subscriptions.queries.ts";

/** So long the numbers of a person's other workspaces may be behind (rules-identity 77). */
const KEPT_MS = 30_000;
const PEOPLE = 50_000;

/** What people have not read in their other workspaces. */
export interface Totals {
  /** Of all workspaces but this one, as they were at most 30 s before. */
  readElsewhere(userId: UserId, workspaceId: WorkspaceId): Promise<UnreadSummary["organizations"]>;
}

/** Reads the numbers of a person at most every 30 s, and those of people who come together at once. */
export function createTotals(db: Db, clock: Clock): Totals {
  const lookup = createLookup(async (userIds: readonly UserId[]) => {
    const rows = await listTotalsByWorkspace(db, userIds, clock.now());
    const byPerson = Map.groupBy(rows, ({ userId }) => userId);
    return userIds.map((userId) => byPerson.get(userId) ?? []);
  });
  const kept = new LRUCache<UserId, { readonly at: number; readonly rows: readonly TotalsRow[] }>({
    max: PEOPLE,
  });
  return {
    async readElsewhere(userId, workspaceId) {
      const now = clock.steadyMs();
      let known = kept.get(userId);
      if (!known || now - known.at >= KEPT_MS) {
        known = { at: now, rows: (await lookup.find(userId)) ?? [] };
        kept.set(userId, known);
      }
      return known.rows
        .filter((each) => each.workspaceId !== workspaceId)
        .map(({ workspaceId: orgId, unreadCount: totalUnread, mentionCount }) => ({
          orgId,
          totalUnread,
          mentionCount,
        }));
    },
  };
}

/** What a person has not read, by workspace, as it is now; none for one where nothing is to be read. */
export async function readTotals(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  userId: UserId,
): Promise<ReadonlyMap<WorkspaceId, UnreadTotals>> {
  const rows = await listTotalsByWorkspace(db, [userId], clock.now());
  return new Map(
    rows.map(({ workspaceId, unreadCount, mentionCount }) => [
      workspaceId,
      { unreadCount, mentionCount },
    ]),
  );
}
