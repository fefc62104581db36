import type { MailGroup, NotificationType, Preferences, UserId } from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { mailGroupOf } from "./mail-groups.rules.ts";

/** Of a user `u`: a verified address that does not refuse mail. */
const goodAddress = sql`
  case when u.is_email_verified and not exists (
    select from mail_refusals r where r.user_id = u.id and r.email = u.email and r.off_at is not null
  ) then u.email end`;

const hasRefused = (group: MailGroup) => sql`exists (
  select from mail_optouts o where o.user_id = u.id and o.mail_group = ${group})`;

/** Of a user `u`: where mails about this type go; null where they have none, or want none. */
export function mailAddressFor(type: NotificationType): RawBuilder<unknown> {
  const group = mailGroupOf(type);
  return group === null
    ? goodAddress
    : sql`case when not ${hasRefused(group)} then ${goodAddress} end`;
}

export interface MailPerson {
  readonly email: string | null;
  readonly preferences: Partial<Preferences>;
  readonly offAt: Date | null;
  readonly groupsOff: readonly MailGroup[];
}

/** A verified address, and what is known about mails to it; undefined for an account that was erased. */
export async function findMailPerson(db: Db, userId: UserId): Promise<MailPerson | undefined> {
  const { rows } = await sql<MailPerson>`
    select case when u.is_email_verified then u.email end as email, u.preferences, r.off_at as "offAt",
      array(select mail_group from mail_optouts o where o.user_id = u.id order by mail_group) as "groupsOff"
    from users u left join mail_refusals r on r.user_id = u.id and r.email = u.email
    where u.id = ${userId} and not u.is_blocked and u.deletes_at is null`.execute(db);
  return rows[0];
}

/** Counts a refusal; the address gets no mail after so many in a row. */
export async function countRefusal(
  db: Db,
  { userId, email, max }: { readonly userId: UserId; readonly email: string; readonly max: number },
  now: Date,
): Promise<void> {
  const count = sql`case when r.email = excluded.email then r.count + 1 else 1 end`;
  await sql`
    insert into mail_refusals as r (user_id, email, count, off_at)
    values (${userId}, ${email}, 1, case when ${max}::integer = 1 then ${now}::timestamptz end)
    on conflict (user_id) do update set
      email = excluded.email, count = ${count}, off_at = case when ${count} >= ${max}::integer then ${now}::timestamptz end`.execute(
    db,
  );
}

/** Refusals of before count no more. */
export async function deleteRefusals(db: Db, userId: UserId): Promise<void> {
  await sql`delete from mail_refusals where user_id = ${userId}`.execute(db);
}

export async function insertOptout(tx: Tx, userId: UserId, group: MailGroup): Promise<void> {
  await sql`
    insert into mail_optouts (user_id, mail_group) values (${userId}, ${group}) on conflict do nothing`.execute(
    tx,
  );
}

/** Exactly these kinds are refused from now on. */
export async function replaceOptouts(
  tx: Tx,
  userId: UserId,
  groups: readonly MailGroup[],
): Promise<void> {
  await sql`
    delete from mail_optouts where user_id = ${userId} and mail_group <> all (${[...groups]}::text[])`.execute(
    tx,
  );
  for (const group of groups) await insertOptout(tx, userId, group);
}

export async function deleteMailsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from notification_mails where user_id = ${userId}`.execute(tx);
  await sql`delete from mail_refusals where user_id = ${userId}`.execute(tx);
  await sql`delete from mail_optouts where user_id = ${userId}`.execute(tx);
}
