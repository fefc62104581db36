import { SEARCH_MIN_CHARS } from "./limits.ts";
import { foldText, isIdeograph } from "./search.fold.ts";

/*
 * What people type into a search field (rules-messages 50): words, "phrases", filters as `from:ada`, and '-' before each of them
 * to leave out what it finds. The server searches by it, and the page marks and suggests by it.
 */

export const searchHasValues = ["link", "image", "file", "voice", "poll", "code"] as const;
export type SearchHas = (typeof searchHasValues)[number];
export const searchIsValues = ["pinned", "saved", "edited", "thread"] as const;
export type SearchIs = (typeof searchIsValues)[number];
/** A filter's name stands before a colon; another word with one is text. */
export const searchFilterNames = [
  "from",
  "in",
  "before",
  "after",
  "on",
  "has",
  "is",
  "mentions",
] as const;
export type SearchFilterName = (typeof searchFilterNames)[number];

export interface SearchTerm {
  readonly text: string;
  readonly isExcluded: boolean;
}

/** `value`: a name or `me` of from and mentions, an address or title of in, a date `2026-11-26` of the others. */
export type SearchFilter = { readonly isExcluded: boolean } & (
  | { readonly name: "from" | "in"; readonly value: string }
  | { readonly name: "before" | "after" | "on"; readonly value: string }
  | { readonly name: "has"; readonly value: SearchHas }
  | { readonly name: "is"; readonly value: SearchIs }
  | { readonly name: "mentions"; readonly value: "me" }
);

export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  readonly filters: readonly SearchFilter[];
}

/** Words and filters of a query together; two hundred signs hold more, which nobody reads. */
export const SEARCH_PARTS_MAX = 20;

/** Does it look for enough: a filter, SEARCH_MIN_CHARS signs, or an ideograph (rules-messages 49), and not for too much? */
export function isSearchable({ terms, filters }: SearchQuery): boolean {
  const isLong = terms.some(({ text, isExcluded }) => !isExcluded && isLongEnough(text));
  return (isLong || filters.length > 0) && terms.length + filters.length <= SEARCH_PARTS_MAX;
}

function isLongEnough(text: string): boolean {
  const folded = foldText(text).trim();
  return Array.from(folded).length >= SEARCH_MIN_CHARS || isIdeograph(folded);
}

const part = /(-?)(?:([a-z]+):(?:"([^"]*)"|([^\s"]+))|"([^"]*)"?|(\S+))/giu;

/** Never fails: a filter with an unknown name or value is text. */
export function readSearch(query: string): SearchQuery {
  const terms: SearchTerm[] = [];
  const filters: SearchFilter[] = [];
  for (const [, minus, name, quoted, bare, phrase, word] of query.matchAll(part)) {
    const isExcluded = minus === "-";
    const filter = name === undefined ? undefined : toFilter(name, quoted ?? bare ?? "");
    if (filter) {
      filters.push({ ...filter, isExcluded } as SearchFilter);
      continue;
    }
    const text = (phrase ?? word ?? `${name}:${quoted ?? bare}`).trim();
    // A lone dash is what people type between words.
    if (text !== "" && text !== "-") terms.push({ text, isExcluded });
  }
  return { terms, filters };
}

type Filter = {
  [N in SearchFilterName]: { readonly name: N; readonly value: string };
}[SearchFilterName];

function toFilter(typedName: string, typed: string): Filter | undefined {
  const name = typedName.toLowerCase();
  const value = typed.trim();
  if (!isOneOf(searchFilterNames, name) || value === "") return undefined;
  switch (name) {
    case "from":
    case "in":
      return { name, value: value.replace(/^[@#]/u, "") || value };
    case "has":
      return isOneOf(searchHasValues, value.toLowerCase())
        ? { name, value: value.toLowerCase() }
        : undefined;
    case "is":
      return isOneOf(searchIsValues, value.toLowerCase())
        ? { name, value: value.toLowerCase() }
        : undefined;
    case "mentions":
      return value.toLowerCase() === "me" ? { name, value: "me" } : undefined;
    default:
      return isDate(value) ? { name, value } : undefined;
  }
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}

/** A day of the calendar, as 2026-11-26. */
function isDate(value: string): boolean {
  // The day behind it must have four digits for its year as well.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < "0001" || value >= "9999") return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
