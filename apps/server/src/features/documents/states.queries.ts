import type { DocumentId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface StoredState {
  readonly state: Buffer;
  /** Counts how often it was stored. */
  readonly version: number;
}

/** The stored state of the editor; undefined where nobody has written yet. */
export async function findState(db: Db, id: DocumentId): Promise<StoredState | undefined> {
  const { rows } = await sql<StoredState>`
    select state, version from document_states where document_id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Holds the document, so that no other process stores in between. The version of its state, 0 where there is none yet; undefined where
 * the document is gone.
 */
export async function holdState(tx: Tx, id: DocumentId): Promise<number | undefined> {
  const { rows } = await sql`select from documents where id = ${id} for no key update`.execute(tx);
  if (rows.length === 0) return undefined;
  const { rows: found } = await sql<{ version: number }>`
    select version from document_states where document_id = ${id}`.execute(tx);
  return found[0]?.version ?? 0;
}

/** States that were stored since these versions were read. */
export async function listNewerStates(
  db: Db,
  known: readonly { readonly id: DocumentId; readonly version: number }[],
): Promise<(StoredState & { readonly id: DocumentId })[]> {
  const { rows } = await sql<StoredState & { id: DocumentId }>`
    select s.document_id as id, s.state, s.version
    from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ version }) => version)}::integer[]) k (id, version)
    join document_states s on s.document_id = k.id and s.version > k.version`.execute(db);
  return rows;
}

interface NewState {
  readonly state: Uint8Array;
  readonly text: string;
  readonly version: number;
  readonly at: Date;
  /** The last writer; undefined where that is another process. */
  readonly by: UserId | undefined;
}

export async function upsertState(
  tx: Tx,
  id: DocumentId,
  { state, text, version, at, by }: NewState,
): Promise<void> {
  await sql`
    insert into document_states (document_id, state, text, version, stored_at)
    values (${id}, ${Buffer.from(state)}, ${text}, ${version}, ${at})
    on conflict (document_id) do update
      set state = excluded.state, text = excluded.text, version = excluded.version, stored_at = excluded.stored_at`.execute(
    tx,
  );
  if (by)
    await sql`update documents set updated_at = ${at}, updated_by = ${by} where id = ${id}`.execute(
      tx,
    );
}
