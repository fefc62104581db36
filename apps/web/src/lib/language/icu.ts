import type { CompiledMessage } from "./compiled-message.ts";

type Cases = Record<string, CompiledMessage>;

/**
 * Compiles the part of ICU MessageFormat that texts use: `{name}`, `{n, plural, one {# day} other {# days}}`,
 * `{kind, select, private {a room} other {a channel}}` and each within the cases of another; elements (`<b>`) stay text, see
 * `Sentence`. Ours is 0.7 KB in the page, lingui's own compiler 7.9; compiling at build takes a plugin for Vite, for tests and
 * for catalogues, and makes most texts longer. A test holds both to the same result.
 */
export function compileIcu(message: string): CompiledMessage {
  return new Reader(message).readAll();
}

/** Up to what begins or ends something. An apostrophe before a brace would quote it, which is not of our part. */
const PLAIN = /(?:[^{}']|'(?![{}']))+/y;
const PLAIN_IN_PLURAL = /(?:[^{}#']|'(?![{}#']))+/y;

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  readAll(): CompiledMessage {
    const tokens = this.#readTokens(false);
    if (this.#at < this.#source.length) throw this.#problem();
    return tokens;
  }

  /** In the cases of a plural `#` is its number. */
  #readTokens(isPlural: boolean): CompiledMessage {
    const tokens: CompiledMessage = [];
    while (this.#at < this.#source.length && this.#source[this.#at] !== "}") {
      if (this.#source[this.#at] === "{") tokens.push(this.#readArgument());
      else if (isPlural && this.#source[this.#at] === "#") tokens.push(this.#take("#"));
      else tokens.push(this.#takeMatch(isPlural ? PLAIN_IN_PLURAL : PLAIN));
    }
    return tokens;
  }

  #readArgument(): CompiledMessage[number] {
    this.#take("{");
    const name = this.#takeMatch(/\s*\w+\s*/y).trim();
    if (this.#source[this.#at] === "}") {
      this.#take("}");
      return [name];
    }
    this.#take(",");
    const format = this.#takeMatch(/\s*(?:plural|select)\s*,\s*/y)
      .replace(",", "")
      .trim();
    const isPlural = format === "plural";
    const cases = this.#readCases(isPlural);
    this.#take("}");
    return [name, format, isPlural ? { offset: undefined, ...cases } : cases];
  }

  #readCases(isPlural: boolean): Cases {
    const cases: Cases = {};
    while (this.#source[this.#at] !== "}") {
      const key = this.#takeMatch(isPlural ? /=\d+|\w+/y : /\w+/y).replace("=", "");
      this.#takeMatch(/\s*\{/y);
      cases[key] = this.#readTokens(isPlural);
      this.#takeMatch(/\}\s*/y);
    }
    // Every value has a text.
    if (!cases["other"]) throw this.#problem();
    return cases;
  }

  #take(character: string): string {
    if (this.#source[this.#at] !== character) throw this.#problem();
    this.#at += 1;
    return character;
  }

  #takeMatch(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source)?.[0];
    if (match === undefined) throw this.#problem();
    this.#at += match.length;
    return match;
  }

  #problem(): Error {
    return new Error(`This text is not in our part of ICU at ${this.#at}: ${this.#source}`);
  }
}
