import type { RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { PushTarget } from "#server/platform/push/web-push.ts";
import type { Push } from "./push.rules.ts";

export interface DeviceTarget extends PushTarget {
  readonly id: string;
}

const target = sql`d.id, d.endpoint, d.p256dh, d.auth`;
/** A browser `d` of a session that lives. */
const isLive = (now: Date) => sql`exists (
  select 1 from sessions s join users u on u.id = s.user_id
  where s.id = d.session_id and s.ended_at is null and s.expires_at > ${now} and not u.is_blocked)`;

/** These people as far as one of their browsers can be pushed to. */
export async function listReachable(
  db: Db,
  userIds: readonly UserId[],
  now: Date,
): Promise<ReadonlySet<UserId>> {
  const { rows } = await sql<{ userId: UserId }>`
    select distinct d.user_id as "userId" from push_subscriptions d
    where d.user_id = any (${[...new Set(userIds)]}::uuid[]) and ${isLive(now)}`.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * Where a push still goes: none where it was read meanwhile, where the person has left the room, or where this very push, or a later
 * one with its tag, was taken before (rules-notifications 2).
 */
export async function listTargets(
  db: Db,
  { id, madeAt, userId, payload, room }: Push,
  deviceIds: readonly string[] | undefined,
  now: Date,
): Promise<DeviceTarget[]> {
  const { rows } = await sql<DeviceTarget>`
    select ${target} from push_subscriptions d
    where d.user_id = ${userId} and ${isLive(now)}
      and (${deviceIds === undefined} or d.id = any (${[...(deviceIds ?? [])]}::uuid[]))
      and not exists (
        select 1 from pushes_shown p where p.subscription_id = d.id and p.tag = ${payload.tag} and (p.push_id = ${id} or p.made_at > ${madeAt}))
      and (${payload.notificationId}::uuid is null or exists (
        select 1 from notifications n
        where n.id = ${payload.notificationId} and n.user_id = ${userId} and n.read_at is null))
      and (${room?.roomId ?? null}::uuid is null or exists (
        select 1 from room_membership m
        where m.room_id = ${room?.roomId ?? null} and m.user_id = ${userId} and m.access_status = 'ACCEPTED'
          and m.room_status in ('ACTIVE', 'ARCHIVED')))
      and (${room?.msgNo ?? null}::bigint is null or not exists (
        select 1 from participants a
        where a.room_id = ${room?.roomId ?? null} and a.user_id = ${userId} and a.read_msg_no >= ${room?.msgNo ?? null}))
    order by d.id`.execute(db);
  return rows;
}

/** These browsers have taken the push, and may show it until it is withdrawn. */
export async function insertShown(
  db: Db,
  deviceIds: readonly string[],
  { id, madeAt, payload }: Push,
  now: Date,
): Promise<void> {
  await sql`
    with taken as (
      update push_subscriptions set used_at = ${now} where id = any (${[...deviceIds]}::uuid[]) returning id
    )
    insert into pushes_shown (subscription_id, tag, push_id, made_at)
    select id, ${payload.tag}, ${id}::uuid, ${madeAt}::timestamptz from taken
    on conflict (subscription_id, tag) do update set push_id = excluded.push_id, made_at = excluded.made_at`.execute(
    db,
  );
}

/** Browsers that may show something with this tag. */
export async function listShowing(
  db: Db,
  userId: UserId,
  tag: string,
  now: Date,
): Promise<DeviceTarget[]> {
  const { rows } = await sql<DeviceTarget>`
    select ${target} from pushes_shown p join push_subscriptions d on d.id = p.subscription_id
    where d.user_id = ${userId} and p.tag = ${tag} and ${isLive(now)} order by d.id`.execute(db);
  return rows;
}

export async function deleteShown(
  db: Db,
  deviceIds: readonly string[],
  tag: string,
): Promise<void> {
  await sql`
    delete from pushes_shown where subscription_id = any (${[...deviceIds]}::uuid[]) and tag = ${tag}`.execute(
    db,
  );
}

interface RoomState {
  readonly sentAt: Date | null;
  readonly waiting: Push | null;
}

/**
 * When the person was pushed to about a room, and what waits; nobody else changes it before the transaction ends. Undefined where the
 * room is gone.
 */
export async function lockRoom(
  tx: Tx,
  userId: UserId,
  roomId: RoomId,
): Promise<RoomState | undefined> {
  const { rows } = await sql<RoomState>`
    insert into push_rooms (user_id, room_id) select ${userId}::uuid, id from rooms where id = ${roomId}
    on conflict (user_id, room_id) do update set user_id = excluded.user_id
    returning sent_at as "sentAt", waiting`.execute(tx);
  return rows[0];
}

export async function updateRoom(
  tx: Tx,
  userId: UserId,
  roomId: RoomId,
  { sentAt, waiting }: RoomState,
): Promise<void> {
  await sql`
    update push_rooms set sent_at = ${sentAt}, waiting = ${waiting && JSON.stringify(waiting)}::jsonb
    where user_id = ${userId} and room_id = ${roomId}`.execute(tx);
}

/** Ends the wait of this push alone, which was sent. */
export async function deleteWaiting(db: Db, { id, userId, room }: Push): Promise<void> {
  await sql`
    update push_rooms set waiting = null
    where user_id = ${userId} and room_id = ${room?.roomId ?? null} and waiting ->> 'id' = ${id}`.execute(
    db,
  );
}

/** Pushes that wait with one of these tags are sent no more. */
export async function deleteWaitingTags(
  db: Db,
  userId: UserId,
  tags: readonly string[],
): Promise<void> {
  await sql`
    update push_rooms set waiting = null
    where user_id = ${userId} and waiting -> 'payload' ->> 'tag' = any (${[...tags]}::text[])`.execute(
    db,
  );
}

/** Pushes that no browser shows any more, and rooms of which nothing was pushed for as long. */
export async function deleteOldState(db: Db, before: Date): Promise<void> {
  await sql`delete from pushes_shown where made_at < ${before}`.execute(db);
  await sql`delete from push_rooms where sent_at < ${before}`.execute(db);
}

/** Of these tags of people those that some browser of theirs shows, or that wait to be pushed about a room. */
export async function listShownOf(
  db: Db,
  asked: readonly { readonly userId: UserId; readonly tag: string }[],
): Promise<{ readonly userId: UserId; readonly tag: string }[]> {
  const { rows } = await sql<{ userId: UserId; tag: string }>`
    select distinct a.user_id as "userId", a.tag
    from unnest(${asked.map(({ userId }) => userId)}::uuid[], ${asked.map(({ tag }) => tag)}::text[]) a (user_id, tag)
    join push_subscriptions d on d.user_id = a.user_id
    join pushes_shown s on s.subscription_id = d.id and s.tag = a.tag`.execute(db);
  return rows;
}
