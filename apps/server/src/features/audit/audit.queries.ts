import type {
  ActivityLogAction,
  AuditFacts,
  AuditTargetType,
  SecurityEventKind,
  SessionId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface AuditTarget {
  readonly type: AuditTargetType;
  readonly id: string;
}

interface AuditColumns {
  readonly at: Date;
  readonly kind: string;
  readonly actorId: UserId | null;
  readonly sessionId: SessionId | null;
  readonly address: string | null;
  readonly action: ActivityLogAction | null;
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
  readonly reason: string | null;
  readonly details: AuditFacts;
}

export interface NewAuditRow extends AuditColumns {
  readonly workspaceId: WorkspaceId | null;
  readonly target: AuditTarget | null;
  /** That it is about, or happened in. */
  readonly roomId: string | null;
}

export async function insertAuditEvent(tx: Tx, row: NewAuditRow): Promise<void> {
  const json = (facts: AuditFacts | null) => (facts ? JSON.stringify(facts) : null);
  await sql`
    insert into audit_events (at, kind, workspace_id, actor_id, session_id, address, action, target_type, target_id,
      before, after, reason, details, room_id, room_name)
    values (${row.at}, ${row.kind}, ${row.workspaceId}, ${row.actorId}, ${row.sessionId}, ${row.address}, ${row.action},
      ${row.target?.type ?? null}, ${row.target?.id ?? null}, ${json(row.before)}::jsonb, ${json(row.after)}::jsonb,
      ${row.reason}, ${json(row.details)}::jsonb, ${row.roomId}::uuid,
      (select r.title from rooms r where r.id = ${row.roomId}::uuid and r.access_type <> 'PRIVATE'))`.execute(
    tx,
  );
}

export interface RefusalRow {
  readonly at: Date;
  readonly actorId: UserId | null;
  readonly sessionId: SessionId | null;
  /** Of the session. */
  readonly workspaceId: WorkspaceId | null;
  /** Of the path. */
  readonly orgId: string | null;
  readonly address: string | null;
  readonly details: AuditFacts;
}

/**
 * Each for the people of the organization that the path names, where the person is a member of it, else of their session's
 * workspace: nobody writes into the audit of strangers.
 */
export async function insertRefusals(
  db: Db,
  kind: string,
  rows: readonly RefusalRow[],
): Promise<void> {
  await sql`
    insert into audit_events (at, kind, workspace_id, actor_id, session_id, address, details)
    select r.at, ${kind}, coalesce(m.workspace_id, r."workspaceId"), r."actorId", r."sessionId", r.address, r.details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (at timestamptz, "actorId" uuid, "sessionId" uuid,
      "workspaceId" uuid, "orgId" uuid, address text, details jsonb)
    left join workspace_members m on m.workspace_id = r."orgId" and m.user_id = r."actorId"`.execute(
    db,
  );
}

interface AccountEventRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly address: string | null;
  readonly details: AuditFacts;
}

/** Events of an account that are of no workspace, the newest first. */
export async function listEventsOfAccount(
  db: Db,
  userId: UserId,
  asked: {
    readonly kinds: readonly SecurityEventKind[];
    readonly since: Date;
    readonly limit: number;
  },
): Promise<AccountEventRow[]> {
  const { rows } = await sql<AccountEventRow>`
    select id, at, kind, address, details from audit_events
    where actor_id = ${userId} and workspace_id is null and at > ${asked.since}
      and kind = any (${[...asked.kinds]}::text[])
    order by at desc, id desc limit ${asked.limit}`.execute(db);
  return rows;
}

export interface AuditFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly actor?: UserId | undefined;
  readonly kind?: string | undefined;
  readonly without?: string | undefined;
  readonly target?: string | undefined;
}

export interface AuditRow extends AuditColumns {
  readonly id: string;
  readonly targetType: AuditTargetType | null;
  readonly targetId: string | null;
  /** Null where the account is gone. */
  readonly actorName: string | null;
  readonly targetName: string | null;
  readonly roomId: string | null;
  /** As it was called at the time, or is now where that was not kept; null where the reader may not know it. */
  readonly roomName: string | null;
  /** Null where the reader does not see the room. */
  readonly roomSlug: string | null;
  /** In full: a Date has no microseconds. */
  readonly exactAt: string;
}

function matching(workspaceId: WorkspaceId, filter: AuditFilter) {
  const {
    from = null,
    to = null,
    actor = null,
    kind = null,
    without = null,
    target = null,
  } = filter;
  return sql`
    a.workspace_id = ${workspaceId}
    and (${from}::timestamptz is null or a.at >= ${from}) and (${to}::timestamptz is null or a.at < ${to})
    and (${actor}::uuid is null or a.actor_id = ${actor}) and (${kind}::text is null or a.kind = ${kind})
    and (${without}::text is null or a.kind <> ${without}) and (${target}::uuid is null or a.target_id = ${target})`;
}

/** Where a portion begins: by number, or after the last one of the portion before. */
type Place = { readonly offset: number } | { readonly after: Pick<AuditRow, "exactAt" | "id"> };

/** Whose audit is read, and by whom: what only participants know of a room is told to them alone. */
export interface AuditReader {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

/** The newest first. */
export async function listAuditOf(
  db: Db,
  { workspaceId, userId }: AuditReader,
  filter: AuditFilter,
  portion: Place & { readonly limit: number },
): Promise<AuditRow[]> {
  const place = "after" in portion ? portion.after : undefined;
  const offset = "offset" in portion ? portion.offset : 0;
  const { rows } = await sql<AuditRow>`
    select p.id, p.at, p.kind, p.action, p.actor_id as "actorId", p.session_id as "sessionId", p.address,
      p.target_type as "targetType", p.target_id as "targetId", p.before, p.after, p.reason, p.details,
      actor.full_name as "actorName", target.full_name as "targetName", p.known_room_id as "roomId",
      coalesce(p.room_name, case when room.is_seen then nullif(room.title, '') end) as "roomName",
      case when room.is_seen and room.status in ('ACTIVE', 'ARCHIVED') then room.slug end as "roomSlug",
      p.at::text as "exactAt"
    from (
      select a.*, coalesce(a.room_id, case when a.target_type = 'room' then a.target_id end) as known_room_id
      from audit_events a
      where ${matching(workspaceId, filter)} and ${place ? sql`(a.at, a.id) < (${place.exactAt}::timestamptz, ${place.id})` : sql`true`}
      order by a.at desc, a.id desc limit ${portion.limit} offset ${offset}
    ) p
    left join users actor on actor.id = p.actor_id
    left join users target on target.id = p.target_id and p.target_type = 'user'
    left join lateral (
      select r.title, r.slug, r.status, r.access_type <> 'PRIVATE' or exists (
        select from participants o where o.room_id = r.id and o.user_id = ${userId} and o.access_status = 'ACCEPTED'
      ) as is_seen
      from rooms r where r.id = p.known_room_id and r.workspace_id = ${workspaceId}
    ) room on true
    order by p.at desc, p.id desc`.execute(db);
  return rows;
}

export async function countAuditOf(
  db: Db,
  workspaceId: WorkspaceId,
  filter: AuditFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events a where ${matching(workspaceId, filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
