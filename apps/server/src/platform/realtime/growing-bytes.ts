/** Bytes that are held for clients of this process. */
export interface ByteCount {
  bytes: number;
}

const BYTES_MIN = 64;

/**
 * Bytes that come in pieces, in memory that grows with what has come: what a client says that it will send costs nothing.
 * Counted from the first byte until `release`.
 */
export class GrowingBytes {
  readonly #count: ByteCount;
  #bytes = Buffer.allocUnsafeSlow(BYTES_MIN);
  #length = 0;

  constructor(count: ByteCount) {
    this.#count = count;
    count.bytes += BYTES_MIN;
  }

  get length(): number {
    return this.#length;
  }

  append(source: Buffer, start: number, end: number): void {
    const length = this.#length + end - start;
    if (length > this.#bytes.length) this.#grow(length);
    source.copy(this.#bytes, this.#length, start, end);
    this.#length = length;
  }

  /** What has come; no copy. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Counts it out; what `view` returned stays usable. */
  release(): void {
    this.#count.bytes -= this.#bytes.length;
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#count.bytes += larger.length - this.#bytes.length;
    this.#bytes = larger;
  }
}
