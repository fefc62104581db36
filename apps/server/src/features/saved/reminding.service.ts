import { REMINDERS_MAX, type ReminderRepeat } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { sqlStateOf } from "#server/platform/db/sql-state.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { remindDueJob } from "./kinds.jobs.ts";
import { countReminders, upsertReminder, type ReminderRow } from "./reminders.queries.ts";
import type { MessageRef } from "./saved.queries.ts";
import { isPlannable } from "./saved.rules.ts";

export interface RemindingDeps {
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** What to remind of, and when. */
interface Reminding {
  readonly message: MessageRef | null;
  readonly note: string;
  readonly remindAt: string;
  readonly repeat?: ReminderRepeat | undefined;
  readonly timeZone?: string | undefined;
}

const UNKNOWN_ZONE = "22023";

/**
 * Reminds the caller then, within the transaction. VALIDATION_ERROR for a time that has passed or is too far away, SCHEDULE_LIMIT_REACHED
 * for one too many.
 */
export async function setReminder(
  tx: Tx,
  { userId, workspaceId }: Pick<Actor, "userId" | "workspaceId">,
  { message, note, remindAt, repeat, timeZone }: Reminding,
  { clock, jobs }: RemindingDeps,
): Promise<ReminderRow> {
  const dueAt = new Date(remindAt);
  if (!isPlannable(dueAt, clock.now())) throw notAllowed("remindAt");
  const zone = { repeat: repeat ?? null, timeZone: timeZone ?? null };
  const row = await upsertReminder(tx, {
    userId,
    workspaceId,
    message,
    note,
    dueAt,
    ...zone,
  }).catch((error: unknown) => {
    throw sqlStateOf(error) === UNKNOWN_ZONE ? notAllowed("timeZone") : error;
  });
  if ((await countReminders(tx, userId)) > REMINDERS_MAX)
    throw new AppError("SCHEDULE_LIMIT_REACHED", { max: REMINDERS_MAX });
  await jobs.enqueue(tx, remindDueJob, {}, { startAfter: dueAt });
  return row;
}
