import {
  PUSH_SUBSCRIPTIONS_MAX,
  type InputOf,
  type PushDevice,
  type ReplyOf,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { OutgoingFailed, type Outgoing } from "#server/platform/outgoing/outgoing.ts";
import { isPushKey } from "#server/platform/push/vapid.ts";
import type { WebPush } from "#server/platform/push/web-push.ts";
import {
  deleteReplaced,
  deleteSubscription,
  deleteSurplus,
  listDevices,
  upsertSubscription,
  type DeviceRow,
} from "./subscriptions.queries.ts";

export interface SubscriptionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outgoing: Pick<Outgoing, "judge">;
  readonly webPush: Pick<WebPush, "publicKey">;
}

/** The caller's browsers; none of a session that ended. */
export async function listPushSubscriptions(
  { db, clock, webPush }: SubscriptionDeps,
  actor: Actor,
): Promise<ReplyOf<"listPushSubscriptions">> {
  const devices = await listDevices(db, actor.userId, clock.now());
  return {
    publicKey: webPush.publicKey,
    devices: devices.map((row) => toDevice(row, actor)),
  };
}

/**
 * The session's browser is pushed to from now on, and nobody else at this endpoint; done again, it stays the same device. An address
 * that the server may not connect to is PUSH_ENDPOINT_INVALID; a name that cannot be resolved now is judged with each push.
 */
export async function addPushSubscription(
  deps: SubscriptionDeps,
  actor: Actor,
  { endpoint, keys }: InputOf<"addPushSubscription">["body"],
): Promise<PushDevice> {
  const target = { endpoint: await requireEndpoint(deps, endpoint), ...keys };
  if (!isPushKey(keys.p256dh)) throw new AppError("PUSH_ENDPOINT_INVALID");
  const now = deps.clock.now();
  const devices = await runTransaction(deps.db, async (tx) => {
    await deleteReplaced(tx, actor, target.endpoint);
    await upsertSubscription(tx, actor, target, now);
    await deleteSurplus(tx, actor.userId, PUSH_SUBSCRIPTIONS_MAX, now);
    return listDevices(tx, actor.userId, now);
  });
  const made = devices.find(({ sessionId }) => sessionId === actor.sessionId);
  if (!made) throw new AppError("SESSION_ENDED");
  return toDevice(made, actor);
}

/** Has one of the caller's browsers pushed to no more; idempotent. */
export async function removePushSubscription(
  { db }: Pick<SubscriptionDeps, "db">,
  { userId }: Actor,
  id: string,
): Promise<void> {
  await deleteSubscription(db, userId, id);
}

/** The address as it is kept. */
async function requireEndpoint(
  { outgoing }: Pick<SubscriptionDeps, "outgoing">,
  endpoint: string,
): Promise<string> {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:") throw new AppError("PUSH_ENDPOINT_INVALID");
  try {
    await outgoing.judge(url.href);
  } catch (error) {
    if (error instanceof AppError && error.code === "ADDRESS_NOT_ALLOWED")
      throw new AppError("PUSH_ENDPOINT_INVALID");
    if (!(error instanceof OutgoingFailed)) throw error;
  }
  return url.href;
}

function toDevice(
  { id, sessionId, userAgent, createdAt, usedAt }: DeviceRow,
  actor: Pick<Actor, "sessionId">,
): PushDevice {
  return {
    id,
    isCurrent: sessionId === actor.sessionId,
    userAgent,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
  };
}
