import type { OtpDelivery } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import { toCountedAddress } from "#server/platform/http/callers.ts";
import type { AuthParts, Caller } from "./auth.service.ts";
import { insertHit, listCounters } from "./counters.queries.ts";
import {
  daySendLimit,
  isFull,
  listFailLimits,
  listSendLimits,
  waitMsOf,
  type FailLimit,
  type Limit,
  type Scope,
} from "./limits.rules.ts";

type Counting = Pick<AuthParts, "config" | "db">;

/** Whom a request counts for; under dev delivery programs of this machine share an address that says nothing. */
export function toScope(
  { config }: Pick<AuthParts, "config">,
  caller: Caller,
  of: {
    readonly identifier: string;
    readonly browserHash: Uint8Array | null;
    readonly deviceHash: Uint8Array | null;
  },
): Scope {
  const address = toCountedAddress(caller.address);
  const isUncounted = config.otpDelivery === "dev" && caller.isLocal;
  return {
    identifier: of.identifier,
    caller: of.browserHash ? Buffer.from(of.browserHash).toString("hex") : address,
    device: of.deviceHash ? Buffer.from(of.deviceHash).toString("hex") : undefined,
    address: isUncounted ? undefined : address,
  };
}

/** A link where too many codes were sent or guessed, else a code. Throws where the counters cannot be read. */
export async function chooseDelivery(
  { config, db }: Counting,
  scope: Scope,
  now: Date,
): Promise<OtpDelivery> {
  return (await isAnyFull(db, [daySendLimit(config, scope), ...listFailLimits(config, scope)], now))
    ? "link"
    : "code";
}

/** Is only a link any help to this caller: no code is looked at then. */
export async function isLinkMode({ config, db }: Counting, scope: Scope, now: Date) {
  return isAnyFull(db, listFailLimits(config, scope), now);
}

async function isAnyFull(
  db: Counting["db"],
  limits: readonly Limit[],
  now: Date,
): Promise<boolean> {
  const keys = limits.map(({ key }) => key);
  const counters = await listCounters(db, keys);
  return limits.some((limit) => isFull(limit, counters.get(limit.key), now));
}

/** Counts one send for everything that it counts for; throws OTP_RATE_LIMITED where the caller has to wait. */
export async function countSend(
  { config, db }: Counting,
  scope: Scope,
  delivery: OtpDelivery,
  now: Date,
): Promise<void> {
  const limits = [...listSendLimits(config, scope, delivery)];
  if (delivery === "code") limits.push(daySendLimit(config, scope));
  for (const limit of limits) {
    if ((await insertHit(db, limit, now)) !== undefined) continue;
    const state = (await listCounters(db, [limit.key])).get(limit.key);
    const retryAfterMs = Math.max(1000, waitMsOf(limit, state, now) ?? 0);
    throw new AppError("OTP_RATE_LIMITED", { retryAfterMs });
  }
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
