import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** The next number of a person; holds their log until the transaction ends. */
export async function updateRev(tx: Tx, userId: UserId): Promise<number> {
  const { rows } = await sql<{ rev: number }>`
    insert into personal_logs (user_id, rev) values (${userId}, 1)
    on conflict (user_id) do update set rev = personal_logs.rev + 1 returning rev`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A statement that writes a row answers it");
  return row.rev;
}

/** The last number of each of these people, in their order; 0 where there was none. */
export async function listRevs(db: Db, userIds: readonly UserId[]): Promise<number[]> {
  const { rows } = await sql<{ rev: number }>`
    select coalesce(l.rev, 0) as rev from unnest(${userIds}::uuid[]) with ordinality u (id, place)
    left join personal_logs l on l.user_id = u.id order by u.place`.execute(db);
  return rows.map(({ rev }) => rev);
}
