/** Numbers that look random and follow from a seed alone (sfc32), so that a run can be had again. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    [this.#a, this.#b, this.#c] = [hashOf(`${seed} a`), hashOf(`${seed} b`), hashOf(`${seed} c`)];
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 0 <= x < 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A whole number, both ends included. */
  from(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** Times between things that happen on their own. */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.below(list.length)];
    if (one === undefined) throw new Error("There is nothing to pick from");
    return one;
  }

  maybe<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.pick(list);
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length) text += this.below(0x1_0000).toString(16).padStart(4, "0");
    return text.slice(0, length);
  }

  uuid(): string {
    const variant = "89ab"[this.below(4)] ?? "8";
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`;
  }
}

/** 32 bits of a text (FNV-1a with a final mix). */
export function hashOf(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
