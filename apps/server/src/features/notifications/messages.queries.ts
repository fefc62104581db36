import {
  PRESENCE_ONLINE_MS,
  type MessageId,
  type NotificationLevel,
  type NotificationPriority,
  type RoomId,
  type RoomType,
  type UsedNotificationType,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface MessageKey {
  readonly roomId: RoomId;
  readonly messageId: MessageId;
}

/** Clients tell of activity once a minute. */
const ACTIVE_S = 75;

const toArrays = (keys: readonly MessageKey[]) => ({
  roomIds: keys.map(({ roomId }) => roomId),
  messageIds: keys.map(({ messageId }) => messageId),
});

/** A person who may have to be told of a message, and how they stand to it at this moment. */
export interface Candidate extends MessageKey {
  readonly userId: UserId;
  readonly authorId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly msgNo: number | null;
  readonly threadId: MessageId | null;
  readonly replyNo: number | null;
  /** The message names the person. */
  readonly isDirect: boolean;
  /** It calls everybody of its room, or of its thread. */
  readonly isForAll: boolean;
  /** Some device of the person was in use a moment ago. */
  readonly isActive: boolean;
  /** It is a reply in a thread that the person follows. */
  readonly isFollowed: boolean;
  readonly isSilent: boolean;
  readonly isRead: boolean;
  readonly mayOpen: boolean;
  readonly isBlocked: boolean;
  readonly level: NotificationLevel | null;
  readonly roomType: RoomType;
  readonly isMuted: boolean;
  readonly mutedUntil: Date | null;
  readonly isAllMuted: boolean;
  /** A verified address. */
  readonly email: string | null;
}

/**
 * Of these messages everybody whom they name, and of those that are new, everybody who follows their threads: once a message, by the
 * stronger of several reasons (rules-notifications 5). Edits concern those alone who were not named before (rule 7).
 */
export async function listCandidates(
  tx: Tx,
  keys: readonly (MessageKey & { readonly isEdit: boolean })[],
): Promise<Candidate[]> {
  return judge(
    tx,
    keys,
    sql`
      select t.room_id, t.id, n.user_id, true as is_direct, false as is_followed
      from told t join mentions n on n.room_id = t.room_id and n.message_id = t.id and n.user_id is not null
      where not t.is_edit or not exists (
        select from notifications o
        where o.user_id = n.user_id and o.room_id = t.room_id and o.message_id = t.id and o.type = 'MESSAGE_MENTION')
      union all
      select t.room_id, t.id, f.user_id, false, true
      from told t join thread_follows f on f.room_id = t.room_id and f.root_id = t.thread_id and f.is_following
      where not t.is_edit and f.user_id <> t.author_id
      union all
      -- Of a plain message those alone who have a browser that is pushed to: it has no row in the feed.
      select t.room_id, t.id, p.user_id, false, false
      from told t join participants p on p.room_id = t.room_id and p.access_status = 'ACCEPTED' and p.user_id <> t.author_id
      where not t.is_edit and t.msg_no is not null and (
          t.calls_all
          or coalesce(p.notification_level, case when t.room_type = 'channel' then 'mentions' else 'all' end) = 'all')
        and exists (select from push_subscriptions d where d.user_id = p.user_id)`,
  );
}

/** How one person stands to one message, whether it was meant for them or not; undefined where it is gone. */
export async function findCandidate(
  db: Db,
  key: MessageKey,
  userId: UserId,
): Promise<Candidate | undefined> {
  const [row] = await judge(
    db,
    [{ ...key, isEdit: false }],
    sql`
      select t.room_id, t.id, ${userId}::uuid as user_id, exists (
          select from mentions n where n.room_id = t.room_id and n.message_id = t.id and n.user_id = ${userId}) as is_direct,
        exists (
          select from thread_follows f
          where f.room_id = t.room_id and f.root_id = t.thread_id and f.user_id = ${userId} and f.is_following) as is_followed
      from told t`,
  );
  return row;
}

/** The rows of `meant` name messages of `told` and people, one for each reason to tell them. */
async function judge(
  db: Db,
  keys: readonly (MessageKey & { readonly isEdit: boolean })[],
  meant: RawBuilder<unknown>,
): Promise<Candidate[]> {
  const { roomIds, messageIds } = toArrays(keys);
  const { rows } = await sql<Candidate>`
    with told as materialized (
      select m.room_id, m.id, m.author_id, m.msg_no, m.thread_id, m.reply_no, m.is_silent, asked.is_edit, r.workspace_id, r.room_type,
        exists (
          select from mentions w where w.room_id = m.room_id and w.message_id = m.id and w.user_id is null) as calls_all,
        coalesce((m.metadata -> 'mentions' ->> 'all')::boolean, false) as is_for_all
      from unnest(${roomIds}::uuid[], ${messageIds}::uuid[], ${keys.map(({ isEdit }) => isEdit)}::boolean[])
        asked (room_id, id, is_edit)
      join messages m on m.room_id = asked.room_id and m.id = asked.id
      join rooms r on r.id = m.room_id
      where not m.is_deleted and m.type <> 'system'
    ), meant as (
      ${meant}
    ), once as (
      select room_id, id, user_id, bool_or(is_direct) as is_direct, bool_or(is_followed) as is_followed
      from meant group by room_id, id, user_id
    )
    select t.room_id as "roomId", t.id as "messageId", t.workspace_id as "workspaceId", t.author_id as "authorId",
      t.msg_no as "msgNo", t.thread_id as "threadId", t.reply_no as "replyNo", t.is_silent as "isSilent",
      t.room_type as "roomType", o.user_id as "userId", o.is_direct as "isDirect",
      -- @here is for people who were online.
      t.calls_all and (t.is_for_all or coalesce(v.active_at > now() - make_interval(secs => ${PRESENCE_ONLINE_MS / 1_000}), false))
        as "isForAll",
      coalesce(v.active_at > now() - make_interval(secs => ${ACTIVE_S}), false) as "isActive", o.is_followed as "isFollowed",
      coalesce(p.read_msg_no >= t.msg_no, false) or coalesce(f.read_reply_no >= t.reply_no, false) as "isRead",
      p.notification_level as level, coalesce(p.is_muted, false) as "isMuted", p.muted_until as "mutedUntil",
      exists (
        select from muted_people a where a.user_id = o.user_id and (a.muted_until is null or a.muted_until > now())
      ) as "isAllMuted",
      case when u.is_email_verified then u.email end as email,
      coalesce(a.workspace_status = 'ACTIVE' and a.room_status in ('ACTIVE', 'ARCHIVED') and a.access_status = 'ACCEPTED', false)
        as "mayOpen",
      exists (
        select from user_blocks b
        where (b.blocker_id, b.blocked_id) in ((o.user_id, t.author_id), (t.author_id, o.user_id))) as "isBlocked"
    from once o
    join told t on t.room_id = o.room_id and t.id = o.id
    left join participants p on p.room_id = o.room_id and p.user_id = o.user_id
    join users u on u.id = o.user_id
    left join lateral (
      select * from room_membership where room_id = o.room_id and user_id = o.user_id offset 0
    ) a on true
    left join presence v on v.user_id = o.user_id
    left join thread_follows f on f.room_id = o.room_id and f.root_id = t.thread_id and f.user_id = o.user_id
    order by t.room_id, t.id`.execute(db);
  return rows;
}

/** The words of messages, each named once, for a screen outside of the app, and where they stand. */
export async function listWords(
  tx: Tx,
  keys: readonly MessageKey[],
): Promise<
  ReadonlyMap<MessageId, { readonly title: string; readonly body: string; readonly url: string }>
> {
  if (keys.length === 0) return new Map();
  const { roomIds, messageIds } = toArrays(keys);
  const { rows } = await sql<{ id: MessageId; title: string; body: string; url: string }>`
    select m.id, case when r.title = '' then u.full_name else u.full_name || ' in ' || r.title end as title,
      left(coalesce(m.metadata ->> 'plainText', m.content), 200) as body, '/chat/' || r.slug || '?message=' || m.id as url
    from unnest(${roomIds}::uuid[], ${messageIds}::uuid[]) asked (room_id, id)
    join messages m on m.room_id = asked.room_id and m.id = asked.id
    join rooms r on r.id = m.room_id
    join users u on u.id = m.author_id`.execute(tx);
  return new Map(rows.map(({ id, ...words }) => [id, words]));
}

/** A row to write, or to add to the unread row of its group. */
export interface MessageRow {
  readonly roomId: RoomId;
  readonly messageId: MessageId | null;
  readonly userId: UserId;
  readonly type: UsedNotificationType;
  readonly priority: NotificationPriority;
  readonly workspaceId: WorkspaceId;
  readonly groupKey: string;
  readonly count: number;
  /** The last first. */
  readonly actorIds: readonly UserId[];
  readonly facts: object;
  readonly msgNo: number | null;
  readonly threadId: MessageId | null;
  readonly replyNo: number | null;
  readonly isRead: boolean;
}

export interface WrittenRow {
  readonly userId: UserId;
  readonly id: string;
}

/** Writes rows of people whose feeds the caller has locked; each group of a person stands in them once. */
export async function insertMessageRows(
  tx: Tx,
  written: readonly MessageRow[],
  now: Date,
): Promise<(WrittenRow & Pick<MessageRow, "type" | "groupKey">)[]> {
  const { rows } = await sql<WrittenRow & Pick<MessageRow, "type" | "groupKey">>`
    insert into notifications as n (user_id, workspace_id, type, priority, group_key, count, actor_ids, facts, room_id, message_id,
      msg_no, thread_id, reply_no, created_at, updated_at, read_at)
    select w."userId", w."workspaceId", w.type, w.priority, w."groupKey", w.count,
      array(select a.id::uuid from jsonb_array_elements_text(w."actorIds") with ordinality a (id, place) order by a.place),
      w.facts, w."roomId", w."messageId", w."msgNo", w."threadId", w."replyNo", ${now}, ${now},
      case when w."isRead" then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) w (
      "userId" uuid, "workspaceId" uuid, type text, priority text, "groupKey" text, count integer, "actorIds" jsonb, facts jsonb,
      "roomId" uuid, "messageId" uuid, "msgNo" bigint, "threadId" uuid, "replyNo" integer, "isRead" boolean)
    on conflict (user_id, type, group_key) where read_at is null do update set
      facts = excluded.facts, count = n.count + excluded.count, message_id = excluded.message_id, msg_no = excluded.msg_no,
      reply_no = excluded.reply_no, snoozed_until = null,
      actor_ids = (excluded.actor_ids || array(
        select a.id from unnest(n.actor_ids) with ordinality a (id, place)
        where a.id <> all (excluded.actor_ids) order by a.place))[1:3],
      updated_at = greatest(excluded.updated_at, n.updated_at)
    returning n.user_id as "userId", n.id, n.type, n.group_key as "groupKey"`.execute(tx);
  return rows;
}

/** Locks the feeds of these people and moves the number of each by so many; answers the new ones. */
export async function moveRevs(
  tx: Tx,
  steps: ReadonlyMap<UserId, number>,
): Promise<ReadonlyMap<UserId, number>> {
  const { rows } = await sql<{ userId: UserId; rev: number }>`
    insert into notification_feeds as f (user_id, rev)
    select u.id, s.steps from unnest(${[...steps.keys()]}::uuid[], ${[...steps.values()]}::integer[]) s (id, steps)
    join users u on u.id = s.id
    order by u.id
    on conflict (user_id) do update set rev = f.rev + excluded.rev
    returning user_id as "userId", rev`.execute(tx);
  return new Map(rows.map(({ userId, rev }) => [userId, rev]));
}

/** Of these messages everything that people were told of the author's reactions, as the reactions are now. */
export interface ReactedRow extends MessageKey {
  readonly authorId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly mayOpen: boolean;
  readonly isMuted: boolean;
  readonly mutedUntil: Date | null;
  readonly level: NotificationLevel | null;
  readonly roomType: RoomType;
  /** Of other people; the last one, and who else, the last first. */
  readonly count: number;
  readonly emoji: string | null;
  readonly actorIds: UserId[];
  /** The row that is unread now. */
  readonly unreadId: string | null;
}

export async function listReacted(tx: Tx, keys: readonly MessageKey[]): Promise<ReactedRow[]> {
  const { roomIds, messageIds } = toArrays(keys);
  const { rows } = await sql<ReactedRow>`
    select m.room_id as "roomId", m.id as "messageId", m.author_id as "authorId", r.workspace_id as "workspaceId",
      r.room_type as "roomType", p.notification_level as level, p.is_muted as "isMuted", p.muted_until as "mutedUntil",
      a.workspace_status = 'ACTIVE' and a.room_status in ('ACTIVE', 'ARCHIVED') and a.access_status = 'ACCEPTED' as "mayOpen",
      e.count, e.emoji, coalesce(e.actor_ids, '{}') as "actorIds", n.id as "unreadId"
    from unnest(${roomIds}::uuid[], ${messageIds}::uuid[]) asked (room_id, id)
    join messages m on m.room_id = asked.room_id and m.id = asked.id and not m.is_deleted
    join rooms r on r.id = m.room_id
    join participants p on p.room_id = m.room_id and p.user_id = m.author_id
    cross join lateral (
      select * from room_membership where room_id = m.room_id and user_id = m.author_id offset 0
    ) a
    cross join lateral (
      select count(*)::integer as count, (array_agg(l.emoji order by l.seq desc))[1] as emoji,
        (array_agg(l.user_id order by l.seq desc))[1:3] as actor_ids
      from (
        select distinct on (k.user_id) k.user_id, k.emoji, k.seq from message_reactions k
        where k.room_id = m.room_id and k.message_id = m.id and k.user_id <> m.author_id and not exists (
          select from user_blocks b
          where (b.blocker_id, b.blocked_id) in ((k.user_id, m.author_id), (m.author_id, k.user_id)))
        order by k.user_id, k.seq desc
      ) l
    ) e
    left join notifications n on n.user_id = m.author_id and n.type = 'MESSAGE_REACTION' and n.group_key = m.id::text and n.read_at is null
    order by m.author_id`.execute(tx);
  return rows;
}

/** The unread row of a reacted message, as the reactions are now. */
export async function updateReacted(
  tx: Tx,
  { unreadId, count, emoji, actorIds }: ReactedRow,
  now: Date,
): Promise<void> {
  if (count === 0) {
    await sql`delete from notifications where id = ${unreadId}`.execute(tx);
    return;
  }
  await sql`
    update notifications set count = ${count}, actor_ids = ${actorIds}::uuid[], facts = ${JSON.stringify({ emoji })}::jsonb,
      updated_at = greatest(updated_at, ${now}) where id = ${unreadId}`.execute(tx);
}

/**
 * Takes away what was told of messages that are gone. A row of several replies tells of the one before. Answers whose feeds have changed,
 * and how often.
 */
export async function deleteOfMessages(
  tx: Tx,
  keys: readonly MessageKey[],
): Promise<ReadonlyMap<UserId, number>> {
  const { roomIds, messageIds } = toArrays(keys);
  const { rows } = await sql<{ userId: UserId; count: number }>`
    with gone as materialized (
      select n.id, n.user_id, n.type, n.count, before.id as before_id, before.reply_no as before_no
      from unnest(${roomIds}::uuid[], ${messageIds}::uuid[]) k (room_id, message_id)
      join notifications n on n.room_id = k.room_id and n.message_id = k.message_id
      left join lateral (
        select m.id, m.reply_no from messages m
        where n.type = 'MESSAGE_REPLY' and n.count > 1 and m.room_id = n.room_id and m.thread_id = n.thread_id
          and m.reply_no < n.reply_no and not m.is_deleted and m.author_id <> n.user_id
        order by m.reply_no desc limit 1
      ) before on true
      order by n.user_id for update of n
    ), kept as (
      update notifications n set count = n.count - 1, message_id = g.before_id, reply_no = g.before_no
      from gone g where n.id = g.id and g.before_id is not null
    ), deleted as (
      delete from notifications n using gone g where n.id = g.id and g.before_id is null
    ), shared as (
      delete from shared_notifications s
      using unnest(${roomIds}::uuid[], ${messageIds}::uuid[]) k (room_id, message_id)
      where s.message_id = k.message_id and s.room_id = k.room_id
    )
    select user_id as "userId", count(*)::integer as count from gone group by user_id`.execute(tx);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
