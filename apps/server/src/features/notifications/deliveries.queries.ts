import type {
  NotificationDelivery,
  NotificationPriority,
  NotificationReason,
  Preferences,
  UsedNotificationType,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { mayOpen } from "./feed.queries.ts";
import { mailAddressFor } from "./mail-addresses.queries.ts";
import type { UsedChannel } from "./channels.rules.ts";

/** One event for one person. */
export interface Cause {
  readonly userId: UserId;
  readonly type: string;
  readonly cause: string;
}

/** What a row tells of. */
export interface Source {
  readonly type: UsedNotificationType;
  readonly workspaceId: WorkspaceId | null;
  readonly facts: object;
}

export interface Recipient {
  /** A verified address that takes such mails. */
  readonly email: string | null;
  readonly preferences: Partial<Preferences>;
  readonly mayOpen: boolean;
  /** From who caused it, or the other way round. */
  readonly isBlocked: boolean;
}

/** Who would be told of what somebody did, and whether they may open what it is about. */
export async function findRecipient(
  db: Db,
  { userId, actorId }: { readonly userId: UserId; readonly actorId: UserId | null },
  { type, workspaceId, facts }: Source,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select ${mailAddressFor(type)} as email, u.preferences,
      not u.is_blocked and ${mayOpen} as "mayOpen",
      exists (
        select 1 from user_blocks b
        where (b.blocker_id, b.blocked_id) in ((u.id, ${actorId}::uuid), (${actorId}::uuid, u.id))) as "isBlocked"
    from users u cross join (
      select ${userId}::uuid as user_id, ${type}::text as type, ${workspaceId}::uuid as workspace_id,
        ${JSON.stringify(facts)}::jsonb as facts,
        (${JSON.stringify(facts)}::jsonb ->> 'roomId')::uuid as room_id, (${JSON.stringify(facts)}::jsonb ->> 'messageId')::uuid as message_id
    ) n
    where u.id = n.user_id`.execute(db);
  return rows[0];
}

export interface NewRow extends Source {
  readonly userId: UserId;
  readonly priority: NotificationPriority;
  readonly groupKey: string;
  readonly actorId: UserId | null;
  readonly now: Date;
}

/** Goes into the unread row of the same group where there is one. */
export async function insertOrGroup(tx: Tx, row: NewRow): Promise<string> {
  const actors = row.actorId === null ? [] : [row.actorId];
  const { rows } = await sql<{ id: string }>`
    insert into notifications (user_id, workspace_id, type, priority, group_key, actor_ids, facts, created_at, updated_at)
    values (${row.userId}, ${row.workspaceId}, ${row.type}, ${row.priority}, ${row.groupKey}, ${actors}::uuid[],
      ${JSON.stringify(row.facts)}::jsonb, ${row.now}, ${row.now})
    on conflict (user_id, type, group_key) where read_at is null do update set
      workspace_id = excluded.workspace_id, facts = excluded.facts, count = notifications.count + 1,
      actor_ids = (excluded.actor_ids || array_remove(notifications.actor_ids, ${row.actorId}::uuid))[1:3],
      updated_at = greatest(excluded.updated_at, notifications.updated_at), snoozed_until = null
    returning id`.execute(tx);
  const made = rows[0];
  if (!made) throw new Error("An insert that updates on conflict returns its row");
  return made.id;
}

export interface Delivery {
  readonly channel: UsedChannel;
  readonly status: "PENDING" | "SENT" | "CANCELLED";
  readonly reason: NotificationReason;
  readonly notificationId: string | null;
}

export interface DeliveryRow extends Delivery {
  readonly updatedAt: Date;
}

/** What came of an event on a channel; undefined where it was not decided yet. */
export async function findDelivery(
  db: Db,
  { userId, type, cause }: Cause,
  channel: UsedChannel,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select channel, status, reason, notification_id as "notificationId", updated_at as "updatedAt" from notification_deliveries
    where user_id = ${userId} and type = ${type} and cause = ${cause} and channel = ${channel}`.execute(
    db,
  );
  return rows[0];
}

/** Of a person, behind a place, the newest first. */
export async function listDeliveries(
  db: Db,
  userId: UserId,
  {
    after,
    limit,
  }: {
    readonly after: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<
  (Omit<NotificationDelivery, "notBefore" | "createdAt" | "updatedAt"> & {
    readonly id: string;
    readonly notBefore: Date | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  })[]
> {
  // A delivery has no id of its own: of several of one moment its name decides.
  const id = sql`md5(type || ' ' || cause || ' ' || channel)::uuid`;
  const isAfter = after ? sql`(created_at, ${id}) < (${after.at}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Awaited<ReturnType<typeof listDeliveries>>[number]>`
    select ${id} as id, type, channel, status, reason, not_before as "notBefore", created_at as "createdAt", updated_at as "updatedAt"
    from notification_deliveries where user_id = ${userId} and channel <> 'IN_APP' and ${isAfter}
    order by created_at desc, ${id} desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly (Cause & Delivery)[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    insert into notification_deliveries
      (user_id, type, cause, channel, status, reason, notification_id, created_at, updated_at)
    select w."userId", w.type, w.cause, w.channel, w.status, w.reason, w."notificationId", ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) w (
      "userId" uuid, type text, cause text, channel text, status text, reason text, "notificationId" uuid)`.execute(
    tx,
  );
}

export interface Ages {
  readonly readBefore: Date;
  readonly unreadBefore: Date;
}

/** The rows that one statement looks at: so many, in the order of their ids, after this one. */
export interface Walk {
  readonly after: string;
  readonly limit: number;
}

/**
 * Looks at so many rows and deletes the outlived ones, and the ones about organizations that their person is not in any more; a deleted
 * organization may come back. Answers the id of the last row looked at; undefined where there were fewer rows.
 */
export async function deleteOutlived(
  db: Db,
  ages: Ages,
  { after, limit }: Walk,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with walked as (
      select id from notifications where id > ${after}::uuid order by id limit ${limit}
    ), gone as (
      delete from notifications n using walked where n.id = walked.id and (
        (n.updated_at < ${ages.readBefore} and n.read_at is not null)
        or n.updated_at < ${ages.unreadBefore}
        or exists (
          select 1 from workspaces w where w.id = n.workspace_id and w.kind = 'organization' and not exists (
            select 1 from workspace_members m where m.workspace_id = w.id and m.user_id = n.user_id)))
    )
    select id from walked order by id offset ${limit - 1}`.execute(db);
  return rows[0]?.id;
}

/** At most so many of the oldest; answers how many there were. */
export async function deleteOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select user_id, type, cause, channel from notification_deliveries
      where created_at < ${before} order by created_at limit ${limit}
    )
    delete from notification_deliveries d using old
    where (d.user_id, d.type, d.cause, d.channel) = (old.user_id, old.type, old.cause, old.channel)
    returning 1`.execute(db);
  return rows.length;
}
