import {
  API_KEY_PREFIX,
  type ApiKey,
  type AuditFacts,
  type InputOf,
  type ReplyOf,
} from "@colbin/protocol";
import { randomUUID } from "node:crypto";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import {
  endApiKey,
  keepApiKey,
  listApiKeys as listAll,
  type ApiKeyRow,
} from "../api-keys/api-keys.service.ts";
import { recordAct } from "../audit/audit.service.ts";
import { findAccountForChange } from "../users/accounts.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { Auth, AuthParts, Caller } from "./auth.service.ts";
import { hashSecret, makeSecret } from "./secrets.service.ts";

/* The API keys of a person: what they do with them (rules-identity 82). */

const KEYS_MAX = 20;
const HINT_LENGTH = 4;
const DAY_MS = 24 * 60 * 60_000;

/** The keys of the caller, newest first. */
export async function listApiKeys(
  { db }: Pick<AuthParts, "db">,
  { userId }: Actor,
): Promise<ReplyOf<"listApiKeys">> {
  return { keys: (await listAll(db, userId)).map(toApiKey), max: KEYS_MAX };
}

/** A key for the workspace of the session; API_KEY_LIMIT over twenty live ones, FORBIDDEN to guests. The door has asked for an elevation. */
export async function createApiKey(
  auth: Auth,
  caller: Caller,
  actor: Actor,
  { name, scopes, expiresInDays }: InputOf<"createApiKey">["body"],
): Promise<ReplyOf<"createApiKey">> {
  const { userId, workspaceId, accountType } = actor;
  if (actor.workspaceRole === "GUEST") throw new AppError("FORBIDDEN");
  const now = auth.clock.now();
  const secret = makeSecret(256, API_KEY_PREFIX);
  return runTransaction(auth.db, async (tx) => {
    const user = await findAccountForChange(tx, userId);
    if (!user) throw new AppError("UNAUTHORIZED");
    const live = (await listAll(tx, userId)).filter(({ expiresAt }) => expiresAt > now);
    if (live.length >= KEYS_MAX) throw new AppError("API_KEY_LIMIT");
    const row = await keepApiKey(tx, {
      id: randomUUID(),
      userId,
      workspaceId,
      memberOf: accountType === "PERSONAL" ? null : workspaceId,
      name,
      secretHash: hashSecret(secret),
      hint: secret.slice(-HINT_LENGTH),
      scopes,
      createdAt: now,
      expiresAt: new Date(now.getTime() + expiresInDays * DAY_MS),
    });
    const details = { change: "made", name, key: row.id, scopes: scopes.join(" ") };
    await record(tx, actor, row, { at: now, details });
    await warnPerson(tx, auth, caller, { user, kind: "api-key-made", now });
    return { key: toApiKey(row), secret };
  });
}

/** API_KEY_NOT_FOUND where the caller has none of this id. */
export async function deleteApiKey(
  { db, clock }: Pick<AuthParts, "db" | "clock">,
  actor: Actor,
  id: string,
): Promise<void> {
  await runTransaction(db, async (tx) => {
    const ended = await endApiKey(tx, actor.userId, id);
    if (!ended) throw new AppError("API_KEY_NOT_FOUND");
    const details = { change: "ended", name: ended.name, key: ended.id };
    await record(tx, actor, ended, { at: clock.now(), details });
  });
}

/** For the person, and for the people who lead the organization of the key. */
async function record(
  tx: Tx,
  actor: Actor,
  { workspaceId, organization }: Pick<ApiKeyRow, "workspaceId" | "organization">,
  event: { readonly at: Date; readonly details: AuditFacts },
): Promise<void> {
  await recordAct(tx, actor, { ...event, kind: "api key" });
  if (organization !== null) await recordAct(tx, actor, { ...event, kind: "api key", workspaceId });
}

function toApiKey({ createdAt, expiresAt, usedAt, scopes, ...row }: ApiKeyRow): ApiKey {
  return {
    ...row,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}
