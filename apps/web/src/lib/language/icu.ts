import { language } from "./language.ts";

export type Values = Readonly<Record<string, string | number>>;

/** A compiled message; within the cases of a plural `#` is this count. */
type Message = (values: Values, count?: number) => string;

type Part = string | Message;

const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);

/**
 * Compiles the part of ICU MessageFormat that texts use: `{name}`, `{n, plural, one {# day} other {# days}}`,
 * `{kind, select, private {a room} other {a channel}}` and each within the cases of another; elements (`<b>`) stay text, see
 * `Sentence`. Ours is 0.8 KB in the page, lingui's compiler and runtime 10; compiling at build takes a plugin for Vite, for tests
 * and for catalogues, and makes most texts longer. A test holds both to the same result.
 */
export function compileIcu(message: string): (values: Values) => string {
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

  readAll(): Message {
    const message = this.#readMessage(false);
    if (this.#at < this.#source.length) throw this.#problem();
    return message;
  }

  #readMessage(isPlural: boolean): Message {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && this.#source[this.#at] !== "}") {
      if (this.#source[this.#at] === "{") parts.push(this.#readArgument());
      else if (isPlural && this.#source[this.#at] === "#") parts.push(this.#readCount());
      else parts.push(this.#takeMatch(isPlural ? PLAIN_IN_PLURAL : PLAIN));
    }
    return (values, count) =>
      parts.map((part) => (typeof part === "string" ? part : part(values, count))).join("");
  }

  #readCount(): Message {
    this.#take("#");
    return (_, count = 0) => numbers.format(count);
  }

  #readArgument(): Message {
    this.#take("{");
    const name = this.#takeMatch(/\s*\w+\s*/y).trim();
    if (this.#source[this.#at] === "}") {
      this.#take("}");
      return (values) => String(values[name] ?? "");
    }
    this.#take(",");
    const isPlural = /plural/.test(this.#takeMatch(/\s*(?:plural|select)\s*,\s*/y));
    const { cases, other } = this.#readCases(isPlural);
    this.#take("}");
    return (values, count) => {
      const value = String(values[name]);
      const exact = cases.get(value);
      if (!isPlural) return (exact ?? other)(values, count);
      const n = Number(value);
      return (exact ?? cases.get(plurals.select(n)) ?? other)(values, n);
    };
  }

  #readCases(isPlural: boolean): { cases: ReadonlyMap<string, Message>; other: Message } {
    const cases = new Map<string, Message>();
    while (this.#source[this.#at] !== "}") {
      const key = this.#takeMatch(isPlural ? /=\d+|\w+/y : /\w+/y).replace("=", "");
      this.#takeMatch(/\s*\{/y);
      cases.set(key, this.#readMessage(isPlural));
      this.#takeMatch(/\}\s*/y);
    }
    // Every value has a text.
    const other = cases.get("other");
    if (!other) throw this.#problem();
    return { cases, other };
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
