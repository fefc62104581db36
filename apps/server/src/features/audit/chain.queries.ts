import type { WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** A chain: of a workspace, or with null that of the instance. */
export type ChainOf = WorkspaceId | null;

export interface ChainRow {
  readonly baseNo: number;
  readonly baseHash: Buffer;
  readonly lastNo: number;
  readonly lastHash: Buffer;
}

const chainColumns = sql`base_no as "baseNo", base_hash as "baseHash", last_no as "lastNo", last_hash as "lastHash"`;

/** An event as it is hashed: every column that tells something, as PostgreSQL writes it. */
export interface LinkedText {
  readonly id: string;
  readonly text: string;
}

const text = sql`jsonb_build_array(id, extract(epoch from at)::text, kind, workspace_id, actor_id, session_id, address, action,
  target_type, target_id, before, after, reason, details, room_id, room_name)::text as text`;

/** `is not distinct from` would use no index. */
function isOf(of: ChainOf) {
  return of === null ? sql`workspace_id is null` : sql`workspace_id = ${of}::uuid`;
}

/** Chains with events that are not in them yet. */
export async function listUnlinkedChains(db: Db, limit: number): Promise<ChainOf[]> {
  const { rows } = await sql<{ of: ChainOf }>`
    select distinct workspace_id as of from (
      select workspace_id from audit_events where chain_no is null limit ${limit}
    ) unlinked`.execute(db);
  return rows.map(({ of }) => of);
}

/** The chain, held until the transaction ends; a new one is empty. */
export async function holdChain(tx: Tx, of: ChainOf): Promise<ChainRow> {
  await sql`insert into audit_chains (workspace_id) values (${of}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<ChainRow>`
    select ${chainColumns} from audit_chains where ${isOf(of)} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A chain has a row");
  return row;
}

export async function listUnlinked(tx: Tx, of: ChainOf, limit: number): Promise<LinkedText[]> {
  const { rows } = await sql<LinkedText>`
    select id, ${text} from audit_events
    where ${isOf(of)} and chain_no is null
    order by at, id limit ${limit}`.execute(tx);
  return rows;
}

export interface Link {
  readonly id: string;
  readonly no: number;
  readonly hash: Uint8Array;
}

/** Links events to the end of the chain that the caller holds. */
export async function updateLinked(tx: Tx, of: ChainOf, links: readonly Link[]): Promise<void> {
  const last = links.at(-1);
  if (!last) return;
  await sql`
    update audit_events a set chain_no = l.no, chain_hash = l.hash
    from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ no }) => no)}::bigint[],
      ${links.map(({ hash }) => hash)}::bytea[]) l (id, no, hash)
    where a.id = l.id`.execute(tx);
  await sql`
    update audit_chains set last_no = ${last.no}, last_hash = ${last.hash}
    where ${isOf(of)}`.execute(tx);
}

export async function listChains(db: Db): Promise<ChainOf[]> {
  const { rows } = await sql<{ of: ChainOf }>`
    select workspace_id as of from audit_chains order by workspace_id nulls first`.execute(db);
  return rows.map(({ of }) => of);
}

export async function readChain(db: Db, of: ChainOf): Promise<ChainRow> {
  const { rows } = await sql<ChainRow>`
    select ${chainColumns} from audit_chains where ${isOf(of)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A chain has a row");
  return row;
}

export interface LinkedRow extends LinkedText {
  readonly no: number;
  readonly hash: Buffer;
}

/** Linked events after this number, in their order. */
export async function listLinked(
  db: Db,
  of: ChainOf,
  after: number,
  limit: number,
): Promise<LinkedRow[]> {
  const { rows } = await sql<LinkedRow>`
    select id, chain_no as no, chain_hash as hash, ${text} from audit_events
    where ${isOf(of)} and chain_no > ${after}
    order by chain_no limit ${limit}`.execute(db);
  return rows;
}

interface Verdict {
  readonly of: ChainOf;
  readonly brokenAt: number | null;
}

/** In the place of null, which no hash finds. */
const NIL = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** Keeps what a check has found of each chain. */
export async function updateVerdicts(
  db: Db,
  verdicts: readonly Verdict[],
  now: Date,
): Promise<void> {
  await sql`
    update audit_chains c set verified_at = ${now}, broken_no = v.broken_no
    from unnest(${verdicts.map(({ of }) => of)}::uuid[],
      ${verdicts.map(({ brokenAt }) => brokenAt)}::bigint[]) v (workspace_id, broken_no)
    where coalesce(c.workspace_id, ${NIL}) = coalesce(v.workspace_id, ${NIL})`.execute(db);
}

export interface ChainSummary {
  readonly chains: number;
  readonly events: number;
  readonly broken: number;
  readonly checkedAt: Date | null;
}

/** All chains in short, with what the last check has found. */
export async function summarizeChains(db: Db): Promise<ChainSummary> {
  const { rows } = await sql<ChainSummary>`
    select count(*)::int as chains, coalesce(sum(last_no - base_no), 0)::bigint as events,
      count(broken_no)::int as broken, max(verified_at) as "checkedAt"
    from audit_chains`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("Counting always answers");
  return row;
}

/** Deletes some of what is older and linked, the oldest first; each chain begins after them. Returns how many. */
export async function deleteAuditBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select id from audit_events where at < ${before} and chain_no is not null order by at limit ${limit}
    ), gone as (
      delete from audit_events a using old where a.id = old.id returning a.workspace_id, a.chain_no, a.chain_hash
    ), ends as (
      select distinct on (workspace_id) workspace_id, chain_no, chain_hash from gone order by workspace_id, chain_no desc
    ), moved as (
      update audit_chains c set base_no = e.chain_no, base_hash = e.chain_hash
      from ends e where c.workspace_id is not distinct from e.workspace_id and c.base_no < e.chain_no
    )
    select count(*)::integer as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}
