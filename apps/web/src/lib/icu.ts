import type { CompiledMessage } from "./compiled-message.ts";

type Cases = Record<string, CompiledMessage>;

/**
 * Compiles the part of ICU MessageFormat that our texts use: `{name}` and `{n, plural, one {# day} other {# days}}`.
 * Lingui's own compiler would cost the sign-in page more than all of its texts; a test holds both to the same result.
 */
export function compileIcu(message: string): CompiledMessage {
  return new Reader(message).readAll();
}

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

  #readTokens(isCase: boolean): CompiledMessage {
    const tokens: CompiledMessage = [];
    while (this.#at < this.#source.length && this.#source[this.#at] !== "}") {
      if (this.#source[this.#at] === "{") tokens.push(this.#readArgument());
      else if (isCase && this.#source[this.#at] === "#") tokens.push(this.#take("#"));
      else tokens.push(this.#takeMatch(isCase ? /[^{}#]+/y : /[^{}]+/y));
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
    this.#takeMatch(/,\s*plural\s*,\s*/y);
    const cases: Cases = {};
    while (this.#source[this.#at] !== "}") {
      const key = this.#takeMatch(/=\d+|\w+/y).replace("=", "");
      this.#takeMatch(/\s*\{/y);
      cases[key] = this.#readTokens(true);
      this.#takeMatch(/\}\s*/y);
    }
    this.#take("}");
    return [name, "plural", { offset: undefined, ...cases }];
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
