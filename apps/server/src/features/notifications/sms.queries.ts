import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

export interface PhoneOwner {
  /** A verified number. */
  readonly phone: string;
  readonly isEmailVerified: boolean;
}

/** Undefined for somebody without a verified number, and for an account that is not in use. */
export async function findPhoneOwner(db: Db, userId: UserId): Promise<PhoneOwner | undefined> {
  const { rows } = await sql<PhoneOwner>`
    select phone, is_email_verified as "isEmailVerified" from users
    where id = ${userId} and phone is not null and is_phone_number_verified and not is_blocked and deletes_at is null`.execute(
    db,
  );
  return rows[0];
}
