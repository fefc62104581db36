import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";

/* The primitives of sign-in: what is secret is random, what is stored is a hash, what must be read again is sealed. */

/** A secret of this many bits from the secure random source, safe in addresses, headers and cookies. */
export function makeSecret(bits: 128 | 256, prefix = ""): string {
  return prefix + randomBytes(bits / 8).toString("base64url");
}

const secretShapes = { 128: /^[\w-]{22}$/, 256: /^[\w-]{43}$/ } as const;

/** Has the form of such a secret; what has not was not made by us, and no look-up is needed to refuse it. */
export function isSecret(text: string, bits: 128 | 256, prefix = ""): boolean {
  return text.startsWith(prefix) && secretShapes[bits].test(text.slice(prefix.length));
}

/** A code of decimal digits; every code is equally likely. */
export function makeCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/** For secrets of 128 bits and more: nobody can try them all, so the hash needs no key. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** For codes: a few digits are tried in no time, so the hash is keyed and bound to what the code is for. */
export function hashCode(
  key: Uint8Array,
  challengeId: string,
  identifier: string,
  code: string,
): Buffer {
  return createHmac("sha256", key)
    .update(JSON.stringify([challengeId, identifier, code]))
    .digest();
}

/** Takes the same time wherever the two differ. */
export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts so that only who has `secret` can read it; `context` must be the same when it is opened. */
export function seal(secret: string | Uint8Array, context: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", toKey(secret, context), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

/** The text that was sealed; throws when the secret, the context or a single bit is another one. */
export function unseal(secret: string | Uint8Array, context: string, sealed: Uint8Array): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", toKey(secret, context), nonce);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString("utf8");
}

function toKey(secret: string | Uint8Array, context: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "colbin", context, 32));
}
