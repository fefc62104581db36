import type { SessionId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { PushTarget } from "#server/platform/push/web-push.ts";

export interface DeviceRow {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date;
}

/** Browsers of sessions that live; the one that was used last comes first. */
export async function listDevices(db: Db, userId: UserId, now: Date): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id, d.session_id as "sessionId", s.user_agent as "userAgent", d.created_at as "createdAt", d.used_at as "usedAt"
    from push_subscriptions d join sessions s on s.id = d.session_id
    where d.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now}
    order by d.used_at desc, d.id desc`.execute(db);
  return rows;
}

interface Owner {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/** The browser belongs to this session from now on, also where another person was signed in there before. */
export async function upsertSubscription(
  tx: Tx,
  { userId, sessionId }: Owner,
  { endpoint, p256dh, auth }: PushTarget,
  now: Date,
): Promise<void> {
  await sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at, used_at)
    values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now}, ${now})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, used_at = excluded.used_at`.execute(tx);
}

/** Subscriptions of the session beside this endpoint, and those of another person at it. */
export async function deleteReplaced(
  tx: Tx,
  { userId, sessionId }: Owner,
  endpoint: string,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where (session_id = ${sessionId} and endpoint <> ${endpoint}) or (endpoint = ${endpoint} and user_id <> ${userId})`.execute(
    tx,
  );
}

/** Browsers of ended sessions, and of the others all but so many that were used last. */
export async function deleteSurplus(
  tx: Tx,
  userId: UserId,
  kept: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from push_subscriptions where user_id = ${userId} and id not in (
      select d.id from push_subscriptions d join sessions s on s.id = d.session_id
      where d.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now}
      order by d.used_at desc, d.id desc limit ${kept})`.execute(tx);
}

export async function deleteSubscription(db: Db, userId: UserId, id: string): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id} and user_id = ${userId}`.execute(db);
}

/** Browsers that no push service knows any more, unless they were added again with another address. */
export async function deleteGone(
  db: Db,
  targets: readonly { readonly id: string; readonly endpoint: string }[],
): Promise<void> {
  await sql`
    delete from push_subscriptions d
    using unnest(${targets.map(({ id }) => id)}::uuid[], ${targets.map(({ endpoint }) => endpoint)}::text[]) g (id, endpoint)
    where d.id = g.id and d.endpoint = g.endpoint`.execute(db);
}

/** Browsers of sessions that ended; no push went to them since. */
export async function deleteEnded(db: Db): Promise<void> {
  await sql`
    delete from push_subscriptions d using sessions s
    where s.id = d.session_id and s.ended_at is not null`.execute(db);
}
