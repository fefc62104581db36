import type {
  ChosenRoomSettings,
  RoomAccessType,
  RoomId,
  RoomType,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { lockSlug } from "./addresses.queries.ts";
import type { RoomRow } from "./rooms.queries.ts";

/* How the row of a room begins, becomes another and ends. */

export interface NewRoom {
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly title: string;
  readonly roomType: RoomType;
  readonly accessType: RoomAccessType;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  readonly isGeneral?: boolean;
  readonly description?: string | null;
  readonly settings?: ChosenRoomSettings;
}

/** Undefined where the slug is taken: nothing is written then. */
export async function insertRoom(tx: Tx, room: NewRoom): Promise<RoomId | undefined> {
  await lockSlug(tx, room.workspaceId, room.slug);
  const { rows } = await sql<{ id: RoomId }>`
    insert into rooms (workspace_id, slug, title, room_type, access_type, created_by, created_at, last_activity_at,
      fresh_slug_since, is_general, description, settings)
    select ${room.workspaceId}::uuid, ${room.slug}, ${room.title}, ${room.roomType}, ${room.accessType},
      ${room.createdBy}::uuid, ${room.createdAt}::timestamptz, ${room.createdAt}::timestamptz,
      ${room.createdAt}::timestamptz, ${room.isGeneral ?? false},
      ${room.description ?? null}, ${JSON.stringify(room.settings ?? {})}::jsonb
    where not exists (
      select from former_room_slugs f where f.workspace_id = ${room.workspaceId} and f.slug = ${room.slug}
    )
    on conflict on constraint rooms_slug_key do nothing
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** A room that belongs to certain people; its title is empty where the names of the others stand for one. */
export interface NewConversation extends Pick<
  NewRoom,
  "workspaceId" | "slug" | "title" | "createdBy" | "createdAt"
> {
  readonly roomType: Exclude<RoomType, "channel">;
  /** Null where there may be several of the same people. */
  readonly peopleKey: string | null;
  readonly isToStranger: boolean;
}

/** Undefined where these people have one, or the slug is taken: nothing is written then. */
export async function insertConversation(
  tx: Tx,
  room: NewConversation,
): Promise<RoomId | undefined> {
  const { rows } = await sql<{ id: RoomId }>`
    insert into rooms (workspace_id, slug, title, room_type, access_type, created_by, created_at, last_activity_at,
      people_key, is_to_stranger)
    values (${room.workspaceId}, ${room.slug}, ${room.title}, ${room.roomType}, 'PRIVATE', ${room.createdBy},
      ${room.createdAt}, ${room.createdAt}, ${room.peopleKey}, ${room.isToStranger})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** What a room is, as far as it can become something else. */
export type ChangeableRoom = Pick<
  RoomRow,
  | "title"
  | "description"
  | "avatarUrl"
  | "slug"
  | "accessType"
  | "status"
  | "settings"
  | "organizationDomain"
>;

/**
 * The caller holds the room's lock, and of another address that as well (lockSlug). A group that has got a name, or is over, is no more the
 * one of exactly its people: others may come into it, and they may want another (rules-rooms 30).
 */
export async function updateRoom(tx: Tx, id: RoomId, room: ChangeableRoom): Promise<void> {
  await sql`
    update rooms set title = ${room.title}, description = ${room.description}, avatar_url = ${room.avatarUrl}, slug = ${room.slug},
      access_type = ${room.accessType}, status = ${room.status}, settings = ${JSON.stringify(room.settings)}::jsonb,
      organization_domain = ${room.organizationDomain},
      people_key = case
        when room_type = 'group' and (${room.status}::text <> 'ACTIVE' or ${room.title}::text <> '') then null else people_key
      end
    where id = ${id}`.execute(tx);
}

/** Most messages up to this seq are gone for good; the caller holds the room's lock. */
export async function updatePurged(tx: Tx, id: RoomId, upToSeq: number): Promise<void> {
  await sql`
    update rooms set purged_seq = ${upToSeq} where id = ${id} and purged_seq < ${upToSeq}`.execute(
    tx,
  );
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

/** With the places in it; no other room gets its address (rules-rooms 35). */
export async function deleteRoom(db: Db, id: RoomId): Promise<void> {
  await sql`
    with gone as (delete from rooms where id = ${id} returning workspace_id, slug)
    insert into former_room_slugs (workspace_id, slug) select workspace_id, slug from gone
    on conflict do nothing`.execute(db);
}
