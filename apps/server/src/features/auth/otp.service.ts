import type { OtpDelivery, ReplyOf, SentOtp, SessionId } from "@colbin/protocol";
import { randomBytes, randomUUID } from "node:crypto";
import type { Tx } from "#server/platform/db/database.ts";
import { toCountedAddress } from "#server/platform/http/callers.ts";
import { recordAudit } from "../audit/audit.service.ts";
import type { SocialIdentity } from "../social/social.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import { deliverSecretJob, sealContextOf } from "./auth.jobs.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import {
  findHeldChoice,
  insertChallenge,
  updateKilled,
  type CodesCovered,
  type SignUp,
} from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { isNamedOwner, makeLinkToken, requireIdentifier } from "./identity.service.ts";
import type { Scope } from "./limits.rules.ts";
import { countSend, reserveLink } from "./limits.service.ts";
import { toLinkAddress, type SecretPurpose } from "./notices.view.ts";
import { hashCode, hashSecret, makeCode, makeSecret, seal } from "./secrets.service.ts";
import { readStanding } from "./standing.service.ts";

/** The choice that takes effect where the caller who asks proves the address. */
interface Proving {
  /** Made where a message is sent at all: the new account has its password. */
  readonly makeSignUp?: () => Promise<SignUp>;
  /** An account at another service that is connected to that of the address. */
  readonly social?: SocialIdentity;
}

/**
 * Makes a challenge and has its code, or in link mode its link, sent after the commit; a link that is live already is not
 * sent again. Reply and work are the same whether the account exists or not, and whether a stranger may sign up or not. A sign-up
 * is made where a message is sent at all, and kept with its challenge: there is no account until somebody has proved the address.
 */
export async function sendOtp(
  auth: Auth,
  caller: Caller,
  text: string,
  more: Proving = {},
): Promise<Kept<ReplyOf<"sendOtp">>> {
  const { config, clock } = auth;
  const identifier = requireIdentifier(auth, text);
  requireDeliverable(auth, identifier.kind);
  const now = clock.now();
  const browserSecret = caller.isBrowser
    ? (caller.cookie("colbin_challenge") ?? makeSecret(256))
    : undefined;
  const browserHash = browserSecret === undefined ? null : hashSecret(browserSecret);
  const standing = await readStanding(auth, caller, identifier.value, browserHash);
  const { userId, deviceHash, scope } = standing;
  const mayOpen = await mayOpenAccount(auth, identifier, now);
  const isWanted = userId !== null || mayOpen;
  const delivery = await countSend(auth, scope, now);
  const asked: Asked = {
    caller,
    identifier,
    browserHash,
    deviceHash,
    scope,
    isWanted,
    purpose: "sign-in",
    signUp: await more.makeSignUp?.(),
    social: more.social,
    now,
  };
  const sent = await (delivery === "link" ? sendLink(auth, asked) : sendCode(auth, asked));
  // A link may live longer than a code, and until then the browser must be known as the one that asked.
  const maxAgeS = Math.max(config.otpTtlS, Math.ceil(sent.resendAfterMs / 1000));
  return {
    reply: toSentOtp(auth, asked, sent, delivery),
    secrets:
      browserSecret === undefined
        ? []
        : [{ cookie: "colbin_challenge", value: browserSecret, maxAgeS }],
  };
}

/** The reply about a message on its way. */
export function toSentOtp(
  auth: Auth,
  { caller, identifier }: Pick<Asked, "caller" | "identifier">,
  { challengeId, resendAfterMs, code }: Sent,
  delivery: OtpDelivery,
): SentOtp {
  const shown = code !== undefined && maySeeCode(auth, caller) ? { otp: code } : {};
  const user = { identifier: identifier.value, ...shown };
  return { user, otpLength: auth.config.otpLength, resendAfterMs, challengeId, delivery };
}

/** Dev delivery shows codes to this machine alone, unless the operator allowed more in words (rules-identity 13). */
export function maySeeCode({ config }: Auth, caller: Caller): boolean {
  return config.otpDelivery === "dev" && (caller.isLocal || config.allowDevOtp !== undefined);
}

/** Whether somebody without an account may get one by proving this address (rules-identity 6); asked whether they have one or not. */
export async function mayOpenAccount(
  auth: Auth,
  identifier: Identifier,
  now: Date,
): Promise<boolean> {
  if (auth.config.signupMode === "open" || isNamedOwner(auth, identifier) === true) return true;
  return auth.isInvited(identifier.value, now);
}

/** A request for a code. */
export interface Asked {
  readonly caller: Caller;
  readonly identifier: Identifier;
  readonly browserHash: Uint8Array | null;
  /** The session in which it works; absent for one that signs in. */
  readonly sessionId?: SessionId;
  readonly deviceHash: Uint8Array | null;
  readonly scope: Scope;
  readonly isWanted: boolean;
  readonly purpose: SecretPurpose;
  readonly signUp?: SignUp | undefined;
  readonly social?: SocialIdentity | undefined;
  readonly now: Date;
}

interface Sent {
  /** For a link that was live already, names no challenge that can be used. */
  readonly challengeId: string;
  readonly resendAfterMs: number;
  readonly code?: string;
}

/** A new code takes the place of the last one of its browser, or of its session. */
export async function sendCode(auth: Auth, asked: Asked): Promise<Sent> {
  const { config, keys } = auth;
  const { identifier, browserHash, sessionId } = asked;
  const challengeId = randomUUID();
  const code = makeCode(config.otpLength);
  const secretHash = hashCode(keys.otpSecret, challengeId, identifier.value, code);
  const secret: NewSecret = {
    challengeId,
    delivery: "code",
    secretHash,
    message: code,
    lifeMs: config.otpTtlS * 1000,
  };
  await auth.db.transaction().execute(async (tx) => {
    const choice = await readChoice(tx, asked);
    if (browserHash) await updateKilled(tx, [{ of: "browser", browserHash }]);
    if (sessionId) await updateKilled(tx, [{ of: "session", sessionId }]);
    await insertSecret(tx, auth, { ...asked, ...choice }, secret);
  });
  return { challengeId, resendAfterMs: config.otpResendS * 1000, code };
}

/** A person who asks again has not changed their mind about the name, the password and the service that they chose before. */
async function readChoice(
  tx: Tx,
  { identifier, browserHash, signUp, social, now }: Asked,
): Promise<Pick<Asked, "signUp" | "social">> {
  if (signUp || social || !browserHash) return { signUp, social };
  const held = await findHeldChoice(tx, identifier.value, { by: "browser", browserHash }, now);
  if (!held) return {};
  const { passwordHash, fullName } = held;
  const kept = passwordHash !== null && fullName !== null ? { passwordHash, fullName } : undefined;
  return { signUp: kept, social: held.social ?? undefined };
}

/**
 * Kills the codes that link mode covers, and makes a link where none is live (rules-identity 14). What was chosen with the request is
 * held as well where the link was asked for before, by a challenge that nobody can use.
 */
export async function sendLink(auth: Auth, asked: Asked): Promise<Sent> {
  const { identifier, browserHash, deviceHash, caller, now } = asked;
  const challengeId = randomUUID();
  const token = makeLinkToken(identifier);
  const covered: CodesCovered[] = [{ of: "identifier", identifier: identifier.value, deviceHash }];
  if (browserHash) covered.push({ of: "browser", browserHash });
  const resendAfterMs = await auth.db.transaction().execute(async (tx) => {
    const { isNew, lifeMs } = await reserveLink(tx, asked.scope, now);
    const choice = await readChoice(tx, asked);
    await updateKilled(tx, covered);
    if (!isNew && !choice.signUp && !choice.social) return lifeMs;
    const details = { identifier: identifier.value, cause: "a link was asked for" };
    if (isNew)
      await recordAudit(tx, { at: now, kind: "link mode", address: caller.address, details });
    await insertSecret(
      tx,
      auth,
      { ...asked, ...choice, isWanted: asked.isWanted && isNew },
      {
        challengeId,
        delivery: "link",
        secretHash: hashSecret(token),
        message: toLinkAddress(auth.config.publicUrl, token),
        lifeMs: isNew ? lifeMs : Math.max(lifeMs, auth.config.otpTtlS * 1000),
      },
    );
    return lifeMs;
  });
  return { challengeId, resendAfterMs };
}

export interface NewSecret {
  readonly challengeId: string;
  readonly delivery: OtpDelivery;
  readonly secretHash: Uint8Array;
  /** What is sent: the code, or the address of the link. */
  readonly message: string;
  readonly lifeMs: number;
}

/** Challenge and job in the caller's transaction: what is sent can be used, and the other way round. */
export async function insertSecret(
  tx: Tx,
  { config, keys, jobs }: Auth,
  {
    caller,
    identifier,
    browserHash,
    deviceHash,
    sessionId,
    isWanted,
    purpose,
    signUp,
    social,
    now,
  }: Asked,
  { challengeId, delivery, secretHash, message, lifeMs }: NewSecret,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + lifeMs);
  await insertChallenge(tx, {
    id: challengeId,
    identifier: identifier.value,
    browserHash,
    deviceHash,
    sessionId,
    // What nobody may use matches nothing, not even a lucky guess.
    secretHash: isWanted ? secretHash : randomBytes(32),
    delivery,
    isByOperator: false,
    isForPassword: purpose === "password reset",
    signUp,
    social,
    triesLeft: config.otpTriesPerCode,
    address: toCountedAddress(caller.address),
    createdAt: now,
    expiresAt,
  });
  await jobs.enqueue(tx, deliverSecretJob, {
    challengeId,
    identifier: identifier.value,
    delivery,
    sealed: seal(keys.otpSecret, sealContextOf(challengeId), message).toString("base64"),
    lifeS: lifeMs / 1000,
    expiresAt: expiresAt.toISOString(),
    isWanted,
    purpose,
  });
}
