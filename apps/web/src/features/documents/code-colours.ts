import type { Store } from "@colbin/client";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createReading } from "#web/features/markdown/ask-reader.ts";
import { codeColours } from "#web/features/markdown/code-classes.ts";
import type { CodeToken } from "#web/features/markdown/readings.ts";
import { mappingOf } from "./change-mapping.ts";

const key = new PluginKey<DecorationSet>("codeColours");

/** Code in the colours of its language, as the chat has it: a worker reads it, and the text waits for nothing. */
export const CodeColours = Extension.create({
  name: "codeColours",
  addProseMirrorPlugins() {
    const { editor } = this;
    const readings = keepReadings(() => {
      if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, true));
    });
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_, { doc }) => colour(doc, DecorationSet.empty, readings),
          apply: (transaction, before, _, { doc }) =>
            transaction.docChanged || transaction.getMeta(key) === true
              ? colour(doc, mapped(before, transaction), readings)
              : before,
        },
        props: { decorations: (state) => key.getState(state) },
        view: () => ({ destroy: () => readings.keep(new Set()) }),
      }),
    ];
  },
});

function mapped(before: DecorationSet, transaction: Transaction): DecorationSet {
  return before === DecorationSet.empty
    ? before
    : before.map(mappingOf(transaction), transaction.doc);
}

interface Readings {
  readonly ask: (question: string) => Store<unknown>;
  /** Lets go of all others. */
  readonly keep: (questions: ReadonlySet<string>) => void;
}

function keepReadings(onAnswer: () => void): Readings {
  const kept = new Map<string, { readonly reading: Store<unknown>; readonly stop: () => void }>();
  return {
    ask(question) {
      const known = kept.get(question);
      if (known) return known.reading;
      const reading = createReading(question);
      kept.set(question, { reading, stop: reading.subscribe(onAnswer) });
      return reading;
    },
    keep(questions) {
      for (const [question, { stop }] of kept) {
        if (questions.has(question)) continue;
        stop();
        kept.delete(question);
      }
    },
  };
}

/** A block that has no answer yet keeps the colours that it had. */
function colour(doc: Node, before: DecorationSet, { ask, keep }: Readings): DecorationSet {
  const decorations: Decoration[] = [];
  const questions = new Set<string>();
  doc.descendants((node, at) => {
    if (node.type.name !== "codeBlock") return !node.isTextblock;
    const question = questionOf(node);
    if (question === "") return false;
    questions.add(question);
    const tokens = ask(question).getSnapshot() as readonly CodeToken[] | undefined;
    decorations.push(
      ...(tokens ? decorationsOf(tokens, at + 1) : before.find(at + 1, at + node.nodeSize - 1)),
    );
    return false;
  });
  keep(questions);
  return DecorationSet.create(doc, decorations);
}

const questionsOfNodes = new WeakMap<Node, string>();

/** Nothing where the language is not known. */
function questionOf(node: Node): string {
  const known = questionsOfNodes.get(node);
  if (known !== undefined) return known;
  const language: unknown = node.attrs["language"];
  const isKnown = typeof language === "string" && language !== "";
  const question = isKnown
    ? JSON.stringify({ kind: "code", language, text: node.textContent })
    : "";
  questionsOfNodes.set(node, question);
  return question;
}

function decorationsOf(tokens: readonly CodeToken[], start: number): Decoration[] {
  const decorations: Decoration[] = [];
  let from = start;
  for (const { text, colour: name } of tokens) {
    const to = from + text.length;
    if (name) decorations.push(Decoration.inline(from, to, { class: codeColours[name] }));
    from = to;
  }
  return decorations;
}
