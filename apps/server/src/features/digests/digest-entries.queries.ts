import type { UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** One line of a digest. */
export interface DigestEntry {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly kind: "invitation" | "mentions" | "conversation" | "threads" | "busy";
  /** Of a room, or the organization of an invitation; what a conversation is called is the people in it. */
  readonly title: string;
  /** Null where there is no room to open: an invitation to an organization. */
  readonly slug: string | null;
  /** Messages, of `threads` threads. */
  readonly count: number;
  /** The person who invites. */
  readonly name: string | null;
  readonly invitationId: string | null;
}

/** A person in a workspace. */
interface Reader {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

const BUSY_ROOMS = 3;
/** Of a room so many messages are counted. */
const COUNTED = 1_000;

/** As the sidebar counts: what was marked as unread counts from there on (features/subscriptions). */
const own = sql`
  select p.user_id, r.workspace_id, r.id as room_id, r.slug, r.room_type, r.last_msg_no, r.last_activity_at,
    least(p.read_msg_no, p.unread_from_no - 1) as read_no,
    case when r.room_type in ('direct', 'group') then (
      select coalesce(string_agg(o.full_name, ', ' order by lower(o.full_name), o.id), r.title)
      from participants i join users o on o.id = i.user_id
      where i.room_id = r.id and i.user_id <> p.user_id and (i.access_status = 'ACCEPTED' or r.room_type = 'direct')
    ) else r.title end as title
  from asked a
  join participants p on p.user_id = a.user_id and p.access_status = 'ACCEPTED'
  join rooms r on r.id = p.room_id and r.workspace_id = a.workspace_id and r.status = 'ACTIVE'
  where (not p.is_hidden or (r.room_type <> 'channel' and r.last_msg_no > p.hidden_msg_no))`;
const notMuted = (now: Date) =>
  sql`not (p.is_muted and (p.muted_until is null or p.muted_until > ${now}))`;

/** A notification that was mailed alone is not said again. */
const mailed = sql`
  select d.user_id, n.type, n.updated_at, coalesce(n.message_id::text, n.facts ->> 'messageId') as message_id,
    coalesce(n.thread_id::text, n.facts ->> 'threadId') as thread_id, n.facts
  from notification_deliveries d join notifications n on n.id = d.notification_id
  where d.user_id in (select user_id from asked) and d.channel = 'EMAIL' and d.status in ('SENT', 'DELIVERED')`;

const mentions = sql`
  select o.user_id, o.workspace_id, 'mentions' as kind, o.title, o.slug, c.count, null as name, null::uuid as invitation_id
  from own o cross join lateral (
    select count(*)::integer as count from mentions x
    where x.room_id = o.room_id and (x.user_id = o.user_id or x.user_id is null) and x.msg_no > o.read_no
      and x.author_id <> o.user_id and not exists (
        select from mailed d where d.user_id = o.user_id and d.message_id = x.message_id::text)
  ) c
  where o.room_type = 'channel' and o.last_msg_no > o.read_no and c.count > 0`;

const conversations = sql`
  select o.user_id, o.workspace_id, 'conversation', o.title, o.slug, (o.last_msg_no - o.read_no)::integer, null, null
  from own o where o.room_type in ('direct', 'group') and o.last_msg_no > o.read_no`;

const threads = sql`
  select o.user_id, o.workspace_id, 'threads', o.title, o.slug, count(*)::integer, null, null
  from own o
  join thread_follows f on f.user_id = o.user_id and f.room_id = o.room_id and f.is_following
  join threads t on t.room_id = f.room_id and t.root_id = f.root_id and t.last_reply_no > f.read_reply_no
  where not exists (
    select from mailed d
    where d.user_id = o.user_id and d.thread_id = t.root_id::text and d.updated_at >= t.last_reply_at)
  group by o.user_id, o.workspace_id, o.title, o.slug`;

const roomInvitations = sql`
  select a.user_id, a.workspace_id, 'invitation', r.title, r.slug, 1, null, null
  from asked a
  join participants p on p.user_id = a.user_id and p.access_status = 'INVITED'
  join rooms r on r.id = p.room_id and r.workspace_id = a.workspace_id and r.status = 'ACTIVE'
  where not exists (
    select from mailed d where d.user_id = a.user_id and d.type = 'ROOM_INVITATION' and d.facts ->> 'roomId' = r.id::text)`;

/** They belong to no workspace of the person: Personal tells of them. */
const organizationInvitations = (now: Date) => sql`
  select a.user_id, a.workspace_id, 'invitation', g.title, null, 1, u.full_name, i.id
  from asked a
  join workspaces w on w.id = a.workspace_id and w.kind = 'personal'
  join invitations i on i.invitee_id = a.user_id and i.status = 'PENDING' and i.expires_at > ${now}
  join organizations g on g.id = i.workspace_id
  join users u on u.id = i.invited_by
  where not exists (
    select from mailed d
    where d.user_id = a.user_id and d.type = 'ORGANIZATION_INVITATION' and d.facts ->> 'invitationId' = i.id::text)`;

/** Rooms with something to read in which most was written. */
const busy = (since: Date) => sql`
  select ranked.user_id, ranked.workspace_id, 'busy', ranked.title, ranked.slug, ranked.count, null, null
  from (
    select o.*, c.count, row_number() over (partition by o.user_id, o.workspace_id order by c.count desc, o.room_id) as place
    from own o join (
      select r.room_id, (
        select count(*)::integer from messages m
        where m.room_id = r.room_id and m.msg_no > r.last_msg_no - ${COUNTED} and m.created_at >= ${since} and not m.is_deleted
      ) as count
      from (select distinct room_id, last_msg_no from own where room_type = 'channel' and last_activity_at >= ${since}) r
    ) c on c.room_id = o.room_id
    where o.room_type = 'channel' and o.last_msg_no > o.read_no and c.count > 0
  ) ranked where ranked.place <= ${BUSY_ROOMS}`;

/** Unread notifications of these people where they work, and requests that wait for their answer; in the order in which they are said. */
export async function listDigestEntries(
  db: Db,
  readers: readonly Reader[],
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<DigestEntry[]> {
  if (readers.length === 0) return [];
  const { rows } = await sql<DigestEntry>`
    with given as (
      select * from unnest(${readers.map(({ userId }) => userId)}::uuid[], ${readers.map(({ workspaceId }) => workspaceId)}::uuid[])
        g (user_id, workspace_id)
    ), asked as materialized (
      select g.* from given g cross join lateral (
        select status from workspace_membership where workspace_id = g.workspace_id and user_id = g.user_id offset 0) m
      where m.status = 'ACTIVE'
    ), own as materialized (${own} and ${notMuted(now)}), mailed as materialized (${mailed})
    select user_id as "userId", workspace_id as "workspaceId", kind, title, slug, count, name, invitation_id as "invitationId"
    from (
      ${mentions} union all ${conversations} union all ${threads} union all ${roomInvitations}
      union all ${organizationInvitations(now)} union all ${busy(since)}
    ) entries
    order by user_id, workspace_id, array_position('{invitation,mentions,conversation,threads,busy}'::text[], kind), count desc, title`.execute(
    db,
  );
  return rows;
}
