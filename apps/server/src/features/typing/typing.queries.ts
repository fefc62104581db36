import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** What the person is called now, and whether they let others see that they type (typingIndicators, on by default). */
export async function findTypist(
  db: Db,
  userId: UserId,
): Promise<{ readonly fullName: string; readonly isShown: boolean } | undefined> {
  const { rows } = await sql<{ fullName: string; isShown: boolean }>`
    select full_name as "fullName", coalesce((preferences ->> 'typingIndicators')::boolean, true) as "isShown"
    from users where id = ${userId}`.execute(db);
  return rows[0];
}
