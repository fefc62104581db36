import type { WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface DomainRow {
  readonly domain: string | null;
  readonly domainToken: string;
  readonly domainVerifiedAt: Date | null;
}

export async function findDomain(db: Db, id: WorkspaceId): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`
    select o.domain, o.domain_token as "domainToken", o.domain_verified_at as "domainVerifiedAt"
    from organizations o join workspaces w on w.id = o.id and w.deleted_at is null
    where o.id = ${id}`.execute(db);
  return rows[0];
}

/** Of this domain and no other one, which somebody may have put in its place; false where another organization has verified it. */
export async function updateDomainVerified(
  tx: Tx,
  id: WorkspaceId,
  domain: string,
  now: Date,
): Promise<boolean> {
  try {
    await sql`
      update organizations set domain_verified_at = ${now}
      where id = ${id} and domain = ${domain} and domain_verified_at is null`.execute(tx);
    return true;
  } catch (error) {
    const { constraint = "" } = error instanceof DatabaseError ? error : {};
    if (constraint === "organizations_verified_domain_key") return false;
    throw error;
  }
}

export async function updateDomainReleased(tx: Tx, id: WorkspaceId): Promise<void> {
  await sql`
    update organizations set domain_verified_at = null, settings = settings - 'joinByDomain'
    where id = ${id} and domain_verified_at is not null`.execute(tx);
}

export interface OpenRow {
  readonly id: WorkspaceId;
  readonly title: string;
}

/** The one that has verified this domain and lets its people join. */
export async function findOpen(db: Db, domain: string): Promise<OpenRow | undefined> {
  const { rows } = await sql<OpenRow>`
    select o.id, o.title from organizations o join workspaces w on w.id = o.id and w.deleted_at is null
    where o.domain = ${domain} and o.domain_verified_at is not null
      and o.settings @> '{"joinByDomain": true}'`.execute(db);
  return rows[0];
}
