import type { CustomStatus, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** What others may be shown of somebody. */
export interface CardRow {
  readonly id: UserId;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly activeAt: Date | null;
  readonly isInvisible: boolean;
  readonly customStatus: CustomStatus | null;
}

export async function listCards(db: Db, ids: readonly UserId[]): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select u.id, u.full_name as "fullName", u.avatar_url as "avatarUrl", p.active_at as "activeAt",
      coalesce((u.preferences ->> 'invisible')::boolean, false) as "isInvisible", u.custom_status as "customStatus"
    from users u left join presence p on p.user_id = u.id
    where u.id = any (${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** People in a room who were active after this moment; none who is invisible. */
export async function countActive(db: Db, roomId: RoomId, after: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from presence a
    join participants p on p.room_id = ${roomId} and p.user_id = a.user_id and p.access_status = 'ACCEPTED'
    join users u on u.id = a.user_id
    where a.active_at > ${after} and not coalesce((u.preferences ->> 'invisible')::boolean, false)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface Activity {
  readonly userId: UserId;
  readonly at: Date;
}

/**
 * The latest counts, whatever comes first. Who is invisible, or gone, stays as they were. Answers when those who moved were active
 * before. In the order of their ids, so that two nodes never wait for each other.
 */
export async function upsertActivity(
  db: Db,
  activity: readonly Activity[],
): Promise<{ readonly id: UserId; readonly wasActiveAt: Date | null }[]> {
  const ids = activity.map(({ userId }) => userId);
  const times = activity.map(({ at }) => at);
  const { rows } = await sql<{ id: UserId; wasActiveAt: Date | null }>`
    insert into presence (user_id, active_at)
    select u.id, given.at from unnest(${ids}::uuid[], ${times}::timestamptz[]) given (id, at)
    join users u on u.id = given.id
    where u.erased_at is null and not coalesce((u.preferences ->> 'invisible')::boolean, false)
    order by u.id
    on conflict (user_id) do update set active_at = excluded.active_at
      where presence.active_at < excluded.active_at
    returning new.user_id as id, old.active_at as "wasActiveAt"`.execute(db);
  return rows;
}
