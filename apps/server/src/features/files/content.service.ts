import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import type { FileId, FileVariant, WorkspaceId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { BlobMissing, type BlobKey, type FileStore } from "#server/platform/files/file-store.ts";
import type { ByteRange, StoredReply } from "#server/platform/http/stored-replies.ts";
import type { Logger } from "#server/platform/log/log.ts";
import { requireSeenFile } from "./files.access.ts";
import { findFile, findVariant, type FileRow } from "./files.queries.ts";
import { isShown, toVariantName } from "./files.rules.ts";

export interface ContentDeps {
  readonly db: Db;
  readonly fileStore: FileStore;
  readonly log: Pick<Logger, "error">;
}

interface Wanted {
  readonly variant?: FileVariant | undefined;
  readonly isDownload: boolean;
}

/** The bytes of a file that the caller may see now, or of what was made of it (rules-collab 35). */
export async function getFileContent(
  deps: ContentDeps,
  actor: Actor,
  id: FileId,
  wanted: Wanted,
): Promise<StoredReply> {
  return toContent(deps, await requireSeenFile(deps.db, actor, id), wanted);
}

/** The same for whoever was let in to what shows the file: its caller has decided that. None of a file in the trash. */
export async function getShownContent(
  deps: ContentDeps,
  workspaceId: WorkspaceId,
  id: FileId,
  wanted: Wanted,
): Promise<StoredReply> {
  const file = await findFile(deps.db, workspaceId, id);
  if (!file || file.trashedAt !== null) throw new AppError("FILE_NOT_FOUND");
  return toContent(deps, file, wanted);
}

async function toContent(
  deps: ContentDeps,
  file: FileRow,
  { variant, isDownload }: Wanted,
): Promise<StoredReply> {
  const sha256 = requireBytes(file);
  if (variant === undefined) {
    const { name, mediaType, size } = file;
    const stored = { name, mediaType, size, etag: sha256 };
    return {
      ...stored,
      isShown: !isDownload && isShown(mediaType),
      read: reading(deps, { sha256 }, size),
    };
  }
  const made = await findVariant(deps.db, sha256, variant);
  if (!made) throw new AppError("FILE_NOT_FOUND");
  const { mediaType, size } = made;
  const read = reading(deps, { sha256, variant }, size);
  const etag = `${sha256}.${variant}`;
  // Its bytes are the server's own.
  return { name: toVariantName(file.name, mediaType), mediaType, size, etag, isShown: true, read };
}

function requireBytes({ status, sha256 }: FileRow): string {
  if (sha256 === null) throw new AppError("FILE_NOT_FOUND");
  if (status === "quarantined") throw new AppError("FILE_QUARANTINED");
  if (status !== "ready") throw new AppError("FILE_NOT_READY");
  return sha256;
}

/** Reads a blob or a variant; a whole blob is held against its hash. */
export function reading({ fileStore, log }: ContentDeps, key: BlobKey, size: number) {
  return async (range?: ByteRange): Promise<Readable> => {
    try {
      const bytes = await fileStore.read(key, range);
      const isWhole = range === undefined || (range.start === 0 && range.end === size - 1);
      if (!isWhole || key.variant !== undefined) return bytes;
      return bytes.compose(verifying(key.sha256, log));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      log.error({ sha256: key.sha256 }, "A file has no bytes in the store");
      throw new AppError("FILE_NOT_FOUND");
    }
  };
}

/**
 * Passes bytes on and holds their end back until they have come to the hash that they are kept by: what a disk has changed is cut off,
 * so that no program takes it for the file.
 */
function verifying(sha256: string, log: ContentDeps["log"]): Transform {
  const hash = createHash("sha256");
  let held: Buffer | undefined;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      const before = held;
      held = bytes;
      done(null, before);
    },
    flush(done) {
      if (hash.digest("hex") === sha256) return done(null, held);
      log.error({ sha256 }, "A file in the store has other bytes than those it was made of");
      done(new Error("The bytes of a file are not those it was made of"));
    },
  });
}
