import { createECDH } from "node:crypto";
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from "jose";

/* Voluntary identification of the server towards push services (RFC 8292). */

const ALGORITHM = "ES256";
/** RFC 8292 allows a day. */
const LIFE_S = 12 * 60 * 60;

/** The sender of pushes, ready to sign. The private part is in no text that it gives out. */
export interface VapidKey {
  /** An uncompressed point of P-256 in base64url, which browsers subscribe with. */
  readonly publicKey: string;
  readonly signing: CryptoKey;
}

/** A new private key; its holder pushes in the name of this server. */
export async function makeVapidKey(): Promise<JWK> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  return exportJWK(pair.privateKey);
}

/** Reads a key as `makeVapidKey` made it. */
export async function openVapidKey(jwk: JWK): Promise<VapidKey> {
  const { x, y } = jwk;
  const signing = await importJWK(jwk, ALGORITHM);
  if (signing instanceof Uint8Array || x === undefined || y === undefined)
    throw new Error("The stored key of pushes is not a key pair of P-256");
  const point = [Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return { publicKey: Buffer.concat(point).toString("base64url"), signing };
}

/** The header that tells a push service who pushes to this endpoint. */
export async function toVapidHeader(
  { publicKey, signing }: VapidKey,
  {
    endpoint,
    subject,
    now,
  }: { readonly endpoint: string; readonly subject: string; readonly now: Date },
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: "JWT", alg: ALGORITHM })
    .setAudience(new URL(endpoint).origin)
    .setSubject(subject)
    .setExpirationTime(Math.floor(now.getTime() / 1_000) + LIFE_S)
    .sign(signing);
  return `vapid t=${token}, k=${publicKey}`;
}

/** Is it a point of the curve that texts can be encrypted for? */
export function isPushKey(p256dh: string): boolean {
  const own = createECDH("prime256v1");
  own.generateKeys();
  try {
    own.computeSecret(p256dh, "base64url");
    return true;
  } catch {
    // Of another length, or of no curve.
    return false;
  }
}
