import type {
  JoinMethod,
  NotificationLevel,
  ParticipantAccessLevel,
  ParticipantAccessStatus,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface NewParticipant {
  readonly roomId: RoomId;
  readonly userId: UserId;
  readonly accessLevel: ParticipantAccessLevel;
  readonly joinMethod: JoinMethod;
  /** They see the room with the next message. */
  readonly isHidden?: boolean | undefined;
}

/**
 * Lets a person in, or back in, at the end of the log: nothing is unread (rules-rooms 43). The caller holds the room's
 * lock and has taken the seq of the event that says so.
 */
export async function upsertParticipant(
  tx: Tx,
  participant: NewParticipant,
  joinedSeq: number,
): Promise<void> {
  await sql`
    insert into participants (room_id, user_id, access_level, access_status, join_method, joined_at, joined_seq, read_msg_no,
      is_hidden, hidden_msg_no)
    select r.id, ${participant.userId}, ${participant.accessLevel}, 'ACCEPTED', ${participant.joinMethod},
      clock_timestamp(), ${joinedSeq}, r.last_msg_no, ${participant.isHidden ?? false}, r.last_msg_no
    from rooms r where r.id = ${participant.roomId}
    on conflict (room_id, user_id) do update set
      access_level = excluded.access_level, access_status = 'ACCEPTED', join_method = excluded.join_method,
      invited_by = case when participants.access_status = 'INVITED' then participants.invited_by end,
      joined_at = excluded.joined_at, joined_seq = excluded.joined_seq, left_seq = null,
      is_hidden = excluded.is_hidden, hidden_msg_no = excluded.hidden_msg_no, unread_from_no = null,
      read_msg_no = greatest(participants.read_msg_no, excluded.read_msg_no)`.execute(tx);
}

/** Somebody's place in a room, whatever it is now. */
export interface ParticipantRow {
  readonly userId: UserId;
  readonly fullName: string;
  readonly accessLevel: ParticipantAccessLevel;
  readonly accessStatus: ParticipantAccessStatus;
  /** Came by a guest link. */
  readonly isGuest: boolean;
}

/** The caller holds the room's lock, so that the place stays as it is read. */
export async function findParticipant(
  tx: Tx,
  roomId: RoomId,
  userId: UserId,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select p.user_id as "userId", u.full_name as "fullName", p.access_level as "accessLevel",
      p.access_status as "accessStatus", u.role = 'GUEST' as "isGuest"
    from participants p join users u on u.id = p.user_id
    where p.room_id = ${roomId} and p.user_id = ${userId}`.execute(tx);
  return rows[0];
}

/** Who is in a room beside somebody: an OWNER who can act as one, and anybody who is more than a link guest. */
export interface Others {
  readonly hasOwner: boolean;
  readonly hasMember: boolean;
}

export async function findOthers(tx: Tx, roomId: RoomId, userId: UserId): Promise<Others> {
  const others = sql`p.room_id = ${roomId} and p.user_id <> ${userId} and p.access_status = 'ACCEPTED'`;
  const { rows } = await sql<Others>`
    select exists (
      select 1 from participants p join rooms r on r.id = p.room_id
      join workspace_membership m on m.workspace_id = r.workspace_id and m.user_id = p.user_id and m.status = 'ACTIVE'
      where ${others} and p.access_level = 'OWNER'
    ) as "hasOwner", exists (
      select 1 from participants p join users u on u.id = p.user_id where ${others} and u.role <> 'GUEST'
    ) as "hasMember"`.execute(tx);
  return rows[0] ?? { hasOwner: false, hasMember: false };
}

/** Somebody in the rooms of a workspace. */
export interface WorkspaceUser {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

/** No member of the workspace `w`; also of a deleted one, whose members come back with it. */
export const isFormer = sql`
  case
    -- A link guest is a member nowhere; their places end by their sessions.
    when w.kind = 'organization' then not exists (
      select 1 from workspace_members m
      where m.workspace_id = w.id and m.user_id = p.user_id and m.status <> 'INVITED')
      and not exists (select 1 from users g where g.id = p.user_id and g.role = 'GUEST')
    -- Nobody leaves Personal but with their account.
    else exists (select 1 from users e where e.id = p.user_id and e.erased_at is not null)
  end`;

/** Rooms of a workspace that somebody is still in, or waits for, who is no member any more. */
export async function listFormerPlaces(
  db: Db,
  { workspaceId, userId }: WorkspaceUser,
  limit: number,
): Promise<RoomId[]> {
  const { rows } = await sql<{ roomId: RoomId }>`
    select p.room_id as "roomId"
    from participants p join rooms r on r.id = p.room_id join workspaces w on w.id = r.workspace_id
    where p.user_id = ${userId} and p.access_status in ('ACCEPTED', 'INVITED', 'PENDING')
      and r.workspace_id = ${workspaceId} and ${isFormer}
    order by p.room_id limit ${limit}`.execute(db);
  return rows.map(({ roomId }) => roomId);
}

/** The same of one room, whose lock the caller holds: undefined where the place has ended, or its person is a member again. */
export async function findFormerPlace(
  tx: Tx,
  roomId: RoomId,
  userId: UserId,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select p.user_id as "userId", u.full_name as "fullName", p.access_level as "accessLevel",
      p.access_status as "accessStatus", u.role = 'GUEST' as "isGuest"
    from participants p join users u on u.id = p.user_id
    join rooms r on r.id = p.room_id join workspaces w on w.id = r.workspace_id
    where p.room_id = ${roomId} and p.user_id = ${userId}
      and p.access_status in ('ACCEPTED', 'INVITED', 'PENDING') and ${isFormer}`.execute(tx);
  return rows[0];
}

/**
 * Who leads a room beside this person, or is to: an OWNER, else the ADMIN, else the WRITE participant who is in it longest; working
 * members alone (rules-rooms 27).
 */
export async function findHeir(
  tx: Tx,
  roomId: RoomId,
  userId: UserId,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select p.user_id as "userId", u.full_name as "fullName", p.access_level as "accessLevel",
      p.access_status as "accessStatus", u.role = 'GUEST' as "isGuest"
    from participants p join users u on u.id = p.user_id
    join rooms r on r.id = p.room_id
    join workspace_membership m on m.workspace_id = r.workspace_id and m.user_id = p.user_id and m.status = 'ACTIVE'
    where p.room_id = ${roomId} and p.user_id <> ${userId} and p.access_status = 'ACCEPTED'
      and p.access_level in ('OWNER', 'ADMIN', 'WRITE') and u.role <> 'GUEST'
    order by array_position(array['OWNER', 'ADMIN', 'WRITE'], p.access_level::text), p.joined_at, p.user_id
    limit 1`.execute(tx);
  return rows[0];
}

/** Of the rooms in which somebody is OWNER the next ones, in the order of their ids; in general nobody is by themself. */
export async function listLedRooms(
  db: Db,
  { workspaceId, userId }: WorkspaceUser,
  after: RoomId | null,
  limit: number,
): Promise<RoomId[]> {
  const { rows } = await sql<{ roomId: RoomId }>`
    select p.room_id as "roomId" from participants p join rooms r on r.id = p.room_id
    where p.user_id = ${userId} and p.access_status = 'ACCEPTED' and p.access_level = 'OWNER'
      and r.workspace_id = ${workspaceId} and not r.is_general and r.status in ('ACTIVE', 'ARCHIVED')
      and (${after}::uuid is null or p.room_id > ${after})
    order by p.room_id limit ${limit}`.execute(db);
  return rows.map(({ roomId }) => roomId);
}

/** The general of a workspace, where somebody is in it. */
export async function findGeneralOf(
  tx: Tx,
  { workspaceId, userId }: WorkspaceUser,
): Promise<RoomId | undefined> {
  const { rows } = await sql<{ roomId: RoomId }>`
    select p.room_id as "roomId" from rooms r join participants p on p.room_id = r.id
    where r.workspace_id = ${workspaceId} and r.is_general and p.user_id = ${userId}
      and p.access_status = 'ACCEPTED'`.execute(tx);
  return rows[0]?.roomId;
}

export async function updateLevel(
  tx: Tx,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  level: ParticipantAccessLevel,
): Promise<void> {
  await sql`
    update participants set access_level = ${level}
    where room_id = ${roomId} and user_id = ${userId}`.execute(tx);
}

/** Ends somebody's place; the event that says so has this seq. A ban stays until it is lifted. */
export async function updateDeparted(
  tx: Tx,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  departed: {
    readonly accessStatus: Exclude<ParticipantAccessStatus, "ACCEPTED">;
    readonly isBanned: boolean;
    readonly leftSeq: number;
  },
): Promise<void> {
  await sql`
    update participants
    set access_status = ${departed.accessStatus}, left_seq = ${departed.leftSeq},
      is_banned = is_banned or ${departed.isBanned}
    where room_id = ${roomId} and user_id = ${userId}`.execute(tx);
}

/** Those of a person's rooms that are hidden, or that are not. */
export async function listHidden(
  db: Db,
  userId: UserId,
  roomIds: readonly RoomId[],
  isHidden: boolean,
): Promise<RoomId[]> {
  const { rows } = await sql<{ roomId: RoomId }>`
    select p.room_id as "roomId" from participants p join rooms r on r.id = p.room_id
    where p.user_id = ${userId} and p.room_id = any (${[...roomIds]}::uuid[]) and p.access_status = 'ACCEPTED'
      and (p.is_hidden = ${isHidden} or (${!isHidden} and p.is_hidden and r.last_msg_no > p.hidden_msg_no))`.execute(
    db,
  );
  return rows.map(({ roomId }) => roomId);
}

export interface Mute {
  readonly isMuted: boolean;
  /** Null: until it is taken back. */
  readonly mutedUntil: Date | null;
}

/** What is not given stays; false for somebody who is not in the room. */
export async function updateMute(
  db: Db,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  {
    mute,
    level,
  }: { readonly mute?: Mute | undefined; readonly level?: NotificationLevel | undefined },
): Promise<boolean> {
  const parts = [
    ...(mute ? [sql`is_muted = ${mute.isMuted}, muted_until = ${mute.mutedUntil}`] : []),
    ...(level ? [sql`notification_level = ${level}`] : []),
  ];
  if (parts.length === 0) return true;
  const { rows } = await sql`
    update participants set ${sql.join(parts, sql`, `)}
    where room_id = ${roomId} and user_id = ${userId} and access_status = 'ACCEPTED' returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Ends so many mutes whose time is over; returns whose. What somebody holds at this moment stays until the next time. */
export async function updateUnmuted(
  db: Db,
  now: Date,
  limit: number,
): Promise<(WorkspaceUser & { readonly roomId: RoomId })[]> {
  const { rows } = await sql<WorkspaceUser & { roomId: RoomId }>`
    update participants p set is_muted = false, muted_until = null
    from rooms r
    where r.id = p.room_id and (p.room_id, p.user_id) in (
      select room_id, user_id from participants
      where is_muted and muted_until <= ${now} order by muted_until limit ${limit} for no key update skip locked)
    returning r.workspace_id as "workspaceId", p.user_id as "userId", p.room_id as "roomId"`.execute(
    db,
  );
  return rows;
}

/** Hides a room from a participant, or shows it again. */
export async function updateHidden(
  db: Db,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  isHidden: boolean,
): Promise<void> {
  await sql`
    update participants p set is_hidden = ${isHidden},
      hidden_msg_no = case when ${isHidden} then r.last_msg_no else p.hidden_msg_no end
    from rooms r where r.id = p.room_id and p.room_id = ${roomId} and p.user_id = ${userId} and p.access_status = 'ACCEPTED'`.execute(
    db,
  );
}

/** A conversation that came back is hidden no more, unless it was hidden again since. */
export async function updateVisible(
  db: Db,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
): Promise<void> {
  await sql`
    update participants p set is_hidden = false from rooms r
    where r.id = p.room_id and p.room_id = ${roomId} and p.user_id = ${userId} and p.is_hidden
      and r.last_msg_no > p.hidden_msg_no`.execute(db);
}
