import type { UserId } from "@colbin/protocol";
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
  findRecipient,
  insertDeliveries,
  insertOrGroup,
  type NewRow,
  type Recipient,
} from "./deliveries.queries.ts";
import { findRev, findRow, lockFeed, updateRev } from "./feed.queries.ts";
import { enqueuePushes, tagOf } from "#server/features/push/pushing.service.ts";
import { planSms } from "./sms.service.ts";
import { showChanges } from "./feed-frames.service.ts";
import { mailJob, type NotificationJob } from "./kinds.jobs.ts";
import {
  channelsOf,
  decideChannel,
  notBefore,
  toMoment,
  type About,
  type Wishes,
} from "./channels.rules.ts";
import { toPlan } from "./notifications.rules.ts";
import {
  toNotification,
  toNotificationFrame,
  toPushWords,
  toWordsOf,
} from "./notifications.view.ts";

export interface DeliveryDeps extends Pick<
  Config,
  "publicUrl" | "emailDelayS" | "smsGatewayUrl" | "smsGatewayToken"
> {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "sendToPerson">;
  readonly mailer: Pick<Mailer, "canSend" | "send">;
  /** The wishes of these people about notifications now; people who are gone are missing. */
  readonly readWishes: (
    db: Db,
    userIds: readonly UserId[],
    now: Date,
  ) => Promise<ReadonlyMap<UserId, Wishes>>;
  /** Has the own webhooks of people called with notifications of theirs. */
  readonly enqueueWebhooks: (
    tx: Tx,
    told: readonly { readonly userId: UserId; readonly notificationId: string }[],
  ) => Promise<void>;
}

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
    return id === null ? [] : [{ userId, id, rev: await findRev(tx, userId) }];
  });
  await showChanges(deps, told, toNotificationFrame);
}

/** The row that tells of it; null where the person is not told. Why, and why not, is kept by channel. */
async function write(
  tx: Tx,
  deps: DeliveryDeps,
  job: NotificationJob,
  now: Date,
): Promise<string | null> {
  const { userId, type, cause, actorId, facts } = job;
  const { workspaceId, groupKey = cause, priority } = toPlan(type, facts);
  const source = { type, facts, workspaceId };
  const recipient = await findRecipient(tx, { userId, actorId }, source);
  if (!recipient) return null;
  const wishes = (await deps.readWishes(tx, [userId], now)).get(userId);
  const event = { type, workspaceId, priority, userId, actorId };
  const about = toAbout(event, recipient, { ...deps, wishes });
  const decisions = channelsOf(type).map((channel) => ({
    channel,
    ...decideChannel(channel, about),
  }));
  const isTold = decisions.some(({ channel, result }) => channel === "IN_APP" && result === "send");
  const row = { ...source, userId, actorId, priority, groupKey, now };
  const notificationId = isTold ? await insertOrGroup(tx, row) : null;
  for (const { channel, result, reason } of decisions) {
    if (channel === "PUSH") continue;
    const begun = channel === "EMAIL" ? "PENDING" : "SENT";
    const status = result === "skip" ? "CANCELLED" : begun;
    const delivery = { userId, type, cause, channel, status, reason, notificationId } as const;
    await insertDeliveries(tx, [delivery], now);
    if (status !== "PENDING") continue;
    const options = { startAfter: notBefore(now, deps.emailDelayS * 1_000, about) };
    await deps.jobs.enqueue(tx, mailJob, { userId, type, cause }, options);
  }
  if (notificationId !== null) {
    await updateRev(tx, userId);
    await deps.enqueueWebhooks(tx, [{ userId, notificationId }]);
    await planSms(tx, deps, job);
    await planPush(tx, deps, { row, notificationId, about });
  }
  return notificationId;
}

/** Pushes what the row tells of to the browsers of its person, where they want that. */
async function planPush(
  tx: Tx,
  deps: DeliveryDeps,
  {
    row: { userId, now },
    notificationId,
    about,
  }: {
    readonly row: Pick<NewRow, "userId" | "now">;
    readonly notificationId: string;
    readonly about: About;
  },
): Promise<void> {
  const decision = decideChannel("PUSH", about);
  const told = decision.result === "skip" ? undefined : await findRow(tx, userId, notificationId);
  if (!told) return;
  const { title, body } = toWordsOf(toNotification(told));
  const isPrivate = about.wishes?.hidesText ?? false;
  await enqueuePushes(tx, deps, [
    {
      userIds: [userId],
      payload: {
        ...toPushWords({ title, body }, isPrivate),
        url: toNotification(told).url ?? "/activity",
        tag: tagOf({ notificationId }),
        notificationId,
        icon: null,
      },
      room: null,
      ...toMoment(decision, about, now),
    },
  ]);
}

/** An event for a person whom it reaches at these addresses. */
export function toAbout(
  {
    userId,
    actorId,
    ...event
  }: Pick<About, "type" | "workspaceId" | "priority"> & {
    readonly userId: UserId;
    readonly actorId: UserId | null;
  },
  recipient: Recipient,
  { mailer, wishes }: Pick<DeliveryDeps, "mailer"> & Pick<About, "wishes">,
): About {
  const { mayOpen, isBlocked, email } = recipient;
  const reaches = { EMAIL: email !== null && mailer.canSend, PUSH: true };
  return { ...event, isActor: actorId === userId, mayOpen, isBlocked, wishes, reaches };
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
