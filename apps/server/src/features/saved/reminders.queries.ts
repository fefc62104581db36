import type { MessageId, Reminder, ReminderRepeat, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { MessageRef } from "./saved.queries.ts";

export interface ReminderRow {
  readonly id: string;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly messageId: MessageId | null;
  readonly roomId: MessageRef["roomId"] | null;
  readonly note: string;
  readonly dueAt: Date;
  readonly repeat: ReminderRepeat | null;
}

export interface NewReminder extends Pick<
  ReminderRow,
  "userId" | "workspaceId" | "note" | "dueAt" | "repeat"
> {
  readonly message: MessageRef | null;
  /** Null for the one that the person chose, else UTC. */
  readonly timeZone: string | null;
}

const columns = sql`
  id, user_id as "userId", workspace_id as "workspaceId", message_id as "messageId", room_id as "roomId", note,
  due_at as "dueAt", repeat`;

/** Of a message there is one, which takes the new time. Fails with SQLSTATE 22023 for a zone that PostgreSQL does not know. */
export async function upsertReminder(tx: Tx, reminder: NewReminder): Promise<ReminderRow> {
  const { userId, workspaceId, message, note, dueAt, repeat, timeZone } = reminder;
  const { rows } = await sql<ReminderRow>`
    insert into reminders (user_id, workspace_id, message_id, room_id, note, due_at, repeat, time_zone, clock)
    select ${userId}, ${workspaceId}, ${message?.messageId ?? null}, ${message?.roomId ?? null}, ${note}, ${dueAt}, ${repeat}, z.name,
      (${dueAt}::timestamptz at time zone z.name)::time
    from users u, lateral (select coalesce(${timeZone}, u.preferences ->> 'timezone', 'UTC') as name) z
    where u.id = ${userId}
    on conflict (user_id, message_id) where message_id is not null do update set
      note = excluded.note, due_at = excluded.due_at, repeat = excluded.repeat, time_zone = excluded.time_zone,
      clock = excluded.clock
    returning ${columns}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A statement that writes a row answers it");
  return row;
}

export async function countReminders(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reminders where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next first. */
export async function listReminderRows(
  db: Db,
  userId: UserId,
  workspaceId: WorkspaceId,
): Promise<ReminderRow[]> {
  const { rows } = await sql<ReminderRow>`
    select ${columns} from reminders where user_id = ${userId} and workspace_id = ${workspaceId}
    order by due_at, id`.execute(db);
  return rows;
}

/** Undefined where the person has no such one. */
export async function deleteReminderRow(
  tx: Tx,
  userId: UserId,
  which: Pick<Reminder, "id"> | Pick<MessageRef, "messageId">,
): Promise<ReminderRow | undefined> {
  const isMeant = "id" in which ? sql`id = ${which.id}` : sql`message_id = ${which.messageId}`;
  const { rows } = await sql<ReminderRow>`
    delete from reminders where user_id = ${userId} and ${isMeant} returning ${columns}`.execute(
    tx,
  );
  return rows[0];
}

/** One that is due and that nobody else has taken; locked until the transaction ends. */
export async function findDue(tx: Tx, now: Date): Promise<ReminderRow | undefined> {
  const { rows } = await sql<ReminderRow>`
    select ${columns} from reminders where due_at <= ${now}
    order by due_at limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/**
 * Comes round again, the next time after this moment: on the day after so many steps, at the hour that the clocks of its zone showed
 * first. What would have come while no server ran is left out. Returns that time.
 */
export async function updateToNext(tx: Tx, id: string, now: Date): Promise<Date> {
  const { rows } = await sql<Pick<ReminderRow, "dueAt">>`
    update reminders r set due_at = (
      select min(next.at) from (
        select (((r.due_at at time zone r.time_zone)::date + n * case r.repeat when 'daily' then 1 else 7 end) + r.clock)
          at time zone r.time_zone as at
        from generate_series(1, 2 + (${now}::timestamptz::date - r.due_at::date)) n
      ) next where next.at > ${now}
    ) where id = ${id} returning due_at as "dueAt"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A reminder that is locked is there");
  return row.dueAt;
}
