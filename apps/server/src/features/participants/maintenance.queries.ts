import { participantAccessLevels, type RoomId, type UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { isFormer } from "./participants.queries.ts";

/** People who are in a room, or wait for it, and are no members of its workspace any more. */
export async function listFormerPeople(db: Db, roomId: RoomId, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select p.user_id as "userId"
    from participants p join rooms r on r.id = p.room_id join workspaces w on w.id = r.workspace_id
    where p.room_id = ${roomId} and p.access_status in ('ACCEPTED', 'INVITED', 'PENDING') and ${isFormer}
    order by p.user_id limit ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** In the order of places, as everything that locks several of them. Returns how many there were. */
export async function updateLastSeenOf(
  db: Db,
  roomId: RoomId,
  now: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with wrong as (
      select user_id from participants
      where room_id = ${roomId} and access_status = 'ACCEPTED' and (last_seen_at is null or last_seen_at > ${now})
      order by user_id limit ${limit} for no key update
    ), fixed as (
      update participants p set last_seen_at = least(coalesce(p.last_read_at, p.joined_at), ${now}) from wrong
      where p.room_id = ${roomId} and p.user_id = wrong.user_id
      returning 1
    )
    select count(*)::integer as count from fixed`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Duplicates {
  readonly roomsChecked: number;
  readonly duplicates: number;
  readonly removed: number;
}

/** Of several rows of a person in a room the one with the highest level stays, else that of who joined first. */
export async function deleteDuplicates(db: Db): Promise<Duplicates> {
  const { rows } = await sql<Duplicates>`
    with doubles as (
      select place from (
        select ctid as place, row_number() over (
          partition by room_id, user_id
          order by array_position(${[...participantAccessLevels]}::text[], access_level), joined_at
        ) as rank
        from participants
      ) ranked where rank > 1
    ), gone as (
      delete from participants where ctid in (select place from doubles) returning 1
    )
    select (select count(*)::integer from rooms) as "roomsChecked",
      (select count(*)::integer from doubles) as duplicates, (select count(*)::integer from gone) as removed`.execute(
    db,
  );
  return rows[0] ?? { roomsChecked: 0, duplicates: 0, removed: 0 };
}
