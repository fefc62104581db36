import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/**
 * Nobody else takes this address until the transaction ends; a room's lock comes before. Of several, call it in their order.
 */
export async function lockSlug(tx: Tx, workspaceId: WorkspaceId, slug: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended('rooms.slug', 0) # hashtextextended(${workspaceId}, 0) # hashtextextended(${slug}, 0)
    )`.execute(tx);
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

/** The address leads to the room for ever, as long as it has it. */
export async function updateOpened(
  db: Db,
  { id, slug }: Pick<Address, "slug"> & { readonly id: RoomId },
): Promise<void> {
  await sql`update rooms set fresh_slug_since = null where id = ${id} and slug = ${slug}`.execute(
    db,
  );
}
