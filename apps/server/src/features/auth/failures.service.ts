import type { AuditFacts, UserId } from "@colbin/protocol";
import type { Tx } from "#server/platform/db/database.ts";
import { recordAudit, type AuditKind } from "../audit/audit.service.ts";
import { findAccount, type UserRow } from "../users/accounts.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { Auth, Caller } from "./auth.service.ts";
import { updateKilled, type CodesCovered, type TriedChallenge } from "./challenges.queries.ts";
import { insertHit, updateHeldUntil } from "./counters.queries.ts";
import {
  alertLimit,
  FAILS_BEFORE_ALERT,
  guessLimit,
  type FailLimit,
  type Scope,
} from "./limits.rules.ts";
import { countHit, type CountedTry } from "./limits.service.ts";

/** The use that a secret would have had if it had been right. */
export type ProofPurpose = "sign-in" | "elevation" | "verification";

const failureKinds = {
  "sign-in": "failed sign-in",
  elevation: "failed elevation",
  verification: "failed verification",
} as const satisfies Record<ProofPurpose, AuditKind>;

/** A wrong code, and what was counted for it before it was compared. */
export interface Failure {
  readonly purpose: ProofPurpose;
  /** The person of the session in which it was entered; without, it is recorded for whoever has the address. */
  readonly actorId: UserId | undefined;
  readonly identifier: Identifier;
  readonly tried: TriedChallenge;
  readonly scope: Scope;
  readonly counted: readonly CountedTry[];
  readonly now: Date;
}

/**
 * Records a wrong code; where it fills a limit, link mode begins: the codes that it covers die at once. Returns whether
 * they did. The person is told once a day.
 */
export async function recordFailure(
  auth: Auth,
  caller: Caller,
  failure: Failure,
): Promise<boolean> {
  const { purpose, identifier, tried, scope, counted, now } = failure;
  if (scope.device === undefined) await insertHit(auth.db, guessLimit(auth.config, tried.id), now);
  const full = counted.filter(({ limit, count }) => count >= limit.max).map(({ limit }) => limit);
  const [ofPerson] = counted;
  const isAlarming = ofPerson !== undefined && ofPerson.count >= FAILS_BEFORE_ALERT;
  const isDue = isAlarming && (await insertHit(auth.db, alertLimit(scope), now)) !== undefined;
  const user = await findAccount(auth.db, identifier);
  const details = { identifier: identifier.value };
  const heard = { at: now, address: caller.address, details };
  await auth.db.transaction().execute(async (tx) => {
    const actorId = failure.actorId ?? user?.id;
    await recordAudit(tx, { ...heard, kind: failureKinds[purpose], actorId });
    if (full.length > 0) await beginLinkMode(tx, caller, failure, full);
    if (user && isDue) await warnPerson(tx, auth, caller, { user, kind: "wrong-codes", now });
  });
  for (const { covers } of full) {
    if (covers !== "unknown devices") continue;
    auth.log.error("Too many wrong sign-in codes: unknown devices get links for a day");
  }
  return full.length > 0;
}

async function beginLinkMode(
  tx: Tx,
  caller: Caller,
  failure: Failure,
  full: readonly FailLimit[],
): Promise<void> {
  const { identifier, now } = failure;
  // Several counters are held at once, so they come in the order of their keys (deleteCounters).
  for (const { key, covers, holdMs } of full.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (holdMs !== undefined) await updateHeldUntil(tx, key, new Date(now.getTime() + holdMs));
    const details = { identifier: identifier.value, cause: "wrong codes", covers };
    await recordAudit(tx, { at: now, kind: "link mode", address: caller.address, details });
  }
  await updateKilled(
    tx,
    full.flatMap(({ covers }) => toCovered(covers, failure)),
  );
}

function toCovered(covers: FailLimit["covers"], { tried, scope }: Failure): CodesCovered[] {
  switch (covers) {
    case "identifier":
      return [{ of: covers, identifier: tried.identifier, deviceHash: tried.deviceHash }];
    case "address":
      return scope.address === undefined ? [] : [{ of: covers, address: scope.address }];
    case "unknown devices":
      return [{ of: covers }];
  }
}

/** A wrong password, or a wrong second factor. */
export interface WrongSecret {
  readonly of: "passwords" | "second factors";
  /** A second step is recorded once for its sign-in, and not with each guess (recordStop). */
  readonly purpose: ProofPurpose | "second step";
  readonly user: UserRow | undefined;
  readonly scope: Scope;
  /** Of the person in the time of their limit, with this one. */
  readonly failures: number;
  readonly details: AuditFacts;
  readonly now: Date;
}

/** Records it, a second step excepted; the person is told once a day, after as many as with wrong codes (rules-identity 15). */
export async function recordWrongSecret(
  auth: Auth,
  caller: Caller,
  { of, purpose, user, scope, failures, details, now }: WrongSecret,
): Promise<void> {
  const isDue =
    failures >= FAILS_BEFORE_ALERT && (await countHit(auth.db, alertLimit(scope, of), now)) === 0;
  const kind = `wrong-${of === "passwords" ? "passwords" : "second-factors"}` as const;
  await auth.db.transaction().execute(async (tx) => {
    const heard = { at: now, address: caller.address, details };
    if (purpose !== "second step")
      await recordAudit(tx, { ...heard, kind: failureKinds[purpose], actorId: user?.id });
    if (user && isDue) await warnPerson(tx, auth, caller, { user, kind, now });
  });
}

/** Records for the person that somebody passed the first step of signing in and was refused at the second one. */
export async function recordStop(
  { db }: Pick<Auth, "db">,
  { address }: Pick<Caller, "address">,
  stop: { readonly user: UserRow; readonly scope: Scope; readonly now: Date },
): Promise<void> {
  const { user, scope, now } = stop;
  const details = { by: "second factor", isNewDevice: scope.device === undefined };
  const event = { at: now, address, actorId: user.id, details };
  await db
    .transaction()
    .execute((tx) => recordAudit(tx, { ...event, kind: failureKinds["sign-in"] }));
}
