import type { Readable } from "node:stream";
import type { ByteRange } from "../http/stored-replies.ts";

/*
 * The seam to where bytes of files are kept (architecture.md, seams). It knows no feature: parts of uploads that grow, and blobs that
 * never change and are called by the SHA-256 of their bytes, with what was made of them beside.
 */

/** Bytes of an upload that are safe, and what they come to. */
export interface Staged {
  readonly size: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

/** The name of a blob: its hash, with the variant that was made of it. */
export interface BlobKey {
  readonly sha256: string;
  readonly variant?: string;
}

export interface FileStore {
  /** How many bytes of an upload are safe; 0 for one that none has come of. */
  stagedSize(uploadId: string): Promise<number>;
  /**
   * Adds bytes to an upload from this place on, at most so many, and returns where it ends when they are safe. The bytes that had come
   * are kept when the source ends in the middle; the source's failure is thrown then. More bytes than `max` are an error of kind
   * TooManyBytes, of which none beyond is kept. One caller at a time.
   */
  append(
    uploadId: string,
    source: Readable,
    place: { readonly offset: number; readonly max: number },
  ): Promise<number>;
  /** The size and the hash of an upload's bytes. */
  sum(uploadId: string): Promise<Staged>;
  /** The first bytes of an upload. */
  head(uploadId: string, count: number): Promise<Uint8Array>;
  /** Makes the blob of an upload, which stays until it is discarded, so that a failure loses nothing; again changes nothing. */
  promote(uploadId: string, sha256: string): Promise<void>;
  /** Is the blob there? It costs one question, whatever its size. */
  has(sha256: string): Promise<boolean>;
  /** Removes what has come of an upload. */
  discard(uploadId: string): Promise<void>;
  /** Writes what was made of a blob; again replaces it. */
  put(key: BlobKey, bytes: Uint8Array): Promise<void>;
  /** The bytes of a blob, or a range of them. Throws BlobMissing where it is not there. */
  read(key: BlobKey, range?: ByteRange): Promise<Readable>;
  /** Removes a blob with all that was made of it; one that is not there is no error. */
  remove(sha256: string): Promise<void>;
  /** Names of blobs and uploads that were last written before a moment, for the sweep. */
  listOlder(
    before: Date,
  ): AsyncIterable<{ readonly sha256: string } | { readonly uploadId: string }>;
  /** Bytes that are free; undefined where the store has no such limit. */
  freeBytes(): Promise<number | undefined>;
}

/** More came than was said. */
export class TooManyBytes extends Error {}

/** There is no such blob. */
export class BlobMissing extends Error {}

/** The store has no room for what came. */
export class StoreFull extends Error {}
