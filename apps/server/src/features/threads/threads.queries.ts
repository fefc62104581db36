import type {
  MessageId,
  RoomId,
  ThreadState,
  ThreadTab,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { ThreadPlace } from "./threads.rules.ts";

interface ThreadKey {
  readonly roomId: RoomId;
  readonly rootId: MessageId;
}

export interface SummaryRow {
  readonly rootId: MessageId;
  readonly replyCount: number;
  readonly lastReplyAt: Date;
  readonly repliers: {
    readonly userId: UserId;
    readonly fullName: string;
    readonly avatar_url: string | null;
  }[];
}

/** The threads of these messages; messages that nobody answered are missing. */
export async function listSummaries(
  db: Db,
  keys: readonly { readonly roomId: RoomId; readonly id: MessageId }[],
): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select t.root_id as "rootId", t.last_reply_no as "replyCount", t.last_reply_at as "lastReplyAt", (
      select json_agg(json_build_object('userId', u.id, 'fullName', u.full_name, 'avatar_url', u.avatar_url) order by a.place)
      from unnest(t.repliers) with ordinality a (id, place) join users u on u.id = a.id
    ) as repliers
    from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) asked (room_id, id)
    join threads t on t.room_id = asked.room_id and t.root_id = asked.id`.execute(db);
  return rows;
}

const stateColumns = sql`
  t.room_id as "roomId", t.root_id as "rootId", coalesce(f.is_following, false) as "isFollowing",
  coalesce(f.read_reply_no, 0) as "readReplyNo", t.last_reply_no as "lastReplyNo", coalesce(f.mention_nos, '{}') as "mentionNos"`;

/** How a person stands to a thread; of one without replies too. */
export async function findState(
  db: Db,
  { roomId, rootId }: ThreadKey,
  userId: UserId,
): Promise<ThreadState> {
  const { rows } = await sql<ThreadState>`
    select coalesce(t.last_reply_no, 0) as "lastReplyNo", coalesce(f.is_following, false) as "isFollowing",
      coalesce(f.read_reply_no, 0) as "readReplyNo", coalesce(f.mention_nos, '{}') as "mentionNos"
    from (select ${roomId}::uuid as room_id, ${rootId}::uuid as root_id) asked
    left join threads t using (room_id, root_id)
    left join thread_follows f on f.room_id = asked.room_id and f.root_id = asked.root_id and f.user_id = ${userId}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error("A question without a table has one answer");
  return { ...row, roomId, rootId };
}

/** Somebody follows a thread from now on, or not; new followers have read all that was said before. */
export async function upsertFollow(
  db: Db,
  { roomId, rootId }: ThreadKey,
  userId: UserId,
  isFollowing: boolean,
): Promise<void> {
  await sql`
    insert into thread_follows as f (room_id, root_id, user_id, is_following, read_reply_no)
    values (${roomId}, ${rootId}, ${userId}, ${isFollowing}, coalesce((
      select last_reply_no from threads where room_id = ${roomId} and root_id = ${rootId}
    ), 0))
    on conflict (room_id, root_id, user_id) do update set is_following = excluded.is_following,
      read_reply_no = case when f.is_following then f.read_reply_no else excluded.read_reply_no end,
      mention_nos = case when f.is_following and excluded.is_following then f.mention_nos else '{}' end`.execute(
    db,
  );
}

/** The thread is read up to this number; only of somebody who has a row, and never back. */
export async function moveRead(
  db: Db,
  { roomId, rootId }: ThreadKey,
  userId: UserId,
  replyNo: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update thread_follows set read_reply_no = ${replyNo}, mention_nos = unread_mentions(mention_nos, ${replyNo})
    where room_id = ${roomId} and root_id = ${rootId} and user_id = ${userId} and read_reply_no < ${replyNo}`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Replies up to these numbers are gone for good: nobody has them unread any more. */
export async function updatePassed(
  tx: Tx,
  roomId: RoomId,
  replies: readonly { readonly rootId: MessageId; readonly replyNo: number }[],
): Promise<void> {
  // Locked in the order in which apply_replies changes them.
  await sql`
    with behind as materialized (
      select f.root_id, f.user_id, g.reply_no
      from unnest(${replies.map(({ rootId }) => rootId)}::uuid[], ${replies.map(({ replyNo }) => replyNo)}::integer[]) g (root_id, reply_no)
      join thread_follows f on f.room_id = ${roomId} and f.root_id = g.root_id and f.read_reply_no < g.reply_no
      order by f.root_id, f.user_id for no key update of f
    )
    update thread_follows f set read_reply_no = b.reply_no, mention_nos = unread_mentions(f.mention_nos, b.reply_no)
    from behind b where f.room_id = ${roomId} and f.root_id = b.root_id and f.user_id = b.user_id`.execute(
    tx,
  );
}

interface Whose {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

const ownRooms = ({ workspaceId, userId }: Whose) => sql`
  participants p join rooms r on r.id = p.room_id
  where p.user_id = ${userId} and p.access_status = 'ACCEPTED' and r.workspace_id = ${workspaceId}
    and r.status in ('ACTIVE', 'ARCHIVED')
    and 'ACTIVE' = (select status from workspace_membership where workspace_id = ${workspaceId} and user_id = ${userId})`;

/** The threads that a person follows in a workspace: those with unread mentions, then those answered last. */
export async function listFollowed(db: Db, whose: Whose, limit: number): Promise<ThreadState[]> {
  const { rows } = await sql<ThreadState>`
    select ${stateColumns}
    from thread_follows f
    join threads t on t.room_id = f.room_id and t.root_id = f.root_id
    where f.user_id = ${whose.userId} and f.is_following and f.room_id in (select p.room_id from ${ownRooms(whose)})
    order by f.mention_nos = '{}', t.last_reply_at desc limit ${limit}`.execute(db);
  return rows;
}

/** The threads that a person follows are read to their end, in these rooms or in all of the workspace. False where nothing was unread. */
export function readFollowed(
  tx: Tx,
  whose: Whose,
  slugs: readonly string[] | undefined,
): Promise<boolean> {
  const named = sql`and r.id in (
    select room_id from room_addresses where workspace_id = ${whose.workspaceId} and slug = any (${[...(slugs ?? [])]}::text[]))`;
  const rooms = sql`select p.room_id from ${ownRooms(whose)} ${slugs ? named : sql``}`;
  return readToEnd(tx, whose.userId, rooms);
}

/** The same in one room, whoever is in it. */
export function readFollowedIn(tx: Tx, roomId: RoomId, userId: UserId): Promise<boolean> {
  return readToEnd(tx, userId, sql`select ${roomId}::uuid`);
}

async function readToEnd(tx: Tx, userId: UserId, rooms: RawBuilder<unknown>): Promise<boolean> {
  // Locked in the order in which apply_replies changes them.
  const { numAffectedRows } = await sql`
    with unread as materialized (
      select f.room_id, f.root_id, t.last_reply_no
      from thread_follows f join threads t on t.room_id = f.room_id and t.root_id = f.root_id
      where f.user_id = ${userId} and f.is_following and f.read_reply_no < t.last_reply_no and f.room_id in (${rooms})
      order by f.room_id, f.root_id for no key update of f
    )
    update thread_follows f
    set read_reply_no = greatest(f.read_reply_no, u.last_reply_no), mention_nos = unread_mentions(f.mention_nos, u.last_reply_no)
    from unread u where f.user_id = ${userId} and f.room_id = u.room_id and f.root_id = u.root_id`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export interface ThreadRow extends ThreadState {
  readonly lastReplyAt: Date;
  readonly isUnread: boolean;
  readonly slug: string;
  readonly lastIds: readonly MessageId[];
}

const REPLIES_SHOWN = 2;

interface ThreadRange {
  readonly tab: ThreadTab;
  readonly after: ThreadPlace | undefined;
  readonly limit: number;
  readonly now: Date;
}

/** Threads of the rooms that a person is in, in the order of the list. */
export async function listThreadRows(
  db: Db,
  whose: Whose,
  { tab, after, limit, now }: ThreadRange,
): Promise<ThreadRow[]> {
  // Muting a room mutes its threads (rules-messages 30).
  const own = sql`
    select r.id, r.slug, p.is_muted and (p.muted_until is null or p.muted_until > ${now}) as is_muted from ${ownRooms(whose)}`;
  const columns = sql`${stateColumns}, t.last_reply_at as "lastReplyAt"`;
  const { rows } = await sql<ThreadRow>`
    with own as materialized (${own}), followed as (
      select * from (
        select ${columns}, t.last_reply_no > f.read_reply_no and not own.is_muted as "isUnread"
        from thread_follows f
        join threads t on t.room_id = f.room_id and t.root_id = f.root_id
        join own on own.id = f.room_id
        where f.user_id = ${whose.userId} and f.is_following
      ) each ${tab === "following" ? sql`` : sql`where "isUnread"`}
    ), page as (
      select * from (
        select * from followed ${tab === "all" ? sql`union all (${others(whose, columns, { after, limit })})` : sql``}
      ) each
      ${after ? sql`where ("isUnread", "lastReplyAt", "rootId") < (${after.isUnread}, ${after.lastReplyAt}, ${after.rootId})` : sql``}
      order by "isUnread" desc, "lastReplyAt" desc, "rootId" desc limit ${limit}
    )
    select page.*, own.slug, array(
      select m.id from messages m where m.room_id = page."roomId" and m.thread_id = page."rootId"
      order by m.reply_no desc limit ${REPLIES_SHOWN}
    ) as "lastIds"
    from page join own on own.id = page."roomId"
    order by page."isUnread" desc, page."lastReplyAt" desc, page."rootId" desc`.execute(db);
  return rows;
}

/**
 * Behind a place the next threads of all rooms that are not unread for the person. A page holds threads of at most as many rooms as it has
 * places: those whose next one was answered last. So of all rooms one is read, and of these rooms a page.
 */
function others(
  { userId }: Whose,
  columns: RawBuilder<unknown>,
  { after, limit }: Pick<ThreadRange, "after" | "limit">,
): RawBuilder<unknown> {
  const behind =
    after && !after.isUnread
      ? sql`and (t.last_reply_at, t.root_id) < (${after.lastReplyAt}, ${after.rootId})`
      : sql``;
  const next = (roomId: RawBuilder<unknown>, count: number) => sql`
    select * from threads t
    where t.room_id = ${roomId} ${behind}
      and not exists (select from followed u where u."roomId" = t.room_id and u."rootId" = t.root_id)
    order by t.last_reply_at desc, t.root_id desc limit ${count}`;
  return sql`
    select ${columns}, false as "isUnread"
    from (
      select own.id from own cross join lateral (${next(sql`own.id`, 1)}) first
      order by first.last_reply_at desc, first.root_id desc limit ${limit}
    ) room
    cross join lateral (${next(sql`room.id`, limit)}) t
    left join thread_follows f on f.room_id = t.room_id and f.root_id = t.root_id and f.user_id = ${userId}
    order by t.last_reply_at desc, t.root_id desc limit ${limit}`;
}
