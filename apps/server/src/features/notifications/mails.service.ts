import { randomUUID } from "node:crypto";
import { preferencesOf, type Notification, type UserId } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { actOnEach, readDue } from "#server/platform/jobs/each.ts";
import { findRecipient, type Cause, type Recipient } from "./deliveries.queries.ts";
import { decideChannel } from "./channels.rules.ts";
import { toAbout, type DeliveryDeps } from "./deliveries.service.ts";
import { findRow } from "./feed.queries.ts";
import { mailJob } from "./kinds.jobs.ts";
import { handOver } from "./mail-addresses.service.ts";
import { mailScopeOf } from "./mail-groups.rules.ts";
import {
  addToMail,
  deleteOldBundles,
  endInMail,
  endMail,
  endRead,
  findWaitingBundle,
  listOfMail,
  listOverdue,
  listWaiting,
  lockBundle,
  updateClaim,
  updatePlanned,
  type Bundle,
  type MailEnding,
} from "./mails.queries.ts";
import { toBundleContent } from "./mails.view.ts";
import { toNotification } from "./notifications.view.ts";
import type { UnsubscribeLinks } from "./unsubscribe-links.service.ts";

export interface MailDeps extends DeliveryDeps, Pick<Config, "emailGapMin"> {
  readonly unsubscribeLinks: UnsubscribeLinks;
}

const MINUTE_MS = 60_000;
/** Longer than a job may send (MAIL_JOB_LIMIT_S): then its process is gone. */
const CLAIM_MS = 2 * MINUTE_MS;

/**
 * Mails what waits in the bundle of an event and was not read meanwhile; each is decided anew, as things are now (rules-notifications 2,
 * 12, 22). At most one mail of a bundle leaves in EMAIL_GAP_MIN. At least once: a process that ends between the mail server's answer and
 * the mark leaves a mail that is sent again, since a lost mail is worse than two. Both carry the same Message-ID, of which many mail
 * servers and clients show one; what came meanwhile is for the next mail.
 */
export async function mail(deps: MailDeps, cause: Cause): Promise<void> {
  // One that was begun by somebody else and never ended goes first; the event is then for the next mail.
  for (let round = 0; round < 2; round += 1) {
    const name = await findWaitingBundle(deps.db, cause);
    if (name === undefined) return;
    const bundle = { userId: cause.userId, bundle: name };
    const mailId = await begin(deps, bundle, cause);
    if (mailId === undefined) return;
    try {
      await send(deps, bundle, mailId);
    } catch (error) {
      await updateClaim(deps.db, bundle, { mailId, until: null });
      throw error;
    }
  }
}

/** The mail that the caller is to send; undefined where it is to come later. */
function begin(deps: MailDeps, bundle: Bundle, cause: Cause): Promise<string | undefined> {
  const now = deps.clock.now();
  return runTransaction(deps.db, async (tx) => {
    const { mailId: begun, claimedUntil, sentAt, plannedAt } = await lockBundle(tx, bundle);
    const gapMs = deps.emailGapMin * MINUTE_MS;
    const gap = begun === null ? sentAt && new Date(sentAt.getTime() + gapMs) : claimedUntil;
    const held = (await deps.readWishes(tx, [bundle.userId], now)).get(bundle.userId)?.heldUntil;
    const next = held && (!gap || held > gap) ? held : gap;
    if (next && next > now) {
      if (plannedAt && plannedAt > now) return undefined;
      await updatePlanned(tx, bundle, next);
      const { userId, type, cause: name } = cause;
      await deps.jobs.enqueue(tx, mailJob, { userId, type, cause: name }, { startAfter: next });
      return undefined;
    }
    const mailId = begun ?? randomUUID();
    if (begun === null) await addToMail(tx, bundle, mailId);
    await updateClaim(tx, bundle, { mailId, until: new Date(now.getTime() + CLAIM_MS) });
    return mailId;
  });
}

async function send(deps: MailDeps, bundle: Bundle, mailId: string): Promise<void> {
  const { db, clock } = deps;
  const ids = await listOfMail(db, mailId);
  const told: Notification[] = [];
  let to: Recipient | undefined;
  for (const id of ids) {
    const found = await judge(deps, bundle, id);
    if ("status" in found) await endInMail(db, mailId, [id], { ...found, now: clock.now() });
    else {
      told.push(found.notification);
      to = found.recipient;
    }
  }
  const email = to?.email ?? null;
  if (!to || email === null) return endMail(db, bundle, mailId, null);
  const { userId } = bundle;
  const scope = mailScopeOf(told.map(({ type }) => type));
  const unsubscribe = deps.unsubscribeLinks.make({ userId, scope, address: email });
  const content = toBundleContent(told, { ...deps, unsubscribe, scope, timeZone: zoneOf(to) });
  const key = `notifications ${mailId}`;
  const mailed = { key, to: email, content, unsubscribeUrl: unsubscribe.apiUrl };
  const isSent = await handOver(deps, userId, mailed);
  const ending: MailEnding = isSent
    ? { status: "SENT", reason: "SENT" }
    : { status: "FAILED", reason: "ADDRESS_REFUSED" };
  const now = clock.now();
  await runTransaction(db, async (tx) => {
    await endInMail(tx, mailId, ids, { ...ending, now });
    await endMail(tx, bundle, mailId, now);
  });
}

type Judged = MailEnding | { readonly notification: Notification; readonly recipient: Recipient };

async function judge(deps: MailDeps, { userId }: Bundle, id: string): Promise<Judged> {
  const wishes = (await deps.readWishes(deps.db, [userId], deps.clock.now())).get(userId);
  const row = await findRow(deps.db, userId, id);
  const [last] = row?.actors ?? [];
  const people = { userId, actorId: last?.userId ?? null };
  const recipient = row && (await findRecipient(deps.db, people, row));
  if (!row || !recipient) return { status: "CANCELLED", reason: "NO_ACCESS" };
  const about = toAbout({ ...row, ...people }, recipient, { ...deps, wishes });
  const { result, reason } = decideChannel("EMAIL", about);
  const isWanted = result !== "skip" && row.readAt === null && recipient.email !== null;
  return isWanted
    ? { notification: toNotification(row), recipient }
    : { status: "CANCELLED", reason };
}

function zoneOf({ preferences }: Recipient): string {
  return preferencesOf(preferences).timezone ?? "UTC";
}

/** Leaves a job for each of these events that was not read meanwhile; done again, it leaves them again, which sends nothing twice. */
export async function planMails(
  { db, jobs, clock }: Pick<MailDeps, "db" | "jobs" | "clock">,
  causes: readonly Cause[],
): Promise<void> {
  for (const cause of await endRead(db, causes, clock.now()))
    await jobs.enqueue(db, mailJob, cause);
}

/** In the transaction of a change of quiet hours or a pause: the mails that wait for the person go at other moments (rules-notifications 18). */
export async function moveMails(
  tx: Tx,
  { jobs, emailDelayS }: Pick<MailDeps, "jobs" | "emailDelayS">,
  userId: UserId,
  heldUntil: Date,
): Promise<void> {
  for (const { createdAt, ...cause } of await listWaiting(tx, userId)) {
    const waited = new Date(createdAt.getTime() + emailDelayS * 1_000);
    await jobs.enqueue(tx, mailJob, cause, { startAfter: waited > heldUntil ? waited : heldUntil });
  }
}

/** Looked after that long; a job that is still tried does no harm by a second one. */
const OVERDUE_MS = 30 * MINUTE_MS;
/** A mail that could not be sent for so long is not sent any more; a pause of a person is shorter (rules-notifications 18). */
const GIVEN_UP_MS = 8 * 24 * 60 * MINUTE_MS;

/** Leaves a job for mails that none is left for: their tries have ended while the mail server was away. */
export async function mailOverdue(deps: MailDeps): Promise<void> {
  const { db, clock, jobs, emailDelayS } = deps;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const span = { from: before(GIVEN_UP_MS), to: before(emailDelayS * 1_000 + OVERDUE_MS) };
  const overdue = readDue<Cause>((after, limit) => listOverdue(db, span, after, limit));
  await actOnEach(overdue, ({ userId, type, cause }) =>
    jobs.enqueue(db, mailJob, { userId, type, cause }),
  );
  await deleteOldBundles(db, before(deps.emailGapMin * MINUTE_MS));
}
