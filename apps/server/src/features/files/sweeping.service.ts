import { FILE_TRASH_DAYS, type UserId, type WorkspaceId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import {
  deleteFilesOf,
  deleteHeldBlob,
  deleteOrphan,
  deleteRemovedUploads,
  forgetTrashed,
  holdUnknownBlob,
  listKnownBlobs,
  listOrphans,
  trashUnshown,
  trashUnshownOf,
} from "./sweeping.queries.ts";
import { deleteUpload, deleteUploadsOf, listExpired, listKnownUploads } from "./uploads.queries.ts";

export interface SweepDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly fileStore: FileStore;
}

const PORTION = 500;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Ends uploads whose time is over, puts files into the trash that nothing shows, forgets those that were there for 30 days, and
 * removes bytes that no file has (rules-collab 31). Idempotent; goes on where it was cut off.
 */
export async function sweepFiles(deps: SweepDeps): Promise<void> {
  const { db, clock, fileStore } = deps;
  const now = clock.now();
  const aDayAgo = new Date(now.getTime() - DAY_MS);
  const trashEnd = new Date(now.getTime() - FILE_TRASH_DAYS * DAY_MS);
  for (;;) {
    const expired = await listExpired(db, now, PORTION);
    for (const id of expired) {
      await deleteUpload(db, id);
      await fileStore.discard(id);
    }
    if (expired.length < PORTION) break;
  }
  while ((await trashUnshown(db, { before: aDayAgo, now, limit: PORTION })) === PORTION);
  while ((await forgetTrashed(db, { before: trashEnd, limit: PORTION })) === PORTION);
  await deleteRemovedUploads(db, aDayAgo);
  await removeOrphans(deps, aDayAgo);
}

/**
 * Deletes the files and uploads of a workspace that is gone, in portions that nobody waits for; their bytes go with the sweep.
 * Idempotent; goes on where it was cut off.
 */
export async function purgeFilesOf(
  db: Db,
  workspaceId: WorkspaceId,
  portion = PORTION,
): Promise<void> {
  while ((await deleteFilesOf(db, workspaceId, portion)) > 0);
  while ((await deleteUploadsOf(db, workspaceId, portion)) > 0);
}

/** Files of a person who is deleted that nothing shows go with the sweep, after their time in the trash. */
export function forgetUnshownFiles(tx: Tx, ownerId: UserId, now: Date): Promise<void> {
  return trashUnshownOf(tx, ownerId, now);
}

async function removeOrphans(deps: SweepDeps, before: Date): Promise<void> {
  for (;;) {
    const orphans = await listOrphans(deps.db, { before, limit: PORTION });
    for (const sha256 of orphans) await removeOrphan(deps, sha256, before);
    if (orphans.length < PORTION) return;
  }
}

/**
 * Removes bytes that nothing has and that nothing was made of since a moment. The place of the blob is held meanwhile: an upload that
 * comes to the same hash waits, and brings them anew.
 */
export async function removeOrphan(
  { db, fileStore }: Pick<SweepDeps, "db" | "fileStore">,
  sha256: string,
  since: Date,
): Promise<void> {
  await runTransaction(db, async (tx) => {
    if (await deleteOrphan(tx, sha256, since)) await fileStore.remove(sha256);
  });
}

/**
 * Removes bytes of which the database has known nothing for a day: a process ended between the two. It looks at all that the store has.
 * Several servers may do so at once, while uploads come to the same bytes.
 */
export async function sweepStore(deps: SweepDeps): Promise<void> {
  const { db, clock, fileStore } = deps;
  const before = new Date(clock.now().getTime() - DAY_MS);
  let uploads: string[] = [];
  let hashes: string[] = [];
  const clear = async (): Promise<void> => {
    const knownUploads = new Set(await listKnownUploads(db, uploads));
    for (const id of uploads) if (!knownUploads.has(id)) await fileStore.discard(id);
    const knownBlobs = new Set(await listKnownBlobs(db, hashes));
    for (const sha256 of hashes) if (!knownBlobs.has(sha256)) await removeUnknown(deps, sha256);
    [uploads, hashes] = [[], []];
  };
  for await (const found of fileStore.listOlder(before)) {
    if ("uploadId" in found) uploads.push(found.uploadId);
    else hashes.push(found.sha256);
    if (uploads.length + hashes.length >= PORTION) await clear();
  }
  await clear();
}

/** Holds the place of a blob that nobody knows meanwhile: whoever uploads the same bytes waits, and brings them anew. */
async function removeUnknown({ db, clock, fileStore }: SweepDeps, sha256: string): Promise<void> {
  await runTransaction(db, async (tx) => {
    if (!(await holdUnknownBlob(tx, sha256, clock.now()))) return;
    await fileStore.remove(sha256);
    await deleteHeldBlob(tx, sha256);
  });
}
