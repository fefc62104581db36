import type { Text } from "#web/lib/language/i18n.ts";
import { categories, type Category } from "./command.ts";
import { paletteTexts, placeholderTexts, prefixTexts } from "./texts.ts";

interface Scope {
  readonly placeholder: Text;
  readonly categories: readonly Category[];
  /** Are commands of the history among the results? */
  readonly hasRecent: boolean;
}

/** A first character that narrows the search (specification, section 2). */
export interface Prefix extends Scope {
  readonly sign: string;
  readonly title: Text;
}

const without: Scope = {
  placeholder: paletteTexts.placeholder,
  categories: ["navigation", "channel", "user", "action"],
  hasRecent: true,
};

const only = (category: Category) => ({ categories: [category], hasRecent: false });

export const prefixes: readonly Prefix[] = [
  {
    sign: "#",
    title: prefixTexts.channels,
    placeholder: placeholderTexts.channels,
    ...only("channel"),
  },
  { sign: "@", title: prefixTexts.users, placeholder: placeholderTexts.users, ...only("user") },
  {
    sign: ":",
    title: prefixTexts.pages,
    placeholder: placeholderTexts.pages,
    ...only("navigation"),
  },
  {
    sign: ">",
    title: prefixTexts.actions,
    placeholder: placeholderTexts.actions,
    ...only("action"),
  },
  {
    sign: '"',
    title: prefixTexts.messages,
    placeholder: placeholderTexts.messages,
    ...only("message"),
  },
  {
    sign: "!",
    title: prefixTexts.settings,
    placeholder: placeholderTexts.settings,
    ...only("setting"),
  },
  {
    sign: "/",
    title: prefixTexts.files,
    placeholder: placeholderTexts.files,
    ...only("file"),
  },
  {
    sign: "~",
    title: prefixTexts.recent,
    placeholder: placeholderTexts.recent,
    categories: [],
    hasRecent: true,
  },
  {
    sign: "*",
    title: prefixTexts.everything,
    placeholder: placeholderTexts.everything,
    categories,
    hasRecent: true,
  },
  { sign: "?", title: prefixTexts.help, placeholder: placeholderTexts.help, ...only("help") },
];

/** Before anything is typed. */
const nothing: Scope = { ...without, categories: [] };

export interface Question extends Scope {
  /** Undefined without one. */
  readonly sign: string | undefined;
  /** The text that is looked for: the query without its prefix and the spaces around it. */
  readonly text: string;
}

/** The first character of the query decides the prefix (specification, section 5). */
export function toQuestion(query: string): Question {
  const prefix = prefixes.find(({ sign }) => query.startsWith(sign));
  if (!prefix)
    return { ...(query === "" ? nothing : without), sign: undefined, text: query.trim() };
  return { ...prefix, text: query.slice(prefix.sign.length).trim() };
}
