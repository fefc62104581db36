import { createHash, type Hash } from "node:crypto";
import { LRUCache } from "lru-cache";

interface Progress {
  readonly hash: Hash;
  readonly offset: number;
}

/** Uploads whose hash is known without reading them again. */
const HASHES_KEPT = 1_000;

/** How far the hashes of uploads are that this process has seen the bytes of. */
export class StagedHashes {
  readonly #progress = new LRUCache<string, Progress>({ max: HASHES_KEPT });

  /** The hash of all bytes up to this place, for which they are read where this process has not seen them come. */
  async upTo(uploadId: string, offset: number, read: () => AsyncIterable<Buffer>): Promise<Hash> {
    const known = this.#progress.get(uploadId);
    if (known?.offset === offset) return known.hash.copy();
    const hash = createHash("sha256");
    if (offset > 0) for await (const bytes of read()) hash.update(bytes);
    return hash;
  }

  keep(uploadId: string, hash: Hash, offset: number): void {
    this.#progress.set(uploadId, { hash, offset });
  }

  forget(uploadId: string): void {
    this.#progress.delete(uploadId);
  }
}
