import type {
  MemberStatus,
  OrganizationType,
  UserId,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface OrganizationFields {
  readonly title: string;
  readonly type: OrganizationType;
  readonly description: string | null;
  readonly domain: string | null;
  readonly website: string | null;
}

/** With what its reader is in it. */
export interface OrganizationRow extends OrganizationFields {
  readonly id: WorkspaceId;
  readonly avatarUrl: string | null;
  readonly domainToken: string;
  readonly domainVerifiedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly role: WorkspaceRole;
  readonly status: MemberStatus;
}

const columns = sql`
  o.id, o.title, o.avatar_url as "avatarUrl", o.type, o.description, o.domain, o.domain_token as "domainToken",
  o.domain_verified_at as "domainVerifiedAt", o.website, o.created_at as "createdAt", o.updated_at as "updatedAt",
  m.role, m.status`;

/** Those that the person is in, also suspended. */
export async function listOrganizationsOf(db: Db, userId: UserId): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    select ${columns} from organizations o
    join workspace_membership m on m.workspace_id = o.id and m.user_id = ${userId}
    where m.status <> 'INVITED'
    order by lower(o.title), o.id`.execute(db);
  return rows;
}

export async function findOrganization(
  db: Db,
  userId: UserId,
  id: WorkspaceId,
): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    select ${columns} from organizations o
    join workspace_membership m on m.workspace_id = o.id and m.user_id = ${userId}
    where o.id = ${id} and m.status <> 'INVITED'`.execute(db);
  return rows[0];
}

/** The same with its row held until the transaction ends: changes of one organization come one after the other. */
export async function findOrganizationForChange(
  tx: Tx,
  userId: UserId,
  id: WorkspaceId,
): Promise<OrganizationRow | undefined> {
  await sql`select 1 from organizations where id = ${id} for no key update`.execute(tx);
  return findOrganization(tx, userId, id);
}

export async function insertOrganization(
  tx: Tx,
  id: WorkspaceId,
  fields: OrganizationFields,
  now: Date,
): Promise<void> {
  const { title, type, description, domain, website } = fields;
  await sql`
    insert into organizations (id, title, type, description, domain, website, created_at, updated_at)
    values (${id}, ${title}, ${type}, ${description}, ${domain}, ${website}, ${now}, ${now})`.execute(
    tx,
  );
}

/** Null: none. */
export async function updateAvatar(
  tx: Tx,
  id: WorkspaceId,
  path: string | null,
  now: Date,
): Promise<void> {
  await sql`update organizations set avatar_url = ${path}, updated_at = ${now} where id = ${id}`.execute(
    tx,
  );
}

/** With another domain nothing is proved any more, and nobody joins by it. */
export async function updateOrganization(
  tx: Tx,
  id: WorkspaceId,
  fields: OrganizationFields,
  now: Date,
): Promise<void> {
  const { title, type, description, domain, website } = fields;
  await sql`
    update organizations set title = ${title}, type = ${type}, description = ${description}, domain = ${domain},
      website = ${website}, updated_at = ${now},
      domain_verified_at = case when domain = ${domain} then domain_verified_at end,
      settings = case when domain = ${domain} then settings else settings - 'joinByDomain' end
    where id = ${id}`.execute(tx);
}
