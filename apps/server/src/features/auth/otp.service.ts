import type { OtpDelivery, ReplyOf } from "@colbin/protocol";
import { randomBytes, randomUUID } from "node:crypto";
import { toCountedAddress } from "#server/platform/http/callers.ts";
import { recordAudit } from "../audit/audit.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import { deliverSecretJob, sealContextOf } from "./auth.jobs.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import {
  findStanding,
  insertChallenge,
  updateKilled,
  type CodesCovered,
} from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { isNamedOwner, makeLinkToken, requireIdentifier } from "./identity.service.ts";
import { LINK_RESEND_MS } from "./limits.rules.ts";
import { chooseDelivery, countSend, toScope } from "./limits.service.ts";
import { toLinkAddress } from "./notices.view.ts";
import { hashCode, hashSecret, makeCode, makeSecret, seal } from "./secrets.service.ts";

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
  const isShown = delivery === "code" && maySeeCode(auth, caller);
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

/** Dev delivery shows codes to this machine alone, unless the operator allowed more in words (rules-identity 13). */
function maySeeCode({ config }: Auth, caller: Caller): boolean {
  return config.otpDelivery === "dev" && (caller.isLocal || config.allowDevOtp !== undefined);
}

/** Whether somebody without an account may get one by proving this address (rules-identity 6). */
function mayOpenAccount(auth: Auth, identifier: Identifier): boolean {
  return auth.config.signupMode === "open" || isNamedOwner(auth, identifier) === true;
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
