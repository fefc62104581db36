import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import { randomBytes } from "node:crypto";
import type { Db } from "#server/platform/db/database.ts";
import { findKeys, insertMissingKeys } from "./keys.queries.ts";

/** The keys of sign-in, the same in every process of one database. */
export interface AuthKeys {
  readonly signing: CryptoKey;
  readonly verifying: CryptoKey;
  /** Keys the hashes of codes. */
  readonly otpSecret: Uint8Array;
}

export const SIGNING_ALGORITHM = "EdDSA";

/** Reads the keys, made by whichever process asks first; later ones and all restarts get the same. */
export async function loadKeys(db: Db): Promise<AuthKeys> {
  const known = await findKeys(db);
  if (!known?.signingKey || !known.otpSecret) await insertMissingKeys(db, await makeKeys());
  const stored = await findKeys(db);
  if (!stored?.signingKey || !stored.otpSecret)
    throw new Error("The row of the instance is made by the first migration and never removed");
  const { d: _, ...publicPart } = stored.signingKey;
  return {
    signing: await importKey(stored.signingKey),
    verifying: await importKey(publicPart),
    otpSecret: stored.otpSecret,
  };
}

async function makeKeys(): Promise<{ signingKey: JWK; otpSecret: Uint8Array }> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  return { signingKey: await exportJWK(pair.privateKey), otpSecret: randomBytes(32) };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("The stored signing key is not a key pair");
  return key;
}
