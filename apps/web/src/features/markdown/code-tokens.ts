import hljs from "highlight.js/lib/core";
import type { Emitter, LanguageFn } from "highlight.js";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { COLOURED_CHARS_MAX, COLOURED_LINES_MAX, COLOURED_TOKENS_MAX } from "./constants.ts";
import type { CodeColour, CodeToken } from "./readings.ts";

/* highlight.js, for its many languages and its speed, ten times that of the others; it tells tokens, and never makes HTML here. */

const languages: Readonly<Record<string, LanguageFn>> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

/** The six colours of the look, by the first word of a scope. Others have the colour around them. */
const colours: Readonly<Record<string, CodeColour>> = {
  keyword: "keyword",
  "selector-tag": "keyword",
  name: "keyword",
  operator: "keyword",
  string: "string",
  regexp: "string",
  symbol: "string",
  char: "string",
  link: "string",
  addition: "string",
  number: "number",
  literal: "number",
  deletion: "number",
  variable: "number",
  title: "title",
  section: "title",
  attr: "title",
  attribute: "title",
  "selector-id": "title",
  "selector-class": "title",
  type: "type",
  built_in: "type",
  class: "type",
  meta: "type",
  comment: "comment",
  quote: "comment",
};

/** Keeps what the highlighter tells: texts, each with the innermost colour around it. */
class TokenEmitter implements Emitter {
  readonly tokens: CodeToken[] = [];
  readonly #around: (CodeColour | undefined)[] = [];

  addText(text: string): void {
    const colour = this.#around.at(-1);
    const last = this.tokens.at(-1);
    if (last?.colour === colour && last)
      this.tokens.splice(-1, 1, { text: last.text + text, colour });
    else if (text !== "") this.tokens.push({ text, colour });
  }

  startScope(scope: string): void {
    const word = scope.split(".")[0] ?? "";
    const own = Object.hasOwn(colours, word) ? colours[word] : undefined;
    this.#around.push(own ?? this.#around.at(-1));
  }

  endScope(): void {
    this.#around.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof TokenEmitter) this.tokens.push(...emitter.tokens);
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.configure({ __emitter: TokenEmitter });

/** The tokens of code, which are its whole text; undefined for other languages, and where it is too long or has too many. */
export function readCode(language: string, text: string): readonly CodeToken[] | undefined {
  const isLong = text.length > COLOURED_CHARS_MAX || text.split("\n").length > COLOURED_LINES_MAX;
  if (isLong || !hljs.getLanguage(language)) return undefined;
  const emitter: unknown = hljs.highlight(text, { language, ignoreIllegals: true })._emitter;
  if (!(emitter instanceof TokenEmitter)) return undefined;
  const { tokens } = emitter;
  const isWhole = tokens.map((token) => token.text).join("") === text;
  return isWhole && tokens.length <= COLOURED_TOKENS_MAX ? tokens : undefined;
}
