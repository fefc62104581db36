import type { UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { MessageKey } from "./messages.queries.ts";

/** One message to everybody of a room, or to those who were online (rules-notifications 2). */
export async function insertShared(
  tx: Tx,
  keys: readonly MessageKey[],
  onlineAfter: Date,
): Promise<void> {
  const roomIds = keys.map(({ roomId }) => roomId);
  const messageIds = keys.map(({ messageId }) => messageId);
  await sql`
    insert into shared_notifications
      (type, priority, workspace_id, room_id, message_id, msg_no, audience, actor_id, facts, created_at)
    select 'MESSAGE_MENTION', 'NORMAL', r.workspace_id, m.room_id, m.id, m.msg_no,
      case when coalesce((m.metadata -> 'mentions' ->> 'all')::boolean, false) then null else array(
        select p.user_id from participants p join presence a on a.user_id = p.user_id
        where p.room_id = m.room_id and p.access_status = 'ACCEPTED' and a.active_at > ${onlineAfter}
      ) end,
      m.author_id, '{"isForAll": true}', m.created_at
    from unnest(${roomIds}::uuid[], ${messageIds}::uuid[]) asked (room_id, id)
    join messages m on m.room_id = asked.room_id and m.id = asked.id and not m.is_deleted and m.msg_no is not null
    join rooms r on r.id = m.room_id
    where exists (select from mentions w where w.room_id = m.room_id and w.message_id = m.id and w.user_id is null)
      and not exists (select from shared_notifications s where s.message_id = m.id)`.execute(tx);
}

/**
 * Joins into the feed of a person what was shared with many since it was read last (rules-notifications 4). What they have read in its
 * room meanwhile comes as read. Answers how many rows came; the caller moves the place of the feed.
 */
export async function insertJoined(
  db: Db,
  userId: UserId,
  now: Date,
): Promise<{ readonly count: number; readonly joinedAt: Date | null }> {
  const { rows } = await sql<{ count: number; joinedAt: Date | null }>`
    with since as (
      -- A row that was committed late has an earlier time.
      select coalesce(
        (select joined_at - interval '1 minute' from notification_feeds where user_id = ${userId}), ${now}::timestamptz - interval '30 days'
      ) as at
    ), new_rows as (
      select s.*, p.read_msg_no >= s.msg_no as is_read
      from since
      cross join participants p
      join shared_notifications s on s.room_id = p.room_id and s.created_at > greatest(since.at, p.joined_at)
      where p.user_id = ${userId} and p.access_status = 'ACCEPTED' and s.actor_id is distinct from p.user_id
        and not (p.is_muted and (p.muted_until is null or p.muted_until > ${now}))
        and p.notification_level is distinct from 'none'
        and (s.audience is null or p.user_id = any (s.audience))
        and not exists (
          select from user_blocks b
          where (b.blocker_id, b.blocked_id) in ((p.user_id, s.actor_id), (s.actor_id, p.user_id)))
        -- Named as well, they were told by a row of their own.
        and not exists (
          select from notifications o
          where o.user_id = p.user_id and o.room_id = s.room_id and o.message_id = s.message_id and o.shared_id is null)
      union all
      select s.*, false
      from since
      join shared_notifications s on s.room_id is null and s.created_at > since.at
      where s.actor_id is distinct from ${userId}::uuid and (s.workspace_id is null or exists (
        select from workspace_members m
        where m.workspace_id = s.workspace_id and m.user_id = ${userId} and m.status = 'ACTIVE'))
    ), joined as (
      insert into notifications (user_id, workspace_id, type, priority, group_key, actor_ids, facts, room_id, message_id, msg_no,
        shared_id, created_at, updated_at, read_at)
      select ${userId}, workspace_id, type, priority, id::text, array_remove(array[actor_id], null), facts, room_id, message_id, msg_no,
        id, created_at, created_at, case when is_read then ${now}::timestamptz end
      from new_rows
      on conflict (user_id, shared_id) where shared_id is not null do nothing
      returning 1
    )
    select (select count(*) from joined)::integer as count,
      (select joined_at from notification_feeds where user_id = ${userId}) as "joinedAt"`.execute(
    db,
  );
  return rows[0] ?? { count: 0, joinedAt: null };
}

/** Rows that were written before this moment, but for the last minute, are in the feed. */
export async function updateJoined(db: Db, userId: UserId, now: Date): Promise<void> {
  await sql`update notification_feeds set joined_at = ${now} where user_id = ${userId}`.execute(db);
}

export interface NewAnnouncement {
  readonly workspaceId: WorkspaceId | null;
  readonly actorId: UserId;
  readonly facts: object;
  readonly now: Date;
}

/** False where there were as many since then as may be; announcements of one audience wait for each other. */
export async function insertAnnouncement(
  tx: Tx,
  { workspaceId, actorId, facts, now }: NewAnnouncement,
  { since, max }: { readonly since: Date; readonly max: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('announcements ' || ${workspaceId ?? ""}, 0))`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into shared_notifications (type, priority, workspace_id, actor_id, facts, created_at)
    select 'SYSTEM_ANNOUNCEMENT', 'NORMAL', ${workspaceId}::uuid, ${actorId}, ${JSON.stringify(facts)}::jsonb, ${now}::timestamptz
    where (
      select count(*) from shared_notifications
      where room_id is null and created_at > ${since} and workspace_id is not distinct from ${workspaceId}::uuid
    ) < ${max}
    returning 1`.execute(tx);
  return rows.length > 0;
}
