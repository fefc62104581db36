import { documentNodes } from "@colbin/documents";
import { DOCUMENT_FIELD } from "@colbin/protocol";
import { getSchema } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { EditorState, TextSelection, type Plugin, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { ySyncPlugin } from "@tiptap/y-tiptap";
import { expect, test } from "vitest";
import {
  applyUpdate,
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  type XmlFragment,
  type XmlText,
} from "yjs";
import { KeptMapping } from "./kept-mapping.ts";

const schema = getSchema(documentNodes());
const paragraph = (text: string) => schema.node("paragraph", null, schema.text(text));
const list = (...items: readonly string[]) =>
  schema.node(
    "bulletList",
    null,
    items.map((item) => schema.node("listItem", null, paragraph(item))),
  );
const firstText = [
  paragraph("alpha one"),
  list("x one", "y two", "z three"),
  schema.node("blockquote", null, [paragraph("quote a"), paragraph("quote b")]),
  paragraph("omega"),
];

/** One person with the text: what a view does to its plugin, without a page. */
function openText(clientID: number, createMapping: CreateMapping) {
  const doc = new Doc();
  doc.clientID = clientID;
  const text = doc.getXmlFragment(DOCUMENT_FIELD);
  const plugin = ySyncPlugin(text, { mapping: createMapping(text) }) as Plugin;
  const side = {
    doc,
    state: EditorState.create({ schema, plugins: [plugin] }),
    hasFocus: () => false,
    dispatch(transaction: Transaction): void {
      const before = side.state;
      side.state = before.apply(transaction);
      bound?.update?.(view, before);
    },
  };
  const view = side as unknown as EditorView;
  const bound = plugin.spec.view?.(view);
  return side;
}

type CreateMapping = (text: XmlFragment) => Map<XmlFragment | XmlText, Node | Node[]>;
type Side = ReturnType<typeof openText>;

function openPair(createMapping: CreateMapping): readonly [Side, Side] {
  const [one, two] = [openText(1, createMapping), openText(2, createMapping)];
  one.dispatch(one.state.tr.replaceWith(0, one.state.doc.content.size, firstText));
  exchange(one, two);
  return [one, two];
}

function exchange(one: Side, two: Side): void {
  const [toTwo, toOne] = [
    encodeStateAsUpdate(one.doc, encodeStateVector(two.doc)),
    encodeStateAsUpdate(two.doc, encodeStateVector(one.doc)),
  ];
  applyUpdate(two.doc, toTwo, "other");
  applyUpdate(one.doc, toOne, "other");
}

/** Draws whole numbers below the one that is asked for, the same ones for each seed. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function oneOf<T>(all: readonly T[], draw: (below: number) => number): T {
  const one = all[draw(all.length)];
  if (one === undefined) throw new Error("There is nothing to draw from.");
  return one;
}

function nodesOf(doc: Node, is: (node: Node) => boolean): { node: Node; at: number }[] {
  const found: { node: Node; at: number }[] = [];
  doc.descendants((node, at) => void (is(node) && found.push({ node, at })));
  return found;
}

/** An act of a person: moves a block among those beside it as a drop does, types, or breaks a line. */
function act(side: Side, draw: (below: number) => number): void {
  const { doc, tr } = side.state;
  const task = draw(4);
  if (task < 2) {
    const parents = nodesOf(doc, (node) => !node.isTextblock && node.childCount > 1);
    const { node: parent, at } = oneOf([{ node: doc, at: -1 }, ...parents], draw);
    const blocks = [...parent.children];
    const moved = blocks.splice(draw(blocks.length), 1);
    blocks.splice(draw(blocks.length + 1), 0, ...moved);
    tr.replaceWith(at + 1, at + 1 + parent.content.size, blocks);
    const caret = at + 2 + draw(parent.content.size);
    return side.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(caret))));
  }
  const lines = nodesOf(doc, (node) => node.isTextblock);
  const { node, at } = oneOf(lines, draw);
  const place = at + 1 + draw(node.content.size + 1);
  tr.setSelection(TextSelection.create(tr.doc, place));
  side.dispatch(task === 2 ? tr.insertText(`${draw(100)} `) : tr.split(place));
}

const keep: CreateMapping = (text) => new KeptMapping(text);
const forget: CreateMapping = () => new Map();

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  "texts and carets are as if no node was kept, while both move blocks and type (seed %i)",
  (seed) => {
    const worlds = [keep, forget].map((createMapping) => {
      const draw = createDraw(seed);
      const [one, two] = openPair(createMapping);
      return Array.from({ length: 12 }, () => {
        for (const side of [one, two]) for (let left = draw(3); left > 0; left--) act(side, draw);
        exchange(one, two);
        exchange(one, two);
        const reader = openText(3, createMapping);
        applyUpdate(reader.doc, encodeStateAsUpdate(two.doc));
        const texts = [one, two, reader].map(({ state }) => state.doc.toString());
        return {
          texts,
          carets: [one, two].map(({ state: { selection } }) => [selection.anchor, selection.head]),
        };
      });
    });

    expect(worlds[0]).toEqual(worlds[1]);
    for (const { texts } of worlds[0] ?? []) expect(new Set(texts).size).toBe(1);
  },
);

test("a block that others did not change stays the same object", () => {
  const [one, two] = openPair(keep);
  const { doc } = two.state;

  one.dispatch(one.state.tr.insertText("now ", 1));
  exchange(one, two);

  expect(two.state.doc.firstChild?.textContent).toBe("now alpha one");
  const isSame = doc.children.map((block, at) => block === two.state.doc.child(at));
  expect(isSame).toEqual([false, true, true, true]);
});
