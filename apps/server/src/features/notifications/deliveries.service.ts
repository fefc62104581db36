import { defaultPreferences, type NotificationPriority } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  deleteOldDeliveries,
  deleteOutlived,
  findDelivery,
  findFirstPending,
  findRecipient,
  insertDelivery,
  insertOrGroup,
  updatePendingMails,
  type Cause,
  type Recipient,
} from "./deliveries.queries.ts";
import { findRev, findRow, lockFeed, updateRev } from "./feed.queries.ts";
import { readStateAt } from "./feed.service.ts";
import { mailJob, type NotificationJob } from "./kinds.jobs.ts";
import {
  decide,
  toPlan,
  type Decision,
  type Reason,
  type UsedChannel,
} from "./notifications.rules.ts";
import { toMailContent, toNotification, toNotificationFrame } from "./notifications.view.ts";

export interface DeliveryDeps extends Pick<Config, "publicUrl"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "sendToPerson">;
  readonly mailer: Pick<Mailer, "canSend" | "send">;
}

/** Who reads it in the app meanwhile gets no mail, and what happens meanwhile goes into the same one (rules-notifications 12). */
const EMAIL_DELAY_MS = 300_000;
const DAY_MS = 24 * 60 * 60_000;
/** What was read is looked up for a quarter; who was away for a year begins anew (rules-notifications 32). */
const READ_KEPT_DAYS = 90;
const UNREAD_KEPT_DAYS = 365;
/** Longer than any job is tried again, which must find what it did. */
const DELIVERIES_KEPT_DAYS = 30;

/** Tells one person of one event; done again, it writes nothing and tells the same (rules-notifications 2, 3, 6). */
export async function deliver(deps: DeliveryDeps, job: NotificationJob): Promise<void> {
  const now = deps.clock.now();
  const { userId } = job;
  const told = await runTransaction(deps.db, async (tx) => {
    await lockFeed(tx, userId);
    const before = await findDelivery(tx, job, "IN_APP");
    const id = before ? before.notificationId : await write(tx, deps, job, now);
    const row = id === null ? undefined : await findRow(tx, userId, id);
    return row && { notification: toNotification(row), rev: await findRev(tx, userId) };
  });
  if (!told) return;
  const state = await readStateAt(deps.db, userId, told.rev);
  deps.live.sendToPerson(userId, toNotificationFrame(told.notification, state));
}

/** The row that tells of it; null where the person is not told. Why, and why not, is kept by channel. */
async function write(
  tx: Tx,
  deps: DeliveryDeps,
  job: NotificationJob,
  now: Date,
): Promise<string | null> {
  const { userId, type, cause, actorId, facts } = job;
  const { workspaceId, groupKey = cause, channels, priority } = toPlan(type, facts);
  const source = { type, facts, workspaceId };
  const recipient = await findRecipient(tx, { userId, actorId }, source);
  if (!recipient) return null;
  const about = { ...recipient, priority, isActor: actorId === userId };
  const decisions = channels.map((channel) => ({ channel, ...decideOn(channel, about, deps) }));
  const isTold = decisions.some(({ channel, result }) => channel === "IN_APP" && result === "send");
  const row = { ...source, userId, actorId, priority, groupKey, now };
  const notificationId = isTold ? await insertOrGroup(tx, row) : null;
  for (const { channel, result, reason } of decisions) {
    const begun = channel === "EMAIL" ? "PENDING" : "SENT";
    const status = result === "skip" ? "CANCELLED" : begun;
    await insertDelivery(tx, job, { channel, status, reason, notificationId }, now);
    if (status !== "PENDING") continue;
    const options = { startAfter: new Date(now.getTime() + EMAIL_DELAY_MS) };
    await deps.jobs.enqueue(tx, mailJob, { userId, type, cause }, options);
  }
  if (isTold) await updateRev(tx, userId);
  return notificationId;
}

interface About extends Recipient {
  readonly priority: NotificationPriority;
  readonly isActor: boolean;
}

function decideOn(channel: UsedChannel, about: About, { mailer }: DeliveryDeps): Decision {
  const { priority, isActor, mayOpen, isBlocked, email, preferences } = about;
  const { emailNotifications } = { ...defaultPreferences, ...preferences };
  const isOn = channel === "IN_APP" || (emailNotifications && email !== null && mailer.canSend);
  return decide({ channel, priority, isActor, mayOpen, isBlocked, isOn });
}

/**
 * Mails what still waits for it and was not read meanwhile; decided anew, as things are now (rules-notifications 2, 12). At least once: a
 * process that ends between the mail server's answer and the mark leaves a job that mails again, since a lost mail is worse than two.
 * Both carry the same Message-ID, of which many mail servers and clients show one.
 */
export async function mail(deps: DeliveryDeps, cause: Cause): Promise<void> {
  const { db, mailer, publicUrl } = deps;
  const waiting = await findDelivery(db, cause, "EMAIL");
  if (waiting?.status !== "PENDING" || waiting.notificationId === null) return;
  const { notificationId: id } = waiting;
  const end = (status: "SENT" | "CANCELLED", reason: Reason) =>
    updatePendingMails(db, id, { status, reason }, deps.clock.now());
  const row = await findRow(db, cause.userId, id);
  const [last] = row?.actors ?? [];
  const people = { userId: cause.userId, actorId: last?.userId ?? null };
  const recipient = row && (await findRecipient(db, people, row));
  if (!row || !recipient) return end("CANCELLED", "NO_ACCESS");
  const about = { ...recipient, priority: row.priority, isActor: false };
  const { result, reason } = decideOn("EMAIL", about, deps);
  if (result === "skip" || row.readAt || recipient.email === null) return end("CANCELLED", reason);
  const key = `${cause.userId} ${cause.type} ${(await findFirstPending(db, id)) ?? cause.cause}`;
  const content = toMailContent(toNotification(row), publicUrl);
  await mailer.send({ key, to: recipient.email, content });
  await end("SENT", "SENT");
}

/** Rows of one statement: none holds what it deletes for long. */
const PORTION = 1_000;
/** Before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Deletes what nobody looks up any more, in portions (rules-notifications 32, 33). */
export async function forgetOutlived(
  { db, clock }: Pick<DeliveryDeps, "db" | "clock">,
  portion = PORTION,
): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const ages = { readBefore: before(READ_KEPT_DAYS), unreadBefore: before(UNREAD_KEPT_DAYS) };
  let after: string | undefined = FIRST_ID;
  while (after !== undefined) after = await deleteOutlived(db, ages, { after, limit: portion });
  const old = before(DELIVERIES_KEPT_DAYS);
  while ((await deleteOldDeliveries(db, old, portion)) === portion);
}
