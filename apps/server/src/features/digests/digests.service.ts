import type { UserId } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import {
  findMailAddress,
  handOver,
} from "#server/features/notifications/mail-addresses.service.ts";
import type { UnsubscribeLinks } from "#server/features/notifications/unsubscribe-links.service.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { listDigestEntries } from "./digest-entries.queries.ts";
import {
  deleteDigestsOf,
  deleteOldDigests,
  findPendingDigest,
  insertDigests,
  listDuePeople,
  listTimeZones,
  updateDigests,
  type DigestKey,
  type DuePerson,
  type DueZone,
} from "./digests.queries.ts";
import { dueWeek } from "./digests.rules.ts";
import { toDigestContent } from "./digests.view.ts";
import { mailDigestJob } from "./kinds.jobs.ts";

/* A mail a week, on Monday at 9 where the person is, with what they have not read (rules-notifications 24). */

export interface DigestDeps extends Pick<Config, "publicUrl" | "productName"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Pick<Mailer, "canSend" | "send">;
  readonly unsubscribeLinks: UnsubscribeLinks;
}

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** No week comes round again; the rows are kept for a person who looks for a mail that did not come. */
const KEPT_MS = 8 * WEEK_MS;
/** People of one transaction. */
const PORTION = 200;

/**
 * Looks at the people for whom it is Monday morning, each once a week and workspace however often it runs, and leaves a job for each mail
 * that there is something to say in.
 */
export async function planDigests(deps: DigestDeps, portion = PORTION): Promise<void> {
  const { db, clock, mailer } = deps;
  if (!mailer.canSend) return;
  const now = clock.now();
  const zones = (await listTimeZones(db)).flatMap((zone): DueZone[] => {
    const week = dueWeek(zone, now);
    return week === undefined ? [] : [{ zone, week }];
  });
  let after: DuePerson | undefined;
  let people: readonly DuePerson[] = [];
  do {
    people = zones.length === 0 ? [] : await listDuePeople(db, zones, after, portion);
    if (people.length > 0) await plan(deps, people, now);
    after = people.at(-1);
  } while (people.length === portion);
  await deleteOldDigests(db, new Date(now.getTime() - KEPT_MS));
}

async function plan(
  { db, jobs }: DigestDeps,
  people: readonly DuePerson[],
  now: Date,
): Promise<void> {
  await runTransaction(db, async (tx) => {
    const keys = await insertDigests(tx, people, now);
    const entries = await listDigestEntries(tx, keys, spanOf(now));
    const said = new Set(entries.map(({ userId, workspaceId }) => `${userId} ${workspaceId}`));
    const due = keys.filter(({ userId, workspaceId }) => said.has(`${userId} ${workspaceId}`));
    if (due.length > 0) await updateDigests(tx, due, "PENDING");
    for (const key of due) await jobs.enqueue(tx, mailDigestJob, key);
  });
}

function spanOf(now: Date): { readonly now: Date; readonly since: Date } {
  return { now, since: new Date(now.getTime() - WEEK_MS) };
}

/** Mails a digest with what there is to say now; done again after it left, it does nothing, and after a crash it is the same mail. */
export async function mailDigest(deps: DigestDeps, key: DigestKey): Promise<void> {
  const { db, clock, unsubscribeLinks } = deps;
  const digest = await findPendingDigest(db, key);
  if (!digest) return;
  const { userId, week, workspaceId } = key;
  const now = clock.now();
  const entries = await listDigestEntries(db, [key], spanOf(now));
  const to = await findMailAddress(db, userId, "digest");
  if (to === undefined || entries.length === 0) return updateDigests(db, [key], "CANCELLED");
  const unsubscribe = unsubscribeLinks.make({ userId, scope: "digest", address: to });
  const content = toDigestContent(entries, { ...deps, ...digest, unsubscribe });
  const sent = await handOver(deps, userId, {
    key: `digest ${userId} ${workspaceId} ${week}`,
    to,
    content,
    unsubscribeUrl: unsubscribe.apiUrl,
  });
  await updateDigests(db, [key], sent ? "SENT" : "CANCELLED");
}

/** Of somebody who is gone. */
export function forgetDigests(tx: Tx, userId: UserId): Promise<void> {
  return deleteDigestsOf(tx, userId);
}
