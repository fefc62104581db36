import type {
  ChosenRoomSettings,
  GuestAccessLevel,
  RoomAccessType,
  RoomId,
  RoomType,
  Status,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface GuestLinkRow {
  readonly id: string;
  readonly accessLevel: GuestAccessLevel;
  readonly uses: number;
  readonly maxUses: number | null;
  /** By name. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewGuestLink {
  readonly roomId: RoomId;
  readonly codeHash: Uint8Array;
  readonly accessLevel: GuestAccessLevel;
  readonly maxUses: number | null;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertLink(tx: Tx, link: NewGuestLink): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into guest_links (room_id, code_hash, access_level, max_uses, created_by, created_at, expires_at)
    values (${link.roomId}, ${link.codeHash}, ${link.accessLevel}, ${link.maxUses}, ${link.createdBy}, ${link.createdAt},
      ${link.expiresAt})
    returning id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("An insert returns the row it made");
  return row.id;
}

/** A link is worth no more than what its maker may do now. */
const isLive = (now: Date) => sql`
  l.closed_at is null and l.expires_at > ${now} and (l.max_uses is null or l.uses < l.max_uses)
  and exists (
    select from room_membership m
    where m.room_id = l.room_id and m.user_id = l.created_by and m.workspace_status = 'ACTIVE'
      and m.access_level in ('OWNER', 'ADMIN'))`;

/** Those of a room by which somebody may come now, the newest first. */
export async function listLiveLinks(db: Db, roomId: RoomId, now: Date): Promise<GuestLinkRow[]> {
  const { rows } = await sql<GuestLinkRow>`
    select l.id, l.access_level as "accessLevel", l.uses, l.max_uses as "maxUses", u.full_name as "createdBy",
      l.created_at as "createdAt", l.expires_at as "expiresAt"
    from guest_links l join users u on u.id = l.created_by
    where l.room_id = ${roomId} and ${isLive(now)}
    order by l.created_at desc, l.id desc`.execute(db);
  return rows;
}

/** A link with the room that it leads to. */
export interface FoundLink {
  readonly id: string;
  readonly roomId: RoomId;
  readonly accessLevel: GuestAccessLevel;
  readonly isLive: boolean;
  readonly workspaceId: WorkspaceId;
  readonly workspaceKind: "personal" | "organization";
  /** Null in Personal. */
  readonly organizationName: string | null;
  readonly title: string;
  readonly roomType: RoomType;
  readonly accessType: RoomAccessType;
  readonly status: Status;
  readonly settings: ChosenRoomSettings;
  readonly isGeneral: boolean;
}

/** One statement whether there is such a link or not. */
export async function findLink(
  db: Db,
  codeHash: Uint8Array,
  now: Date,
): Promise<FoundLink | undefined> {
  const { rows } = await sql<FoundLink>`
    select l.id, l.room_id as "roomId", l.access_level as "accessLevel",
      (${isLive(now)} and w.deleted_at is null) as "isLive", r.workspace_id as "workspaceId", w.kind as "workspaceKind",
      o.title as "organizationName", r.title, r.room_type as "roomType",
      r.access_type as "accessType", r.status, r.settings, r.is_general as "isGeneral"
    from guest_links l
    join rooms r on r.id = l.room_id
    join workspaces w on w.id = r.workspace_id
    left join organizations o on o.id = w.id
    where l.code_hash = ${codeHash}`.execute(db);
  return rows[0];
}

/** Counts a guest, where the link is live still; of several at once no more than it is for. */
export async function updateUsed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update guest_links l set uses = uses + 1 where l.id = ${id} and ${isLive(now)} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** False where no such link of the room was open. */
export async function updateClosed(
  tx: Tx,
  link: { readonly id: string; readonly roomId: RoomId },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update guest_links set closed_at = ${now}
    where id = ${link.id} and room_id = ${link.roomId} and closed_at is null returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** All of a room. */
export async function updateAllClosed(tx: Tx, roomId: RoomId): Promise<void> {
  await sql`
    update guest_links set closed_at = clock_timestamp()
    where room_id = ${roomId} and closed_at is null`.execute(tx);
}

/** All of a workspace; in the order of ids, so that two of these wait for each other. */
export async function updateAllClosedIn(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await sql`
    with open as (
      select l.id from guest_links l join rooms r on r.id = l.room_id
      where r.workspace_id = ${workspaceId} and l.closed_at is null
      order by l.id for no key update of l
    )
    update guest_links l set closed_at = clock_timestamp() from open where l.id = open.id`.execute(
    tx,
  );
}

export interface NewGuest {
  readonly userId: UserId;
  readonly linkId: string;
  readonly roomId: RoomId;
  readonly createdAt: Date;
}

export async function insertGuest(tx: Tx, guest: NewGuest): Promise<void> {
  await sql`
    insert into guests (user_id, link_id, room_id, created_at)
    values (${guest.userId}, ${guest.linkId}, ${guest.roomId}, ${guest.createdAt})`.execute(tx);
}

/** Guests who are in a room, all or those who came by one link. */
export async function listGuests(tx: Tx, roomId: RoomId, linkId?: string): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select g.user_id as "userId" from guests g
    join participants p on p.room_id = g.room_id and p.user_id = g.user_id and p.access_status = 'ACCEPTED'
    where g.room_id = ${roomId} and (${linkId ?? null}::uuid is null or g.link_id = ${linkId ?? null})
    order by g.user_id`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export interface Stay {
  readonly roomId: RoomId;
  readonly userId: UserId;
}

/** Guests who are in their room without a session any more, which ran out or which they left, or without anybody else; so many at most. */
export async function listOverdue(db: Db, now: Date, limit: number): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select g.room_id as "roomId", g.user_id as "userId" from guests g
    join participants p on p.room_id = g.room_id and p.user_id = g.user_id and p.access_status = 'ACCEPTED'
    where not exists (
      select 1 from sessions s
      where s.bound_room_id = g.room_id and s.user_id = g.user_id and s.ended_at is null and s.expires_at > ${now})
    or not exists (
      select 1 from participants o join users u on u.id = o.user_id
      where o.room_id = g.room_id and o.access_status = 'ACCEPTED' and u.role <> 'GUEST')
    order by g.room_id, g.user_id limit ${limit}`.execute(db);
  return rows;
}

/** What nobody asks for any more: links that are over since then, with who came by them, unless one of these is still in. */
export async function deleteOldLinks(db: Db, before: Date): Promise<void> {
  await sql`
    delete from guest_links l
    where (l.closed_at <= ${before} or l.expires_at <= ${before}) and not exists (
      select 1 from guests g
      join participants p on p.room_id = g.room_id and p.user_id = g.user_id and p.access_status = 'ACCEPTED'
      where g.link_id = l.id)`.execute(db);
}
