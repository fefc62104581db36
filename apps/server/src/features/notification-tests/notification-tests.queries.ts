import type { Preferences, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

export interface MailPlace {
  /** A verified address. */
  readonly email: string | null;
  readonly preferences: Partial<Preferences>;
}

export async function findMailPlace(db: Db, userId: UserId): Promise<MailPlace | undefined> {
  const { rows } = await sql<MailPlace>`
    select case when is_email_verified then email end as email, preferences from users where id = ${userId}`.execute(
    db,
  );
  return rows[0];
}
