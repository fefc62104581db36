import type { MemberStatus, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

export interface MemberCount {
  readonly role: WorkspaceRole;
  readonly status: MemberStatus;
  readonly count: number;
  readonly in7Days: number;
  readonly in30Days: number;
}

/** By role and status. Whoever writes has read what they wrote, so the read positions tell who was there; no message is counted. */
export async function listMemberCounts(db: Db, id: WorkspaceId, now: Date): Promise<MemberCount[]> {
  const within = (days: number) =>
    sql`count(*) filter (where seen.at > ${now}::timestamptz - make_interval(days => ${days}))::int`;
  const { rows } = await sql<MemberCount>`
    with seen as (
      select p.user_id, max(p.last_read_at) as at
      from rooms r join participants p on p.room_id = r.id
      where r.workspace_id = ${id} and p.last_read_at > ${now}::timestamptz - interval '30 days'
      group by p.user_id
    )
    select m.role, m.status, count(*)::int as count, ${within(7)} as "in7Days", ${within(30)} as "in30Days"
    from workspace_members m left join seen on seen.user_id = m.user_id
    where m.workspace_id = ${id}
    group by m.role, m.status`.execute(db);
  return rows;
}

export interface JoinedCount {
  readonly month: string;
  readonly count: number;
}

/** The last twelve months, also those in which nobody joined. */
export async function listJoined(db: Db, id: WorkspaceId, now: Date): Promise<JoinedCount[]> {
  const { rows } = await sql<JoinedCount>`
    select to_char(months.start, 'YYYY-MM') as month, count(m.user_id)::int as count
    from generate_series(0, 11) as ago,
      lateral (select date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => ago) as start) months
    left join workspace_members m on m.workspace_id = ${id} and m.status <> 'INVITED'
      and date_trunc('month', m.joined_at at time zone 'UTC') = months.start
    group by months.start order by months.start`.execute(db);
  return rows;
}

export interface UsageRow {
  readonly members: number;
  readonly guests: number;
  readonly messages: number;
}

/** Of those who are ACTIVE. Each room knows the number of its last message, so that none is counted. */
export async function findUsage(db: Db, id: WorkspaceId): Promise<UsageRow | undefined> {
  const { rows } = await sql<UsageRow>`
    select count(*) filter (where role <> 'GUEST')::int as members, count(*) filter (where role = 'GUEST')::int as guests,
      (select coalesce(sum(last_msg_no), 0)::float8 from rooms where workspace_id = ${id}) as messages
    from workspace_members where workspace_id = ${id} and status = 'ACTIVE'`.execute(db);
  return rows[0];
}
