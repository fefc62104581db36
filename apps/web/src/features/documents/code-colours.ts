import type { Store } from "@colbin/client";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createReading } from "#web/features/markdown/ask-reader.ts";
import { codeColours } from "#web/features/markdown/code-classes.ts";
import type { CodeToken } from "#web/features/markdown/readings.ts";

const key = new PluginKey<DecorationSet>("codeColours");

/** Kept colours, of the blocks that changed last. */
const READINGS_MAX = 50;

/** Code in the colours of its language, as the chat has it: a worker reads it, and the text waits for nothing. */
export const CodeColours = Extension.create({
  name: "codeColours",
  addProseMirrorPlugins() {
    const readings = new Map<string, Store<unknown>>();
    const stops = new Map<string, () => void>();
    const ask = (question: string, onAnswer: () => void): Store<unknown> => {
      const known = readings.get(question);
      if (known) return known;
      const reading = createReading(question);
      readings.set(question, reading);
      stops.set(question, reading.subscribe(onAnswer));
      const [oldest] = readings.keys();
      if (readings.size > READINGS_MAX && oldest !== undefined) {
        stops.get(oldest)?.();
        stops.delete(oldest);
        readings.delete(oldest);
      }
      return reading;
    };
    const { editor } = this;
    const renew = (): void => {
      if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, true));
    };
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_, { doc }) => colour(doc, (question) => ask(question, renew)),
          apply: (transaction, before, _, { doc }) =>
            transaction.docChanged || transaction.getMeta(key) === true
              ? colour(doc, (question) => ask(question, renew))
              : before,
        },
        props: { decorations: (state) => key.getState(state) },
        view: () => ({ destroy: () => stops.forEach((stop) => stop()) }),
      }),
    ];
  },
});

function colour(doc: Node, ask: (question: string) => Store<unknown>): DecorationSet {
  const decorations: Decoration[] = [];
  doc.descendants((node, at) => {
    if (node.type.name !== "codeBlock") return !node.isTextblock;
    const language: unknown = node.attrs["language"];
    if (typeof language !== "string" || language === "") return false;
    const question = JSON.stringify({ kind: "code", language, text: node.textContent });
    let from = at + 1;
    for (const token of (ask(question).getSnapshot() as readonly CodeToken[] | undefined) ?? []) {
      const to = from + token.text.length;
      if (token.colour)
        decorations.push(Decoration.inline(from, to, { class: codeColours[token.colour] }));
      from = to;
    }
    return false;
  });
  return DecorationSet.create(doc, decorations);
}
