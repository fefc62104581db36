import type { JWK } from "jose";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** Writes nothing where there is a key already: the first process wins, the others take what it made. */
export async function insertMissingKeys(
  db: Db,
  made: { readonly signingKey: JWK; readonly otpSecret: Uint8Array },
): Promise<void> {
  await sql`
    update instance set signing_key = coalesce(signing_key, ${JSON.stringify(made.signingKey)}::jsonb),
      otp_secret = coalesce(otp_secret, ${made.otpSecret})
    where signing_key is null or otp_secret is null`.execute(db);
}

export async function findKeys(
  db: Db,
): Promise<{ signingKey: JWK | null; otpSecret: Buffer | null } | undefined> {
  const { rows } = await sql<{ signingKey: JWK | null; otpSecret: Buffer | null }>`
    select signing_key as "signingKey", otp_secret as "otpSecret" from instance`.execute(db);
  return rows[0];
}
