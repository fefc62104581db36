import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { PushTarget } from "#server/platform/push/web-push.ts";
import type { OwnPush, Push } from "./push.rules.ts";

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

/** Pushes `a` with their place among those that are asked about. */
function toAsked(pushes: readonly OwnPush[]): RawBuilder<unknown> {
  const asked = pushes.map(({ id, madeAt, userId, payload, room }, place) => {
    const { tag, notificationId } = payload;
    return { place, id, madeAt, userId, tag, notificationId, ...room };
  });
  return sql`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a (place integer, id uuid, "madeAt" timestamptz, "userId" uuid, tag text,
    "notificationId" uuid, "roomId" uuid, "msgNo" bigint)`;
}

/** A push `a` that its person has not read and whose message they may read. */
const concerns = sql`(
      (a."notificationId" is null or exists (
        select 1 from notifications n where n.id = a."notificationId" and n.user_id = a."userId" and n.read_at is null))
      and (a."roomId" is null or (
        exists (
          select 1 from room_membership m
          where m.room_id = a."roomId" and m.user_id = a."userId" and m.access_status = 'ACCEPTED'
            and m.room_status in ('ACTIVE', 'ARCHIVED'))
        and not exists (select 1 from messages m where m.room_id = a."roomId" and m.id = a.id and m.is_deleted)))
      and (a."msgNo" is null or not exists (
        select 1 from participants p where p.room_id = a."roomId" and p.user_id = a."userId" and p.read_msg_no >= a."msgNo")))`;

/**
 * Where each of these pushes, by its place among them, still goes: nowhere where it was read meanwhile, where its message is gone, where
 * the person has left the room, or where this very push, or a later one with its tag, was taken before (rules-notifications 2).
 */
export async function listTargets(
  db: Db,
  pushes: readonly OwnPush[],
  deviceIds: readonly string[] | undefined,
  now: Date,
): Promise<(DeviceTarget & { readonly place: number })[]> {
  const { rows } = await sql<DeviceTarget & { place: number }>`
    select a.place, ${target}
    from ${toAsked(pushes)}
    join push_subscriptions d on d.user_id = a."userId" and ${isLive(now)}
    where (${deviceIds === undefined} or d.id = any (${[...(deviceIds ?? [])]}::uuid[]))
      and not exists (
        select 1 from pushes_shown p where p.subscription_id = d.id and p.tag = a.tag and (p.push_id = a.id or p.made_at > a."madeAt"))
      and ${concerns}
    order by a.place, d.id`.execute(db);
  return rows;
}

/** These browsers have taken these pushes, and may show them until they are withdrawn. */
export async function insertShown(
  db: Db,
  taken: readonly { readonly deviceId: string; readonly push: Push }[],
  now: Date,
): Promise<void> {
  const rows = taken.map(({ deviceId, push: { id, madeAt, payload } }) => ({
    deviceId,
    tag: payload.tag,
    id,
    madeAt,
  }));
  await sql`
    with taken as materialized (
      select distinct on (t."deviceId", t.tag) t.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t ("deviceId" uuid, tag text, id uuid, "madeAt" timestamptz)
      order by t."deviceId", t.tag, t."madeAt" desc
    ), locked as materialized (
      select d.id from push_subscriptions d where d.id in (select "deviceId" from taken) order by d.id for no key update
    ), used as (
      update push_subscriptions d set used_at = ${now} from locked l where d.id = l.id
    )
    insert into pushes_shown (subscription_id, tag, push_id, made_at)
    select l.id, t.tag, t.id, t."madeAt" from taken t join locked l on l.id = t."deviceId" order by l.id, t.tag
    on conflict (subscription_id, tag) do update set push_id = excluded.push_id, made_at = excluded.made_at`.execute(
    db,
  );
}

/** A tag that browsers of a person may show. */
export interface Shown {
  readonly userId: UserId;
  readonly tag: string;
}

const toTags = (shown: readonly Shown[]) => sql`
  unnest(${shown.map(({ userId }) => userId)}::uuid[], ${shown.map(({ tag }) => tag)}::text[]) a (user_id, tag)`;

/** The tags with which browsers show those of these pushes that were read, or whose message has gone. */
export async function listOutdated(db: Db, pushes: readonly OwnPush[]): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select distinct a."userId", a.tag from ${toAsked(pushes)}
    join push_subscriptions d on d.user_id = a."userId"
    join pushes_shown s on s.subscription_id = d.id and s.tag = a.tag and s.push_id = a.id
    where not ${concerns}`.execute(db);
  return rows;
}

/** Whether browsers of a person show the push of a message, or it waits for its turn in the room; undefined where neither is so. */
export async function findPush(
  db: Db,
  userId: UserId,
  messageId: MessageId,
): Promise<{ readonly isShown: boolean; readonly at: Date } | undefined> {
  const { rows } = await sql<{ isShown: boolean; at: Date }>`
    select true as "isShown", s.made_at as at from push_subscriptions d
    join pushes_shown s on s.subscription_id = d.id and s.push_id = ${messageId}
    where d.user_id = ${userId}
    union all
    select false, (r.waiting ->> 'madeAt')::timestamptz from push_rooms r
    where r.user_id = ${userId} and r.waiting ->> 'id' = ${messageId}
    order by "isShown" desc limit 1`.execute(db);
  return rows[0];
}

/** Browsers that may show something with these tags. */
export async function listShowing(
  db: Db,
  shown: readonly Shown[],
  now: Date,
): Promise<(DeviceTarget & Pick<Shown, "tag">)[]> {
  const { rows } = await sql<DeviceTarget & Pick<Shown, "tag">>`
    select distinct ${target}, s.tag from ${toTags(shown)}
    join push_subscriptions d on d.user_id = a.user_id and ${isLive(now)}
    join pushes_shown s on s.subscription_id = d.id and s.tag = a.tag
    order by d.id, s.tag`.execute(db);
  return rows;
}

export async function deleteShown(
  db: Db,
  closed: readonly (Pick<DeviceTarget, "id"> & Pick<Shown, "tag">)[],
): Promise<void> {
  await sql`
    delete from pushes_shown s
    using unnest(${closed.map(({ id }) => id)}::uuid[], ${closed.map(({ tag }) => tag)}::text[]) a (id, tag)
    where s.subscription_id = a.id and s.tag = a.tag`.execute(db);
}

/** A person and a room of which they are pushed to. */
export interface Place {
  readonly userId: UserId;
  readonly roomId: RoomId;
}

interface RoomState extends Place {
  readonly sentAt: Date | null;
  readonly waiting: OwnPush | null;
}

/**
 * When people were pushed to about rooms, and what waits; nobody else changes it before the transaction ends. Rooms that are gone are
 * missing.
 */
export async function lockRooms(tx: Tx, places: readonly Place[]): Promise<RoomState[]> {
  const { rows } = await sql<RoomState>`
    insert into push_rooms (user_id, room_id)
    select distinct a.user_id, r.id
    from unnest(${places.map(({ userId }) => userId)}::uuid[], ${places.map(({ roomId }) => roomId)}::uuid[]) a (user_id, room_id)
    join rooms r on r.id = a.room_id order by 1, 2
    on conflict (user_id, room_id) do update set user_id = excluded.user_id
    returning user_id as "userId", room_id as "roomId", sent_at as "sentAt", waiting`.execute(tx);
  return rows;
}

/** Writes states that the caller has locked. */
export async function updateRooms(tx: Tx, states: readonly RoomState[]): Promise<void> {
  if (states.length === 0) return;
  await sql`
    update push_rooms s set sent_at = w."sentAt", waiting = nullif(w.waiting, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) w ("userId" uuid, "roomId" uuid, "sentAt" timestamptz, waiting jsonb)
    where s.user_id = w."userId" and s.room_id = w."roomId"`.execute(tx);
}

/** Ends the wait of these pushes alone, which were sent. */
export async function deleteWaiting(db: Db, pushes: readonly OwnPush[]): Promise<void> {
  const sent = pushes.map(({ id, userId, room }) => ({ id, userId, roomId: room?.roomId }));
  await endWaiting(
    db,
    sql`
      select s.user_id, s.room_id
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) w (id text, "userId" uuid, "roomId" uuid)
      join push_rooms s on s.user_id = w."userId" and s.room_id = w."roomId" and s.waiting ->> 'id' = w.id`,
  );
}

/** Pushes that wait with one of these tags are sent no more. */
export async function deleteWaitingTags(db: Db, shown: readonly Shown[]): Promise<void> {
  await endWaiting(
    db,
    sql`
      select s.user_id, s.room_id from ${toTags(shown)}
      join push_rooms s on s.user_id = a.user_id and s.waiting -> 'payload' ->> 'tag' = a.tag`,
  );
}

async function endWaiting(db: Db, ended: RawBuilder<unknown>): Promise<void> {
  await sql`
    with locked as materialized (${ended} order by s.user_id, s.room_id for update of s)
    update push_rooms s set waiting = null from locked l where s.user_id = l.user_id and s.room_id = l.room_id`.execute(
    db,
  );
}

/** Pushes that no browser shows any more, and rooms of which nothing was pushed for as long. */
export async function deleteOldState(db: Db, before: Date): Promise<void> {
  await sql`delete from pushes_shown where made_at < ${before}`.execute(db);
  await sql`delete from push_rooms where sent_at < ${before}`.execute(db);
}

/** Of these tags of people those that some browser of theirs shows. */
export async function listShownOf(db: Db, asked: readonly Shown[]): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select distinct a.user_id as "userId", a.tag from ${toTags(asked)}
    join push_subscriptions d on d.user_id = a.user_id
    join pushes_shown s on s.subscription_id = d.id and s.tag = a.tag`.execute(db);
  return rows;
}

/** Rows of the feed that a person has read, or put off, and that a browser of theirs shows. */
export async function listShownRead(db: Db, userId: UserId): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select distinct d.user_id as "userId", s.tag from push_subscriptions d
    join pushes_shown s on s.subscription_id = d.id
    join notifications n on n.id::text = s.tag and n.user_id = d.user_id
    where d.user_id = ${userId} and (n.read_at is not null or n.snoozed_until is not null)`.execute(
    db,
  );
  return rows;
}

/** Where browsers show these pushes. */
export async function listShownPushes(db: Db, ids: readonly string[]): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select distinct d.user_id as "userId", s.tag from pushes_shown s join push_subscriptions d on d.id = s.subscription_id
    where s.push_id = any (${[...ids]}::uuid[])`.execute(db);
  return rows;
}
