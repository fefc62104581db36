import { forgetDigests } from "#server/features/digests/digests.service.ts";
import { forgetDrafts } from "#server/features/drafts/drafts.service.ts";
import { closeAllLinks } from "#server/features/guests/guest-access.service.ts";
import type { MessageFate, UserId } from "@colbin/protocol";
import { recordAct, recordAudit } from "#server/features/audit/audit.service.ts";
import { forgetSignIn } from "#server/features/auth/clean-up.service.ts";
import { endSessionsOf } from "#server/features/auth/sessions.service.ts";
import {
  forgetInvitee,
  revokeAllInvitations,
  revokeAllInvitationsOf,
} from "#server/features/invitations/invitations.service.ts";
import { endMembership, endPlacesLater } from "#server/features/members/removal.service.ts";
import { forgetNotificationSettings } from "#server/features/notification-preferences/preferences.service.ts";
import { forgetNotifications } from "#server/features/notifications/feed.service.ts";
import { forgetReports } from "#server/features/reports/reports.service.ts";
import { forgetSaved } from "#server/features/saved/saved.service.ts";
import { releaseDomain } from "#server/features/organizations/domains.service.ts";
import { forgetScheduledMessages } from "#server/features/scheduled/scheduled.service.ts";
import { requireDeletableUser } from "#server/features/people/administration.access.ts";
import {
  eraseAccount,
  listDueDeletions,
  markDeleted,
} from "#server/features/users/deletion.service.ts";
import {
  closeWorkspace,
  listMembershipsOf,
  listOwnedForChange,
  recordPersonChange,
  requirePersonalWorkspaceId,
  type OwnedWorkspace,
} from "#server/features/workspaces/workspaces.service.ts";
import { forgetWebhooks } from "#server/features/webhooks/webhooks.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { whenSettled } from "#server/platform/db/settled.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { forgetAuthorJob } from "./authors.jobs.ts";

/* The end of an account: nothing goes on under it at once, its person may come back for some days, then it is erased (rules-identity 50). */

export interface AccountDeps extends Pick<Config, "accountDeletionDays"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "endSessions" | "refreshWorkspace">;
}

const DAY_MS = 24 * 60 * 60_000;

interface Ending {
  readonly id: UserId;
  readonly messages: MessageFate;
}

/**
 * Deletes an account, the caller's or one that they administer. Its sessions end in the same transaction, what it sent as invitations is
 * revoked, organizations that nobody else is in are closed, and nothing of it is written after this has returned. Its person takes all
 * of that back by signing in. ORGANIZATION_OWNER_MUST_TRANSFER where they own an organization with others in it. Again changes nothing.
 */
export async function deleteAccount(
  deps: AccountDeps,
  actor: Actor,
  ending: Ending,
): Promise<void> {
  const { sessions, workspaces } = await runTransaction(deps.db, (tx) =>
    endAccount(tx, deps, actor, ending),
  );
  if (sessions.length > 0) deps.live.endSessions(sessions, "account deleted");
  for (const id of workspaces) deps.live.refreshWorkspace(id);
  await whenSettled(deps.db);
}

async function endAccount(tx: Tx, deps: AccountDeps, actor: Actor, { id, messages }: Ending) {
  const now = deps.clock.now();
  const user = await requireDeletableUser(tx, actor, id);
  if (user.deletedAt) return { sessions: [], workspaces: [] };
  await revokeAllInvitationsOf(tx, id);
  const owned = await requireNoOthers(tx, id);
  const deletesAt = new Date(now.getTime() + deps.accountDeletionDays * DAY_MS);
  await markDeleted(tx, id, { deletedAt: now, deletesAt, deletesMessages: messages === "delete" });
  const target = { type: "user", id } as const;
  await recordAct(tx, actor, { at: now, kind: "account deleted", target, details: { messages } });
  for (const { workspaceId, title } of owned) {
    const details = { title };
    await revokeAllInvitations(tx, workspaceId);
    await closeAllLinks(tx, workspaceId);
    await releaseDomain(tx, workspaceId);
    await recordAct(tx, actor, { at: now, kind: "organization deleted", workspaceId, details });
  }
  const sessions = await endSessionsOf(tx, id, "account deleted", now);
  for (const { workspaceId } of owned) await closeWorkspace(tx, workspaceId, now);
  return { sessions, workspaces: owned.map(({ workspaceId }) => workspaceId) };
}

/** The organizations that go with the account. */
async function requireNoOthers(tx: Tx, ownerId: UserId): Promise<readonly OwnedWorkspace[]> {
  const owned = await listOwnedForChange(tx, ownerId);
  const shared = owned.find(({ others }) => others > 0);
  if (shared) {
    const { workspaceId: orgId, title } = shared;
    throw new AppError("ORGANIZATION_OWNER_MUST_TRANSFER", { orgId, title });
  }
  return owned;
}

/** Erases the accounts whose persons did not come back in time; places and messages follow by jobs, in portions. */
export async function eraseAccounts(
  deps: Pick<AccountDeps, "db" | "clock" | "jobs">,
): Promise<void> {
  for (const id of await listDueDeletions(deps.db, deps.clock.now()))
    await runTransaction(deps.db, (tx) => erase(tx, deps, id));
}

async function erase(
  tx: Tx,
  { clock, jobs }: Pick<AccountDeps, "clock" | "jobs">,
  userId: UserId,
): Promise<void> {
  const now = clock.now();
  const account = await eraseAccount(tx, userId, now);
  if (!account) return;
  const identifiers = [account.email, account.phone].filter((each) => each !== null);
  await forgetSignIn(tx, userId, identifiers);
  await forgetNotifications(tx, userId);
  await forgetNotificationSettings(tx, userId);
  await forgetWebhooks(tx, userId);
  await forgetDigests(tx, userId);
  await forgetDrafts(tx, userId);
  await forgetScheduledMessages(tx, userId);
  await forgetSaved(tx, userId);
  await forgetReports(tx, userId);
  await forgetInvitee(tx, userId, identifiers);
  const memberships = await listMembershipsOf(tx, userId);
  for (const who of memberships) await endMembership(tx, { clock, jobs }, who);
  const personal = await requirePersonalWorkspaceId(tx);
  await endPlacesLater(tx, jobs, { workspaceId: personal, userId });
  await jobs.enqueue(tx, forgetAuthorJob, { userId, isAll: account.deletesMessages });
  const target = { type: "user", id: userId } as const;
  await recordAudit(tx, { at: now, kind: "account erased", target });
  await recordPersonChange(tx, memberships);
}
