import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** Does the person let others see that they type (preference typingIndicators, on by default)? */
export async function findShowsTyping(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ shows: boolean }>`
    select coalesce((preferences ->> 'typingIndicators')::boolean, true) as shows from users where id = ${userId}`.execute(
    db,
  );
  return rows[0]?.shows ?? false;
}
