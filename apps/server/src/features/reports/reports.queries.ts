import type {
  MessageId,
  ReportReason,
  ReportStatus,
  RoomId,
  RoomType,
  ParticipantAccessLevel,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Somebody as they are called now. */
interface PersonRow {
  readonly userId: UserId;
  readonly fullName: string;
  readonly avatar_url: string | null;
}

/** A message as the reporter saw it; without its text once it was deleted. */
interface Copy {
  readonly messageId: MessageId;
  readonly createdAt: string;
  readonly content: string | null;
}

/** With its author as they are called now. */
interface CopyRow extends Copy {
  readonly authorName: string;
}

export interface ReportRow {
  readonly id: string;
  readonly reason: ReportReason;
  readonly note: string | null;
  readonly status: ReportStatus;
  readonly createdAt: Date;
  readonly reporter: PersonRow;
  readonly author: PersonRow;
  readonly closedAt: Date | null;
  readonly closedBy: PersonRow | null;
  readonly messageId: MessageId;
  readonly roomId: RoomId;
  readonly roomType: RoomType;
  readonly slug: string;
  readonly title: string;
  readonly isForWorkspace: boolean;
  readonly copies: readonly CopyRow[];
  /** Of the caller in the room. */
  readonly accessLevel: ParticipantAccessLevel | null;
  /** Has the author the level OWNER there? */
  readonly isOwners: boolean;
}

export interface NewReport {
  readonly workspaceId: WorkspaceId;
  readonly roomId: RoomId;
  readonly messageId: MessageId;
  readonly authorId: UserId;
  readonly reporterId: UserId;
  readonly reason: ReportReason;
  readonly note: string;
  readonly isForWorkspace: boolean;
  readonly copies: readonly Copy[];
  readonly now: Date;
}

export interface MadeReport {
  readonly id: string;
  readonly createdAt: Date;
}

/** Undefined where the person has an open one of the message: nothing is written then. */
export async function insertReport(tx: Tx, report: NewReport): Promise<MadeReport | undefined> {
  const { rows } = await sql<MadeReport>`
    insert into message_reports (workspace_id, room_id, message_id, author_id, reporter_id, reason, note, is_for_workspace,
      copies, created_at)
    values (${report.workspaceId}, ${report.roomId}, ${report.messageId}, ${report.authorId}, ${report.reporterId},
      ${report.reason}, nullif(${report.note}, ''), ${report.isForWorkspace}, ${JSON.stringify(report.copies)}::jsonb, ${report.now})
    on conflict (message_id, reporter_id) where status = 'open' do nothing
    returning id, created_at as "createdAt"`.execute(tx);
  return rows[0];
}

export async function findOpenReport(
  tx: Tx,
  messageId: MessageId,
  reporterId: UserId,
): Promise<MadeReport | undefined> {
  const { rows } = await sql<MadeReport>`
    select id, created_at as "createdAt" from message_reports
    where message_id = ${messageId} and reporter_id = ${reporterId} and status = 'open'`.execute(
    tx,
  );
  return rows[0];
}

/** A message and at most so many before it in its room that people wrote, oldest first. */
export async function listBefore(
  db: Db,
  { roomId, seq }: { readonly roomId: RoomId; readonly seq: number },
  count: number,
): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    select * from (
      select m.id as "messageId", m.created_at::text as "createdAt", coalesce(m.metadata ->> 'plainText', m.content) as content
      from messages m
      where m.room_id = ${roomId} and m.seq <= ${seq} and m.type <> 'system' and not m.is_deleted
      order by m.seq desc limit ${count + 1}
    ) newest order by "createdAt", "messageId"`.execute(db);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/** Who decides, in which workspace. */
export interface Decider {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly leadsWorkspace: boolean;
}

/** Reports that somebody decides: never of what they wrote themself, since the author does not hear who reported. */
const decidedBy = ({ userId, workspaceId, leadsWorkspace }: Decider) => sql`
  p.workspace_id = ${workspaceId} and p.author_id <> ${userId} and r.status in ('ACTIVE', 'ARCHIVED')
  and case when p.is_for_workspace then ${leadsWorkspace}::boolean
    else coalesce(own.access_status = 'ACCEPTED' and own.access_level in ('OWNER', 'ADMIN'), false) end`;

const source = ({ userId }: Decider) => sql`
  message_reports p
  join rooms r on r.id = p.room_id
  left join participants own on own.room_id = p.room_id and own.user_id = ${userId}`;

const personOf = (column: RawBuilder<unknown>) => sql`(
  select json_build_object('userId', u.id, 'fullName', u.full_name, 'avatar_url', u.avatar_url) from users u where u.id = ${column})`;

const copies = sql`(
  select coalesce(jsonb_agg(c.copy || jsonb_build_object('authorName', u.full_name) order by c.place), '[]')
  from jsonb_array_elements(p.copies) with ordinality c (copy, place)
  join messages m on m.room_id = p.room_id and m.id = (c.copy ->> 'messageId')::uuid
  join users u on u.id = m.author_id)`;

const columns = sql`
  p.id, p.reason, p.note, p.status, p.created_at as "createdAt", p.closed_at as "closedAt", p.message_id as "messageId",
  p.room_id as "roomId", r.room_type as "roomType", r.slug, r.title, p.is_for_workspace as "isForWorkspace", ${copies} as copies,
  case when own.access_status = 'ACCEPTED' then own.access_level end as "accessLevel",
  ${personOf(sql`p.reporter_id`)} as reporter, ${personOf(sql`p.author_id`)} as author, ${personOf(sql`p.closed_by`)} as "closedBy",
  exists (
    select from participants t
    where t.room_id = p.room_id and t.user_id = p.author_id and t.access_status = 'ACCEPTED' and t.access_level = 'OWNER'
  ) as "isOwners"`;

export interface ReportListing {
  readonly roomId?: RoomId;
  readonly isOpen: boolean;
  readonly after: Pick<ReportRow, "createdAt" | "id"> | undefined;
  readonly limit: number;
}

/** The newest first. */
export async function listReportRows(
  db: Db,
  decider: Decider,
  { roomId, isOpen, after, limit }: ReportListing,
): Promise<ReportRow[]> {
  const isAfter = after
    ? sql`(date_trunc('milliseconds', p.created_at), p.id) < (${after.createdAt}, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<ReportRow>`
    select ${columns} from ${source(decider)}
    where ${decidedBy(decider)} and (p.status = 'open') = ${isOpen}::boolean and ${isAfter}
      ${roomId === undefined ? sql`` : sql`and p.room_id = ${roomId} and not p.is_for_workspace`}
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countOpenReports(db: Db, decider: Decider, roomId?: RoomId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${source(decider)}
    where ${decidedBy(decider)} and p.status = 'open'
      ${roomId === undefined ? sql`` : sql`and p.room_id = ${roomId} and not p.is_for_workspace`}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** One that the person decides. */
export async function findReport(
  db: Db,
  decider: Decider,
  id: string,
): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${columns} from ${source(decider)} where ${decidedBy(decider)} and p.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

interface Closing {
  readonly status: Exclude<ReportStatus, "open">;
  readonly by: UserId;
  readonly now: Date;
}

/** Closes the open reports of a message: those for the workspace or those for the room, or all. What the reporters saw is forgotten. */
export async function updateClosed(
  tx: Tx,
  { roomId, messageId }: Pick<ReportRow, "roomId" | "messageId">,
  { status, by, now }: Closing,
  isForWorkspace?: boolean,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update message_reports set status = ${status}, closed_at = ${now}, closed_by = ${by}, copies = '[]'
    where room_id = ${roomId} and message_id = ${messageId} and status = 'open'
      and is_for_workspace = coalesce(${isForWorkspace ?? null}::boolean, is_for_workspace)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** What somebody wrote with their reports. */
export async function updateForgotten(tx: Tx, reporterId: UserId): Promise<void> {
  await sql`update message_reports set note = null where reporter_id = ${reporterId}`.execute(tx);
}
