import type { Factor, InputOf, ReplyOf, UserId } from "@colbin/protocol";
import { randomUUID } from "node:crypto";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import {
  countRecoveryCodesLeft,
  findStartedTotp,
  forgetRecoveryCodes,
  forgetWaits,
  keepPasskey,
  keepRecoveryCodes,
  keepTotp,
  listFactors as listAll,
  nameFactor,
  takeFactor,
  acceptTotp,
  type FactorRow,
} from "../factors/factors.service.ts";
import { askForNewPasskey, readNewPasskey } from "../factors/passkeys.service.ts";
import { makeRecoveryCodes } from "../factors/recovery-codes.service.ts";
import { makeTotp, stepOf } from "../factors/totp.service.ts";
import { findAccountForChange, requireAccount, type UserRow } from "../users/accounts.service.ts";
import { noteFactorChange } from "./alerts.service.ts";
import type { Auth, AuthParts, Caller } from "./auth.service.ts";
import { requireHit, takeBackHits } from "./limits.service.ts";
import {
  findFactorLimit,
  hashRecoveryCode,
  toJudging,
  TOTP_SEAL,
} from "./second-factor.service.ts";
import { seal, unseal } from "./secrets.service.ts";

/* The second factors of a person: what they do with them (rules-identity 26). The door has asked for an elevation where one changes. */

/** Of one person; each is a way in that somebody has to keep. */
const FACTORS_MAX = 20;
/** In which the first code of an app must be shown. */
const START_LIFE_MS = 60 * 60_000;

/** The factors of the caller in the order in which they were added. */
export async function listFactors(
  { db }: Pick<AuthParts, "db">,
  { userId }: Actor,
): Promise<ReplyOf<"listFactors">> {
  const factors = await listAll(db, userId);
  return {
    factors: factors.map(toFactor),
    recoveryCodesLeft: await countRecoveryCodesLeft(db, userId),
  };
}

/** A secret for an app, which is no factor yet; SECOND_FACTOR_LIMIT where the person has twenty factors. */
export async function startTotp(
  auth: Auth,
  { userId }: Actor,
  { name }: InputOf<"startTotp">["body"],
): Promise<ReplyOf<"startTotp">> {
  const user = await requireAccount(auth.db, userId);
  const { secret, uri } = makeTotp(auth.config.productName, toLabel(user));
  const id = randomUUID();
  await runTransaction(auth.db, async (tx) => {
    await requireRoom(tx, userId);
    const sealed = seal(auth.keys.otpSecret, TOTP_SEAL, secret);
    await keepTotp(tx, { id, userId, name, secret: sealed, now: auth.clock.now() });
  });
  return { id, secret, uri };
}

/** The app is a factor from now on. SECOND_FACTOR_INVALID where this is none of its codes, SECOND_FACTOR_NOT_FOUND after an hour. */
export async function confirmTotp(
  auth: Auth,
  caller: Caller,
  actor: Actor,
  { id, code }: { readonly id: string; readonly code: string },
): Promise<ReplyOf<"confirmTotp">> {
  const { userId } = actor;
  const now = auth.clock.now();
  const startedAfter = new Date(now.getTime() - START_LIFE_MS);
  const started = await findStartedTotp(auth.db, userId, id, startedAfter);
  if (!started) throw new AppError("SECOND_FACTOR_NOT_FOUND");
  const { limit } = await findFactorLimit(auth, caller, userId);
  await requireHit(auth.db, limit, now);
  const step = stepOf(unseal(auth.keys.otpSecret, TOTP_SEAL, started.secret), code, now);
  if (step === undefined) throw new AppError("SECOND_FACTOR_INVALID");
  await takeBackHits(auth, [limit], now);
  return runTransaction(auth.db, (tx) =>
    addFactor(tx, auth, caller, { actor, add: () => acceptTotp(tx, id, step, now) }),
  );
}

/** The options by which a browser makes a passkey for this person, in this session. */
export async function startPasskey(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
): Promise<ReplyOf<"startPasskey">> {
  await requireRoom(auth.db, userId);
  const user = await requireAccount(auth.db, userId);
  const scope = { userId, sessionId, isNewPasskey: true };
  const person = { name: toLabel(user), fullName: user.fullName };
  return { options: await askForNewPasskey(toJudging(auth, caller), scope, person) };
}

/** SECOND_FACTOR_INVALID where the answer of the browser does not hold, or was not asked for in this session. */
export async function addPasskey(
  auth: Auth,
  caller: Caller,
  actor: Actor,
  { name, passkey }: InputOf<"addPasskey">["body"],
): Promise<ReplyOf<"addPasskey">> {
  const { userId, sessionId } = actor;
  const judging = toJudging(auth, caller);
  const scope = { userId, sessionId, isNewPasskey: true };
  const made = await readNewPasskey(judging, scope, passkey);
  if (!made) throw new AppError("SECOND_FACTOR_INVALID");
  const row = { ...made, id: randomUUID(), userId, name };
  return runTransaction(auth.db, (tx) =>
    addFactor(tx, auth, caller, { actor, add: () => keepPasskey(tx, row, judging.now) }),
  );
}

interface Adding {
  readonly actor: Actor;
  /** Undefined where it is there already. */
  readonly add: () => Promise<FactorRow | undefined>;
}

/** With the first factor come recovery codes, which nobody can read again. */
async function addFactor(
  tx: Tx,
  auth: Auth,
  caller: Caller,
  { actor: { userId, sessionId }, add }: Adding,
): Promise<ReplyOf<"confirmTotp">> {
  const now = auth.clock.now();
  const user = await requirePerson(tx, userId);
  const before = await requireRoom(tx, userId);
  const row = await add();
  if (!row) throw new AppError("SECOND_FACTOR_INVALID");
  const details = { change: "added", of: row.kind, name: row.name };
  const kind = "second-factor-added" as const;
  await noteFactorChange(tx, auth, caller, { user, kind, sessionId, details, now });
  if (before > 0) return { factor: toFactor(row) };
  return { factor: toFactor(row), recoveryCodes: await makeCodes(tx, auth, userId) };
}

/** SECOND_FACTOR_NOT_FOUND where the caller has none of this id. */
export async function renameFactor(
  { db }: Pick<AuthParts, "db">,
  { userId }: Actor,
  id: string,
  name: string,
): Promise<Factor> {
  await nameFactor(db, userId, id, name);
  const found = (await listAll(db, userId)).find((each) => each.id === id);
  if (!found) throw new AppError("SECOND_FACTOR_NOT_FOUND");
  return toFactor(found);
}

/** With the last factor its recovery codes go. SECOND_FACTOR_NOT_FOUND where the caller has none of this id. */
export async function removeFactor(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
  id: string,
): Promise<void> {
  const now = auth.clock.now();
  await runTransaction(auth.db, async (tx) => {
    const user = await requirePerson(tx, userId);
    const removed = await takeFactor(tx, userId, id);
    if (!removed) throw new AppError("SECOND_FACTOR_NOT_FOUND");
    if ((await listAll(tx, userId)).length === 0) {
      await forgetRecoveryCodes(tx, userId);
      await forgetWaits(tx, userId);
    }
    const details = { change: "removed", of: removed.kind, name: removed.name };
    const kind = "second-factor-removed" as const;
    await noteFactorChange(tx, auth, caller, { user, kind, sessionId, details, now });
  });
}

/** In the place of the codes of before; SECOND_FACTOR_NOT_FOUND for a person without a factor. */
export async function renewRecoveryCodes(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
): Promise<ReplyOf<"renewRecoveryCodes">> {
  const now = auth.clock.now();
  return runTransaction(auth.db, async (tx) => {
    const user = await requirePerson(tx, userId);
    if ((await listAll(tx, userId)).length === 0) throw new AppError("SECOND_FACTOR_NOT_FOUND");
    const details = { change: "renewed codes" };
    const kind = "recovery-codes" as const;
    await noteFactorChange(tx, auth, caller, { user, kind, sessionId, details, now });
    return { recoveryCodes: await makeCodes(tx, auth, userId) };
  });
}

async function makeCodes(tx: Tx, auth: Auth, userId: UserId): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await keepRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(auth, userId, code)),
  );
  return codes;
}

/** How many factors there are; SECOND_FACTOR_LIMIT where no other one has room. */
async function requireRoom(db: AuthParts["db"], userId: UserId): Promise<number> {
  const { length } = await listAll(db, userId);
  if (length >= FACTORS_MAX) throw new AppError("SECOND_FACTOR_LIMIT");
  return length;
}

async function requirePerson(tx: Tx, userId: UserId): Promise<UserRow> {
  const user = await findAccountForChange(tx, userId);
  if (!user) throw new AppError("UNAUTHORIZED");
  return user;
}

/** Under which apps and browsers keep it. */
function toLabel({ email, phone, username }: UserRow): string {
  return email ?? phone ?? username;
}

function toFactor({ id, kind, name, addedAt, usedAt }: FactorRow): Factor {
  return { id, kind, name, addedAt: addedAt.toISOString(), usedAt: usedAt?.toISOString() ?? null };
}
