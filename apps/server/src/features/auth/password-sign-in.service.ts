import type { FirstStep, InputOf, ReplyOf, UserId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { recordWrongSecret, type ProofPurpose } from "./failures.service.ts";
import { requireIdentifier } from "./identity.service.ts";
import { listPasswordLimits } from "./limits.rules.ts";
import { requireHit, takeBackHits } from "./limits.service.ts";
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
 * Sends a code, or in link mode a link, that makes an account with this name and password. Until somebody has proved the address there
 * is no account, and the password is kept only if it is proved in the browser that chose it, or by the code that a program names
 * (rules-identity 21). Throws PASSWORD_WEAK, and whatever `sendOtp` does.
 */
export async function signUp(
  auth: Auth,
  caller: Caller,
  { identifier: text, password, fullName }: InputOf<"signUp">["body"],
): Promise<Kept<ReplyOf<"signUp">>> {
  requirePasswords(auth);
  await requireStrong(auth.config, password, [requireIdentifier(auth, text).value]);
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
  const shown = { purpose: "sign-in", identifier, find, password } as const;
  const { user, hash, forget } = await comparePassword(auth, caller, shown);
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
  const shown = { purpose: "elevation", identifier, find, password } as const;
  const { forget } = await comparePassword(auth, caller, shown);
  await forget();
}

interface Comparing {
  readonly purpose: ProofPurpose;
  readonly identifier: Identifier;
  readonly find: () => Promise<UserRow | undefined>;
  readonly password: string;
}

/** The person of the password, and its hash. A try counts before anything is compared, and `forget` takes back one that was right. */
async function comparePassword(
  auth: Auth,
  caller: Caller,
  { purpose, identifier, find, password }: Comparing,
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
    const details = { identifier: identifier.value, by: "password" };
    const wrong = { of: "passwords", purpose, user, scope, failures, details, now } as const;
    await recordWrongSecret(auth, caller, wrong);
    throw new AppError("CREDENTIALS_INVALID");
  }
  return { user, hash: kept.hash, forget: () => takeBackHits(auth, limits, now) };
}
