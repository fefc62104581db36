import { randomUUID, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
  type FileHandle,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { ByteRange } from "../http/stored-replies.ts";
import {
  BlobMissing,
  StoreFull,
  TooManyBytes,
  type BlobKey,
  type FileStore,
  type Staged,
} from "./file-store.ts";
import { StagedHashes } from "./staged-hashes.ts";

/*
 * Files on a disk of this machine. An upload grows in a file of its own, which becomes the blob by a second name: bytes are written
 * once. What is said to be safe was synchronised with the disk before.
 */

const READ_BYTES = 256 * 1024;
/** Opens the store in a folder, which is made when it is first written to. */
export function openDiskStore(folder: string): FileStore {
  return new DiskStore(folder);
}

class DiskStore implements FileStore {
  readonly #folder: string;
  readonly #hashes = new StagedHashes();

  constructor(folder: string) {
    this.#folder = folder;
  }

  stagedSize(uploadId: string): Promise<number> {
    return sizeOf(this.#stagedPath(uploadId));
  }

  async append(
    uploadId: string,
    source: Readable,
    { offset, max }: { readonly offset: number; readonly max: number },
  ): Promise<number> {
    const path = this.#stagedPath(uploadId);
    const hash = await this.#hashUpTo(uploadId, offset);
    let end = offset;
    try {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, offset === 0 ? "w" : "r+");
      try {
        await file.truncate(offset);
        for await (const bytes of source as AsyncIterable<Buffer>) {
          if (end + bytes.length > offset + max) throw new TooManyBytes();
          const written = writeAll(file, bytes, end);
          // While a thread writes them.
          hash.update(bytes);
          end += bytes.length;
          await written;
        }
      } finally {
        this.#hashes.keep(uploadId, hash, end);
        await this.#settle(uploadId, file, offset);
      }
    } catch (error) {
      throw toStoreError(error);
    }
    return end;
  }

  /** Bytes that the disk refuses only now may be read for a while and be gone then: none of them is kept. */
  async #settle(uploadId: string, file: FileHandle, offset: number): Promise<void> {
    try {
      await file.sync();
    } catch (error) {
      this.#hashes.forget(uploadId);
      await file.truncate(offset);
      throw error;
    } finally {
      await file.close();
    }
  }

  async sum(uploadId: string): Promise<Staged> {
    const size = await this.stagedSize(uploadId);
    const hash = await this.#hashUpTo(uploadId, size);
    return { size, sha256: hash.digest("hex") };
  }

  async head(uploadId: string, count: number): Promise<Uint8Array> {
    const file = await open(this.#stagedPath(uploadId), "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async promote(uploadId: string, sha256: string): Promise<void> {
    const path = this.#blobPath({ sha256 });
    try {
      await mkdir(dirname(path), { recursive: true });
      await link(this.#stagedPath(uploadId), path);
    } catch (error) {
      if (hasNoLinks(error))
        await this.#place(path, async (made) => {
          await copyFile(this.#stagedPath(uploadId), made);
          await syncAndClose(await open(made, "r+"));
        });
      // It is promoted already, and perhaps discarded.
      else if (codeOf(error) !== "EEXIST" && !isMissing(error)) throw toStoreError(error);
    }
    await syncFolder(dirname(path));
  }

  async has(sha256: string): Promise<boolean> {
    return (await statOf(this.#blobPath({ sha256 }))) !== undefined;
  }

  async discard(uploadId: string): Promise<void> {
    this.#hashes.forget(uploadId);
    await rm(this.#stagedPath(uploadId), { force: true });
  }

  async put(key: BlobKey, bytes: Uint8Array): Promise<void> {
    const path = this.#blobPath(key);
    await this.#place(path, (made) => writeFile(made, bytes, { flush: true }));
  }

  async read(key: BlobKey, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.#blobPath(key), "r");
      return file.createReadStream({ ...range, highWaterMark: READ_BYTES });
    } catch (error) {
      throw isMissing(error) ? new BlobMissing() : error;
    }
  }

  async remove(sha256: string): Promise<void> {
    const folder = dirname(this.#blobPath({ sha256 }));
    for (const name of await namesIn(folder))
      if (name === sha256 || name.startsWith(`${sha256}.`))
        await rm(join(folder, name), { force: true });
  }

  async *listOlder(before: Date): ReturnType<FileStore["listOlder"]> {
    for await (const uploadId of filesUnder(join(this.#folder, "uploads"), before))
      yield { uploadId };
    for await (const sha256 of filesUnder(join(this.#folder, "blobs"), before))
      if (!sha256.includes(".")) yield { sha256 };
  }

  async freeBytes(): Promise<number> {
    await mkdir(this.#folder, { recursive: true });
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  /** A name of its own beside the uploads: two that write the same are not in each other's way, and the sweep takes what is left. */
  async #place(path: string, write: (made: string) => Promise<void>): Promise<void> {
    const made = this.#stagedPath(randomUUID());
    try {
      for (const each of [made, path]) await mkdir(dirname(each), { recursive: true });
      await write(made);
      await rename(made, path);
    } catch (error) {
      await rm(made, { force: true });
      throw toStoreError(error);
    }
  }

  #stagedPath(uploadId: string): string {
    return join(this.#folder, "uploads", uploadId);
  }

  #blobPath({ sha256, variant }: BlobKey): string {
    const name = variant === undefined ? sha256 : `${sha256}.${variant}`;
    return join(this.#folder, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), name);
  }

  #hashUpTo(uploadId: string, offset: number): Promise<Hash> {
    return this.#hashes.upTo(uploadId, offset, () =>
      createReadStream(this.#stagedPath(uploadId), { end: offset - 1, highWaterMark: READ_BYTES }),
    );
  }
}

async function syncAndClose(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A disk may take a part of what it is given. */
async function writeAll(file: FileHandle, bytes: Buffer, place: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(
      bytes,
      written,
      bytes.length - written,
      place + written,
    );
    written += bytesWritten;
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await statOf(path))?.size ?? 0;
}

/** The name in its folder is safe, too. */
async function syncFolder(path: string): Promise<void> {
  await syncAndClose(await open(path, "r"));
}

async function namesIn(path: string): Promise<string[]> {
  try {
    const names: string[] = [];
    for await (const { name } of await opendir(path)) names.push(name);
    return names;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function* filesUnder(path: string, before: Date): AsyncGenerator<string> {
  for (const name of await namesIn(path)) {
    const found = await statOf(join(path, name));
    if (found?.isDirectory()) yield* filesUnder(join(path, name), before);
    else if (found && found.mtime < before) yield name;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

/** Some file systems know one name of a file only. */
function hasNoLinks(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(String(codeOf(error)));
}

function toStoreError(error: unknown): unknown {
  const code = codeOf(error);
  return code === "ENOSPC" || code === "EDQUOT" ? new StoreFull() : error;
}
