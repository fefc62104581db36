import { cloneElement, Fragment, type ReactElement, type ReactNode } from "react";
import { t, type Text, type Values } from "./i18n.ts";

/** Names of the elements in a message: "a" and "b" of "<a>x</a> and <b>y</b>". */
type ElementName<M extends string> = M extends `${string}</${infer Name}>${infer Rest}`
  ? Name | ElementName<Rest>
  : never;

interface SentenceProps<M extends string> {
  text: Text & { readonly message: M };
  values?: Values;
  /** Each element of the message, without its words. */
  elements: { readonly [N in ElementName<M>]: ReactElement };
}

/** A text with elements in it: where they stand, and in what order, is the translation's to say. */
export function Sentence<M extends string>({ text, values, elements }: SentenceProps<M>) {
  const sentence = t(text, values && mapValues(values, hideTags));
  return toNodes(sentence, new Map<string, ReactElement>(Object.entries(elements)));
}

/** Elements are not of the same name within each other; one that nobody gave is its words. */
function toNodes(sentence: string, elements: ReadonlyMap<string, ReactElement>): ReactNode[] {
  const parts = sentence.split(/<(\w+)>(.*?)<\/\1>/s);
  return parts.flatMap((part, index) => {
    if (index % 3 === 0) return showTags(part);
    if (index % 3 === 1) return [];
    const words = toNodes(part, elements);
    const element = elements.get(parts[index - 1] ?? "");
    return <Fragment key={index}>{element ? cloneElement(element, {}, ...words) : words}</Fragment>;
  });
}

/** A name may be "<b>": it is none of the message's elements. */
const HIDDEN = "\uE000";

function hideTags(value: string | number): string | number {
  return typeof value === "string" ? value.replaceAll("<", HIDDEN) : value;
}

function showTags(words: string): string {
  return words.replaceAll(HIDDEN, "<");
}

function mapValues(values: Values, map: (value: string | number) => string | number): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
