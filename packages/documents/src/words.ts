import type { JSONContent } from "@tiptap/core";

/** Scripts without spaces have a word for about each sign. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}'’]+/gu;

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** The words of all that stands in a document. */
export function countContentWords({ text, content }: JSONContent): number {
  const own = countWords(text ?? "");
  return (content ?? []).reduce((sum, child) => sum + countContentWords(child), own);
}
