import { UPLOAD_HOURS, type File, type FileId, type InputOf, type Upload } from "@colbin/protocol";
import { randomUUIDv7 } from "node:crypto";
import type { Readable } from "node:stream";
import { requireSendableRoom } from "#server/features/messages/messages.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { BlobMissing, StoreFull, TooManyBytes } from "#server/platform/files/file-store.ts";
import type { HeldBytes } from "#server/platform/http/held-bytes.ts";
import { requireOwnFile } from "./files.access.ts";
import { findFile, insertFile, lockBlob, type FileRow } from "./files.queries.ts";
import { cleanName, GB, isBlocked, MB, toFileType } from "./files.rules.ts";
import { removeUnshown } from "./files.service.ts";
import { toFile } from "./files.view.ts";
import { detectMediaType, HEAD_BYTES } from "./kinds.service.ts";
import { mayBeRecording, readRecording } from "#server/platform/recordings/recordings.ts";
import { addPicture, type PictureDeps } from "./pictures.service.ts";
import { requireQuota, type QuotaDeps } from "./quota.service.ts";
import { beginScan, type ScanDeps } from "./scanning.service.ts";
import type { UploadTurns } from "./turns.service.ts";
import {
  deleteUpload,
  endUpload,
  findUpload,
  insertUpload,
  type UploadRow,
} from "./uploads.queries.ts";

export interface UploadDeps extends PictureDeps, QuotaDeps, Pick<ScanDeps, "fileScan"> {
  readonly clock: Clock;
  readonly uploadTurns: UploadTurns;
  readonly heldBytes: HeldBytes;
  readonly fileMaxMb: number;
  readonly fileTypesBlocked: readonly string[];
  readonly fileMinFreeGb: number;
}

const HOUR_MS = 60 * 60_000;

/**
 * Begins an upload for a room that the caller may send into, or for nobody else. The room that it will take is theirs from now on
 * (rules-collab 32).
 */
export async function startUpload(
  deps: UploadDeps,
  actor: Actor,
  { name: written, size, sha256, roomSlug }: InputOf<"startUpload">["body"],
): Promise<Upload> {
  const room =
    roomSlug === undefined
      ? undefined
      : await requireSendableRoom(deps.db, actor, roomSlug, "COMMENT");
  const name = cleanName(written);
  if (size === 0) throw new AppError("FILE_EMPTY");
  const max = deps.fileMaxMb * MB;
  if (size > max) throw new AppError("FILE_TOO_LARGE", { max });
  if (isBlocked({ name }, deps.fileTypesBlocked)) throw new AppError("FILE_TYPE_BLOCKED");
  await requireFreeBytes(deps, size);
  const now = deps.clock.now();
  const row: UploadRow = {
    id: randomUUIDv7() as FileId,
    workspaceId: actor.workspaceId,
    ownerId: actor.userId,
    roomId: room?.id ?? null,
    name,
    size,
    sha256: sha256 ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + UPLOAD_HOURS * HOUR_MS),
  };
  await runTransaction(deps.db, async (tx) => {
    await requireQuota(tx, deps, actor, row);
    await insertUpload(tx, row);
  });
  return { id: row.id, offset: 0, size, expiresAt: row.expiresAt.toISOString() };
}

/** STORAGE_FULL where the disk has little room: chat goes on when there is none for files. */
export async function requireFreeBytes(
  { fileStore, fileMinFreeGb }: Pick<UploadDeps, "fileStore" | "fileMinFreeGb">,
  size: number,
): Promise<void> {
  const free = await fileStore.freeBytes();
  if (free !== undefined && free - size < fileMinFreeGb * GB) throw new AppError("STORAGE_FULL");
}

/**
 * An upload of the caller that may go on; one of somebody else is not there. Its own id is the one to go on with: the caller may have
 * written it in capital letters, which the store takes for another one.
 */
async function requireUpload(
  { db, clock }: Pick<UploadDeps, "db" | "clock">,
  actor: Actor,
  id: FileId,
): Promise<UploadRow> {
  const upload = await findUpload(db, actor, id);
  if (!upload) throw new AppError("FILE_NOT_FOUND");
  if (upload.expiresAt <= clock.now()) throw new AppError("UPLOAD_EXPIRED");
  return upload;
}

interface Progress {
  readonly offset: number;
  readonly size: number;
}

/** How far an upload is; a request that still brings bytes of it is ended, so that the answer stays true. */
export async function getUpload(
  deps: UploadDeps,
  actor: Actor,
  written: FileId,
): Promise<Progress> {
  const { id, size } = await requireUpload(deps, actor, written);
  const turn = { id, userId: actor.userId };
  const offset = await deps.uploadTurns.run(turn, () => deps.fileStore.stagedSize(id));
  return { offset, size };
}

/**
 * Adds bytes to an upload. Those that had come when the connection was cut are kept. UPLOAD_MISMATCH {offset} where it is somewhere
 * else than the caller thinks.
 */
export async function appendUpload(
  deps: UploadDeps,
  actor: Actor,
  written: FileId,
  { offset, bytes }: { readonly offset: number; readonly bytes: Readable },
): Promise<Progress> {
  const { id, size } = await requireUpload(deps, actor, written);
  return deps.uploadTurns.run({ id, userId: actor.userId, bytes }, async () => {
    const staged = await deps.fileStore.stagedSize(id);
    if (staged !== offset) throw new AppError("UPLOAD_MISMATCH", { offset: staged });
    await requireFreeBytes(deps, size - offset);
    try {
      const end = await deps.fileStore.append(id, bytes, { offset, max: size - offset });
      return { offset: end, size };
    } catch (error) {
      throw toRefusal(error, bytes, size);
    }
  });
}

function toRefusal(error: unknown, bytes: Readable, max: number): unknown {
  if (error instanceof TooManyBytes) return new AppError("FILE_TOO_LARGE", { max });
  if (error instanceof StoreFull) return new AppError("STORAGE_FULL");
  // The connection was cut: nobody reads the answer.
  return bytes.destroyed ? new AppError("BAD_REQUEST") : error;
}

/** Ends an upload, or removes the file that it became while no message shows it. */
export async function cancelUpload(deps: UploadDeps, actor: Actor, written: FileId): Promise<void> {
  const begun = await findUpload(deps.db, actor, written);
  const { id } = begun ?? (await requireOwnFile(deps.db, actor, written));
  await deps.uploadTurns.run({ id, userId: actor.userId }, async () => {
    if (!(await endStaged(deps, id))) await removeUnshown(deps, actor, id);
  });
}

/** Ends an upload that becomes no file, with its bytes; false where there is none. */
async function endStaged(
  { db, fileStore }: Pick<UploadDeps, "db" | "fileStore">,
  id: FileId,
): Promise<boolean> {
  const isEnded = await endUpload(db, id, await fileStore.stagedSize(id));
  if (isEnded) await fileStore.discard(id);
  return isEnded;
}

/**
 * Makes a file of an upload that is complete, and of an image what pages show of it; again answers the same file, and makes what a
 * process that ended has not made.
 */
export async function completeUpload(
  deps: UploadDeps,
  actor: Actor,
  written: FileId,
): Promise<File> {
  const begun = await findUpload(deps.db, actor, written);
  const { id } = begun ?? (await requireOwn(deps.db, actor, written));
  return deps.uploadTurns.run({ id, userId: actor.userId }, async () => {
    if (!(await findOwn(deps.db, actor, id))) {
      const upload = await requireUpload(deps, actor, id);
      const sha256 = await requireWhole(deps, upload);
      await makeFile(deps, upload, sha256);
    }
    const file = await requireOwn(deps.db, actor, id);
    const isChanged = await addPicture(deps, file);
    return toFile(isChanged ? await requireOwn(deps.db, actor, id) : file);
  });
}

async function findOwn(
  db: Db,
  { workspaceId, userId }: Actor,
  id: FileId,
): Promise<FileRow | undefined> {
  const file = await findFile(db, workspaceId, id);
  return file?.ownerId === userId ? file : undefined;
}

async function requireOwn(db: Db, actor: Actor, id: FileId): Promise<FileRow> {
  const file = await findOwn(db, actor, id);
  if (!file) throw new AppError("FILE_NOT_FOUND");
  return file;
}

/** The hash of an upload whose bytes are all there, and are those that its sender meant; else UPLOAD_MISMATCH {offset}. */
async function requireWhole({ fileStore }: UploadDeps, upload: UploadRow): Promise<string> {
  const offset = await fileStore.stagedSize(upload.id);
  if (offset !== upload.size) throw new AppError("UPLOAD_MISMATCH", { offset });
  const { sha256 } = await fileStore.sum(upload.id);
  if (upload.sha256 === null || upload.sha256 === sha256) return sha256;
  await fileStore.discard(upload.id);
  throw new AppError("UPLOAD_MISMATCH", { offset: 0 });
}

/** The facts of an upload by its bytes; only a recording as voice messages have them tells how long it is. */
async function readFacts(
  { fileStore, heldBytes }: Pick<UploadDeps, "fileStore" | "heldBytes">,
  { id, size }: UploadRow,
): Promise<{ readonly mediaType: string; readonly durationMs: number | null }> {
  const mediaType = await detectMediaType(await fileStore.head(id, HEAD_BYTES));
  const read = async () => readRecording(mediaType, await fileStore.head(id, size));
  const recording = mayBeRecording(mediaType, size) ? await heldBytes.run(size, read) : undefined;
  return recording ?? { mediaType, durationMs: null };
}

interface Made {
  readonly sha256: string;
  readonly mediaType: string;
  readonly durationMs: number | null;
}

/** The bytes move before and after the transaction, which waits for no store; a failure before its commit keeps the upload. */
async function makeFile(deps: UploadDeps, upload: UploadRow, sha256: string): Promise<void> {
  const { fileStore, fileTypesBlocked } = deps;
  const { id, name } = upload;
  const made = { sha256, ...(await readFacts(deps, upload)) };
  if (isBlocked({ name, mediaType: made.mediaType }, fileTypesBlocked)) {
    await endStaged(deps, id);
    throw new AppError("FILE_TYPE_BLOCKED");
  }
  const keep = async (): Promise<boolean> => {
    await fileStore.promote(id, sha256);
    return insertMade(deps, upload, made);
  };
  const isKept = await keep().catch((error: unknown) => {
    // The last file of the same bytes was removed in between.
    if (error instanceof BlobMissing) return keep();
    throw error instanceof StoreFull ? new AppError("STORAGE_FULL") : error;
  });
  if (!isKept) await fileStore.remove(sha256);
  await fileStore.discard(id);
  if (!isKept) throw new AppError("FILE_QUARANTINED");
}

/** False where the bytes are known as malware; BlobMissing where the store has them no more, FILE_NOT_FOUND where the upload ended. */
async function insertMade(
  deps: UploadDeps,
  { id, workspaceId, ownerId, roomId, name, size }: UploadRow,
  { sha256, mediaType, durationMs }: Made,
): Promise<boolean> {
  const now = deps.clock.now();
  return runTransaction(deps.db, async (tx) => {
    // The lock of the blob: the sweep does not remove what becomes a file now, and a scan does not end in between.
    const isThreat = await lockBlob(tx, { sha256, size, now });
    const isEnded = isThreat ? await endUpload(tx, id, size) : await deleteUpload(tx, id);
    if (!isEnded) throw new AppError("FILE_NOT_FOUND");
    if (isThreat) return false;
    if (!(await deps.fileStore.has(sha256))) throw new BlobMissing();
    await insertFile(tx, {
      id,
      workspaceId,
      ownerId,
      roomId,
      name,
      mediaType,
      type: toFileType(mediaType, name),
      size,
      sha256,
      width: null,
      height: null,
      durationMs,
      blur: null,
      status: await beginScan(tx, deps, { sha256, now }),
      createdAt: now,
    });
    return true;
  });
}
