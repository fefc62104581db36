import { MARKDOWN_DEPTH_MAX, MARKDOWN_STEPS_MAX } from "./constants.ts";

/** The message is shown as it was written. */
export class TooComplex extends Error {}

/** What a token costs beside what it looks at. */
const TOKEN_STEPS = 16;
/** A step reads a character for a delimiter, about 0.1 µs; rules that only look for one character read 64 meanwhile. */
const FAST_READ = 1 / 64;
/** Blocks in blocks and words in words, each to the depth that a tree may have. */
const NESTING_MAX = 2 * MARKDOWN_DEPTH_MAX;
const LONG_BLANKS = /[ \t]{16,}/g;

/**
 * The work of reading one message, counted and not timed, so that it looks the same to everybody. The library's rules look
 * for the end of whatever may begin; where there is none they have read all the rest, once for each beginning.
 */
export class WorkBudget {
  steps = 0;
  #depth = 0;

  /** Runs of blanks, in which each character may be the first before a line break. */
  spendOnBlanks(content: string): void {
    for (const [run] of content.matchAll(LONG_BLANKS)) this.#spend(run.length ** 2 * FAST_READ);
  }

  /** Each token, and the word it begins, which is searched for an @. */
  spendOnToken(word = 0): void {
    this.#spend(TOKEN_STEPS + word * 4 * FAST_READ);
  }

  spendOnTokens(count: number): void {
    this.#spend(count * TOKEN_STEPS);
  }

  /** What was read for a token: itself, or all the rest where it was none. */
  spendOnSearch(source: string, token: { readonly raw: string } | undefined): void {
    this.#spend(token === undefined ? source.length : token.raw.length);
  }

  /** A rule that reads so many characters again, so many times. */
  spendOnFastReads(times: number, characters: number): void {
    this.#spend(times * characters * FAST_READ);
  }

  /** Reads a text within another one. */
  nest<T>(source: string, read: () => T): T {
    if (this.#depth > NESTING_MAX) throw new TooComplex();
    this.#spend(source.length);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MARKDOWN_STEPS_MAX) throw new TooComplex();
  }
}
