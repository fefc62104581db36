import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";

const isInDomain = (domain: string) =>
  sql`coalesce(u.is_email_verified and split_part(u.email, '@', 2) = ${domain}, false)`;

/** Those of these people who are in the room and have a verified address in the domain. */
export async function listMatching(
  db: Db,
  { roomId, domain }: { readonly roomId: RoomId; readonly domain: string },
  userIds: readonly UserId[],
): Promise<Set<UserId>> {
  const { rows } = await sql<{ id: UserId }>`
    select u.id from participants p join users u on u.id = p.user_id
    where p.room_id = ${roomId} and p.access_status = 'ACCEPTED' and p.user_id = any (${[...userIds]}::uuid[])
      and ${isInDomain(domain)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface DomainUserRow {
  readonly id: UserId;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly isParticipant: boolean;
}

/** Members of the workspace with a verified address in the domain, by name. */
export async function listInDomain(
  db: Db,
  room: { readonly id: RoomId; readonly workspaceId: WorkspaceId; readonly domain: string },
  listing: { readonly page: number; readonly limit: number; readonly search?: string | undefined },
): Promise<{ rows: DomainUserRow[]; total: number }> {
  const part = listing.search?.toLowerCase() ?? "";
  return readPage(listing, (portion) =>
    sql<DomainUserRow & { total: number }>`
    select u.id, u.full_name as "fullName", u.username, u.avatar_url as "avatarUrl",
      exists (
        select from participants p where p.room_id = ${room.id} and p.user_id = u.id and p.access_status = 'ACCEPTED'
      ) as "isParticipant", count(*) over ()::integer as total
    from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${room.workspaceId} and m.status = 'ACTIVE' and not u.is_blocked and u.deletes_at is null
      and ${isInDomain(room.domain)}
      and (position(${part} in lower(u.full_name)) > 0 or position(${part} in lower(u.username)) > 0)
    order by lower(u.full_name), u.id
    limit ${portion.limit} offset ${portion.offset}`.execute(db),
  );
}
