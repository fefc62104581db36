import type { NotificationLevel, RoomId, RoomType, UserId, Muted } from "@colbin/protocol";
import { sql } from "kysely";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";

export interface MuteRow extends Muted {
  readonly roomId: RoomId;
  readonly slug: string;
  readonly roomType: RoomType;
  readonly level: NotificationLevel | null;
}

/** Of the rooms that a person is in, hidden ones too; all of a workspace, or the one of this address. */
export async function listMutes(
  db: Db,
  { workspaceId, userId, boundRoomId }: Actor,
  slug: string | null = null,
): Promise<MuteRow[]> {
  const { rows } = await sql<MuteRow>`
    select r.id as "roomId", r.slug, r.room_type as "roomType", p.is_muted as "isMuted", p.muted_until as "mutedUntil",
      p.notification_level as level
    from participants p join rooms r on r.id = p.room_id
    where p.user_id = ${userId} and p.access_status = 'ACCEPTED' and r.workspace_id = ${workspaceId}
      and r.status in ('ACTIVE', 'ARCHIVED') and (${slug}::text is null or r.slug = ${slug})
      and (${boundRoomId}::uuid is null or r.id = ${boundRoomId})
    order by r.slug`.execute(db);
  return rows;
}

/** The switch over all rooms. */
export async function findMuteOfAll(db: Db, userId: UserId): Promise<Muted> {
  const { rows } = await sql<{ mutedUntil: Date | null }>`
    select muted_until as "mutedUntil" from muted_people where user_id = ${userId}`.execute(db);
  return { isMuted: rows.length > 0, mutedUntil: rows[0]?.mutedUntil ?? null };
}

export async function updateMuteOfAll(
  db: Db,
  userId: UserId,
  { isMuted, mutedUntil }: Muted,
): Promise<void> {
  await (
    isMuted
      ? sql`
      insert into muted_people (user_id, muted_until) values (${userId}, ${mutedUntil})
      on conflict (user_id) do update set muted_until = excluded.muted_until`
      : sql`delete from muted_people where user_id = ${userId}`
  ).execute(db);
}
