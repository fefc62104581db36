import { documentNodes } from "@colbin/documents";
import { getSchema } from "@tiptap/core";
import { EditorState } from "@tiptap/pm/state";
import { ySyncPluginKey } from "@tiptap/y-tiptap";
import { expect, test } from "vitest";
import { mappingOf } from "./change-mapping.ts";

const schema = getSchema(documentNodes());
const documentOf = (text: string) =>
  schema.node("doc", null, [schema.node("paragraph", null, text === "" ? [] : schema.text(text))]);

test.each([
  ["one two", "one more two", [1, 12]],
  ["one more two", "one two", [1, 7]],
  ["aa", "aaa", [1, 2]],
  ["one", "one", [1, 3]],
])(
  "in %s that others made %s, places outside of the change stay with their words",
  (before, after, expected) => {
    const state = EditorState.create({ doc: documentOf(before) });
    const transaction = state.tr
      .replaceWith(0, state.doc.content.size, documentOf(after).content)
      .setMeta(ySyncPluginKey, { isChangeOrigin: true });

    const mapping = mappingOf(transaction);

    const last = before.length;
    expect([mapping.map(1), mapping.map(last)]).toEqual(expected);
  },
);
