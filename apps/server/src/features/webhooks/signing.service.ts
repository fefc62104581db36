import { createHmac, randomBytes } from "node:crypto";

/* How calls are signed: Standard Webhooks 1.0, for which most languages have a library. */

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A secret as its owner sees it, this once. */
export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedCall {
  /** The same in every try of a call. */
  readonly id: string;
  readonly body: string;
  readonly now: Date;
}

/** Headers by which a receiver knows who calls, that nothing was changed, and that the call is not an old one (5 minutes). */
export function toSignedHeaders(
  secret: string,
  { id, body, now }: SignedCall,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
