import type { FileId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { MadeVariant, Picture } from "#server/platform/pictures/pictures.ts";

interface Key {
  readonly id: FileId;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Gives a file the facts of another one with the same bytes, of which pictures were made; false where there is none. */
export async function copyPictureFacts(db: Db, { id, sha256 }: Key): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update files f set width = o.width, height = o.height, blur = o.blur
    from (
      select width, height, blur from files
      where sha256 = decode(${sha256}, 'hex') and width is not null
        and exists (select from file_variants v where v.sha256 = files.sha256)
      limit 1
    ) o
    where f.id = ${id}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Again replaces it; nothing is noted of a blob whose bytes are gone. */
export async function insertVariant(
  tx: Tx,
  sha256: string,
  { variant, mediaType, bytes, width, height }: MadeVariant,
): Promise<void> {
  await sql`
    insert into file_variants (sha256, variant, media_type, size, width, height)
    select sha256, ${variant}, ${mediaType}, ${bytes.length}, ${width}, ${height}
    from blobs where sha256 = decode(${sha256}, 'hex') and threat is null
    on conflict (sha256, variant) do update
    set media_type = excluded.media_type, size = excluded.size, width = excluded.width, height = excluded.height`.execute(
    tx,
  );
}

/** False where the file is gone. */
export async function setPictureFacts(
  tx: Tx,
  { id }: Key,
  { width, height, blur }: Picture,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update files set width = ${width}, height = ${height}, blur = ${blur} where id = ${id}`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
