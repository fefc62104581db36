import type {
  InputOf,
  PasskeyAnswer,
  ReplyOf,
  SecondFactorMethod,
  SignedIn,
  UserId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import {
  findPasskey,
  findTokenUser,
  listTotp,
  takeToken,
  tryToken,
  acceptRecoveryCode,
  acceptTotp,
} from "../factors/factors.service.ts";
import { askForPasskey, acceptPasskey, type Judging } from "../factors/passkeys.service.ts";
import { toPlainCode } from "../factors/recovery-codes.service.ts";
import { stepOf } from "../factors/totp.service.ts";
import { findAccountForChange, requireAccount } from "../users/accounts.service.ts";
import {
  admit,
  SECOND_FACTOR_TRIES,
  toDeviceSecret,
  toSignedIn,
  type FirstStepFacts,
} from "./admission.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { recordStop, recordWrongSecret } from "./failures.service.ts";
import { secondFactorLimit } from "./limits.rules.ts";
import { requireHit, takeBackHits } from "./limits.service.ts";
import { readStanding } from "./standing.service.ts";
import { hashCode, hashSecret, unseal } from "./secrets.service.ts";

/* The second step of signing in, and the codes and passkeys that prove it (rules-identity 27). */

type Body = InputOf<"verifySecondFactor">["body"];

/** Must be the same where a secret of an app is sealed and where it is opened. */
export const TOTP_SEAL = "totp secret";

/**
 * Completes a sign-in. A try counts before anything is compared, so that any number of guesses at once gets no more of them than the
 * limits hold: five a token, and twenty wrong ones a day an account (RATE_LIMITED). Wrong: SECOND_FACTOR_INVALID; a token that is
 * unknown, used, too old or without a try: SECOND_FACTOR_EXPIRED. The first refusal of a token is an event of its person.
 */
export async function verifySecondFactor(
  auth: Auth,
  caller: Caller,
  body: Body,
): Promise<Kept<SignedIn>> {
  const now = auth.clock.now();
  const tokenHash = hashSecret(body.token);
  const tried = await tryToken(auth.db, tokenHash, now);
  if (!tried) throw new AppError("SECOND_FACTOR_EXPIRED");
  const { userId, triesLeft } = tried;
  const showing = { userId, triesLeft, now };
  const factor = await showFactor(auth, caller, showing, body).catch((error: unknown) =>
    noteStop(auth, caller, showing, error),
  );
  const deviceSecret = toDeviceSecret(caller);
  const outcome = await auth.db.transaction().execute(async (tx) => {
    // The person first, as everywhere: whoever changes their factors holds them and then ends what waits.
    const user = await findAccountForChange(tx, userId);
    const facts = user && ((await takeToken(tx, tokenHash)) as FirstStepFacts | undefined);
    if (!facts) return { is: "used" } as const;
    if (factor === "recoveryCode")
      await warnPerson(tx, auth, caller, { user, kind: "recovery-code-used", now });
    return admit(tx, auth, caller, { user, facts, deviceSecret, factor, now });
  });
  if (outcome.is === "waiting") throw new Error("The second step is the last one");
  return toSignedIn(auth, outcome, deviceSecret, "SECOND_FACTOR_EXPIRED");
}

interface Showing {
  readonly userId: UserId;
  readonly triesLeft: number;
  readonly now: Date;
}

/** Throws the error again. Guesses that follow are no news: the person has to know that somebody got this far. */
async function noteStop(
  auth: Auth,
  caller: Caller,
  { userId, triesLeft, now }: Showing,
  error: unknown,
): Promise<never> {
  const isRefusal =
    error instanceof AppError &&
    (error.code === "SECOND_FACTOR_INVALID" || error.code === "RATE_LIMITED");
  if (isRefusal && triesLeft === SECOND_FACTOR_TRIES - 1) {
    const { user, scope } = await findFactorLimit(auth, caller, userId);
    await recordStop(auth, caller, { user, scope, now });
  }
  throw error;
}

async function showFactor(
  auth: Auth,
  caller: Caller,
  showing: Showing,
  proof: Body,
): Promise<SecondFactorMethod> {
  const { userId, triesLeft, now } = showing;
  if ("passkey" in proof) {
    const scope = { userId, sessionId: null, isNewPasskey: false };
    const found = await acceptPasskey(toJudging(auth, caller), scope, proof.passkey);
    if (found === undefined) throw new AppError("SECOND_FACTOR_INVALID", { triesLeft });
    return "passkey";
  }
  const code = "totp" in proof ? { totp: proof.totp } : { recoveryCode: proof.recoveryCode };
  await requireFactorCode(auth, caller, { userId, now, triesLeft }, code);
  return "totp" in proof ? "totp" : "recoveryCode";
}

type Code = { readonly totp: string } | { readonly recoveryCode: string };

/** Uses a code of the person up, or throws SECOND_FACTOR_INVALID; over twenty wrong ones a day nothing is compared: RATE_LIMITED. */
export async function requireFactorCode(
  auth: Auth,
  caller: Caller,
  { userId, now, triesLeft }: Omit<Showing, "triesLeft"> & { readonly triesLeft?: number },
  code: Code,
): Promise<void> {
  const { user, scope, limit } = await findFactorLimit(auth, caller, userId);
  const failures = await requireHit(auth.db, limit, now);
  const isRight =
    "totp" in code
      ? await isTotpRight(auth, userId, code.totp, now)
      : await acceptRecoveryCode(
          auth.db,
          userId,
          hashRecoveryCode(auth, userId, code.recoveryCode),
          now,
        );
  if (isRight) return takeBackHits(auth, [limit], now);
  const details = { by: "second factor" };
  const purpose = triesLeft === undefined ? "elevation" : "second step";
  const wrong = { of: "second factors", purpose, user, scope, failures, details, now } as const;
  await recordWrongSecret(auth, caller, wrong);
  throw new AppError("SECOND_FACTOR_INVALID", triesLeft === undefined ? {} : { triesLeft });
}

/** The limit by which wrong codes of a person are counted, on this device. */
export async function findFactorLimit(auth: Auth, caller: Caller, userId: UserId) {
  const user = await requireAccount(auth.db, userId);
  const { scope } = await readStanding(
    auth,
    caller,
    user.email ?? user.phone ?? user.username,
    null,
  );
  return { user, scope, limit: secondFactorLimit(scope) };
}

async function isTotpRight(auth: Auth, userId: UserId, code: string, now: Date): Promise<boolean> {
  for (const { id, secret } of await listTotp(auth.db, userId)) {
    const step = stepOf(unseal(auth.keys.otpSecret, TOTP_SEAL, secret), code, now);
    if (step !== undefined && (await acceptTotp(auth.db, id, step, now))) return true;
  }
  return false;
}

/** Keyed, and bound to the person: a code of 49 bits could be tried where the table was copied. */
export function hashRecoveryCode(
  { keys }: Pick<Auth, "keys">,
  userId: UserId,
  code: string,
): Buffer {
  return hashCode(keys.otpSecret, "recovery code", userId, toPlainCode(code));
}

/** The options by which a browser answers with a passkey: of the token's person, of the caller's session, or of anybody. */
export async function askPasskey(
  auth: Auth,
  caller: Caller,
  actor: Actor | undefined,
  token: string | undefined,
): Promise<ReplyOf<"askPasskey">> {
  const judging = toJudging(auth, caller);
  if (token !== undefined) {
    const userId = await findTokenUser(auth.db, hashSecret(token), judging.now);
    if (userId === undefined) throw new AppError("SECOND_FACTOR_EXPIRED");
    const scope = { userId, sessionId: null, isNewPasskey: false };
    return { options: await askForPasskey(judging, scope) };
  }
  const { userId = null, sessionId = null } = actor ?? {};
  return { options: await askForPasskey(judging, { userId, sessionId, isNewPasskey: false }) };
}

/** Signs in with a passkey alone; SECOND_FACTOR_INVALID where the answer does not hold (rules-identity 27). */
export async function signInWithPasskey(
  auth: Auth,
  caller: Caller,
  answer: PasskeyAnswer,
): Promise<Kept<SignedIn>> {
  const judging = toJudging(auth, caller);
  const { now } = judging;
  const scope = { userId: null, sessionId: null, isNewPasskey: false };
  const userId = await acceptPasskey(judging, scope, answer);
  if (userId === undefined) throw new AppError("SECOND_FACTOR_INVALID");
  const deviceSecret = toDeviceSecret(caller);
  const outcome = await auth.db.transaction().execute(async (tx) => {
    const user = await findAccountForChange(tx, userId);
    // The passkey may have been removed since it was compared.
    if (!user || !(await findPasskey(tx, answer.id))) return { is: "used" } as const;
    const facts = { by: "passkey", isNew: false, isNamed: undefined } as const;
    return admit(tx, auth, caller, { user, facts, deviceSecret, now });
  });
  if (outcome.is === "waiting") throw new Error("A passkey counts as both steps");
  return toSignedIn(auth, outcome, deviceSecret, "SECOND_FACTOR_INVALID");
}

/** A program says nothing of its page: it counts as one of the server's own address. */
export function toJudging({ db, config, clock }: Auth, { origin }: Caller): Judging {
  return { db, site: config, origin: origin ?? config.publicUrl, now: clock.now() };
}
