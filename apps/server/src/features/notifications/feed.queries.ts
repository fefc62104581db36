import {
  answerableTypes,
  notificationTypes,
  tabOfType,
  type Notification,
  type NotificationPriority,
  type NotificationTab,
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
  readonly doneAt: Date | null;
  readonly snoozedUntil: Date | null;
}

/** Of the text of a message. */
const TEXT_CHARS = 200;

const knownTypes = Object.keys(notificationKinds);

/** How the standing of the person of a row `n` in its workspace and in its room is looked up. */
interface Standing {
  readonly isActive: RawBuilder<unknown>;
  /** Is the room there, and is its person that to it? */
  readonly isInRoom: (what: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const roomOf = sql`coalesce(n.room_id, (n.facts ->> 'roomId')::uuid)`;
const roomIsThere = sql`m.room_status in ('ACTIVE', 'ARCHIVED')`;

/** For each row anew. */
const rowByRow: Standing = {
  isActive: sql`exists (
    select 1 from workspace_membership m
    where m.workspace_id = n.workspace_id and m.user_id = n.user_id and m.status = 'ACTIVE')`,
  isInRoom: (what) => sql`exists (
    select 1 from room_membership m
    where m.room_id = ${roomOf} and m.user_id = n.user_id and ${roomIsThere} and ${what})`,
};

/** Of all rows in `unread` at once: each workspace and each room of a person is asked about one time. */
const standings = sql`
  own_workspaces as materialized (
    select n.user_id, m.workspace_id from (select distinct user_id, workspace_id from unread) n
    cross join lateral (
      select * from workspace_membership where workspace_id = n.workspace_id and user_id = n.user_id offset 0) m
    where m.status = 'ACTIVE'
  ), own_rooms as materialized (
    select n.user_id, m.room_id, m.access_status, m.access_level, m.access_type
    from (select distinct user_id, ${roomOf} as room_id from unread n where ${roomOf} is not null) n
    cross join lateral (
      select * from room_membership where room_id = n.room_id and user_id = n.user_id offset 0) m
    where ${roomIsThere}
  )`;
const atOnce: Standing = {
  isActive: sql`(n.user_id, n.workspace_id) in (select user_id, workspace_id from own_workspaces)`,
  isInRoom: (what) =>
    sql`(n.user_id, ${roomOf}) in (select m.user_id, m.room_id from own_rooms m where ${what})`,
};

/** Is something open that was reported, and that the person of a row `n` decides? */
const hasReports = (which: RawBuilder<unknown>) => sql`exists (
  select 1 from message_reports p
  where p.workspace_id = n.workspace_id and p.status = 'open' and p.author_id <> n.user_id and ${which})`;
const leadsWorkspace = sql`exists (
  select 1 from workspace_membership m
  where m.workspace_id = n.workspace_id and m.user_id = n.user_id and m.role in ('OWNER', 'ADMIN'))`;

const mayRead = sql`(m.access_status = 'ACCEPTED' or m.access_type = 'PUBLIC')`;
/** Is the message of a reminder `n` there, in a room that its person may read? */
const mayReadMessage = (isInRoom: Standing["isInRoom"]) => sql`${isInRoom(mayRead)} and exists (
  select 1 from messages w where w.room_id = (n.facts ->> 'roomId')::uuid
    and w.id = (n.facts ->> 'messageId')::uuid and not w.is_deleted)`;
/** Is the person of a row `n` in the room of its message, which is there? */
const ofMessage = (isInRoom: Standing["isInRoom"]) => sql`
  ${isInRoom(sql`m.access_status = 'ACCEPTED'`)} and exists (
    select 1 from messages w where w.room_id = n.room_id and w.id = n.message_id and not w.is_deleted)`;

/** Of the person of a row `n` on its document; null where that is in the trash, or not there for them. */
const documentLevel = sql`(
  select document_level(d.id, n.user_id) from documents d
  where d.id = (n.facts ->> 'documentId')::uuid and d.status <> 'DELETED')`;
const mayReadDocument = sql`${documentLevel} is not null`;

/**
 * Of a row `n`: may its person open now what it tells of? What they lost, and invitations and requests that were answered or taken
 * back, are told of no more (rules-notifications 2, 7, 33).
 */
const mayOpenBy = ({ isActive, isInRoom }: Standing) => sql`
  (n.workspace_id is null or ${isActive})
  and case n.type
    when 'ORGANIZATION_INVITATION' then exists (
      select 1 from invitations i where i.id = (n.facts ->> 'invitationId')::uuid and i.status = 'PENDING')
    when 'REMINDER_DUE' then not n.facts ? 'roomId' or (${mayReadMessage(isInRoom)})
    when 'ROOM_INVITATION' then ${isInRoom(sql`m.access_status = 'INVITED'`)}
    when 'ROOM_INVITED' then ${isInRoom(sql`m.access_status = 'ACCEPTED'`)}
    when 'ROOM_JOINED' then ${isInRoom(sql`m.access_status = 'ACCEPTED'`)}
    -- A room that was given back is not over.
    when 'ROOM_LEFT' then not n.facts ? 'change' or not exists (
      select from rooms r where r.id = (n.facts ->> 'roomId')::uuid and r.status = 'ACTIVE')
    when 'ACCESS_REQUEST_APPROVED' then case when n.facts ? 'documentId'
      then ${mayReadDocument} else ${isInRoom(sql`m.access_status = 'ACCEPTED'`)} end
    when 'ACCESS_REQUEST' then case when n.facts ? 'documentId'
      then ${documentLevel} in ('OWNER', 'ADMIN') else ${isInRoom(sql`m.access_level in ('OWNER', 'ADMIN')`)} end
      and exists (
        select 1 from access_requests a where a.id = (n.facts ->> 'requestId')::uuid and a.status = 'PENDING')
    when 'MESSAGE_MENTION' then ${ofMessage(isInRoom)}
    when 'MESSAGE_REPLY' then ${ofMessage(isInRoom)}
    when 'MESSAGE_REACTION' then ${ofMessage(isInRoom)}
    when 'PARTICIPANT_JOINED' then ${isInRoom(sql`m.access_level = 'OWNER'`)}
    when 'MESSAGE_REMOVED' then ${isInRoom(mayRead)}
    when 'MESSAGE_REPORTED' then case when n.facts ? 'roomId'
      then ${isInRoom(sql`m.access_level in ('OWNER', 'ADMIN')`)} and ${hasReports(sql`not p.is_for_workspace and p.room_id = (n.facts ->> 'roomId')::uuid`)}
      else ${leadsWorkspace} and ${hasReports(sql`p.is_for_workspace`)} end
    when 'DOCUMENT_SHARED' then ${mayReadDocument}
    when 'DOCUMENT_COMMENTED' then ${mayReadDocument}
    when 'DOCUMENT_MENTION' then ${mayReadDocument}
    else true
  end`;
export const mayOpen = mayOpenBy(rowByRow);

/** Where a row `n` stands in its feed: one that comes back from being snoozed is as new as that. */
const listedAt = sql`greatest(n.updated_at, n.snoozed_until)`;
/** Is a row `n` hidden at this moment? */
const isSnoozed = (now: Date) => sql`coalesce(n.snoozed_until > ${now}, false)`;

/** Rows of a newer server wait for one that knows their type. */
const isKnown = sql`n.type = any(${knownTypes}::text[])`;
const isShown = sql`${isKnown} and ${mayOpen}`;

/** The message of a row `n` and its room are told as they are now. */
const facts = sql`
  case when n.message_id is null then n.facts else n.facts || (
    select jsonb_build_object('workspaceId', r.workspace_id, 'roomId', r.id, 'sessionRoomSlug', r.slug, 'title', r.title,
      'messageId', m.id, 'threadId', m.thread_id, 'text', left(coalesce(m.metadata ->> 'plainText', m.content), ${TEXT_CHARS}))
    from messages m join rooms r on r.id = m.room_id where m.room_id = n.room_id and m.id = n.message_id
  ) end`;

const columns = sql`
  n.id, n.type, n.priority, n.workspace_id as "workspaceId", ${facts} as facts, n.count, n.created_at as "createdAt",
  ${listedAt} as "updatedAt", n.read_at as "readAt", n.done_at as "doneAt", n.snoozed_until as "snoozedUntil",
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

export interface UnreadCount {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId | null;
  readonly count: number;
}

/** Unread rows of these people that are not snoozed now, by workspace; null is the account. */
export async function countUnread(
  db: Db,
  userIds: readonly UserId[],
  now: Date,
): Promise<UnreadCount[]> {
  const { rows } = await sql<UnreadCount>`
    with unread as materialized (
      select n.user_id, n.workspace_id, n.type, n.facts, n.room_id, n.message_id from notifications n
      where n.user_id = any (${[...userIds]}::uuid[]) and n.read_at is null and ${isKnown} and not ${isSnoozed(now)}
    ), ${standings}
    select n.user_id as "userId", n.workspace_id as "workspaceId", count(*)::int as count from unread n
    where ${mayOpenBy(atOnce)}
    group by n.user_id, n.workspace_id order by n.workspace_id`.execute(db);
  return rows;
}

/** The types of a tab; undefined where it has all. */
function typesOf(tab: NotificationTab): readonly string[] | undefined {
  const types = notificationTypes.filter((type) => tabOfType[type] === tab);
  return types.length > 0 ? types : undefined;
}

/** Does a row `n` stand in a tab at this moment? The same as `isInTab` of the protocol. */
function isInTab(tab: NotificationTab, now: Date): RawBuilder<unknown> {
  if (tab === "done") return sql`n.done_at is not null`;
  if (tab === "snoozed") return isSnoozed(now);
  const isHere = sql`n.done_at is null and not ${isSnoozed(now)}`;
  if (tab === "unread") return sql`${isHere} and n.read_at is null`;
  const types = typesOf(tab);
  return types ? sql`${isHere} and n.type = any(${types}::text[])` : isHere;
}

export interface FeedListing {
  readonly tab: NotificationTab;
  readonly workspaceId: WorkspaceId | undefined;
  readonly isWaiting: boolean;
  readonly after: FeedPlace | undefined;
  readonly limit: number;
  readonly now: Date;
}

/** The newest change first. */
export async function listRows(
  db: Db,
  userId: UserId,
  { tab, workspaceId, isWaiting, after, limit, now }: FeedListing,
): Promise<NotificationRow[]> {
  const isAfter = after
    ? sql`(${listedAt}, n.id) < (${after.updatedAt}, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications n
    where n.user_id = ${userId} and ${isAfter} and ${isShown} and ${isInTab(tab, now)}
      and (${workspaceId ?? null}::uuid is null or n.workspace_id = ${workspaceId ?? null})
      and (not ${isWaiting} or n.type = any(${answerableTypes}::text[]))
    order by ${listedAt} desc, n.id desc limit ${limit}`.execute(db);
  return rows.map((row) =>
    row.snoozedUntil !== null && row.snoozedUntil <= now ? { ...row, snoozedUntil: null } : row,
  );
}

export async function findRow(
  db: Db,
  userId: UserId,
  id: string,
): Promise<NotificationRow | undefined> {
  return (await findRows(db, [{ userId, id }])).get(id);
}

/** By their ids; rows that their people may not open now are missing. */
export async function findRows(
  db: Db,
  keys: readonly { readonly userId: UserId; readonly id: string }[],
): Promise<ReadonlyMap<string, NotificationRow>> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (user_id, id)
    join notifications n on n.id = k.id and n.user_id = k.user_id
    where ${isShown}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Some rows of a feed: those of a tab and a workspace that had changed last by a moment. */
export interface FeedPart {
  readonly before: Date;
  readonly tab: NotificationTab;
  readonly workspaceId: WorkspaceId | null;
}

/** Marks them as read; false where none of them was unread. */
export async function updateAllRead(
  tx: Tx,
  userId: UserId,
  { before, tab, workspaceId }: FeedPart,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update notifications n set read_at = ${now}
    where n.user_id = ${userId} and n.read_at is null and ${listedAt} <= ${before} and ${isInTab(tab, now)}
      and (${workspaceId}::uuid is null or n.workspace_id = ${workspaceId}) returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** With everything in it and what was sent of it. */
export async function deleteFeed(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from notification_deliveries where user_id = ${userId}`.execute(tx);
  await sql`delete from notifications where user_id = ${userId}`.execute(tx);
  await sql`delete from notification_feeds where user_id = ${userId}`.execute(tx);
}
