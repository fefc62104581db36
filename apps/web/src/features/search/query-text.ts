import {
  foldText,
  readSearch,
  searchFilterNames,
  type SearchFilter,
  type SearchFilterName,
} from "@colbin/protocol";

/** A word, "phrase" or filter of a query, and where it stands. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A filter that is understood. */
export interface FilterPart extends Part {
  readonly filter: SearchFilter;
}

/** The filter at the caret, as far as it is typed. */
export interface OpenFilter extends Part {
  readonly name: SearchFilterName;
  readonly typed: string;
}

function partsOf(query: string): readonly Part[] {
  const found = query.matchAll(/-?(?:[a-z]+:(?:"[^"]*"?|[^\s"]*)|"[^"]*"?|\S+)/giu);
  return Array.from(found, ({ 0: text, index: from }) => ({ from, to: from + text.length, text }));
}

export function filterParts(query: string): readonly FilterPart[] {
  return partsOf(query).flatMap((part) => {
    const [filter] = readSearch(part.text).filters;
    return filter ? [{ ...part, filter }] : [];
  });
}

export function openFilterAt(query: string, caret: number): OpenFilter | undefined {
  const part = partAt(query, caret);
  const [, name = "", typed = ""] = /^-?([a-z]+):"?([^"]*)"?$/iu.exec(part?.text ?? "") ?? [];
  const known = searchFilterNames.find((each) => each === name.toLowerCase());
  return part && known && { ...part, name: known, typed };
}

/** Does it end with a filter that has no value yet? */
export function isUnfinished(query: string): boolean {
  return openFilterAt(query, query.length)?.typed === "";
}

/** The word at the caret with which a filter may begin. */
export function openWordAt(query: string, caret: number): Part | undefined {
  const part = partAt(query, caret);
  return part && /^-?[a-z]{2,}$/iu.test(part.text) ? part : undefined;
}

function partAt(query: string, caret: number): Part | undefined {
  return partsOf(query).find(({ from, to }) => from < caret && caret <= to);
}

/** As it is typed: a value with blanks in quotes. */
export function writeFilter(name: SearchFilterName, value: string): string {
  const plain = value.replaceAll('"', "").trim();
  return /\s/u.test(plain) ? `${name}:"${plain}"` : `${name}:${plain}`;
}

/** The query without this part, and one blank in its place. */
export function withoutPart(query: string, { from, to }: Part): string {
  return `${query.slice(0, from)}${query.slice(to).trimStart()}`;
}

/** The words that are to be found in the texts, folded. */
export function wantedTerms(query: string): readonly string[] {
  return readSearch(query)
    .terms.filter(({ isExcluded }) => !isExcluded)
    .map(({ text }) => foldText(text).trim());
}
