import type {
  MemberStatus,
  ParticipantAccessLevel,
  ParticipantAccessStatus,
  RoomAccessType,
  RoomId,
  RoomType,
  Status,
  UserId,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Somebody has read a room up to a message, or counts it as unread from a message on. */
export interface Mark {
  readonly kind: "read" | "unread";
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  /** Of a session that is bound to one room. */
  readonly boundRoomId: RoomId | null;
  readonly slug: string;
  /** A UUID, or the person's own `temp_` id; no message has an id of another form. */
  readonly messageId: string;
}

/** The room of a mark, as the person stands in it, and how far they have read now. */
export interface MarkRow {
  readonly workspaceRole: WorkspaceRole | null;
  readonly workspaceStatus: MemberStatus | null;
  readonly status: Status;
  readonly accessType: RoomAccessType;
  readonly accessStatus: ParticipantAccessStatus;
  readonly accessLevel: ParticipantAccessLevel | null;
  readonly isBanned: boolean;
  readonly isOutsideDomain: boolean;
  readonly roomId: RoomId;
  readonly slug: string;
  readonly roomType: RoomType;
  readonly lastMsgNo: number;
  /** Number of the last numbered message at or before the one of the mark, 0 for none; null where the room has no such message. */
  readonly msgNo: number | null;
  /** Somebody else holds the lock of the person's place: nothing was written. */
  readonly isBusy: boolean;
  readonly readMsgNo: number;
  readonly lastReadAt: Date | null;
  readonly unreadFromNo: number | null;
  /** Of a channel: messages behind the read position that mention the person, or everybody. */
  readonly mentions: number;
  /** The same in threads, which the mark does not read. */
  readonly threadMentions: number;
  /** The room was marked as unread, and is not any more. */
  readonly wasUnread: boolean;
}

/**
 * Moves the read positions of these marks, the greatest of each person and room, and answers each in its order; null where there
 * is no such room. A position never moves back. Waits for no lock.
 */
export async function moveMarks(db: Db, marks: readonly Mark[]): Promise<(MarkRow | null)[]> {
  // PostgreSQL holds no NUL in a text, so no room has such an address; none has an empty one.
  const slugs = marks.map(({ slug }) => (slug.includes("\0") ? "" : slug));
  const isOwnId = ({ messageId }: Mark): boolean => messageId.startsWith("temp_");
  const isUuid = (mark: Mark): boolean => !isOwnId(mark) && mark.messageId.includes("-");
  const { rows } = await sql<MarkRow | { readonly roomId: null }>`
    with asked as materialized (
      select q.place, q.user_id, q.is_unread, r.id as room_id, r.slug, r.room_type, r.last_msg_no,
        m.workspace_role, m.workspace_status, m.room_status, m.access_type, m.access_status, m.access_level, m.is_banned,
        m.is_outside_domain, n.msg_no,
        m.workspace_status = 'ACTIVE' and m.room_status in ('ACTIVE', 'ARCHIVED') and m.access_status = 'ACCEPTED'
          and n.msg_no is not null as is_allowed
      from unnest(
        ${marks.map(({ workspaceId }) => workspaceId)}::uuid[], ${marks.map(({ userId }) => userId)}::uuid[],
        ${marks.map(({ boundRoomId }) => boundRoomId)}::uuid[], ${slugs}::text[],
        ${marks.map((mark) => (isUuid(mark) ? mark.messageId : null))}::uuid[],
        ${marks.map((mark) => (isOwnId(mark) ? mark.messageId : null))}::text[],
        ${marks.map(({ kind }) => kind === "unread")}::boolean[]
      ) with ordinality q (workspace_id, user_id, bound_room_id, slug, message_id, client_message_id, is_unread, place)
      left join lateral (
        select room_id from room_addresses where workspace_id = q.workspace_id and slug = q.slug limit 1
      ) a on true
      left join rooms r on r.id = a.room_id and r.id = coalesce(q.bound_room_id, r.id)
      left join lateral (
        select * from room_membership where room_id = r.id and user_id = q.user_id offset 0
      ) m on true
      left join lateral (
        -- A number is at most the place of its message, and from there on it is looked for by its index: messages without a
        -- number may be very many in a row.
        select coalesce(k.msg_no, (
          select e.msg_no from messages e
          where e.room_id = k.room_id and e.msg_no < k.seq and e.seq < k.seq order by e.msg_no desc limit 1
        ), 0) as msg_no
        from messages k
        where k.room_id = r.id and k.id = coalesce(q.message_id, (
          select o.id from messages o
          where o.room_id = r.id and o.author_id = q.user_id and o.client_message_id = q.client_message_id
        ))
      ) n on true
    ), wanted as materialized (
      select room_id, user_id, max(msg_no) filter (where not is_unread) as msg_no,
        (array_agg(case when is_unread then greatest(msg_no, 1) end order by place desc))[1] as unread_from_no
      from asked where is_allowed group by room_id, user_id
    ), free as materialized (
      select w.room_id, w.user_id, w.msg_no, w.unread_from_no, p.read_msg_no, p.last_read_at, p.unread_from_no as from_no
      from wanted w
      cross join lateral (
        select i.read_msg_no, i.last_read_at, i.unread_from_no from participants i
        where i.room_id = w.room_id and i.user_id = w.user_id and i.access_status = 'ACCEPTED' for no key update skip locked
      ) p
    ), moved as (
      update participants p
      set read_msg_no = greatest(p.read_msg_no, f.msg_no), unread_from_no = f.unread_from_no,
        last_read_at = case when f.msg_no is null then p.last_read_at else date_trunc('milliseconds', clock_timestamp()) end
      from free f
      where p.room_id = f.room_id and p.user_id = f.user_id
        and (p.read_msg_no < f.msg_no or p.unread_from_no is distinct from f.unread_from_no)
      returning p.room_id, p.user_id, p.read_msg_no, p.last_read_at
    )
    select a.room_id as "roomId", a.slug, a.room_type as "roomType", a.last_msg_no as "lastMsgNo", a.msg_no as "msgNo",
      a.workspace_role as "workspaceRole", a.workspace_status as "workspaceStatus", a.room_status as status,
      a.access_type as "accessType", a.access_status as "accessStatus", a.access_level as "accessLevel",
      a.is_banned as "isBanned", a.is_outside_domain as "isOutsideDomain",
      a.is_allowed and f.room_id is null as "isBusy",
      coalesce(v.read_msg_no, f.read_msg_no, 0) as "readMsgNo", coalesce(v.last_read_at, f.last_read_at) as "lastReadAt",
      case when a.room_type = 'channel' and a.msg_no < a.last_msg_no or f.unread_from_no is not null then (
        select count(*)::integer from mentions n
        where n.room_id = a.room_id and (n.user_id = a.user_id or n.user_id is null) and n.author_id <> a.user_id
          and n.msg_no > least(coalesce(v.read_msg_no, f.read_msg_no, 0), f.unread_from_no - 1)
      ) else 0 end as mentions,
      (
        select coalesce(sum(cardinality(w.mention_nos)), 0)::integer from thread_follows w
        where w.user_id = a.user_id and w.room_id = a.room_id and w.mention_nos <> '{}'
      ) as "threadMentions",
      f.unread_from_no as "unreadFromNo", f.from_no is not null and f.unread_from_no is null as "wasUnread"
    from asked a
    left join free f on f.room_id = a.room_id and f.user_id = a.user_id
    left join moved v on v.room_id = a.room_id and v.user_id = a.user_id
    order by a.place`.execute(db);
  return rows.map((row) => (row.roomId === null ? null : row));
}

/**
 * Messages up to this number are gone for good, so nobody has them unread any more. False where nobody had; the caller holds the room's
 * lock.
 */
export async function updatePassed(tx: Tx, roomId: RoomId, msgNo: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with behind as materialized (
      select user_id from participants
      where room_id = ${roomId} and (read_msg_no < ${msgNo} or unread_from_no <= ${msgNo})
      order by user_id for no key update
    )
    update participants p
    set read_msg_no = greatest(p.read_msg_no, ${msgNo}), unread_from_no = case when p.unread_from_no > ${msgNo} then p.unread_from_no end
    from behind b where p.room_id = ${roomId} and p.user_id = b.user_id`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
