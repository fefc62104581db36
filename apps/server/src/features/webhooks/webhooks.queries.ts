import type {
  MessageId,
  MessageType,
  RoomId,
  UserId,
  Webhook,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface WebhookRow {
  readonly id: string;
  /** The creator. */
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId | null;
  readonly url: string;
  readonly createdAt: Date;
  readonly offAt: Date | null;
  readonly lastAt: Date | null;
  readonly lastOutcome: NonNullable<Webhook["last"]>["outcome"] | null;
  readonly lastStatus: number | null;
}

const columns = sql`
  h.id, h.user_id as "userId", h.workspace_id as "workspaceId", h.url, h.created_at as "createdAt", h.off_at as "offAt",
  h.last_at as "lastAt", h.last_outcome as "lastOutcome", h.last_status as "lastStatus"`;

/** Whose webhooks: of a person alone, or of an organization. */
export type Holder = { readonly userId: UserId } | { readonly workspaceId: WorkspaceId };

const isOf = (holder: Holder) =>
  "workspaceId" in holder
    ? sql`h.workspace_id = ${holder.workspaceId}`
    : sql`h.user_id = ${holder.userId} and h.workspace_id is null`;

export async function listWebhookRows(db: Db, holder: Holder): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks h where ${isOf(holder)} order by h.created_at desc, h.id desc`.execute(
    db,
  );
  return rows;
}

/** Additions of a person come one after the other. */
export async function lockPerson(tx: Tx, userId: UserId): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

export interface NewWebhook {
  readonly id: string;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId | null;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly now: Date;
}

export async function insertWebhook(tx: Tx, added: NewWebhook): Promise<WebhookRow> {
  const { id, userId, workspaceId, url, secret, now } = added;
  const { rows } = await sql<WebhookRow>`
    insert into webhooks as h (id, user_id, workspace_id, url, secret, created_at)
    values (${id}, ${userId}, ${workspaceId}, ${url}, ${secret}, ${now}) returning ${columns}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error("A statement that writes a row answers it");
  return row;
}

export interface SecretWebhookRow extends WebhookRow {
  /** Still sealed. */
  readonly secret: Buffer;
  /** The account of its creator is in use. */
  readonly isOfSomebody: boolean;
}

export async function findWebhook(db: Db, id: string): Promise<SecretWebhookRow | undefined> {
  const { rows } = await sql<SecretWebhookRow>`
    select ${columns}, h.secret, not u.is_blocked and u.deletes_at is null as "isOfSomebody"
    from webhooks h join users u on u.id = h.user_id where h.id = ${id}`.execute(db);
  return rows[0];
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await sql`delete from webhooks where id = ${id}`.execute(tx);
}

export async function deleteWebhooksOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from webhooks where user_id = ${userId} and workspace_id is null`.execute(tx);
}

export async function updateOn(tx: Tx, id: string): Promise<void> {
  await sql`update webhooks set off_at = null where id = ${id}`.execute(tx);
}

/** Switches one off that took no call since then; false where it took one, or was off already. */
export async function updateOff(
  tx: Tx,
  id: string,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update webhooks set off_at = ${now}
    where id = ${id} and off_at is null and coalesce(delivered_at, '-infinity') < ${since} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** How the last call ended. */
export async function updateLast(
  db: Db,
  id: string,
  last: {
    readonly outcome: NonNullable<WebhookRow["lastOutcome"]>;
    readonly status: number | null;
    readonly now: Date;
  },
): Promise<void> {
  const { outcome, status, now } = last;
  await sql`
    update webhooks set last_at = ${now}, last_outcome = ${outcome}, last_status = ${status},
      delivered_at = case when ${outcome} = 'delivered' then ${now}::timestamptz else delivered_at end
    where id = ${id}`.execute(db);
}

/** The own webhooks of these people that are on. */
export async function listOnOfPeople(
  db: Db,
  userIds: readonly UserId[],
): Promise<{ readonly id: string; readonly userId: UserId }[]> {
  const { rows } = await sql<{ id: string; userId: UserId }>`
    select id, user_id as "userId" from webhooks
    where user_id = any (${[...userIds]}::uuid[]) and workspace_id is null and off_at is null order by id`.execute(
    db,
  );
  return rows;
}

export interface PublicMessageKey {
  readonly roomId: RoomId;
  readonly messageId: MessageId;
}

const isTold = sql`
  r.access_type = 'PUBLIC' and r.room_type = 'channel' and r.status = 'ACTIVE' and w.kind = 'organization' and w.deleted_at is null
  and not m.is_deleted and m.type <> 'system'`;

/** Which webhooks of organizations are told of which of these messages: of public rooms alone. */
export async function listCallsFor(
  db: Db,
  keys: readonly PublicMessageKey[],
): Promise<(PublicMessageKey & { readonly webhookId: string })[]> {
  const { rows } = await sql<PublicMessageKey & { webhookId: string }>`
    select m.room_id as "roomId", m.id as "messageId", h.id as "webhookId"
    from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ messageId }) => messageId)}::uuid[]) k (room_id, id)
    join rooms r on r.id = k.room_id
    join workspaces w on w.id = r.workspace_id
    join webhooks h on h.workspace_id = w.id and h.off_at is null
    join messages m on m.room_id = k.room_id and m.id = k.id and m.created_at >= h.created_at
    where ${isTold}
    order by m.room_id, m.seq, h.id`.execute(db);
  return rows;
}

export interface PublicMessage {
  readonly id: MessageId;
  readonly type: MessageType;
  readonly text: string;
  readonly threadId: MessageId | null;
  readonly createdAt: Date;
  readonly authorId: UserId;
  readonly authorName: string;
  readonly roomId: RoomId;
  readonly slug: string;
  readonly title: string;
}

/** A message as everybody in its organization reads it now; undefined where they do not, or not any more. */
export async function findPublicMessage(
  db: Db,
  workspaceId: WorkspaceId,
  { roomId, messageId }: PublicMessageKey,
): Promise<PublicMessage | undefined> {
  const { rows } = await sql<PublicMessage>`
    select m.id, m.type, m.content as text, m.thread_id as "threadId", m.created_at as "createdAt",
      u.id as "authorId", u.full_name as "authorName", r.id as "roomId", r.slug, r.title
    from messages m
    join rooms r on r.id = m.room_id
    join workspaces w on w.id = r.workspace_id
    join users u on u.id = m.author_id
    where m.room_id = ${roomId} and m.id = ${messageId} and w.id = ${workspaceId} and ${isTold}`.execute(
    db,
  );
  return rows[0];
}
