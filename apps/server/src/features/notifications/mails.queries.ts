import type { UserId, NotificationReason } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Cause } from "./deliveries.queries.ts";

/** The mails of a person about one room, document, or group of notifications. */
export interface Bundle {
  readonly userId: UserId;
  readonly bundle: string;
}

/** Of a row `n`. */
const bundleOf = sql`
  coalesce(n.room_id::text, n.facts ->> 'roomId', n.facts ->> 'documentId', n.type || ' ' || n.group_key)`;

/** Which mail would tell of an event; undefined where none is waited for. */
export async function findWaitingBundle(db: Db, cause: Cause): Promise<string | undefined> {
  const { rows } = await sql<{ bundle: string }>`
    select ${bundleOf} as bundle
    from notification_deliveries d join notifications n on n.id = d.notification_id
    where d.user_id = ${cause.userId} and d.type = ${cause.type} and d.cause = ${cause.cause}
      and d.channel = 'EMAIL' and d.status = 'PENDING'`.execute(db);
  return rows[0]?.bundle;
}

/** Ends the mails of those of these events that their people have read; answers the events that still wait. */
export async function endRead(db: Db, causes: readonly Cause[], now: Date): Promise<Cause[]> {
  const { rows } = await sql<Cause>`
    with found as materialized (
      select d.user_id, d.type, d.cause, n.read_at is not null and d.mail_id is null as is_over
      from jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) c ("userId" uuid, type text, cause text)
      join notification_deliveries d on d.user_id = c."userId" and d.type = c.type and d.cause = c.cause
        and d.channel = 'EMAIL' and d.status = 'PENDING'
      join notifications n on n.id = d.notification_id
    ), ended as (
      update notification_deliveries d set status = 'CANCELLED', updated_at = ${now}
      from found f
      where f.is_over and (d.user_id, d.type, d.cause, d.channel) = (f.user_id, f.type, f.cause, 'EMAIL') and d.mail_id is null
    )
    select user_id as "userId", type, cause from found where not is_over`.execute(db);
  return rows;
}

/** The first event of each mail that waits for a person; no moment is planned for one of them any more. */
export async function listWaiting(
  tx: Tx,
  userId: UserId,
): Promise<(Cause & { readonly createdAt: Date })[]> {
  const { rows } = await sql<Cause & { readonly createdAt: Date }>`
    with unplanned as (
      update notification_mails set planned_at = null where user_id = ${userId} and planned_at is not null
    )
    select distinct on (${bundleOf}) d.user_id as "userId", d.type, d.cause, d.created_at as "createdAt"
    from notification_deliveries d join notifications n on n.id = d.notification_id
    where d.user_id = ${userId} and d.channel = 'EMAIL' and d.status = 'PENDING' and d.mail_id is null
    order by ${bundleOf}, d.created_at`.execute(tx);
  return rows;
}

export interface BundleRow {
  readonly mailId: string | null;
  readonly claimedUntil: Date | null;
  readonly sentAt: Date | null;
  readonly plannedAt: Date | null;
}

/** Held until the transaction ends. */
export async function lockBundle(tx: Tx, { userId, bundle }: Bundle): Promise<BundleRow> {
  const { rows } = await sql<BundleRow>`
    insert into notification_mails as b (user_id, bundle) values (${userId}, ${bundle})
    on conflict (user_id, bundle) do update set bundle = excluded.bundle
    returning b.mail_id as "mailId", b.claimed_until as "claimedUntil", b.sent_at as "sentAt", b.planned_at as "plannedAt"`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error("An insert that updates on conflict returns its row");
  return row;
}

/** A job is left for that moment. */
export async function updatePlanned(
  tx: Tx,
  { userId, bundle }: Bundle,
  at: Date | null,
): Promise<void> {
  await sql`
    update notification_mails set planned_at = ${at} where user_id = ${userId} and bundle = ${bundle}`.execute(
    tx,
  );
}

/** The sender has the mail until that moment; null gives it back, to the sender that tries next. */
export async function updateClaim(
  db: Db,
  { userId, bundle }: Bundle,
  { mailId, until }: { readonly mailId: string; readonly until: Date | null },
): Promise<void> {
  await sql`
    update notification_mails set mail_id = ${mailId}, claimed_until = ${until}, planned_at = null
    where user_id = ${userId} and bundle = ${bundle}`.execute(db);
}

/** All that waits now is told of by this mail. */
export async function addToMail(tx: Tx, { userId, bundle }: Bundle, mailId: string): Promise<void> {
  await sql`
    update notification_deliveries d set mail_id = ${mailId}
    from notifications n
    where n.id = d.notification_id and d.user_id = ${userId} and d.channel = 'EMAIL' and d.status = 'PENDING'
      and d.mail_id is null and ${bundleOf} = ${bundle}`.execute(tx);
}

/** The notifications that a mail tells of and that still wait, the oldest first. */
export async function listOfMail(db: Db, mailId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from notifications n
    where n.id in (select notification_id from notification_deliveries where mail_id = ${mailId} and status = 'PENDING')
    order by n.updated_at, n.id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface MailEnding {
  readonly status: "SENT" | "FAILED" | "CANCELLED";
  readonly reason: NotificationReason;
}

/** Ends what a mail was to tell of these notifications. */
export async function endInMail(
  db: Db,
  mailId: string,
  ids: readonly string[],
  { status, reason, now }: MailEnding & { readonly now: Date },
): Promise<void> {
  await sql`
    update notification_deliveries set status = ${status}, reason = ${reason}, updated_at = ${now}
    where mail_id = ${mailId} and status = 'PENDING' and notification_id = any (${[...ids]}::uuid[])`.execute(
    db,
  );
}

/** The mail is at its end; with a time, it left then. */
export async function endMail(
  db: Db,
  { userId, bundle }: Bundle,
  mailId: string,
  sentAt: Date | null,
): Promise<void> {
  await sql`
    update notification_mails set mail_id = null, claimed_until = null, sent_at = coalesce(${sentAt}::timestamptz, sent_at)
    where user_id = ${userId} and bundle = ${bundle} and mail_id = ${mailId}`.execute(db);
}

/** Events whose mail waits for longer than it should, one of each bundle, in the order of their causes. */
export async function listOverdue(
  db: Db,
  { from, to }: { readonly from: Date; readonly to: Date },
  after: Cause | undefined,
  limit: number,
): Promise<Cause[]> {
  const isAfter = after
    ? sql`(user_id, type, cause) > (${after.userId}::uuid, ${after.type}, ${after.cause})`
    : sql`true`;
  const { rows } = await sql<Cause>`
    select user_id as "userId", type, cause from (
      select distinct on (d.user_id, ${bundleOf}) d.user_id, d.type, d.cause
      from notification_deliveries d
      join notifications n on n.id = d.notification_id
      left join notification_mails b on b.user_id = d.user_id and b.bundle = ${bundleOf}
      where d.channel = 'EMAIL' and d.status = 'PENDING' and d.created_at >= ${from} and d.created_at < ${to}
        and (b.planned_at is null or b.planned_at < ${to})
      order by d.user_id, ${bundleOf}, d.created_at
    ) overdue
    where ${isAfter} order by user_id, type, cause limit ${limit}`.execute(db);
  return rows;
}

/** Bundles of which nothing has to be remembered. */
export async function deleteOldBundles(db: Db, before: Date): Promise<void> {
  await sql`
    delete from notification_mails
    where mail_id is null and coalesce(sent_at, '-infinity') < ${before} and coalesce(planned_at, '-infinity') < ${before}`.execute(
    db,
  );
}
