import { useState } from "react";

type Texts<K extends string> = Readonly<Record<K, string>>;

/** Typed texts over the saved ones; a field that nobody typed into follows its saved text. */
export function useEdits<K extends string>(saved: Texts<K>) {
  const [edits, setEdits] = useState<Partial<Texts<K>>>({});
  const changes = Object.fromEntries(
    Object.entries(edits).filter(([name, text]) => text !== saved[name as K]),
  ) as Partial<Texts<K>>;
  const values: Texts<K> = { ...saved, ...edits };
  return {
    changes,
    isDirty: Object.keys(changes).length > 0,
    discard: () => setEdits({}),
    /** The props of the field with that name. */
    field: (name: K) => ({
      name,
      value: values[name],
      onChange: (text: string) => setEdits((before) => ({ ...before, [name]: text })),
    }),
  };
}
