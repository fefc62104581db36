import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { StoreFull, type FileStore } from "#server/platform/files/file-store.ts";
import type { Logger } from "#server/platform/log/log.ts";
import type { Picture, Pictures } from "#server/platform/pictures/pictures.ts";
import type { FileRow } from "./files.queries.ts";
import { isDecoded } from "./files.rules.ts";
import { copyPictureFacts, insertVariant, setPictureFacts } from "./pictures.queries.ts";

export interface PictureDeps {
  readonly db: Db;
  readonly fileStore: FileStore;
  readonly pictures: Pick<Pictures, "make">;
  readonly log: Pick<Logger, "error">;
}

/**
 * Makes of an image that has none yet what pages show of it, once for the same bytes. False where nothing changed: the file is no
 * image, one that cannot be decoded, which stays a file to be saved, or one that is not ready.
 */
export async function addPicture(deps: PictureDeps, file: FileRow): Promise<boolean> {
  const { id, sha256, size, ownerId, mediaType, width, status } = file;
  if (status !== "ready" || sha256 === null || width !== null || !isDecoded(mediaType))
    return false;
  if (await copyPictureFacts(deps.db, { id, sha256 })) return true;
  const read = () => deps.fileStore.read({ sha256 });
  const picture = await deps.pictures.make({ personId: ownerId, size, read });
  return picture !== undefined && keepPicture(deps, { id, sha256 }, picture);
}

async function keepPicture(
  { db, fileStore, log }: PictureDeps,
  key: Pick<FileRow, "id"> & { readonly sha256: string },
  picture: Picture,
): Promise<boolean> {
  const { sha256 } = key;
  try {
    for (const { variant, bytes } of picture.variants)
      await fileStore.put({ sha256, variant }, bytes);
    return await runTransaction(db, async (tx) => {
      for (const made of picture.variants) await insertVariant(tx, sha256, made);
      return setPictureFacts(tx, key, picture);
    });
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error;
    log.error({ sha256 }, "The store has no room for what was made of an image");
    return false;
  }
}
