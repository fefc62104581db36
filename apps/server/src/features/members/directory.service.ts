import { isLeading, type ReplyOf, type WorkspaceId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import { createSharedReads } from "#server/platform/db/shared-reads.ts";
import type { EncodedReply } from "#server/platform/http/handler.ts";
import { toPage } from "#server/platform/http/page.ts";
import { encodeOnce } from "#server/platform/http/replies.ts";
import type { MemberDoors } from "./members.access.ts";
import { listMembersOf, type MemberListing } from "./members.queries.ts";
import { toMember } from "./members.view.ts";

export interface DirectoryDeps {
  readonly db: Db;
  readonly memberDoors: MemberDoors;
}

type Page = Awaited<ReturnType<typeof listMembersOf>>;
type Reply = EncodedReply<ReplyOf<"listMembers">>;

/**
 * Lists whom the caller may see, by page. Those who see everybody and ask for the same page at once share one reading of it, and its
 * bytes: of a large organization both are dear.
 */
export function createDirectory({ db, memberDoors }: DirectoryDeps) {
  const pages = createSharedReads<Page & { encoded?: Reply }>();
  return async ({ userId }: Actor, orgId: WorkspaceId, listing: MemberListing): Promise<Reply> => {
    const reader = await memberDoors.requireReader(userId, orgId);
    const read = () => listMembersOf(db, orgId, reader, listing);
    const encode = ({ rows, total }: Page): Reply => {
      const results = rows.map((row) => toMember(row, reader));
      return encodeOnce("listMembers", toPage(results, listing, total));
    };
    if (!reader.seesEverybody) return encode(await read());
    const page = await pages.read(JSON.stringify([orgId, isLeading(reader.role), listing]), read);
    // With the own address, which others do not get.
    if (page.rows.some((row) => row.userId === userId)) return encode(page);
    return (page.encoded ??= encode(page));
  };
}
