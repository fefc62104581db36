import { READERS_LISTED, type Reader, type RoomId, type UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

export interface ReceiptQuestion {
  readonly roomId: RoomId;
  readonly authorId: UserId;
  readonly msgNo: number;
  readonly seq: number;
  readonly createdAt: Date;
  /** People whose apps said that they have the message. */
  readonly holders: readonly UserId[];
}

export interface ReceiptRow {
  readonly total: number;
  readonly readCount: number;
  readonly isDelivered: boolean;
  readonly readers: Reader[];
  /** The author tells nobody of their own reading, so nobody's is told to them. */
  readonly isHidden: boolean;
}

/**
 * The other active people of a room who were in it when the message came: people who tell nobody of their reading count as those who have
 * not read it, and people whom one has blocked, or who have blocked one, are left out (rules-messages 54). The word of an invisible person's app does not
 * count, as their activity does not.
 */
export async function findReceipts(
  db: Db,
  { roomId, authorId, msgNo, seq, createdAt, holders }: ReceiptQuestion,
): Promise<ReceiptRow> {
  const { rows } = await sql<ReceiptRow>`
    with others as (
      select u.id, u.full_name, u.avatar_url,
        p.read_msg_no >= ${msgNo} and coalesce((u.preferences ->> 'readReceipts')::boolean, true) as has_read,
        p.read_msg_no >= ${msgNo} or a.active_at > ${createdAt} or (
          u.id = any (${[...holders]}::uuid[]) and not coalesce((u.preferences ->> 'invisible')::boolean, false)
        ) as has_it
      from participants p
      join users u on u.id = p.user_id
      join rooms r on r.id = p.room_id
      join workspace_membership m on m.workspace_id = r.workspace_id and m.user_id = p.user_id and m.status = 'ACTIVE'
      left join presence a on a.user_id = p.user_id
      where p.room_id = ${roomId} and p.access_status = 'ACCEPTED' and p.joined_seq < ${seq} and p.user_id <> ${authorId}
        and not exists (
          select from user_blocks b
          where (b.blocker_id = p.user_id and b.blocked_id = ${authorId}) or (b.blocker_id = ${authorId} and b.blocked_id = p.user_id)
        )
    )
    select count(*)::integer as total, count(*) filter (where has_read)::integer as "readCount",
      coalesce(bool_or(has_it), false) as "isDelivered", coalesce((
        select json_agg(json_build_object('userId', r.id, 'fullName', r.full_name, 'avatar_url', r.avatar_url)
          order by lower(r.full_name), r.id)
        from (select * from others where has_read order by lower(full_name), id limit ${READERS_LISTED}) r
      ), '[]') as readers, (
        select not coalesce((preferences ->> 'readReceipts')::boolean, true) from users where id = ${authorId}
      ) as "isHidden"
    from others`.execute(db);
  const row = rows[0];
  if (!row) throw new Error("A count has a row");
  return row;
}
