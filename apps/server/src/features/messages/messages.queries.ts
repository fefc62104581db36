import type {
  MemberStatus,
  MessageId,
  MessageMetadata,
  MessageType,
  ParticipantAccessLevel,
  ParticipantAccessStatus,
  FileInput,
  PollInput,
  RemovedBy,
  RoomAccessType,
  RoomId,
  Status,
  UserId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Actor } from "#server/platform/actor.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** A message with the name and picture that its author has now. */
export interface MessageRow {
  readonly roomId: RoomId;
  readonly seq: number;
  /** Of its last change: a copy with a smaller one is older. */
  readonly stateSeq: number;
  readonly msgNo: number | null;
  readonly id: MessageId;
  readonly authorId: UserId;
  readonly authorName: string;
  readonly authorAvatar: string | null;
  /** Came by a guest link. */
  readonly authorIsGuest: boolean;
  readonly content: string;
  readonly type: MessageType;
  readonly metadata: MessageMetadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  /** Of a deleted one that not its author has taken away. */
  readonly removedBy: RemovedBy | null;
  /** Number of the text, from 1 on. */
  readonly revision: number;
  /** Bits of the parts that it may have. */
  readonly parts: number;
  /** Of a reply: the message that it answers, and its number in the thread. */
  readonly threadId: MessageId | null;
  readonly replyNo: number | null;
  readonly isSilent: boolean;
  readonly isScheduled: boolean;
}

const columns = `
  m.room_id as "roomId", m.seq, greatest(m.state_seq, m.seq) as "stateSeq", m.msg_no as "msgNo", m.id, m.author_id as "authorId", u.full_name as "authorName", u.avatar_url as "authorAvatar",
  u.role = 'GUEST' as "authorIsGuest", m.content, m.type, m.metadata, m.created_at as "createdAt",
  m.updated_at as "updatedAt", m.is_edited as "isEdited", m.is_deleted as "isDeleted", m.removed_by as "removedBy", m.revision, m.parts,
  m.thread_id as "threadId", m.reply_no as "replyNo", m.is_silent as "isSilent", m.is_scheduled as "isScheduled"`;

const messageColumns = sql.raw(columns);

export interface NewMessage {
  readonly roomId: RoomId;
  readonly authorId: UserId;
  readonly authorIsGuest: boolean;
  readonly id: MessageId;
  readonly clientMessageId: string;
  readonly sentHash: Buffer;
  readonly content: string;
  readonly type: MessageType;
  readonly metadata: MessageMetadata;
  /** What features add to a plain message (objects/write_sends.sql). */
  readonly extra?: SendExtra | undefined;
}

/** A key that is there says yes. */
export interface SendExtra {
  readonly thread?: MessageId;
  readonly inRoom?: true;
  readonly isSilent?: true;
  readonly isScheduled?: true;
  /** Its author is an incoming webhook, which is in no room. */
  readonly byWebhook?: true;
  readonly userIds?: readonly UserId[];
  readonly wildcard?: true;
  readonly poll?: PollInput;
  readonly files?: readonly (FileInput & {
    /** The message whose copy shows the file; else it is an own one that nobody was shown. */
    readonly from?: { readonly roomId: RoomId; readonly messageId: MessageId };
  })[];
  /** Bits of the parts that it has. */
  readonly parts?: number;
}

/** Why a message was not written. */
export type SendRefusal =
  | "IDEMPOTENCY_CONFLICT"
  | "ACCOUNT_BLOCKED"
  | "ROOM_NOT_FOUND"
  | "NOT_SUBSCRIBED"
  | "ROOM_ARCHIVED"
  | "DM_NOT_POSSIBLE"
  | "MESSAGE_SEND_NOT_ALLOWED"
  | "THREAD_ROOT_INVALID"
  | "WILDCARD_NOT_ALLOWED"
  | "FILE_NOT_USABLE";

export interface SendQuestion extends Pick<Actor, "workspaceId" | "userId" | "boundRoomId"> {
  readonly slug: string;
  readonly clientMessageId: string;
}

/** A room as somebody stands to it who wants to send there. */
export interface SendStanding {
  readonly id: RoomId;
  readonly slug: string;
  readonly workspaceRole: WorkspaceRole | null;
  readonly workspaceStatus: MemberStatus | null;
  readonly status: Status;
  readonly accessType: RoomAccessType;
  readonly accessStatus: ParticipantAccessStatus;
  readonly accessLevel: ParticipantAccessLevel | null;
  readonly isBanned: boolean;
  readonly isOutsideDomain: boolean;
  /** The room has a message of theirs under this id. */
  readonly isRepeated: boolean;
}

/** An answer for each question, in their order; null where there is no such room. Prepared once per connection. */
export async function listSendStandings(
  pool: Pool,
  questions: readonly SendQuestion[],
): Promise<(SendStanding | null)[]> {
  const { rows } = await pool.query<SendStanding | { readonly id: null }>({
    name: "messages.standings",
    text: `
      select r.id, r.slug, m.workspace_role as "workspaceRole", m.workspace_status as "workspaceStatus",
        m.room_status as status, m.access_type as "accessType", m.access_status as "accessStatus",
        m.access_level as "accessLevel", m.is_banned as "isBanned",
        m.is_outside_domain as "isOutsideDomain", coalesce((
          -- As write_sends looks for it: by the one index that has this order.
          select (e.room_id, e.author_id, e.client_message_id) = (r.id, q.user_id, q.client_message_id) from messages e
          where (e.room_id, e.author_id, e.client_message_id) >= (r.id, q.user_id, q.client_message_id)
          order by e.room_id, e.author_id, e.client_message_id limit 1
        ), false) as "isRepeated"
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])
        with ordinality q (workspace_id, user_id, bound_room_id, slug, client_message_id, place)
      left join lateral (
        select room_id from room_addresses where workspace_id = q.workspace_id and slug = q.slug limit 1
      ) a on true
      left join rooms r on r.id = a.room_id and r.id = coalesce(q.bound_room_id, r.id)
      left join lateral (
        select * from room_membership where room_id = r.id and user_id = q.user_id offset 0
      ) m on true
      order by q.place`,
    values: [
      questions.map(({ workspaceId }) => workspaceId),
      questions.map(({ userId }) => userId),
      questions.map(({ boundRoomId }) => boundRoomId),
      // PostgreSQL holds no NUL in a text, so no room has such an address; none has an empty one.
      questions.map(({ slug }) => (slug.includes("\0") ? "" : slug)),
      questions.map(({ clientMessageId }) => clientMessageId),
    ],
  });
  return rows.map((row) => (row.id === null ? null : row));
}

/** A line of the server; without a number, so that it never counts as unread. The caller holds the room's lock. Returns its seq. */
export async function insertSystemMessage(
  tx: Tx,
  message: Omit<NewMessage, "authorIsGuest" | "extra">,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    insert into messages (
      room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at
    )
    select ${message.roomId}, next_seq(${message.roomId}), null, ${message.id}, ${message.authorId}, ${message.clientMessageId},
      ${message.sentHash}, ${message.content}, ${message.type}, ${JSON.stringify(message.metadata)}::jsonb, t.at, t.at
    from (select clock_timestamp() as at) t
    returning seq`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("An inserted message returns its seq");
  return row.seq;
}

export async function findMessage(
  db: Db,
  roomId: RoomId,
  id: MessageId,
): Promise<MessageRow | undefined> {
  const [row] = await listMessagesById(db, [{ roomId, id }]);
  return row;
}

export async function findMessageBySeq(
  db: Db,
  roomId: RoomId,
  seq: number,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages m join users u on u.id = m.author_id
    where m.room_id = ${roomId} and m.seq = ${seq}`.execute(db);
  return rows[0];
}

/** Messages of any rooms by primary keys; those that are not there are missing. */
export async function listMessagesById(
  db: Db,
  refs: readonly { readonly roomId: RoomId; readonly id: MessageId }[],
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}
    from unnest(${refs.map(({ roomId }) => roomId)}::uuid[], ${refs.map(({ id }) => id)}::uuid[]) asked (room_id, id)
    join messages m on m.room_id = asked.room_id and m.id = asked.id
    join users u on u.id = m.author_id`.execute(db);
  return rows;
}

export async function findSeqOfMessage(
  db: Db,
  roomId: RoomId,
  id: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from messages where room_id = ${roomId} and id = ${id}`.execute(db);
  return rows[0]?.seq;
}

/** Place of the first message with this number or a higher one, and behind the last one where there is none. */
export async function findSeqOfNumber(db: Db, roomId: RoomId, msgNo: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce((
      select m.seq from messages m where m.room_id = r.id and m.msg_no >= ${msgNo} order by m.msg_no limit 1
    ), r.last_seq + 1) as seq from rooms r where r.id = ${roomId}`.execute(db);
  return rows[0]?.seq ?? 1;
}

/**
 * Place of the first message of that moment or a later one, and behind the last one where there is none. Times rise with seq, so that
 * halving finds it with twenty probes of the key among a million messages, and sends write no index by time.
 */
export async function findSeqOfTime(db: Db, roomId: RoomId, at: Date): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    with recursive halves as (
      select 1::bigint as low, last_seq + 1 as high from rooms where id = ${roomId}
      union all
      select case when m.created_at < ${at}::timestamptz then m.seq + 1 else h.low end,
        case when m.created_at < ${at}::timestamptz then h.high else (h.low + h.high) / 2 end
      from halves h
      left join lateral (
        select seq, created_at from messages
        where room_id = ${roomId} and seq >= (h.low + h.high) / 2 order by room_id, seq limit 1
      ) m on true
      where h.low < h.high
    )
    select low as seq from halves where low >= high limit 1`.execute(db);
  return rows[0]?.seq ?? 1;
}

/** Is there a message that a person sent into a room under this id? */
export async function hasSent(
  db: Db,
  send: {
    readonly roomId: RoomId | null;
    readonly userId: UserId;
    readonly clientMessageId: string;
  },
): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where room_id = ${send.roomId} and author_id = ${send.userId} and client_message_id = ${send.clientMessageId}`.execute(
    db,
  );
  return rows.length > 0;
}

export interface MessageSlice {
  readonly headSeq: number;
  /** In the order of reading: newest first for `before`, oldest first for `after`. */
  readonly rows: MessageRow[];
}

type SliceRow = Partial<MessageRow> & { readonly headSeq: number; readonly seq: number | null };

/** The messages that stand in the room itself: a reply may stand in its thread alone. */
const inRoom = "(m.thread_id is null or m.msg_no is not null)";

/** Messages on one side of a place, and the head of the log, in one snapshot. */
export async function listMessages(
  db: Db,
  roomId: RoomId,
  side: { readonly beforeSeq?: number; readonly fromSeq?: number },
  limit: number,
): Promise<MessageSlice> {
  const range =
    side.fromSeq === undefined
      ? sql`m.seq < ${side.beforeSeq ?? Number.MAX_SAFE_INTEGER} order by m.seq desc`
      : sql`m.seq >= ${side.fromSeq} order by m.seq asc`;
  const { rows } = await sql<SliceRow>`
    select r.last_seq as "headSeq", page.* from rooms r
    left join lateral (
      select ${messageColumns} from messages m join users u on u.id = m.author_id
      where m.room_id = r.id and ${sql.raw(inRoom)} and ${range} limit ${limit}
    ) page on true
    where r.id = ${roomId}`.execute(db);
  return toSlice(rows);
}

/** The newest messages of a room, newest first, and the head of its log in one snapshot. Prepared once per connection. */
export async function listNewestMessages(
  pool: Pool,
  roomId: RoomId,
  limit: number,
): Promise<MessageSlice> {
  const { rows } = await pool.query<SliceRow>({
    name: "messages.newest",
    text: `
      select r.last_seq as "headSeq", page.* from rooms r
      left join lateral (
        select ${columns} from messages m join users u on u.id = m.author_id
        where m.room_id = r.id and ${inRoom} order by m.seq desc limit $2
      ) page on true
      where r.id = $1`,
    values: [roomId, limit],
  });
  return toSlice(rows);
}

export interface ThreadSlice extends MessageSlice {
  readonly root: MessageRow | undefined;
}

/** A thread's root and its replies on one side of a number, and the head of the room's log in one snapshot. Prepared once per connection. */
export async function listReplies(
  pool: Pool,
  thread: { readonly roomId: RoomId; readonly rootId: MessageId },
  side: { readonly before: number } | { readonly after: number },
  limit: number,
): Promise<ThreadSlice> {
  const isBefore = "before" in side;
  const order = isBefore ? "desc" : "asc";
  const { rows } = await pool.query<SliceRow>({
    name: isBefore ? "messages.replies_before" : "messages.replies_after",
    text: `
      select r.last_seq as "headSeq", page.* from rooms r
      left join lateral (
        (select ${columns} from messages m join users u on u.id = m.author_id where m.room_id = r.id and m.id = $2)
        union all
        (select ${columns} from (
           -- Limited before anything is joined: a planner that expects few replies reads all of a long thread otherwise.
           select * from messages
           where room_id = r.id and thread_id = $2 and reply_no ${isBefore ? "< $3" : "> $3"}
           order by reply_no ${order} limit $4
         ) m join users u on u.id = m.author_id order by m.reply_no ${order})
      ) page on true
      where r.id = $1`,
    values: [thread.roomId, thread.rootId, isBefore ? side.before : side.after, limit],
  });
  const slice = toSlice(rows);
  const root = slice.rows.find(({ id }) => id === thread.rootId);
  return { ...slice, root, rows: slice.rows.filter((row) => row !== root) };
}

function toSlice(rows: readonly SliceRow[]): MessageSlice {
  return {
    headSeq: rows[0]?.headSeq ?? 0,
    rows: rows.filter((row): row is MessageRow & SliceRow => row.seq !== null),
  };
}

/** At most so many messages of a room, with all that hangs on them; false when none was left. */
export async function deleteMessages(db: Db, roomId: RoomId, limit: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with purged as (
      delete from messages where room_id = ${roomId} and seq in (
        select seq from messages where room_id = ${roomId} order by seq limit ${limit}
      )
      returning 1
    )
    select count(*)::integer as count from purged`.execute(db);
  return (rows[0]?.count ?? 0) > 0;
}
