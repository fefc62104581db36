import type { RoomId, UserId } from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

interface ExportRow {
  readonly id: string;
  readonly userId: UserId;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

export async function countExportsSince(tx: Tx, userId: UserId, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from exports
    where user_id = ${userId} and requested_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertExport(tx: Tx, row: ExportRow): Promise<void> {
  await sql`
    insert into exports (id, user_id, requested_at, expires_at)
    values (${row.id}, ${row.userId}, ${row.requestedAt}, ${row.expiresAt})`.execute(tx);
}

export async function hasExport(db: Db, userId: UserId, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from exports where id = ${id} and user_id = ${userId} and expires_at > ${now}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function deleteExportsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from exports where expires_at < ${before}`.execute(db);
}

/** A list of the archive: what it is to its reader, and how its entries are read. */
export interface ExportedList {
  readonly about: string;
  readonly select: (userId: UserId) => RawBuilder<unknown>;
}

/** All that is short enough to be read at once. Only what the person could see themselves: no secret, no hash, nothing of others. */
export const exportedLists: Readonly<Record<string, ExportedList>> = {
  account: {
    about: "your profile and preferences",
    select: (id) => sql`
      select id, full_name, username, email, phone, bio, company, location, avatar_url, login, is_email_verified,
        is_phone_number_verified, preferences, created_at
      from users where id = ${id}`,
  },
  organizations: {
    about: "the organizations that you are in, and since when",
    select: (id) => sql`
      select o.id, o.title, m.role, m.department, m.joined_at
      from workspace_members m join organizations o on o.id = m.workspace_id
      where m.user_id = ${id} and m.status = 'ACTIVE' order by m.joined_at`,
  },
  rooms: {
    about: "the channels, groups and conversations that you are in",
    select: (id) => sql`
      select r.id, r.workspace_id, r.slug, r.title, r.room_type, r.access_type, p.access_level, p.joined_at, p.last_read_at
      from participants p join rooms r on r.id = p.room_id
      where p.user_id = ${id} and p.access_status = 'ACCEPTED' order by p.joined_at`,
  },
  saved: {
    about: "messages that you saved for later, with your notes",
    select: (id) => sql`
      select room_id, message_id, status, note, saved_at from saved_messages where user_id = ${id} order by saved_at`,
  },
  reminders: {
    about: "your reminders",
    select: (id) => sql`
      select room_id, message_id, note, due_at, repeat, time_zone from reminders where user_id = ${id} order by due_at`,
  },
  drafts: {
    about: "texts that you have not sent",
    select: (id) => sql`
      select room_id, thread_id, content, updated_at from drafts where user_id = ${id} order by updated_at`,
  },
  scheduled: {
    about: "messages that are to be sent later",
    select: (id) => sql`
      select room_id, content, type, send_at, state from scheduled_messages where user_id = ${id} order by send_at`,
  },
  documents: {
    about: "documents that you made and may read, with their words",
    select: (id) => sql`
      select d.id, d.workspace_id, d.room_id, d.parent_id, d.title, d.status, d.created_at, d.updated_at, s.text
      from documents d left join document_states s on s.document_id = d.id
      where d.created_by = ${id} and document_level(d.id, ${id}) is not null order by d.created_at`,
  },
  sessions: {
    about: "where you are signed in",
    select: (id) => sql`
      select id, name, user_agent, address, created_at, last_used_at, expires_at from sessions
      where user_id = ${id} and ended_at is null order by created_at`,
  },
  events: {
    about: "what happened to your account",
    select: (id) => sql`
      select at, kind, address, details from audit_events
      where actor_id = ${id} and workspace_id is null order by at`,
  },
  files: {
    about:
      "your files; those whose bytes are still there are in the folder files, named by their id",
    select: (id) => sql`
      select id, workspace_id, room_id, name, media_type, size, created_at, trashed_at from files
      where owner_id = ${id} order by created_at`,
  },
};

export async function listExported(
  db: Db,
  { select }: ExportedList,
  userId: UserId,
): Promise<unknown[]> {
  return (await select(userId).execute(db)).rows;
}

interface WrittenRow {
  readonly clientMessageId: string;
}

/** Messages of the person in a room, in the order of the index by author. */
export async function listOwnMessages(
  db: Db,
  of: { readonly roomId: RoomId; readonly userId: UserId },
  from: { readonly after: string; readonly limit: number },
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select client_message_id as "clientMessageId", id, room_id, thread_id, type, content, created_at, is_edited,
      metadata ->> 'plainText' as plain_text
    from messages
    where room_id = ${of.roomId} and author_id = ${of.userId} and type <> 'system' and not is_deleted
      and client_message_id > ${from.after}
    order by client_message_id limit ${from.limit}`.execute(db);
  return rows;
}

/** Reactions of the person in a room, found by those of the room. */
export async function listOwnReactions(
  db: Db,
  of: { readonly roomId: RoomId; readonly userId: UserId },
): Promise<unknown[]> {
  const { rows } = await sql`
    select room_id, message_id, emoji, created_at from message_reactions
    where room_id = ${of.roomId} and user_id = ${of.userId} order by created_at`.execute(db);
  return rows;
}

interface KeptFile {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
}

/** Files of the person whose bytes are there and were found clean. */
export async function listKeptFiles(db: Db, userId: UserId): Promise<KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select id, name, encode(sha256, 'hex') as sha256 from files
    where owner_id = ${userId} and sha256 is not null and status = 'ready' order by created_at`.execute(
    db,
  );
  return rows;
}
