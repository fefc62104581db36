import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { RoomRow } from "./rooms.queries.ts";

/** What a room is, as far as it can become something else. */
export type ChangeableRoom = Pick<
  RoomRow,
  "title" | "description" | "slug" | "accessType" | "status" | "settings" | "organizationDomain"
>;

/**
 * The caller holds the room's lock, and of another address that as well (lockSlug). A group that has got a name, or is over, is no more the
 * one of exactly its people: others may come into it, and they may want another (rules-rooms 30).
 */
export async function updateRoom(tx: Tx, id: RoomId, room: ChangeableRoom): Promise<void> {
  await sql`
    update rooms set title = ${room.title}, description = ${room.description}, slug = ${room.slug},
      access_type = ${room.accessType}, status = ${room.status}, settings = ${JSON.stringify(room.settings)}::jsonb,
      organization_domain = ${room.organizationDomain},
      people_key = case
        when room_type = 'group' and (${room.status}::text <> 'ACTIVE' or ${room.title}::text <> '') then null else people_key
      end
    where id = ${id}`.execute(tx);
}

/** When and by whom the room was deleted; it is no more where both are null. */
export async function updateDeletion(
  tx: Tx,
  id: RoomId,
  deletion: { readonly at: Date; readonly by: UserId } | null,
): Promise<void> {
  await sql`
    update rooms set ended_at = ${deletion?.at ?? null}, deleted_by = ${deletion?.by ?? null}
    where id = ${id}`.execute(tx);
}

/** Has this person deleted the room since then? */
export async function hasDeleted(
  tx: Tx,
  id: RoomId,
  { by, since }: { readonly by: UserId; readonly since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rooms where id = ${id} and status = 'DELETED' and deleted_by = ${by} and ended_at > ${since}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Rooms that are there for nobody any more since before this moment. */
export async function listEnded(db: Db, before: Date): Promise<RoomId[]> {
  const { rows } = await sql<{ id: RoomId }>`
    select id from rooms
    where ended_at <= ${before} and status in ('DELETED', 'INACTIVE') order by ended_at`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

interface Address {
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
}

/** Is or was this the address of another room? */
export async function isTaken(
  tx: Tx,
  { workspaceId, slug }: Address,
  roomId: RoomId,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rooms where workspace_id = ${workspaceId} and slug = ${slug} and id <> ${roomId}
    union all
    select 1 from former_room_slugs
    where workspace_id = ${workspaceId} and slug = ${slug} and room_id is distinct from ${roomId}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The address leads to the room for ever. */
export async function insertFormerSlug(
  tx: Tx,
  { id, workspaceId, slug }: Address & { readonly id: RoomId },
): Promise<void> {
  await sql`
    insert into former_room_slugs (workspace_id, slug, room_id) values (${workspaceId}, ${slug}, ${id})`.execute(
    tx,
  );
}

/** The address is no former one any more; was it one? */
export async function deleteFormerSlug(tx: Tx, { workspaceId, slug }: Address): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from former_room_slugs where workspace_id = ${workspaceId} and slug = ${slug}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** The room has another address from then on; null where it leads there for ever. */
export async function updateFreshSlug(tx: Tx, id: RoomId, since: Date | null): Promise<void> {
  await sql`update rooms set fresh_slug_since = ${since} where id = ${id}`.execute(tx);
}

/** Has anybody else ever had to do with the room? */
export async function hasOthers(tx: Tx, id: RoomId, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from participants where room_id = ${id} and user_id <> ${userId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Changes of addresses since then: by the person, and of the room. */
export async function countMoves(
  tx: Tx,
  { userId, roomId }: { readonly userId: UserId; readonly roomId: RoomId },
  since: Date,
): Promise<{ readonly byPerson: number; readonly ofRoom: number }> {
  const { rows } = await sql<{ byPerson: number; ofRoom: number }>`
    select (select count(*) from room_moves where user_id = ${userId} and at > ${since})::integer as "byPerson",
      (select count(*) from room_moves where room_id = ${roomId} and at > ${since})::integer as "ofRoom"`.execute(
    tx,
  );
  return rows[0] ?? { byPerson: 0, ofRoom: 0 };
}

export interface Move {
  readonly userId: UserId;
  readonly roomId: RoomId;
  readonly at: Date;
  /** The address that was asked for was not to be had. */
  readonly isElsewhere: boolean;
}

/** Notes a change of an address; older ones of the person than this are forgotten. */
export async function insertMove(tx: Tx, move: Move, since: Date): Promise<void> {
  const { userId, roomId, at, isElsewhere } = move;
  await sql`delete from room_moves where user_id = ${userId} and at <= ${since}`.execute(tx);
  await sql`
    insert into room_moves (user_id, room_id, at, is_elsewhere) values (${userId}, ${roomId}, ${at}, ${isElsewhere})`.execute(
    tx,
  );
}

/** Somebody in a room. */
interface Place {
  readonly roomId: RoomId;
  readonly userId: UserId;
}

/** Which of these people are in which of these rooms. */
export async function listPlaces(
  db: Db,
  roomIds: readonly RoomId[],
  userIds: readonly UserId[],
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select room_id as "roomId", user_id as "userId" from participants
    where room_id = any (${[...roomIds]}::uuid[]) and user_id = any (${[...userIds]}::uuid[])
      and access_status = 'ACCEPTED'`.execute(db);
  return rows;
}
