import type {
  ErrorCode,
  MessageId,
  MessageMetadataInput,
  MessageType,
  RoomId,
  ScheduledMessage,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

type State = ScheduledMessage["state"];

export interface ScheduledRow {
  readonly id: string;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly roomId: RoomId | null;
  /** The present address of the room; null with it. */
  readonly slug: string | null;
  readonly clientMessageId: string;
  /** Of a reply. */
  readonly threadId: MessageId | null;
  readonly alsoSendToRoom: boolean;
  readonly content: string;
  readonly type: MessageType;
  readonly metadata: MessageMetadataInput;
  readonly sendAt: Date;
  readonly state: State;
  /** Code of the refusal with which it failed. */
  readonly failure: ErrorCode | null;
}

/** A message that this server is sending, and how it was before. */
export interface ClaimedRow extends ScheduledRow {
  readonly wasState: State;
  readonly wasSendAt: Date;
}

const columns = sql.raw(`
  s.id, s.user_id as "userId", s.workspace_id as "workspaceId", s.room_id as "roomId",
  (select slug from rooms where id = s.room_id) as slug, s.client_message_id as "clientMessageId", s.thread_id as "threadId", s.also_send_to_room as "alsoSendToRoom", s.content, s.type, s.metadata,
  s.send_at as "sendAt", s.state, s.failure`);

interface Owner {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

/** The next first. */
export async function listOwn(db: Db, { userId, workspaceId }: Owner): Promise<ScheduledRow[]> {
  const { rows } = await sql<ScheduledRow>`
    select ${columns} from scheduled_messages s
    where s.user_id = ${userId} and s.workspace_id = ${workspaceId}
    order by s.send_at, s.id`.execute(db);
  return rows;
}

/** Of all workspaces. The number holds until the transaction ends. */
export async function countOwn(tx: Tx, userId: UserId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('scheduled-messages', 0) # hashtextextended(${userId}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from scheduled_messages where user_id = ${userId}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export async function findByClientId(
  db: Db,
  userId: UserId,
  clientMessageId: string,
): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`
    select ${columns} from scheduled_messages s
    where s.user_id = ${userId} and s.client_message_id = ${clientMessageId}`.execute(db);
  return rows[0];
}

type NewRow = Omit<ScheduledRow, "slug" | "state" | "failure">;

export async function insertScheduled(tx: Tx, row: NewRow): Promise<ScheduledRow> {
  const { rows } = await sql<ScheduledRow>`
    with s as (
      insert into scheduled_messages (
        id, user_id, workspace_id, room_id, client_message_id, thread_id, also_send_to_room, content, type, metadata, send_at, state
      )
      values (${row.id}, ${row.userId}, ${row.workspaceId}, ${row.roomId}, ${row.clientMessageId}, ${row.threadId}, ${row.alsoSendToRoom}, ${row.content}, ${row.type},
        ${JSON.stringify(row.metadata)}, ${row.sendAt}, 'open')
      returning *
    )
    select ${columns} from s`.execute(tx);
  const made = rows[0];
  if (!made) throw new Error("An insert returns the row it made");
  return made;
}

/** Undefined where there is none that is not being sent. */
export async function updateScheduled(
  tx: Tx,
  { userId, workspaceId }: Owner,
  id: string,
  change: { readonly content: string | undefined; readonly sendAt: Date | undefined },
): Promise<ScheduledRow | undefined> {
  const { content = null, sendAt = null } = change;
  const { rows } = await sql<ScheduledRow>`
    with s as (
      update scheduled_messages set content = coalesce(${content}, content), send_at = coalesce(${sendAt}, send_at),
        state = case when ${sendAt}::timestamptz is null then state else 'open' end,
        failure = case when ${sendAt}::timestamptz is null then failure end
      where id = ${id} and user_id = ${userId} and workspace_id = ${workspaceId} and state <> 'sending'
      returning *
    )
    select ${columns} from s`.execute(tx);
  return rows[0];
}

/** False where there is none that is not being sent. */
export async function deleteScheduled(
  db: Db,
  { userId, workspaceId }: Owner,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from scheduled_messages
    where id = ${id} and user_id = ${userId} and workspace_id = ${workspaceId} and state <> 'sending' returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function deleteOfPerson(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from scheduled_messages where user_id = ${userId}`.execute(tx);
}

/** What becomes of the rows that `c` names. */
const claimed = sql`
  , s as (
    update scheduled_messages m set state = 'sending', claimed_at = c.now, send_at = c.send_at, failure = null
    from c where m.id = c.id
    returning m.*, old.state as was_state, old.send_at as was_send_at
  )
  select ${columns}, s.was_state as "wasState", s.was_send_at as "wasSendAt" from s order by s.send_at, s.id`;

/** Takes one of the caller's for this server, with now as its time. */
export async function claimOne(
  db: Db,
  { userId, workspaceId }: Owner,
  id: string,
  now: Date,
): Promise<ClaimedRow | undefined> {
  const { rows } = await sql<ClaimedRow>`
    with c as (
      select id, ${now}::timestamptz as now, ${now}::timestamptz as send_at from scheduled_messages
      where id = ${id} and user_id = ${userId} and workspace_id = ${workspaceId} and state <> 'sending' for update
    ) ${claimed}`.execute(db);
  return rows[0];
}

/** Takes at most so many for this server: those that are due, and those that a server was sending before this moment. */
export async function claimDue(
  db: Db,
  {
    now,
    leftBefore,
    limit,
  }: { readonly now: Date; readonly leftBefore: Date; readonly limit: number },
): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with c as (
      select id, ${now}::timestamptz as now, send_at from scheduled_messages
      where send_at <= ${now} and (state = 'open' or (state = 'sending' and claimed_at < ${leftBefore}))
      order by send_at, id limit ${limit} for update skip locked
    ) ${claimed}`.execute(db);
  return rows;
}

/** The message is in the room. */
export async function deleteSent(db: Db, id: string): Promise<void> {
  await sql`delete from scheduled_messages where id = ${id} and state = 'sending'`.execute(db);
}

/** It was refused. */
export async function updateRefused(
  db: Db,
  { id }: Pick<ScheduledRow, "id">,
  { state, sendAt, failure }: Pick<ScheduledRow, "state" | "sendAt" | "failure">,
): Promise<void> {
  await sql`
    update scheduled_messages set state = ${state}, send_at = ${sendAt}, failure = ${failure}, claimed_at = null
    where id = ${id} and state = 'sending'`.execute(db);
}
