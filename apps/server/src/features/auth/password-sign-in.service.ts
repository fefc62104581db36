import type { FirstStep, InputOf, ReplyOf, UserId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { requireIdentifier } from "./identity.service.ts";
import { alertLimit, FAILS_BEFORE_ALERT, listPasswordLimits, type Scope } from "./limits.rules.ts";
import { countHit, requireHit, takeBackHits } from "./limits.service.ts";
import { sendOtp } from "./otp.service.ts";
import { signIn } from "./sign-in.service.ts";
import { readStanding } from "./standing.service.ts";
import {
  findAccount,
  isProvedBy,
  requireAccount,
  type UserRow,
} from "../users/accounts.service.ts";
import { toIdentifier, type Identifier } from "../users/identifiers.service.ts";
import { hashPassword, isPasswordOf } from "../passwords/hashes.service.ts";
import { findPassword } from "../passwords/passwords.service.ts";
import { requireStrong } from "../passwords/strength.service.ts";

/** PASSWORD_SIGN_IN_DISABLED where the operator has not switched passwords on (rules-identity 20). */
export function requirePasswords({ config }: Pick<Auth, "config">): void {
  if (config.passwordSignIn === "off") throw new AppError("PASSWORD_SIGN_IN_DISABLED");
}

/**
 * Sends a code that makes an account with this name and password. Until somebody has proved the address there is no account, and the
 * password is kept only if the code is verified where it was asked for (rules-identity 21). Throws PASSWORD_WEAK, and whatever
 * `sendOtp` does.
 */
export async function signUp(
  auth: Auth,
  caller: Caller,
  { identifier: text, password, fullName }: InputOf<"signUp">["body"],
): Promise<Kept<ReplyOf<"signUp">>> {
  requirePasswords(auth);
  await requireStrong(password, [requireIdentifier(auth, text).value]);
  const makeSignUp = async () => ({ passwordHash: await hashPassword(password), fullName });
  return sendOtp(auth, caller, text, { makeSignUp });
}

/** The same for somebody who holds an invitation, which they accept once they are signed in. Refused like that where it is none. */
export async function signUpInvited(
  auth: Auth,
  caller: Caller,
  { inviteCode, ...newAccount }: InputOf<"signUpInvited">["body"],
): Promise<Kept<ReplyOf<"signUpInvited">>> {
  requirePasswords(auth);
  await auth.requireInvitation(caller, inviteCode);
  return signUp(auth, caller, newAccount);
}

/**
 * Signs in with a password. A try counts as a failure before anything is compared, so that any number of guesses at once gets no more
 * of them than the limits hold: RATE_LIMITED. A wrong password, an unknown account and one without a password are CREDENTIALS_INVALID,
 * in the same time (rules-identity 22).
 */
export async function signInWithPassword(
  auth: Auth,
  caller: Caller,
  { identifier: text, password }: InputOf<"signIn">["body"],
): Promise<Kept<FirstStep>> {
  requirePasswords(auth);
  const identifier = requireIdentifier(auth, text);
  const find = () => findAccount(auth.db, identifier);
  const { user, hash, forget } = await comparePassword(auth, caller, {
    identifier,
    find,
    password,
  });
  const proof = { by: "password", identifier, userId: user.id, hash } as const;
  const entered = await signIn(auth, caller, proof);
  await forget();
  return entered;
}

/** The password of a person who is signed in already, by the counters of signing in with it. */
export async function requireOwnPassword(
  auth: Auth,
  caller: Caller,
  userId: UserId,
  password: string,
): Promise<void> {
  requirePasswords(auth);
  const user = await requireAccount(auth.db, userId);
  const verified = user.isEmailVerified ? user.email : user.phone;
  if (verified === null) throw new AppError("CREDENTIALS_INVALID");
  const identifier = toIdentifier(verified);
  const find = () => Promise.resolve(user);
  const { forget } = await comparePassword(auth, caller, { identifier, find, password });
  await forget();
}

interface Comparing {
  readonly identifier: Identifier;
  readonly find: () => Promise<UserRow | undefined>;
  readonly password: string;
}

/** Whose password it is, and its hash. A try counts before anything is compared, and `forget` takes back one that was right. */
async function comparePassword(
  auth: Auth,
  caller: Caller,
  { identifier, find, password }: Comparing,
) {
  const now = auth.clock.now();
  const { scope } = await readStanding(auth, caller, identifier.value, null);
  const limits = listPasswordLimits(scope);
  let failures = 0;
  for (const limit of limits) failures = await requireHit(auth.db, limit, now);
  const user = await find();
  const kept = user && isProvedBy(user, identifier) && (await findPassword(auth.db, user.id));
  const isRight = await isPasswordOf(kept ? kept.hash : undefined, password);
  if (!user || !kept || !isRight) {
    await recordFailure(auth, caller, { identifier, user, scope, failures, now });
    throw new AppError("CREDENTIALS_INVALID");
  }
  return { user, hash: kept.hash, forget: () => takeBackHits(auth, limits, now) };
}

interface Failure {
  readonly identifier: Identifier;
  readonly user: UserRow | undefined;
  readonly scope: Scope;
  /** Of the person within an hour, with this one. */
  readonly failures: number;
  readonly now: Date;
}

/** The person is told once a day, after as many as with wrong codes (rules-identity 15). */
async function recordFailure(
  auth: Auth,
  caller: Caller,
  { identifier, user, scope, failures, now }: Failure,
): Promise<void> {
  const isDue =
    failures >= FAILS_BEFORE_ALERT &&
    (await countHit(auth.db, alertLimit(scope, "passwords"), now)) === 0;
  await auth.db.transaction().execute(async (tx) => {
    const details = { identifier: identifier.value, by: "password" };
    const heard = { at: now, address: caller.address, details };
    await recordAudit(tx, { ...heard, kind: "failed sign-in", actorId: user?.id });
    if (user && isDue) await warnPerson(tx, auth, caller, { user, kind: "wrong-passwords", now });
  });
}
