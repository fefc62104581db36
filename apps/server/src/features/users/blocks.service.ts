import type { InputOf, ReplyOf, UserId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toPage } from "#server/platform/http/page.ts";
import { deleteBlock, insertBlock, listBlockedBothWays, listBlocksOf } from "./blocks.queries.ts";
import { toUserSummary } from "./users.view.ts";

/** Puts a block between two people; again changes nothing. Who may is decided where they are known (people.access). */
export function addBlock(
  db: Db,
  { userId }: Pick<Actor, "userId">,
  blockedId: UserId,
  now: Date,
): Promise<void> {
  return insertBlock(db, userId, blockedId, now);
}

/** Also for somebody whom the caller sees no more; where there was no block it changes nothing. */
export function removeBlock(
  db: Db,
  { userId }: Pick<Actor, "userId">,
  blockedId: UserId,
): Promise<void> {
  return deleteBlock(db, userId, blockedId);
}

/** Whom the caller has blocked. */
export async function listBlocks(
  db: Db,
  { userId }: Pick<Actor, "userId">,
  listing: InputOf<"listBlocks">["query"],
): Promise<ReplyOf<"listBlocks">> {
  const { rows, total } = await listBlocksOf(db, userId, listing);
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
