import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/audit.service.ts";
import type { AuthParts } from "./auth.service.ts";
import { insertChallenge } from "./challenges.queries.ts";
import { makeLinkToken, requireIdentifier } from "./identity.service.ts";
import { toLinkAddress } from "./notices.view.ts";
import { hashSecret } from "./secrets.service.ts";

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
