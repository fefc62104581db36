import { smallPicturePath, type PictureId, type UserId } from "@colbin/protocol";
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { StoreFull } from "#server/platform/files/file-store.ts";
import type { StoredReply } from "#server/platform/http/stored-replies.ts";
import type { Pictures, SmallForm } from "#server/platform/pictures/pictures.ts";
import { reading, type ContentDeps } from "./content.service.ts";
import { lockBlob } from "./files.queries.ts";
import {
  deleteSmallPicture,
  deleteSmallPicturesOf,
  findSmallPicture,
  insertSmallPicture,
  type PictureOwner,
  type SmallPictureRow,
} from "./small-pictures.queries.ts";
import { requireFreeBytes, type UploadDeps } from "./uploads.service.ts";

/*
 * Small pictures that are made of what people upload, such as avatars: first their bytes are made and kept, then whatever shows one
 * notes it in its own transaction, with its address. Bytes that nothing notes go with the sweep.
 */

export interface SmallPictureDeps extends ContentDeps, Pick<UploadDeps, "clock" | "fileMinFreeGb"> {
  readonly clock: Clock;
  readonly pictures: Pick<Pictures, "makeSmall">;
}

/** Its bytes are kept for a day, until something notes it. */
export type MadePicture = SmallPictureRow;

/**
 * Makes a small picture of bytes that a person sent, and keeps it. PICTURE_NOT_READABLE where they are no picture, or one that is too
 * much for a decoder; STORAGE_FULL.
 */
export async function makeSmallPicture(
  deps: SmallPictureDeps,
  actor: Pick<Actor, "userId">,
  bytes: Buffer,
  form: SmallForm,
): Promise<MadePicture> {
  await requireFreeBytes(deps, bytes.length);
  const read = () => Promise.resolve(Readable.from([bytes]));
  const undecoded = { personId: actor.userId, size: bytes.length, read };
  const made = bytes.length > 0 ? await deps.pictures.makeSmall(undecoded, form) : undefined;
  if (!made) throw new AppError("PICTURE_NOT_READABLE");
  const sha256 = createHash("sha256").update(made.bytes).digest("hex");
  const size = made.bytes.length;
  try {
    await runTransaction(deps.db, async (tx) => {
      // The lock of the blob: the sweep does not remove what is noted now.
      await lockBlob(tx, { sha256, size, now: deps.clock.now() });
      await deps.fileStore.put({ sha256 }, made.bytes);
    });
  } catch (error) {
    throw error instanceof StoreFull ? new AppError("STORAGE_FULL") : error;
  }
  return { sha256, mediaType: made.mediaType, size };
}

/** Notes a picture for its owner, and answers the address that leads to it from the commit on. */
export async function keepSmallPicture(
  tx: Tx,
  made: MadePicture,
  owner: PictureOwner,
): Promise<string> {
  // Not by time: nobody comes to know it who may not see it.
  const id = randomUUID() as PictureId;
  await insertSmallPicture(tx, id, made, owner);
  return smallPicturePath(id);
}

/** Nothing leads there any more; its bytes go with the sweep where nothing else has them. */
export async function dropSmallPicture(tx: Tx, path: string | null): Promise<void> {
  if (path !== null) await deleteSmallPicture(tx, path.slice(smallPicturePath("").length));
}

/** Nothing leads to a picture of this person any more. */
export function forgetSmallPictures(tx: Tx, userId: UserId): Promise<void> {
  return deleteSmallPicturesOf(tx, userId);
}

/** The bytes of a small picture, for whoever knows its address. */
export async function getSmallPicture(deps: ContentDeps, id: PictureId): Promise<StoredReply> {
  const found = await findSmallPicture(deps.db, id);
  if (!found) throw new AppError("PICTURE_NOT_FOUND");
  const { sha256, mediaType, size } = found;
  const read = reading(deps, { sha256 }, size);
  const name = "picture.webp";
  return { name, mediaType, size, etag: sha256, isShown: true, isImmutable: true, read };
}
