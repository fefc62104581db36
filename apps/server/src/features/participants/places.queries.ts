import type {
  JoinMethod,
  ParticipantAccessLevel,
  ParticipantAccessStatus,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/* Places of people who are not in: what takes no seq in the log of the room. Its lock is held where one is written. */

export interface Place {
  readonly roomId: RoomId;
  readonly userId: UserId;
}

/** What somebody who is not in asks for, or is offered. */
export interface Waiting {
  readonly accessStatus: Extract<ParticipantAccessStatus, "PENDING" | "INVITED">;
  readonly accessLevel: ParticipantAccessLevel;
  readonly joinMethod: JoinMethod;
  readonly invitedBy: UserId | null;
}

/** An invitation lifts the ban. */
export async function upsertWaiting(
  tx: Tx,
  { roomId, userId }: Place,
  { accessStatus, accessLevel, joinMethod, invitedBy }: Waiting,
  now: Date,
): Promise<void> {
  await sql`
    insert into participants (room_id, user_id, access_level, access_status, join_method, invited_by, status_at)
    values (${roomId}, ${userId}, ${accessLevel}, ${accessStatus}, ${joinMethod}, ${invitedBy}, ${now})
    on conflict (room_id, user_id) do update set
      access_level = excluded.access_level, access_status = excluded.access_status, join_method = excluded.join_method,
      invited_by = excluded.invited_by, status_at = excluded.status_at,
      is_banned = participants.is_banned and excluded.access_status <> 'INVITED'`.execute(tx);
}

/** Ends what somebody waited for, or lifts their ban; without a moment nobody answered them. */
export async function updateOut(
  tx: Tx,
  { roomId, userId }: Place,
  accessStatus: Extract<ParticipantAccessStatus, "IDLE" | "REJECTED">,
  now: Date | null,
): Promise<void> {
  await sql`
    update participants set access_status = ${accessStatus}, status_at = ${now}, is_banned = false
    where room_id = ${roomId} and user_id = ${userId} and access_status <> 'ACCEPTED'`.execute(tx);
}

export interface Offer {
  readonly accessLevel: ParticipantAccessLevel;
  readonly joinMethod: JoinMethod;
  readonly statusAt: Date | null;
  /** The person who invited them; `inviter` is the name. */
  readonly invitedBy: UserId | null;
  readonly inviter: string | null;
  /** Why they were refused, in the words of who did. */
  readonly refusal: string | null;
}

/** What somebody who is not in was offered, or when they were answered. */
export async function findOffer(db: Db, { roomId, userId }: Place): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select p.access_level as "accessLevel", p.join_method as "joinMethod", p.status_at as "statusAt",
      p.invited_by as "invitedBy", u.full_name as inviter, a.reason as refusal
    from participants p left join users u on u.id = p.invited_by
      left join access_requests a on a.room_id = p.room_id and a.user_id = p.user_id
        and a.status = 'REJECTED' and a.closed_at = p.status_at
    where p.room_id = ${roomId} and p.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Those of these people who are members of the workspace and may act; link guests are none. */
export async function listMembers(
  db: Db,
  workspaceId: WorkspaceId,
  userIds: readonly UserId[],
): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from workspace_membership
    where workspace_id = ${workspaceId} and user_id = any (${[...userIds]}::uuid[]) and status = 'ACTIVE'
      and not exists (select 1 from users u where u.id = user_id and u.role = 'GUEST')`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Ends waiting that began by this moment; in the order of places, as everything that locks several of them. */
export async function updateWaitingEnded(
  tx: Tx,
  roomId: RoomId,
  { begunBy, now }: { readonly begunBy: Date; readonly now: Date },
  statuses: readonly Waiting["accessStatus"][],
): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    with ended as (
      select user_id from participants
      where room_id = ${roomId} and access_status <> 'ACCEPTED' and access_status = any (${[...statuses]}::text[])
        and status_at <= ${begunBy}
      order by user_id for no key update
    )
    update participants p set access_status = 'IDLE', status_at = ${now} from ended
    where p.room_id = ${roomId} and p.user_id = ended.user_id
    returning p.user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Rooms in which something has run out, each with somebody whom it concerns. */
export async function listOutlivedRooms(
  db: Db,
  { begunBy, now }: { readonly begunBy: Date; readonly now: Date },
  limit: number,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select distinct on (room_id) room_id as "roomId", user_id as "userId" from (
      select room_id, user_id from participants where access_status in ('INVITED', 'PENDING') and status_at <= ${begunBy}
      union all
      select room_id, user_id from access_requests
      where status = 'PENDING' and expires_at <= ${now} and room_id is not null
    ) outlived
    order by room_id, user_id limit ${limit}`.execute(db);
  return rows;
}
