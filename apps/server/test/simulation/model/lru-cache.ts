interface Options<K, V> {
  readonly max?: number;
  readonly maxSize?: number;
  /** Milliseconds that an entry is kept. */
  readonly ttl?: number;
  readonly sizeCalculation?: (value: V, key: K) => number;
}

interface Kept<V> {
  readonly value: V;
  readonly size: number;
  readonly at: number;
}

/** The real one takes its room in advance, for tens of thousands of entries; a world has a handful. */
export class LRUCache<K, V> {
  readonly #options: Options<K, V>;
  readonly #entries = new Map<K, Kept<V>>();
  #size = 0;

  constructor(options: Options<K, V>) {
    this.#options = options;
  }

  get(key: K): V | undefined {
    const kept = this.#find(key);
    if (!kept) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, kept);
    return kept.value;
  }

  peek(key: K): V | undefined {
    return this.#find(key)?.value;
  }

  set(key: K, value: V): this {
    this.delete(key);
    const size = this.#options.sizeCalculation?.(value, key) ?? 0;
    this.#size += size;
    this.#entries.set(key, { value, size, at: Date.now() });
    const { max = Number.POSITIVE_INFINITY, maxSize = Number.POSITIVE_INFINITY } = this.#options;
    while (this.#entries.size > max || this.#size > maxSize) {
      const [oldest] = this.#entries.keys();
      if (oldest === undefined) break;
      this.delete(oldest);
    }
    return this;
  }

  delete(key: K): boolean {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    return this.#entries.delete(key);
  }

  #find(key: K): Kept<V> | undefined {
    const kept = this.#entries.get(key);
    const { ttl = Number.POSITIVE_INFINITY } = this.#options;
    if (!kept || Date.now() - kept.at < ttl) return kept;
    this.delete(key);
    return undefined;
  }
}
