import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

/** Notes that these people miss a push from now on, until that moment; of one that is noted already the end alone moves. */
export async function insertSummaries(
  tx: Tx,
  quiet: ReadonlyMap<UserId, Date>,
  now: Date,
): Promise<void> {
  await sql`
    insert into push_summaries (user_id, since, due_at)
    select q.user_id, ${now}, q.due_at
    from unnest(${[...quiet.keys()]}::uuid[], ${[...quiet.values()]}::timestamptz[]) q (user_id, due_at) order by q.user_id
    on conflict (user_id) do update set due_at = excluded.due_at`.execute(tx);
}

/** The quiet time of a person ends at another moment. */
export async function updateDue(tx: Tx, userId: UserId, dueAt: Date): Promise<void> {
  await sql`update push_summaries set due_at = ${dueAt} where user_id = ${userId}`.execute(tx);
}

export interface Missed {
  readonly userId: UserId;
  /** Rows of the feed that are unread. */
  readonly rows: number;
  /** Unread messages of direct rooms and groups for which the feed has no row. */
  readonly messages: number;
}

/** Counted no further for a summary. */
const COUNTED = 100;

/** Takes at most so many people whose quiet time has ended, with what they have missed and not read. */
export async function takeDue(tx: Tx, now: Date, limit: number): Promise<Missed[]> {
  const { rows } = await sql<Missed>`
    with due as (
      delete from push_summaries where user_id in (
        select user_id from push_summaries where due_at <= ${now} order by due_at limit ${limit} for update skip locked)
      returning user_id, since
    )
    select d.user_id as "userId", (
        select count(*)::integer from (
          select from notifications n
          where n.user_id = d.user_id and n.read_at is null and n.done_at is null and n.updated_at >= d.since and n.priority <> 'LOW'
          limit ${COUNTED}) n) as rows, (
        select count(*)::integer from (
          select from participants p
          join rooms r on r.id = p.room_id and r.room_type <> 'channel' and r.status = 'ACTIVE'
          join messages m on m.room_id = p.room_id and m.msg_no > p.read_msg_no and m.created_at >= d.since
          where p.user_id = d.user_id and p.access_status = 'ACCEPTED' and not p.is_muted and m.author_id <> d.user_id and not m.is_deleted
            and not exists (select from notifications n where n.user_id = d.user_id and n.message_id = m.id)
          limit ${COUNTED}) m) as messages
    from due d`.execute(tx);
  return rows;
}
