import {
  socialProviders,
  type ElevationMethod,
  type InputOf,
  type ReplyOf,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { listFactors } from "../factors/factors.service.ts";
import { acceptPasskey } from "../factors/passkeys.service.ts";
import { findPassword } from "../passwords/passwords.service.ts";
import { isConfigured } from "../social/providers.service.ts";
import { findOwner, listSocialAccounts } from "../social/social.service.ts";
import { requireAccount } from "../users/accounts.service.ts";
import { maskIdentifier, toIdentifier, type Identifier } from "../users/identifiers.service.ts";
import type { Auth, Caller } from "./auth.service.ts";
import { updateConsumed } from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { requireCodeSend } from "./limits.service.ts";
import { maySeeCode, sendCode } from "./otp.service.ts";
import { requireOwnPassword } from "./password-sign-in.service.ts";
import { requireFactorCode, toJudging } from "./second-factor.service.ts";
import { hashSecret, makeSecret } from "./secrets.service.ts";
import { updateElevated } from "./sessions.queries.ts";
import { readGrant } from "./social-sign-in.service.ts";
import { readStanding } from "./standing.service.ts";
import { forgetFailures, proveCode } from "./verification.service.ts";

/* The fresh check of who holds a session (rules-identity 29, 30). */

/** The ways by which the caller can have an elevation; none of a link guest. */
export async function listElevationMethods(
  { db, config }: Pick<Auth, "db" | "config">,
  { userId }: Pick<Actor, "userId">,
): Promise<ReplyOf<"listElevationMethods">> {
  const { isEmailVerified, isPhoneNumberVerified } = await requireAccount(db, userId);
  const kinds = new Set((await listFactors(db, userId)).map(({ kind }) => kind));
  const linked = new Set((await listSocialAccounts(db, userId)).map(({ provider }) => provider));
  const hasPassword =
    config.passwordSignIn === "on" && (await findPassword(db, userId)) !== undefined;
  const methods: ElevationMethod[] = [
    ...(isEmailVerified || isPhoneNumberVerified ? (["otp"] as const) : []),
    ...(hasPassword ? (["password"] as const) : []),
    ...(["totp", "passkey"] as const).filter((kind) => kinds.has(kind)),
    ...socialProviders.filter((each) => linked.has(each) && isConfigured(config, each)),
  ];
  return { methods };
}

type Proof = InputOf<"revealAuth">["body"];
type OtherProof = Exclude<Proof, { readonly otp?: string | undefined }>;

/**
 * With nothing sends a code to the first verified address of the caller; with it, or with another proof, gives the session an elevation.
 * By the same counters as signing in that way. A link guest has no address: FORBIDDEN.
 */
export async function revealAuth(
  auth: Auth,
  caller: Caller,
  actor: Actor,
  proof: Proof,
): Promise<ReplyOf<"revealAuth">> {
  if (actor.boundRoomId !== null) throw new AppError("FORBIDDEN");
  if (isOther(proof)) {
    await requireProof(auth, caller, actor, proof);
    return elevate(auth, actor);
  }
  const identifier = await requireOwnIdentifier(auth, actor);
  return proof.otp === undefined
    ? sendElevationCode(auth, caller, { actor, identifier })
    : elevateByCode(auth, caller, { actor, identifier, otp: proof.otp });
}

function isOther(proof: Proof): proof is OtherProof {
  return ["password", "totp", "passkey", "provider"].some((name) => name in proof);
}

/** Throws the refusal of its way. */
async function requireProof(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
  proof: OtherProof,
): Promise<void> {
  if ("password" in proof) return requireOwnPassword(auth, caller, userId, proof.password);
  if ("totp" in proof)
    return requireFactorCode(auth, caller, { userId, now: auth.clock.now() }, proof);
  if ("passkey" in proof) {
    const scope = { userId, sessionId, isNewPasskey: false };
    const owner = await acceptPasskey(toJudging(auth, caller), scope, proof.passkey);
    if (owner === undefined) throw new AppError("SECOND_FACTOR_INVALID");
    return;
  }
  const owner = await findOwner(auth.db, await readGrant(auth, caller, proof));
  if (owner !== userId) throw new AppError("SOCIAL_FAILED");
}

async function elevate(auth: Auth, { sessionId }: Actor): Promise<ReplyOf<"revealAuth">> {
  const { kept, elevation } = makeElevation(auth, auth.clock.now());
  const isElevated = await auth.db
    .transaction()
    .execute((tx) => updateElevated(tx, sessionId, kept));
  if (!isElevated) throw new AppError("SESSION_ENDED");
  return { elevation };
}

function makeElevation({ config }: Pick<Auth, "config">, now: Date) {
  const token = makeSecret(128);
  const until = new Date(now.getTime() + config.elevationS * 1000);
  const elevation = { token, expires: until.toISOString() };
  return { elevation, kept: { hash: hashSecret(token), until } };
}

async function requireOwnIdentifier({ db }: Auth, actor: Actor): Promise<Identifier> {
  const user = await requireAccount(db, actor.userId);
  const verified = user.isEmailVerified ? user.email : user.isPhoneNumberVerified && user.phone;
  if (!verified) throw new AppError("FORBIDDEN");
  return toIdentifier(verified);
}

interface Asking {
  readonly actor: Actor;
  readonly identifier: Identifier;
}

async function sendElevationCode(
  auth: Auth,
  caller: Caller,
  { actor: { sessionId }, identifier }: Asking,
): Promise<ReplyOf<"revealAuth">> {
  requireDeliverable(auth, identifier.kind);
  const { otpLength } = auth.config;
  const now = auth.clock.now();
  const callerHash = hashSecret(sessionId);
  const { deviceHash, scope } = await readStanding(auth, caller, identifier.value, callerHash);
  await requireCodeSend(auth, scope, now);
  const { code, resendAfterMs } = await sendCode(auth, {
    caller,
    identifier,
    browserHash: null,
    deviceHash,
    sessionId,
    scope,
    isWanted: true,
    purpose: "elevation",
    now,
  });
  const shown = maySeeCode(auth, caller) ? { otp: code } : {};
  return { sent: true, to: maskIdentifier(identifier), otpLength, resendAfterMs, ...shown };
}

async function elevateByCode(
  auth: Auth,
  caller: Caller,
  { actor: { userId, sessionId }, identifier, otp }: Asking & { readonly otp: string },
): Promise<ReplyOf<"revealAuth">> {
  const choice = { by: "session", sessionId } as const;
  const shown = { purpose: "elevation", actorId: userId, identifier, otp, choice } as const;
  const proved = await proveCode(auth, caller, shown);
  const { challengeId, now } = proved;
  const { kept, elevation } = makeElevation(auth, now);
  const isElevated = await auth.db.transaction().execute(async (tx) => {
    if (!(await updateConsumed(tx, challengeId, now))) return false;
    return updateElevated(tx, sessionId, kept);
  });
  if (!isElevated) throw new AppError("OTP_EXPIRED");
  await forgetFailures(auth, proved);
  return { elevation };
}
