import { LRUCache as RealCache } from "lru-cache";

/** The real one takes its room in advance, for tens of thousands of entries; a world has a handful. */
export class LRUCache extends RealCache<string, object> {
  constructor(options: RealCache.Options<string, object, unknown>) {
    super(options.max === undefined ? options : { ...options, max: 200 });
  }
}
