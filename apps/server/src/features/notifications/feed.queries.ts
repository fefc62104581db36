import {
  answerableTypes,
  type Notification,
  type NotificationPriority,
  type UsedNotificationType,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { notificationKinds, type FeedPlace } from "./notifications.rules.ts";

export interface NotificationRow extends FeedPlace {
  readonly type: UsedNotificationType;
  readonly priority: NotificationPriority;
  readonly workspaceId: WorkspaceId | null;
  readonly facts: object;
  readonly count: number;
  readonly actors: Notification["actors"];
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

const knownTypes = Object.keys(notificationKinds);

/** How the standing of the person of a row `n` in its workspace and in its room is looked up. */
interface Standing {
  readonly isActive: RawBuilder<unknown>;
  /** Is the room there, and is its person that to it? */
  readonly isInRoom: (what: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const roomIsThere = sql`m.room_status in ('ACTIVE', 'ARCHIVED')`;

/** For each row anew. */
const rowByRow: Standing = {
  isActive: sql`exists (
    select 1 from workspace_membership m
    where m.workspace_id = n.workspace_id and m.user_id = n.user_id and m.status = 'ACTIVE')`,
  isInRoom: (what) => sql`exists (
    select 1 from room_membership m
    where m.room_id = (n.facts ->> 'roomId')::uuid and m.user_id = n.user_id and ${roomIsThere} and ${what})`,
};

/** Of all rows in `unread` at once: each workspace and each room is asked about one time. */
const standings = (userId: UserId) => sql`
  own_workspaces as materialized (
    select m.workspace_id from (select distinct workspace_id from unread) n
    cross join lateral (
      select * from workspace_membership where workspace_id = n.workspace_id and user_id = ${userId} offset 0) m
    where m.status = 'ACTIVE'
  ), own_rooms as materialized (
    select m.room_id, m.access_status, m.access_level, m.access_type
    from (select distinct (facts ->> 'roomId')::uuid as room_id from unread where facts ? 'roomId') n
    cross join lateral (
      select * from room_membership where room_id = n.room_id and user_id = ${userId} offset 0) m
    where ${roomIsThere}
  )`;
const atOnce: Standing = {
  isActive: sql`n.workspace_id in (select workspace_id from own_workspaces)`,
  isInRoom: (what) =>
    sql`(n.facts ->> 'roomId')::uuid in (select m.room_id from own_rooms m where ${what})`,
};

/** Is something open that was reported, and that the person of a row `n` decides? */
const hasReports = (which: RawBuilder<unknown>) => sql`exists (
  select 1 from message_reports p
  where p.workspace_id = n.workspace_id and p.status = 'open' and p.author_id <> n.user_id and ${which})`;
const leadsWorkspace = sql`exists (
  select 1 from workspace_membership m
  where m.workspace_id = n.workspace_id and m.user_id = n.user_id and m.role in ('OWNER', 'ADMIN'))`;

/**
 * Of a row `n`: may its person open now what it tells of? What they lost, and invitations and requests that were answered or taken
 * back, are told of no more (rules-notifications 2, 7, 33).
 */
const mayOpenBy = ({ isActive, isInRoom }: Standing) => sql`
  (n.workspace_id is null or ${isActive})
  and case n.type
    when 'ORGANIZATION_INVITATION' then exists (
      select 1 from invitations i where i.id = (n.facts ->> 'invitationId')::uuid and i.status = 'PENDING')
    when 'REMINDER_DUE' then not n.facts ? 'roomId' or (
      ${isInRoom(sql`(m.access_status = 'ACCEPTED' or m.access_type = 'PUBLIC')`)} and exists (
        select 1 from messages w where w.room_id = (n.facts ->> 'roomId')::uuid
          and w.id = (n.facts ->> 'messageId')::uuid and not w.is_deleted))
    when 'ROOM_INVITATION' then ${isInRoom(sql`m.access_status = 'INVITED'`)}
    when 'ROOM_INVITED' then ${isInRoom(sql`m.access_status = 'ACCEPTED'`)}
    when 'ACCESS_REQUEST_APPROVED' then ${isInRoom(sql`m.access_status = 'ACCEPTED'`)}
    when 'ACCESS_REQUEST' then ${isInRoom(sql`m.access_level in ('OWNER', 'ADMIN')`)} and exists (
      select 1 from access_requests a where a.id = (n.facts ->> 'requestId')::uuid and a.status = 'PENDING')
    when 'MESSAGE_REMOVED' then ${isInRoom(sql`(m.access_status = 'ACCEPTED' or m.access_type = 'PUBLIC')`)}
    when 'MESSAGE_REPORTED' then case when n.facts ? 'roomId'
      then ${isInRoom(sql`m.access_level in ('OWNER', 'ADMIN')`)} and ${hasReports(sql`not p.is_for_workspace and p.room_id = (n.facts ->> 'roomId')::uuid`)}
      else ${leadsWorkspace} and ${hasReports(sql`p.is_for_workspace`)} end
    else true
  end`;
export const mayOpen = mayOpenBy(rowByRow);

/** Rows of a newer server wait for one that knows their type. */
const isKnown = sql`n.type = any(${knownTypes}::text[])`;
const isShown = sql`${isKnown} and ${mayOpen}`;

const columns = sql`
  n.id, n.type, n.priority, n.workspace_id as "workspaceId", n.facts, n.count, n.created_at as "createdAt",
  n.updated_at as "updatedAt", n.read_at as "readAt",
  (
    select coalesce(json_agg(json_build_object('userId', u.id, 'fullName', u.full_name, 'avatar_url', u.avatar_url)
      order by a.place), '[]')
    from unnest(n.actor_ids) with ordinality a (id, place) join users u on u.id = a.id
  ) as actors`;

/** Holds the feed of a person, if there is one, until the transaction ends: its changes come one after the other. */
export async function lockFeed(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    insert into notification_feeds (user_id, rev) select id, 0 from users where id = ${userId}
    on conflict (user_id) do update set rev = notification_feeds.rev`.execute(tx);
}

/** Numbers a change of a feed that the caller holds. */
export async function updateRev(tx: Tx, userId: UserId): Promise<void> {
  await sql`update notification_feeds set rev = rev + 1 where user_id = ${userId}`.execute(tx);
}

/** The number of the last change; 0 where there was none. */
export async function findRev(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ rev: number }>`
    select rev from notification_feeds where user_id = ${userId}`.execute(db);
  return rows[0]?.rev ?? 0;
}

/** Unread rows by workspace; null is the account. */
export async function countUnread(
  db: Db,
  userId: UserId,
): Promise<{ readonly workspaceId: WorkspaceId | null; readonly count: number }[]> {
  const { rows } = await sql<{ workspaceId: WorkspaceId | null; count: number }>`
    with unread as materialized (
      select n.user_id, n.workspace_id, n.type, n.facts from notifications n
      where n.user_id = ${userId} and n.read_at is null and ${isKnown}
    ), ${standings(userId)}
    select n.workspace_id as "workspaceId", count(*)::int as count from unread n
    where ${mayOpenBy(atOnce)}
    group by n.workspace_id order by n.workspace_id`.execute(db);
  return rows;
}

export interface FeedListing {
  readonly after: FeedPlace | undefined;
  readonly isUnread: boolean;
  readonly isWaiting: boolean;
  readonly limit: number;
}

/** The newest change first. */
export async function listRows(
  db: Db,
  userId: UserId,
  { after, isUnread, isWaiting, limit }: FeedListing,
): Promise<NotificationRow[]> {
  const isAfter = after
    ? sql`(n.updated_at, n.id) < (${after.updatedAt}, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications n
    where n.user_id = ${userId} and ${isAfter} and ${isShown} and not (${isUnread} and n.read_at is not null)
      and (not ${isWaiting} or n.type = any(${answerableTypes}::text[]))
    order by n.updated_at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findRow(
  db: Db,
  userId: UserId,
  id: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications n
    where n.user_id = ${userId} and n.id = ${id} and ${isShown}`.execute(db);
  return rows[0];
}

/** Which rows are read: one, or all that had changed last by a moment. */
export type ReadRows = { readonly id: string } | { readonly before: Date };

/** False where there was nothing unread among them. */
export async function updateRead(
  tx: Tx,
  userId: UserId,
  which: ReadRows,
  now: Date,
): Promise<boolean> {
  const isMeant = "id" in which ? sql`id = ${which.id}` : sql`updated_at <= ${which.before}`;
  const { rows } = await sql`
    update notifications set read_at = ${now}
    where user_id = ${userId} and read_at is null and ${isMeant} returning 1`.execute(tx);
  return rows.length > 0;
}

/** With everything in it and what was sent of it. */
export async function deleteFeed(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from notification_deliveries where user_id = ${userId}`.execute(tx);
  await sql`delete from notifications where user_id = ${userId}`.execute(tx);
  await sql`delete from notification_feeds where user_id = ${userId}`.execute(tx);
}
