import type { FileId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

/**
 * Takes their bytes from files of a workspace that rooms have shown since before a moment, but for those of pinned messages; returns which
 * these are. The bytes go with the sweep, unless another file has the same.
 */
export async function expireRows(
  tx: Tx,
  workspaceId: WorkspaceId,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`
    update files set sha256 = null, status = 'expired'
    where id in (
      select f.id from files f
      where f.workspace_id = ${workspaceId} and f.created_at < ${before} and f.sha256 is not null
        and exists (select from file_references r where r.file_id = f.id)
        and not exists (
          select from file_references r
          join message_pins p on p.room_id = r.room_id and p.message_id = r.message_id
          where r.file_id = f.id
        )
      order by f.created_at limit ${limit}
    )
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
