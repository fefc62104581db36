import { createHmac } from "node:crypto";

/* Calls to the operator's own gateway: signed, bounded in time, and never sent on to where a redirect points. */

const PATIENCE_MS = 10_000;

export interface SignedCall {
  readonly url: string;
  readonly body: unknown;
  /** Key of the signature; without one the call is not signed. */
  readonly secret: string | undefined;
  readonly now: Date;
}

/**
 * Posts JSON and resolves only on a 2xx. With a secret the header `x-colbin-signature: t=<seconds>,v1=<hex>` holds the
 * HMAC-SHA-256 of `<seconds>.<body>`. An error names the status and never the address or the body.
 */
export async function postJson({ url, body, secret, now }: SignedCall): Promise<void> {
  const text = JSON.stringify(body);
  const seconds = Math.floor(now.getTime() / 1000);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (secret !== undefined) headers["x-colbin-signature"] = sign(text, seconds, secret);
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: text,
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  // The connection is only free again when the answer was read.
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The gateway answered with status ${response.status}`);
}

function sign(text: string, seconds: number, secret: string): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${text}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}
