import { t, type Text } from "#web/lib/language/i18n.ts";

/** Options of a `Select` above a list: all that have a text, below one that filters nothing. */
export function filterOptions<V extends string>(any: Text, texts: Readonly<Record<V, Text>>) {
  const values = Object.keys(texts) as V[];
  return [
    { value: "" as V | "", label: t(any) },
    ...values.map((value) => ({ value: value as V | "", label: t(texts[value]) })),
  ];
}
