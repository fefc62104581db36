import { randomUUID } from "node:crypto";
import type { Tx } from "#server/platform/db/database.ts";
import { recordAudit } from "../audit/audit.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import { deliverSecretJob, sealContextOf } from "./auth.jobs.ts";
import type { Auth, AuthParts } from "./auth.service.ts";
import { insertChallenge } from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { makeLinkToken, requireIdentifier } from "./identity.service.ts";
import { toLinkAddress } from "./notices.view.ts";
import { hashSecret, seal } from "./secrets.service.ts";

/** Life of a link that the operator made (rules-identity 5). */
const OPERATOR_LINK_S = 15 * 60;

/** A sign-in link from the operator's command line: needs no mail, and may make the first account OWNER. */
export async function makeOperatorLink(
  auth: Pick<AuthParts, "config" | "db" | "clock">,
  text: string,
): Promise<{ readonly identifier: string; readonly link: string; readonly expiresAt: Date }> {
  const identifier = requireIdentifier(auth, text);
  return auth.db.transaction().execute(async (tx) => {
    const { link, expiresAt } = await insertLink(tx, auth, identifier);
    const details = { identifier: identifier.value, by: "operator" };
    await recordAudit(tx, { at: auth.clock.now(), kind: "sign-in link", details });
    return { identifier: identifier.value, link, expiresAt };
  });
}

/**
 * Sends such a link, after the commit, to the person for whom somebody has just made an account. Throws PHONE_NOT_SUPPORTED or
 * OTP_DELIVERY_UNAVAILABLE where nothing reaches them.
 */
export async function sendFirstLink(auth: Auth, tx: Tx, identifier: Identifier): Promise<void> {
  requireDeliverable(auth, identifier.kind);
  const { challengeId, link, expiresAt } = await insertLink(tx, auth, identifier);
  const { otpSecret } = auth.keys;
  await auth.jobs.enqueue(tx, deliverSecretJob, {
    challengeId,
    identifier: identifier.value,
    delivery: "link",
    purpose: "first sign-in",
    sealed: seal(otpSecret, sealContextOf(challengeId), link).toString("base64"),
    lifeS: OPERATOR_LINK_S,
    expiresAt: expiresAt.toISOString(),
    isWanted: true,
  });
}

async function insertLink(
  tx: Tx,
  { config, clock }: Pick<AuthParts, "config" | "clock">,
  identifier: Identifier,
): Promise<{ readonly challengeId: string; readonly link: string; readonly expiresAt: Date }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + OPERATOR_LINK_S * 1000);
  const token = makeLinkToken(identifier);
  const challengeId = randomUUID();
  await insertChallenge(tx, {
    id: challengeId,
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
  return { challengeId, link: toLinkAddress(config.publicUrl, token), expiresAt };
}
