import type { SessionId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

export interface OwnSessionRow {
  readonly id: SessionId;
  readonly name: string | null;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date;
  readonly expiresAt: Date;
}

const columns = sql`id, name, user_agent as "userAgent", address, created_at as "createdAt", last_used_at as "usedAt",
  expires_at as "expiresAt"`;

/** The live sessions of a person, the last used one first. */
export async function listOwnSessions(db: Db, userId: UserId, now: Date): Promise<OwnSessionRow[]> {
  const { rows } = await sql<OwnSessionRow>`
    select ${columns} from sessions where user_id = ${userId} and ended_at is null and expires_at > ${now}
    order by last_used_at desc, id desc`.execute(db);
  return rows;
}

/** Undefined where the session is not live, or of somebody else. */
export async function updateSessionName(
  db: Db,
  { userId, id }: { readonly userId: UserId; readonly id: SessionId },
  name: string | null,
  now: Date,
): Promise<OwnSessionRow | undefined> {
  const { rows } = await sql<OwnSessionRow>`
    update sessions set name = ${name}
    where id = ${id} and user_id = ${userId} and ended_at is null and expires_at > ${now}
    returning ${columns}`.execute(db);
  return rows[0];
}
