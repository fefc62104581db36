import type { InputOf, ReplyOf, UserId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toPage } from "#server/platform/http/page.ts";
import { deleteBlock, insertBlock, listBlockedBothWays, listBlocksOf } from "./blocks.queries.ts";
import { requireVisibleUser } from "./directory.access.ts";
import { toUserSummary } from "./directory.view.ts";

interface BlockDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Blocks somebody whom the caller sees, silently; again changes nothing (rules-identity 47). */
export async function blockUser({ db, clock }: BlockDeps, actor: Actor, id: UserId): Promise<void> {
  const { id: blockedId } = await requireVisibleUser(db, actor, id);
  if (blockedId === actor.userId) throw new AppError("FORBIDDEN");
  await insertBlock(db, actor.userId, blockedId, clock.now());
}

/** Also for somebody whom the caller sees no more; where there was no block it changes nothing. */
export function unblockUser({ db }: BlockDeps, actor: Actor, id: UserId): Promise<void> {
  return deleteBlock(db, actor.userId, id);
}

/** Whom the caller has blocked. */
export async function listBlocks(
  { db }: Pick<BlockDeps, "db">,
  actor: Actor,
  listing: InputOf<"listBlocks">["query"],
): Promise<ReplyOf<"listBlocks">> {
  const { rows, total } = await listBlocksOf(db, actor.userId, listing);
  const results = rows.map((row) => ({
    user: toUserSummary(row),
    blockedAt: row.createdAt.toISOString(),
  }));
  return toPage(results, listing, total);
}

/**
 * Everybody between whom and this person there is a block, whoever made it. Nothing that rules-identity 47 names passes between
 * them; for the server's own use: nobody may learn who has blocked them.
 */
export function listBlockedWith(db: Db, userId: UserId): Promise<UserId[]> {
  return listBlockedBothWays(db, userId);
}
