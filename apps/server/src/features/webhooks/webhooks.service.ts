import { randomUUID } from "node:crypto";
import {
  isLeading,
  WEBHOOKS_MAX,
  WEBHOOKS_OF_ORGANIZATION_MAX,
  type InputOf,
  type ReplyOf,
  type UserId,
  type Webhook,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { seal } from "#server/features/auth/secrets.service.ts";
import {
  requireLeading,
  requireLedOrganization,
} from "#server/features/organizations/organizations.access.ts";
import { findActiveMembership } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { OutgoingFailed, type Outgoing } from "#server/platform/outgoing/outgoing.ts";
import { makeWebhookSecret } from "./signing.service.ts";
import {
  deleteWebhook,
  deleteWebhooksOf,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  lockPerson,
  updateOn,
  type Holder,
  type WebhookRow,
} from "./webhooks.queries.ts";
import { toWebhook } from "./webhooks.view.ts";

export interface WebhookDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly outgoing: Pick<Outgoing, "post" | "judge">;
  readonly instanceSecret: Uint8Array;
}

/** Must be the same where a secret is sealed and where it is opened. */
export function sealContextOf(webhookId: string): string {
  return `webhook ${webhookId}`;
}

/** The webhooks of the caller, or of an organization that they lead; the newest first. */
export async function listWebhooks(
  { db }: WebhookDeps,
  actor: Actor,
  orgId: WorkspaceId | undefined,
): Promise<ReplyOf<"listWebhooks">> {
  if (orgId !== undefined) await requireLeading(db, actor, orgId);
  const rows = await listWebhookRows(db, holderOf(actor, orgId));
  return { results: rows.map(toWebhook) };
}

function holderOf({ userId }: Actor, orgId: WorkspaceId | undefined): Holder {
  return orgId === undefined ? { userId } : { workspaceId: orgId };
}

/** Adds one, and shows its secret this once; WEBHOOK_URL_NOT_ALLOWED where the server may not connect there. */
export async function addWebhook(
  deps: WebhookDeps,
  actor: Actor,
  { url, orgId }: InputOf<"addWebhook">["body"],
): Promise<ReplyOf<"addWebhook">> {
  if (orgId !== undefined) await requireLeading(deps.db, actor, orgId);
  await requireAllowed(deps, url);
  const id = randomUUID();
  const secret = makeWebhookSecret();
  const now = deps.clock.now();
  const row = await runTransaction(deps.db, async (tx) => {
    // Held, so that no two calls count the same.
    if (orgId === undefined) await lockPerson(tx, actor.userId);
    else await requireLedOrganization(tx, actor, orgId);
    const max = orgId === undefined ? WEBHOOKS_MAX : WEBHOOKS_OF_ORGANIZATION_MAX;
    const { length } = await listWebhookRows(tx, holderOf(actor, orgId));
    if (length >= max) throw new AppError("WEBHOOK_LIMIT_REACHED", { max });
    const sealed = seal(deps.instanceSecret, sealContextOf(id), secret);
    const workspaceId = orgId ?? null;
    const { userId } = actor;
    const added = await insertWebhook(tx, { id, userId, workspaceId, url, secret: sealed, now });
    await record(tx, actor, added, { kind: "webhook added", at: now });
    return added;
  });
  return { ...toWebhook(row), secret };
}

async function requireAllowed({ outgoing }: WebhookDeps, url: string): Promise<void> {
  try {
    await outgoing.judge(url);
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === "ADDRESS_NOT_ALLOWED";
    if (isRefused || error instanceof OutgoingFailed) throw new AppError("WEBHOOK_URL_NOT_ALLOWED");
    throw error;
  }
}

/** Switches a webhook on again; events that it missed meanwhile are not sent. */
export async function resumeWebhook(deps: WebhookDeps, actor: Actor, id: string): Promise<Webhook> {
  return runTransaction(deps.db, async (tx) => {
    const row = await requireOwn(tx, actor, id);
    if (row.offAt) {
      await updateOn(tx, id);
      await record(tx, actor, row, { kind: "webhook resumed", at: deps.clock.now() });
    }
    return toWebhook({ ...row, offAt: null });
  });
}

/** Removes a webhook; calls that wait for it are not sent any more. */
export async function removeWebhook(deps: WebhookDeps, actor: Actor, id: string): Promise<void> {
  await runTransaction(deps.db, async (tx) => {
    const row = await requireOwn(tx, actor, id);
    await deleteWebhook(tx, id);
    await record(tx, actor, row, { kind: "webhook removed", at: deps.clock.now() });
  });
}

/** One of the caller's own, or of an organization that they lead; any other is not there. */
async function requireOwn(tx: Tx, { userId }: Actor, id: string): Promise<WebhookRow> {
  const row = await findWebhook(tx, id);
  const isOwn = row?.workspaceId === null && row.userId === userId;
  const membership = row?.workspaceId && (await findActiveMembership(tx, userId, row.workspaceId));
  if (!row || (!isOwn && !(membership && isLeading(membership.role))))
    throw new AppError("WEBHOOK_NOT_FOUND");
  return row;
}

/** An announcement to an organization is in its audit. */
async function record(
  tx: Tx,
  actor: Actor,
  { workspaceId, url }: WebhookRow,
  event: {
    readonly kind: "webhook added" | "webhook resumed" | "webhook removed";
    readonly at: Date;
  },
): Promise<void> {
  if (workspaceId === null) return;
  const details = { host: new URL(url).host };
  await recordAct(tx, actor, { ...event, workspaceId, details });
}

/** Of somebody who is gone; those that they made for an organization stay with it. */
export function forgetWebhooks(tx: Tx, userId: UserId): Promise<void> {
  return deleteWebhooksOf(tx, userId);
}
