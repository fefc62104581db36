import type { OtpDelivery } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { toCountedAddress } from "#server/platform/http/callers.ts";
import type { AuthParts, Caller } from "./auth.service.ts";
import { deleteHit, insertHit, listCounters, updateHeldUntil } from "./counters.queries.ts";
import {
  isFull,
  linkLimit,
  listCodeLimits,
  listFailLimits,
  listWaitLimits,
  toLinkLifeMs,
  waitMsOf,
  type FailLimit,
  type Limit,
  type Scope,
} from "./limits.rules.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

type Counting = Pick<AuthParts, "config" | "db">;

/** Whom a request counts for; under dev delivery programs of this machine share an address that says nothing. */
export function toScope(
  { config }: Pick<AuthParts, "config">,
  caller: Caller,
  of: {
    readonly identifier: string;
    /** Of what tells this caller from the next, a browser or a session; null where the address has to do. */
    readonly callerHash: Uint8Array | null;
    readonly deviceHash: Uint8Array | null;
  },
): Scope {
  const address = toCountedAddress(caller.address);
  const isUncounted = config.otpDelivery === "dev" && caller.isLocal;
  return {
    identifier: of.identifier,
    caller: of.callerHash ? Buffer.from(of.callerHash).toString("hex") : address,
    device: of.deviceHash ? Buffer.from(of.deviceHash).toString("hex") : undefined,
    address: isUncounted ? undefined : address,
  };
}

/** Is only a link any help to this caller: no code is looked at then. */
export async function isLinkMode({ config, db }: Counting, scope: Scope, now: Date) {
  return isAnyFull(db, listFailLimits(config, scope), now);
}

async function isAnyFull(db: Db, limits: readonly Limit[], now: Date): Promise<boolean> {
  const keys = limits.map(({ key }) => key);
  const counters = await listCounters(db, keys);
  return limits.some((limit) => isFull(limit, counters.get(limit.key), now));
}

/**
 * Counts one request for a code and says how it is answered: by a link where too many codes were sent or guessed. Throws
 * OTP_RATE_LIMITED where the caller has to wait, and whatever keeps the counters from being read.
 */
export async function countSend(
  { config, db }: Counting,
  scope: Scope,
  now: Date,
): Promise<OtpDelivery> {
  for (const limit of listWaitLimits(config, scope)) {
    const retryAfterMs = await countHit(db, limit, now);
    if (retryAfterMs > 0) throw new AppError("OTP_RATE_LIMITED", { retryAfterMs });
  }
  const codes = listCodeLimits(config, scope);
  if (await isAnyFull(db, [...codes, ...listFailLimits(config, scope)], now)) return "link";
  for (const limit of codes) {
    // Filled by another request at the same moment.
    if ((await insertHit(db, limit, now)) === undefined) return "link";
  }
  return "code";
}

/** Counts it where only a code helps, as a link would lead out of what is done just now: OTP_RATE_LIMITED while link mode holds. */
export async function requireCodeSend(deps: Counting, scope: Scope, now: Date): Promise<void> {
  if ((await countSend(deps, scope, now)) === "code") return;
  const retryAfterMs = await readLinkModeMs(deps, scope, now);
  throw new AppError("OTP_RATE_LIMITED", { retryAfterMs });
}

/** A link that is made now, or one that is live already, and how long it lives. */
export interface LinkReservation {
  readonly isNew: boolean;
  readonly lifeMs: number;
}

/** Of any number of requests at once one makes a link; the others wait for its transaction and then share the link. */
export async function reserveLink(tx: Tx, scope: Scope, now: Date): Promise<LinkReservation> {
  const limit = linkLimit(scope);
  const nth = await insertHit(tx, limit, now);
  if (nth === undefined) return { isNew: false, lifeMs: await readWaitMs(tx, limit, now) };
  const lifeMs = toLinkLifeMs(nth);
  await updateHeldUntil(tx, limit.key, new Date(now.getTime() + lifeMs));
  return { isNew: true, lifeMs };
}

/** The live link was used: the next request makes another one. */
export async function releaseLink({ db }: Counting, scope: Scope, now: Date): Promise<void> {
  await updateHeldUntil(db, linkLimit(scope).key, now);
}

/** How long link mode still holds for this caller; a day where only a success ends it. */
async function readLinkModeMs({ config, db }: Counting, scope: Scope, now: Date): Promise<number> {
  const limits = [...listCodeLimits(config, scope), ...listFailLimits(config, scope)];
  const counters = await listCounters(
    db,
    limits.map(({ key }) => key),
  );
  const waits = limits.map((limit) => waitMsOf(limit, counters.get(limit.key), now) ?? DAY_MS);
  return Math.max(1000, ...waits);
}

/** Counts one hit where the limit has room for it; else nothing, and how long the caller has to wait. */
export async function countHit(db: Db, limit: Limit, now: Date): Promise<number> {
  const count = await insertHit(db, limit, now);
  return count === undefined ? readWaitMs(db, limit, now) : 0;
}

/** The same where nobody may wait: RATE_LIMITED. Returns how many hits there are now. */
export async function requireHit(db: Db, limit: Limit, now: Date): Promise<number> {
  const count = await insertHit(db, limit, now);
  if (count !== undefined) return count;
  const retryAfterMs = await readWaitMs(db, limit, now);
  throw new AppError("RATE_LIMITED", { retryAfterMs, limit: limit.max });
}

/** They were counted at this moment before the outcome was known, and were no failures. */
export async function takeBackHits(
  { db }: Pick<Counting, "db">,
  limits: readonly Limit[],
  now: Date,
): Promise<void> {
  for (const { key } of limits) await deleteHit(db, key, now);
}

/** Counts what a network address does in an hour, of which so much is allowed; as requireHit. */
export async function requireVisit(
  { db, clock, otpDelivery }: Pick<Config, "otpDelivery"> & Pick<AuthParts, "db" | "clock">,
  { address, isLocal }: Pick<Caller, "address" | "isLocal">,
  { what, max }: { readonly what: string; readonly max: number },
): Promise<void> {
  // As with the codes of sign-in: programs of this machine share an address that says nothing.
  if (otpDelivery === "dev" && isLocal) return;
  const key = `${what} from ${toCountedAddress(address)}`;
  await requireHit(db, { key, max, windowMs: HOUR_MS }, clock.now());
}

async function readWaitMs(db: Db, limit: Limit, now: Date): Promise<number> {
  const state = (await listCounters(db, [limit.key])).get(limit.key);
  return Math.max(1000, waitMsOf(limit, state, now) ?? 0);
}

/** A failure counted before it is known whether it is one, and how many there are with it. */
export interface CountedTry {
  readonly limit: FailLimit;
  readonly count: number;
}

/**
 * Counts a try as a failure for everything that a failure counts for. Undefined where a limit filled up in the meantime:
 * nothing may be compared then. What was counted by then stays counted.
 */
export async function countTry(
  { config, db }: Counting,
  scope: Scope,
  now: Date,
): Promise<readonly CountedTry[] | undefined> {
  const counted: CountedTry[] = [];
  for (const limit of listFailLimits(config, scope)) {
    const count = await insertHit(db, limit, now);
    if (count === undefined) return undefined;
    counted.push({ limit, count });
  }
  return counted;
}
