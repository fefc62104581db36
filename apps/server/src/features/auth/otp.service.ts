import type { OtpDelivery, ReplyOf } from "@colbin/protocol";
import { randomBytes, randomUUID } from "node:crypto";
import { AppError } from "#server/platform/app-error.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { parseIdentifier, type Identifier } from "../users/identifiers.service.ts";
import { deliverSecretJob, sealContextOf } from "./auth.jobs.ts";
import type { Auth, AuthParts, Caller, Kept } from "./auth.service.ts";
import {
  findStanding,
  insertChallenge,
  updateKilled,
  type CodesCovered,
} from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { LINK_RESEND_MS, toCountedAddress } from "./limits.rules.ts";
import { chooseDelivery, countSend, toScope } from "./limits.service.ts";
import { toLinkAddress } from "./notices.view.ts";
import { hashCode, hashSecret, makeCode, makeSecret, seal } from "./secrets.service.ts";

/** The form in which an identifier is stored; throws IDENTIFIER_REQUIRED or IDENTIFIER_INVALID. */
export function requireIdentifier({ config }: Pick<AuthParts, "config">, text: string): Identifier {
  if (text.trim() === "") throw new AppError("IDENTIFIER_REQUIRED");
  const identifier = parseIdentifier(text, config.defaultPhoneRegion);
  if (!identifier) throw new AppError("IDENTIFIER_INVALID");
  return identifier;
}

/**
 * Makes a challenge and has its code, or in link mode its link, sent after the commit. Reply and work are the same whether
 * the account exists or not, and whether a stranger may sign up or not.
 */
export async function sendOtp(
  auth: Auth,
  caller: Caller,
  text: string,
): Promise<Kept<ReplyOf<"sendOtp">>> {
  const { config, clock } = auth;
  const identifier = requireIdentifier(auth, text);
  requireDeliverable(auth, identifier.kind);
  const now = clock.now();
  const browserSecret = caller.isBrowser
    ? (caller.cookie("colbin_challenge") ?? makeSecret(256))
    : undefined;
  const browserHash = browserSecret === undefined ? null : hashSecret(browserSecret);
  const deviceSecret = caller.cookie("colbin_device");
  const askedHash = deviceSecret === undefined ? null : hashSecret(deviceSecret);
  const standing = await findStanding(auth.db, identifier.value, askedHash);
  const deviceHash = standing.isKnownDevice ? askedHash : null;
  const scope = toScope(auth, caller, { identifier: identifier.value, browserHash, deviceHash });
  const delivery = await chooseDelivery(auth, scope, now);
  await countSend(auth, scope, delivery, now);
  const isWanted = standing.userId !== null || mayOpenAccount(auth, identifier);
  const asked = { identifier, browserHash, deviceHash, delivery, isWanted, now };
  const made = await insertSecret(auth, caller, asked);
  const isShown = config.otpDelivery === "dev" && delivery === "code";
  return {
    reply: {
      user: { identifier: identifier.value, ...(isShown ? { otp: made.secret } : {}) },
      otpLength: config.otpLength,
      resendAfterMs: delivery === "link" ? LINK_RESEND_MS : config.otpResendS * 1000,
      challengeId: made.challengeId,
      delivery,
    },
    secrets:
      browserSecret === undefined
        ? []
        : [{ cookie: "colbin_challenge", value: browserSecret, maxAgeS: config.otpTtlS }],
  };
}

/** Whether somebody without an account may get one by proving this address (rules-identity 6). */
function mayOpenAccount(auth: Auth, identifier: Identifier): boolean {
  return auth.config.signupMode === "open" || isNamedOwner(auth, identifier) === true;
}

/** Is this the address of INSTANCE_OWNER; undefined where the setting is absent. */
export function isNamedOwner(
  { config }: Pick<AuthParts, "config">,
  identifier: Identifier,
): boolean | undefined {
  if (config.instanceOwner === undefined) return undefined;
  return (
    parseIdentifier(config.instanceOwner, config.defaultPhoneRegion)?.value === identifier.value
  );
}

interface Asked {
  readonly identifier: Identifier;
  readonly browserHash: Uint8Array | null;
  readonly deviceHash: Uint8Array | null;
  readonly delivery: OtpDelivery;
  readonly isWanted: boolean;
  readonly now: Date;
}

/** Challenge and job in one transaction: a code that is sent can be entered, and the other way round. */
async function insertSecret(
  auth: Auth,
  caller: Caller,
  { identifier, browserHash, deviceHash, delivery, isWanted, now }: Asked,
): Promise<{ readonly challengeId: string; readonly secret: string }> {
  const { config, keys } = auth;
  const challengeId = randomUUID();
  const lifeS = config.otpTtlS;
  const expiresAt = new Date(now.getTime() + lifeS * 1000);
  const secret = delivery === "code" ? makeCode(config.otpLength) : makeLinkToken(identifier);
  const hash =
    delivery === "code"
      ? hashCode(keys.otpSecret, challengeId, identifier.value, secret)
      : hashSecret(secret);
  const message = delivery === "code" ? secret : toLinkAddress(config.publicUrl, secret);
  await auth.db.transaction().execute(async (tx) => {
    await updateKilled(tx, listReplaced({ identifier, browserHash, deviceHash, delivery }), now);
    if (delivery === "link") {
      const details = { identifier: identifier.value, cause: "a link was asked for" };
      await recordAudit(tx, { at: now, kind: "link mode", address: caller.address, details });
    }
    await insertChallenge(tx, {
      id: challengeId,
      identifier: identifier.value,
      browserHash,
      deviceHash,
      // What nobody may use matches nothing, not even a lucky guess.
      secretHash: isWanted ? hash : randomBytes(32),
      delivery,
      isByOperator: false,
      triesLeft: config.otpTriesPerCode,
      address: toCountedAddress(caller.address),
      createdAt: now,
      expiresAt,
    });
    await auth.jobs.enqueue(tx, deliverSecretJob, {
      challengeId,
      identifier: identifier.value,
      delivery,
      sealed: seal(keys.otpSecret, sealContextOf(challengeId), message).toString("base64"),
      lifeS,
      expiresAt: expiresAt.toISOString(),
      isWanted,
    });
  });
  return { challengeId, secret };
}

/** A new code takes the place of the browser's last one; a link, that of all codes that it covers. */
function listReplaced(
  asked: Pick<Asked, "identifier" | "browserHash" | "deviceHash" | "delivery">,
): CodesCovered[] {
  const { browserHash, deviceHash, identifier } = asked;
  const codes: CodesCovered[] = browserHash ? [{ of: "browser", browserHash }] : [];
  if (asked.delivery === "link")
    codes.push({ of: "identifier", identifier: identifier.value, deviceHash });
  return codes;
}

/** The longest token that the call takes (protocol, verifyLink). */
const LINK_TOKEN_MAX = 128;

/**
 * 128 random bits, and the identifier behind them, so that the page can ask 'Sign in as …?' before anything is sent. The
 * whole is hashed: a token with another identifier in it is another token.
 */
function makeLinkToken(identifier: Identifier): string {
  const secret = makeSecret(128);
  const token = `${secret}.${Buffer.from(identifier.value).toString("base64url")}`;
  return token.length <= LINK_TOKEN_MAX ? token : secret;
}

/** Life of a link that the operator made (rules-identity 5). */
const OPERATOR_LINK_S = 15 * 60;

/** A sign-in link from the operator's command line: needs no mail, and may make the first account OWNER. */
export async function makeOperatorLink(
  auth: Pick<AuthParts, "config" | "db" | "clock">,
  text: string,
): Promise<{ readonly identifier: string; readonly link: string; readonly expiresAt: Date }> {
  const identifier = requireIdentifier(auth, text);
  const now = auth.clock.now();
  const expiresAt = new Date(now.getTime() + OPERATOR_LINK_S * 1000);
  const token = makeLinkToken(identifier);
  await auth.db.transaction().execute(async (tx) => {
    await insertChallenge(tx, {
      id: randomUUID(),
      identifier: identifier.value,
      browserHash: null,
      deviceHash: null,
      secretHash: hashSecret(token),
      delivery: "link",
      isByOperator: true,
      triesLeft: 0,
      address: null,
      createdAt: now,
      expiresAt,
    });
    const details = { identifier: identifier.value, by: "operator" };
    await recordAudit(tx, { at: now, kind: "sign-in link", details });
  });
  const link = toLinkAddress(auth.config.publicUrl, token);
  return { identifier: identifier.value, link, expiresAt };
}
