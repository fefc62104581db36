/*
 * Links of markdown with an address that no other program opens, `colbin:person/{id}`, stand for something of the server. The words of
 * such a link are the name that it had.
 */

type Target = "person" | "document" | "file" | "message";

const WORDS = String.raw`((?:\\.|[^\]\\\n])*)`;

/** A pattern of such a link at the beginning of a text: its words, and what stands behind the kind. */
export function linkPattern(target: Target, sign: "" | "@" | "!"): RegExp {
  const open = sign === "!" ? String.raw`!\[` : String.raw`\[${sign}`;
  return new RegExp(String.raw`^${open}${WORDS}\]\(colbin:${target}/([^\s()]+)\)`, "u");
}

export function toMarkdownLink(
  target: Target,
  sign: "" | "@" | "!",
  { words, to }: { readonly words: string; readonly to: string },
): string {
  const open = sign === "!" ? "![" : `[${sign}`;
  return `${open}${words.replaceAll(/[[\]\\]/g, String.raw`\$&`).replaceAll("\n", " ")}](colbin:${target}/${to})`;
}

export function fromWords(words: string): string {
  return words.replaceAll(/\\(.)/g, "$1");
}

/** The value of an attribute in the content of a document, as words. */
export function wordsOf(
  attrs: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string {
  const value = attrs?.[name];
  return typeof value === "string" ? value : "";
}
