import { API_BASE_PATH, INCOMING_WEBHOOKS_MAX, type InputOf, type ReplyOf } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { hashSecret, makeSecret } from "#server/features/auth/secrets.service.ts";
import type { Changes } from "#server/features/log/log.service.ts";
import {
  requireActive,
  requireManagedRoom,
  requireManagedRoomForChange,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { createGuestAccount } from "#server/features/users/accounts.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { insertIncomingWebhook, listOfRoom, updateClosed } from "./incoming-webhooks.queries.ts";
import { toIncomingWebhook } from "./incoming-webhooks.view.ts";

/* Addresses by which programs write into one room, for people who lead it (rules-notifications 26). */

export interface IncomingWebhookDeps extends Pick<Config, "publicUrl"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
}

const managing = { needs: "MANAGE_ROOM", types: ["channel"] } as const;
const SECRET_BITS = 256;

/** Makes a webhook with an author of its own; its secret is stored hashed and shown this once. WEBHOOK_LIMIT_REACHED. */
export async function createIncomingWebhook(
  deps: IncomingWebhookDeps,
  actor: Actor,
  slug: string,
  { name }: InputOf<"createIncomingWebhook">["body"],
): Promise<ReplyOf<"createIncomingWebhook">> {
  const { id: roomId } = await requireVisibleRoom(deps.db, actor, slug);
  return deps.changes.run(async ({ tx }) => {
    const room = await requireManagedRoomForChange(tx, actor, roomId, managing);
    requireActive(room);
    if ((await listOfRoom(tx, roomId)).length >= INCOMING_WEBHOOKS_MAX)
      throw new AppError("WEBHOOK_LIMIT_REACHED", { max: INCOMING_WEBHOOKS_MAX });
    const now = deps.clock.now();
    const author = await createGuestAccount(tx, { fullName: name, now });
    const secret = makeSecret(SECRET_BITS);
    const webhookId = await insertIncomingWebhook(tx, {
      roomId,
      secretHash: hashSecret(secret),
      authorId: author.id,
      createdBy: actor.userId,
      createdAt: now,
    });
    const details = { webhookId, name };
    await record(tx, actor, room, { at: now, kind: "incoming webhook added", details });
    const row = { id: webhookId, name, createdBy: actor.fullName, createdAt: now };
    const url = `${deps.publicUrl}${API_BASE_PATH}/incoming-webhooks/${secret}`;
    return { ...toIncomingWebhook({ ...row, lastUsedAt: null, isLive: true }), url };
  });
}

/** The webhooks of a room for people who lead it. */
export async function listIncomingWebhooks(
  { db }: Pick<IncomingWebhookDeps, "db">,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"listIncomingWebhooks">> {
  const { id } = await requireManagedRoom(db, actor, slug, managing);
  return { results: (await listOfRoom(db, id)).map(toIncomingWebhook) };
}

/** Nothing is written by it any more; its messages keep their author. WEBHOOK_NOT_FOUND for one of another room. */
export async function removeIncomingWebhook(
  deps: IncomingWebhookDeps,
  actor: Actor,
  { slug, webhookId }: InputOf<"removeIncomingWebhook">["params"],
): Promise<void> {
  const { id: roomId } = await requireVisibleRoom(deps.db, actor, slug);
  await deps.changes.run(async ({ tx }) => {
    const room = await requireManagedRoomForChange(tx, actor, roomId, managing);
    const at = deps.clock.now();
    if (!(await updateClosed(tx, { id: webhookId, roomId }, at)))
      throw new AppError("WEBHOOK_NOT_FOUND");
    await record(tx, actor, room, {
      at,
      kind: "incoming webhook removed",
      details: { webhookId },
    });
  });
}

async function record(
  tx: Tx,
  actor: Actor,
  { id, workspaceId }: OwnPlace,
  event: Pick<Parameters<typeof recordAct>[2], "at" | "kind" | "details">,
): Promise<void> {
  await recordAct(tx, actor, { ...event, workspaceId, target: { type: "room", id } });
}
