import type {
  Subscription,
  ParticipantAccessLevel,
  PinningLevel,
  RoomAccessType,
  RoomId,
  RoomType,
  Status,
  UnreadTotals,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { toIsoTime } from "#server/platform/db/value-parsers.ts";

/** What a participant has not read in a room, and its last message, as stored. */
export interface UnreadRow {
  readonly slug: string;
  readonly roomType: RoomType;
  readonly lastMsgNo: number;
  readonly readMsgNo: number;
  readonly unreadFromNo: number | null;
  /** Unread messages of a channel that mention the person, or everybody. */
  readonly mentions: number;
  /** Mentions in threads, as long as they are not read there. */
  readonly threadMentions: number;
  readonly isMuted: boolean;
  readonly mutedUntil: Date | null;
  readonly lastId: string | null;
  /** ISO 8601, as the other times of lists. */
  readonly lastCreatedAt: string | null;
  readonly lastContent: string | null;
  readonly lastIsSilent: boolean | null;
}

/** A participant's view of a room, as stored. */
export interface SubscriptionRow extends UnreadRow {
  readonly roomId: RoomId;
  readonly title: string;
  readonly accessType: RoomAccessType;
  readonly status: Status;
  readonly description: string | null;
  readonly avatarUrl: string | null;
  readonly memberCount: number;
  readonly lastActivityAt: string;
  readonly lastSeq: number;
  readonly accessLevel: ParticipantAccessLevel;
  readonly joinedAt: string;
  readonly lastReadAt: string | null;
  /** The other people of a conversation, by name; null for those where nobody is named. */
  readonly others: Subscription["participants"] | null;
  readonly pinCount: number;
  /** Null where the room has chosen nothing. */
  readonly pinnedBy: PinningLevel | null;
  readonly messageRetentionDays: number | null;
}

/** Enough of a message for its preview; the view cuts it by code points. */
const PREVIEW_SOURCE_CHARS = 400;

/** As unreadIn: what was marked as unread counts from there on. */
const readNo = sql`least(p.read_msg_no, p.unread_from_no - 1)`;
const unread = sql`greatest(r.last_msg_no - ${readNo}, 0)`;

/** In conversations every message is meant for everybody (mentionsIn). */
const mentions = sql`
  case when r.room_type = 'channel' and r.last_msg_no > ${readNo} then (
    select count(*)::integer from mentions n
    where n.room_id = r.id and (n.user_id = p.user_id or n.user_id is null) and n.msg_no > ${readNo} and n.author_id <> p.user_id
  ) else 0 end`;

const threadMentions = sql`(
  select coalesce(sum(cardinality(f.mention_nos)), 0)::integer from thread_follows f
  where f.user_id = p.user_id and f.room_id = r.id and f.mention_nos <> '{}')`;

const unreadColumns = sql`
  ${mentions} as mentions, ${threadMentions} as "threadMentions",
  r.slug, r.room_type as "roomType", r.last_msg_no as "lastMsgNo", p.read_msg_no as "readMsgNo", p.unread_from_no as "unreadFromNo",
  p.is_muted as "isMuted", p.muted_until as "mutedUntil",
  last.id as "lastId", last.created_at::text as "lastCreatedAt", last.content as "lastContent",
  last.is_silent as "lastIsSilent"`;

const subscriptionColumns = sql`
  ${unreadColumns}, r.id as "roomId", r.title, r.access_type as "accessType", r.status, r.description, r.avatar_url as "avatarUrl", r.member_count as "memberCount",
  r.last_activity_at::text as "lastActivityAt", r.last_seq as "lastSeq", p.access_level as "accessLevel",
  p.joined_at::text as "joinedAt", p.last_read_at::text as "lastReadAt", r.settings ->> 'pinnedBy' as "pinnedBy",
  least((r.settings ->> 'messageRetentionDays')::integer, (
    select (settings ->> 'messageRetentionDays')::integer from organizations where id = r.workspace_id
  )) as "messageRetentionDays",
  (select count(*)::integer from message_pins k where k.room_id = r.id) as "pinCount",
  case when r.room_type in ('direct', 'group') then (
    select coalesce(json_agg(json_build_object(
      'sessionUserId', o.id, 'fullName', o.full_name, 'username', o.username, 'avatar_url', o.avatar_url
    ) order by lower(o.full_name), o.id), '[]'::json)
    from participants i join users o on o.id = i.user_id
    where i.room_id = r.id and i.user_id <> p.user_id and (i.access_status = 'ACCEPTED' or r.room_type = 'direct')
  ) end as others`;

/** A conversation comes back with the next message after it was hidden, a channel when it is opened (rules-rooms 41). */
const isShown = sql`(not p.is_hidden or (r.room_type <> 'channel' and r.last_msg_no > p.hidden_msg_no))`;

/** Judged once a person: whoever is not ACTIVE in a workspace is in none of its rooms. */
const isMember = (workspace: unknown, user: unknown) => sql`
  'ACTIVE' = (select status from workspace_membership where workspace_id = ${workspace} and user_id = ${user})`;

const lastMessage = sql`
  select m.id, m.created_at, left(coalesce(m.metadata ->> 'plainText', m.content), ${PREVIEW_SOURCE_CHARS}) as content, m.is_silent from messages m
  where m.room_id = r.id and m.msg_no = r.last_msg_no`;

/** Some rooms of a person; all of them where neither is given. */
export interface Choice {
  readonly slugs?: readonly string[] | undefined;
  readonly roomIds?: readonly RoomId[];
}

interface Whose {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

const ownRooms = ({ workspaceId, userId }: Whose) => sql`
  participants p
  join rooms r on r.id = p.room_id
  left join lateral (${lastMessage}) last on true
  where p.user_id = ${userId} and p.access_status = 'ACCEPTED' and ${isShown}
    and r.workspace_id = ${workspaceId} and r.status = 'ACTIVE' and ${isMember(workspaceId, userId)}`;

/** The rooms that a person is in and has not hidden. */
export async function listSubscriptions(
  db: Db,
  whose: Whose,
  { slugs, roomIds }: Choice = {},
): Promise<SubscriptionRow[]> {
  const addressed = sql`and r.id in (
    select room_id from room_addresses where workspace_id = ${whose.workspaceId} and slug = any (${[...(slugs ?? [])]}::text[]))`;
  const named = sql`and p.room_id = any (${[...(roomIds ?? [])]}::uuid[])`;
  const { rows } = await sql<SubscriptionRow>`
    select ${subscriptionColumns} from ${ownRooms(whose)} ${slugs ? addressed : sql``} ${roomIds ? named : sql``}
    order by r.id`.execute(db);
  return rows.map(withIsoTimes);
}

/** The same of all of them, without what the rooms are. */
export async function listUnread(db: Db, whose: Whose): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select ${unreadColumns} from ${ownRooms(whose)} order by r.id`.execute(db);
  return rows.map(withIsoTime);
}

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

// Rows of their own, in which each time is replaced: a copy of thousands would cost more than that.
function withIsoTime<Row extends Writable<UnreadRow>>(row: Row): Row {
  if (row.lastCreatedAt !== null) row.lastCreatedAt = toIsoTime(row.lastCreatedAt);
  return row;
}

function withIsoTimes(row: Writable<SubscriptionRow>): SubscriptionRow {
  row.lastActivityAt = toIsoTime(row.lastActivityAt);
  row.joinedAt = toIsoTime(row.joinedAt);
  if (row.lastReadAt !== null) row.lastReadAt = toIsoTime(row.lastReadAt);
  return withIsoTime(row);
}

/**
 * What new sockets must know of the rooms of their people, archived ones too: where to listen, from where on, and what to
 * show. An answer for each, in order, all in one snapshot.
 */
export async function listRoomsOfMany(
  db: Db,
  people: readonly { readonly workspaceId: WorkspaceId; readonly userId: UserId }[],
): Promise<SubscriptionRow[][]> {
  const { rows } = await sql<SubscriptionRow & { place: number }>`
    select asked.place::integer, ${subscriptionColumns}
    from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ workspaceId }) => workspaceId)}::uuid[])
      with ordinality asked (user_id, workspace_id, place)
    join participants p on p.user_id = asked.user_id and p.access_status = 'ACCEPTED'
    join rooms r on r.id = p.room_id and r.workspace_id = asked.workspace_id and r.status in ('ACTIVE', 'ARCHIVED')
      and ${isShown}
    left join lateral (${lastMessage}) last on true
    where ${isMember(sql`asked.workspace_id`, sql`asked.user_id`)}
    order by asked.place, r.id`.execute(db);
  const lists = people.map((): SubscriptionRow[] => []);
  for (const { place, ...row } of rows) lists[place - 1]?.push(withIsoTimes(row));
  return lists;
}

/** Sum over the rooms that are neither muted nor hidden (rules-rooms 46). */
export async function findTotalUnread(
  db: Db,
  workspaceId: WorkspaceId,
  userId: UserId,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${unread}), 0)::integer as total
    from participants p join rooms r on r.id = p.room_id
    where p.user_id = ${userId} and p.access_status = 'ACCEPTED' and ${isShown} and r.workspace_id = ${workspaceId}
      and r.status = 'ACTIVE' and ${isMember(workspaceId, userId)}
      and not (p.is_muted and (p.muted_until is null or p.muted_until > ${now}))`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface TotalsRow extends UnreadTotals {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

/** What people have not read in each of their workspaces: of rooms that are neither muted nor hidden (rules-rooms 46). */
export async function listTotalsByWorkspace(
  db: Db,
  userIds: readonly UserId[],
  now: Date,
): Promise<TotalsRow[]> {
  const { rows } = await sql<TotalsRow>`
    select user_id as "userId", workspace_id as "workspaceId", coalesce(sum(unread), 0)::integer as "unreadCount",
      coalesce(sum(case when room_type in ('direct', 'group') then unread else mentions end + "threadMentions"), 0)::integer as "mentionCount"
    from (
      select p.user_id, r.workspace_id, r.room_type, ${unread} as unread, ${mentions} as mentions,
        ${threadMentions} as "threadMentions"
      from participants p join rooms r on r.id = p.room_id
      join workspace_membership m on m.workspace_id = r.workspace_id and m.user_id = p.user_id and m.status = 'ACTIVE'
      where p.user_id = any (${[...userIds]}::uuid[]) and p.access_status = 'ACCEPTED' and ${isShown}
        and r.status = 'ACTIVE' and not (p.is_muted and (p.muted_until is null or p.muted_until > ${now}))
    ) counted
    group by user_id, workspace_id`.execute(db);
  return rows;
}

/** The present addresses of rooms, whoever is in them. */
export async function listSlugs(db: Db, roomIds: readonly RoomId[]): Promise<string[]> {
  if (roomIds.length === 0) return [];
  const { rows } = await sql<{ slug: string }>`
    select slug from rooms where id = any (${[...roomIds]}::uuid[])`.execute(db);
  return rows.map(({ slug }) => slug);
}

/** So many numbers of the database's own sequence: each larger than every one that any process got before. */
export async function takeRevs(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ rev: number }>`
    select nextval('subscription_revs') as rev from generate_series(1, ${count}::integer)`.execute(
    db,
  );
  return rows.map(({ rev }) => rev);
}
