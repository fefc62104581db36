import type { Hash } from "node:crypto";
import { Readable } from "node:stream";
import { S3mini, S3ServiceError } from "s3mini";
import type { ByteRange } from "../http/stored-replies.ts";
import {
  BlobMissing,
  TooManyBytes,
  type BlobKey,
  type FileStore,
  type Staged,
} from "./file-store.ts";
import { StagedHashes } from "./staged-hashes.ts";

/*
 * Files in a bucket of a server that speaks the S3 protocol. An upload is a row of objects there, each called by the place of its first
 * byte, so that any node goes on with it; the blob is put together from them.
 */

export interface S3Settings {
  /** With the bucket: https://s3.example.org/bucket */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** At least 5 MiB, which S3 asks of the parts of an object; so much of each upload stands in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PLACE_DIGITS = 16;
const LISTED_AT_ONCE = 1_000;

interface Piece {
  readonly key: string;
  readonly size: number;
}

/** Opens the store; nothing is asked of the bucket yet. */
export function openS3Store(settings: S3Settings): FileStore {
  return new S3Store(settings);
}

class S3Store implements FileStore {
  readonly #bucket: S3mini;
  readonly #hashes = new StagedHashes();

  constructor({ url, region, keyId, secret }: S3Settings) {
    this.#bucket = new S3mini({
      endpoint: url,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
    });
  }

  async stagedSize(uploadId: string): Promise<number> {
    return sizeOf(await this.#listPieces(uploadId));
  }

  async append(
    uploadId: string,
    source: Readable,
    { offset, max }: { readonly offset: number; readonly max: number },
  ): Promise<number> {
    const hash = await this.#hashUpTo(uploadId, offset);
    this.#hashes.forget(uploadId);
    let end = offset;
    let held: Buffer[] = [];
    const store = async (): Promise<void> => {
      const bytes = Buffer.concat(held);
      held = [];
      if (bytes.length > 0)
        await this.#bucket.putObject(pieceKey(uploadId, end - bytes.length), bytes);
    };
    try {
      let heldBytes = 0;
      for await (const bytes of source as AsyncIterable<Buffer>) {
        if (end + bytes.length > offset + max) throw new TooManyBytes();
        hash.update(bytes);
        held.push(bytes);
        end += bytes.length;
        heldBytes += bytes.length;
        if (heldBytes < PART_BYTES) continue;
        await store();
        heldBytes = 0;
      }
    } finally {
      await store();
      this.#hashes.keep(uploadId, hash, end);
    }
    return end;
  }

  async sum(uploadId: string): Promise<Staged> {
    const size = await this.stagedSize(uploadId);
    const hash = await this.#hashUpTo(uploadId, size);
    return { size, sha256: hash.digest("hex") };
  }

  async head(uploadId: string, count: number): Promise<Uint8Array> {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const bytes of this.#readUpload(uploadId)) {
      parts.push(bytes);
      length += bytes.length;
      if (length >= count) break;
    }
    return Buffer.concat(parts).subarray(0, count);
  }

  async promote(uploadId: string, sha256: string): Promise<void> {
    const pieces = await this.#listPieces(uploadId);
    const key = blobKey({ sha256 });
    if (pieces.length > 0 && !(await this.has(sha256))) await this.#join(pieces, key);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#bucket.objectExists(blobKey({ sha256 }))) === true;
  }

  async discard(uploadId: string): Promise<void> {
    this.#hashes.forget(uploadId);
    await this.#delete((await this.#listPieces(uploadId)).map(({ key }) => key));
  }

  async put(key: BlobKey, bytes: Uint8Array): Promise<void> {
    await this.#bucket.putObject(blobKey(key), Buffer.from(bytes));
  }

  read(key: BlobKey, range?: ByteRange): Promise<Readable> {
    return this.#read(blobKey(key), range);
  }

  async remove(sha256: string): Promise<void> {
    const found = await this.#bucket.listObjects("/", blobKey({ sha256 }));
    await this.#delete((found ?? []).map(({ Key }) => Key));
  }

  async *listOlder(before: Date): ReturnType<FileStore["listOlder"]> {
    const uploads = new Set<string>();
    for await (const { Key, LastModified } of this.#listAll("uploads/")) {
      const uploadId = Key.split("/")[1];
      if (uploadId === undefined || LastModified >= before || uploads.has(uploadId)) continue;
      uploads.add(uploadId);
      yield { uploadId };
    }
    for await (const { Key, LastModified } of this.#listAll("blobs/"))
      if (LastModified < before && !Key.includes(".")) yield { sha256: Key.slice("blobs/".length) };
  }

  /** A bucket without room refuses the bytes. */
  freeBytes(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async *#listAll(prefix: string) {
    let token: string | undefined;
    do {
      const page = await this.#bucket.listObjectsPaged("/", prefix, LISTED_AT_ONCE, token);
      yield* page?.objects ?? [];
      token = page?.nextContinuationToken;
    } while (token !== undefined);
  }

  async #listPieces(uploadId: string): Promise<Piece[]> {
    const found = (await this.#bucket.listObjects("/", `uploads/${uploadId}/`)) ?? [];
    return found
      .map(({ Key: key, Size: size }) => ({ key, size }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }

  async *#readUpload(uploadId: string): AsyncGenerator<Buffer> {
    yield* this.#readPieces(await this.#listPieces(uploadId));
  }

  async *#readPieces(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
    for (const { key } of pieces) yield* (await this.#read(key)) as AsyncIterable<Buffer>;
  }

  /** As one object, in parts of a size that S3 takes. */
  async #join(pieces: readonly Piece[], key: string): Promise<void> {
    const id = await this.#bucket.getMultipartUploadId(key);
    try {
      const parts: Awaited<ReturnType<S3mini["uploadPart"]>>[] = [];
      for await (const bytes of inParts(this.#readPieces(pieces)))
        parts.push(await this.#bucket.uploadPart(key, id, bytes, parts.length + 1));
      await this.#bucket.completeMultipartUpload(key, id, parts);
    } catch (error) {
      await this.#bucket.abortMultipartUpload(key, id).catch(() => undefined);
      throw error;
    }
  }

  async #read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const { body } = range
        ? await this.#bucket.getObjectRaw(key, false, range.start, range.end + 1)
        : await this.#bucket.getObjectRaw(key);
      return body ? Readable.fromWeb(body) : Readable.from([]);
    } catch (error) {
      throw error instanceof S3ServiceError && error.status === 404 ? new BlobMissing() : error;
    }
  }

  /** One after the other: servers that keep objects in folders remove the same empty folder twice. */
  async #delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#bucket.deleteObject(key);
  }

  #hashUpTo(uploadId: string, offset: number): Promise<Hash> {
    return this.#hashes.upTo(uploadId, offset, () => this.#readUpload(uploadId));
  }
}

function pieceKey(uploadId: string, place: number): string {
  return `uploads/${uploadId}/${String(place).padStart(PLACE_DIGITS, "0")}`;
}

function blobKey({ sha256, variant }: BlobKey): string {
  return `blobs/${variant === undefined ? sha256 : `${sha256}.${variant}`}`;
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0);
}

/** All but the last have the same size. */
async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const bytes of source) {
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    [held, heldBytes] = [[], 0];
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
