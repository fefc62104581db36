import { DOCUMENT_DELETIONS_FIELD, DOCUMENT_FIELD } from "@colbin/protocol";
import { describe, expect, it, test } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText } from "yjs";
import { examineUpdate, fromMarkdown, UnsoundUpdate, writeContent } from "./index.ts";

/** Each change of a document that somebody writes, as their client sends it. */
function updatesOf(write: (doc: Doc) => void, doc = new Doc()): Uint8Array[] {
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  write(doc);
  return updates;
}
const paragraph = (doc: Doc, words: string): XmlText => {
  const [element, text] = [new XmlElement("paragraph"), new XmlText(words)];
  element.insert(0, [text]);
  doc.getXmlFragment(DOCUMENT_FIELD).push([element]);
  return text;
};
const nest = (doc: Doc, depth: number): void => {
  let inner = doc.getXmlFragment(DOCUMENT_FIELD);
  for (let level = 0; level < depth; level += 1) {
    const next = new XmlElement("blockquote");
    inner.push([next]);
    inner = next;
  }
};

test("whatever editors write comes in, change by change and as a whole", () => {
  const [doc, server] = [new Doc(), new Doc()];
  const updates = updatesOf((each) => {
    writeContent(each, fromMarkdown("# Plan\n\n- [ ] **one**\n\n| a | b |\n| - | - |\n| 1 | 2 |"));
    const text = paragraph(each, "words");
    text.insert(2, "more");
    text.format(0, 3, { link: { href: "https://example.org" } });
    text.delete(1, 2);
    each.getXmlFragment(DOCUMENT_FIELD).delete(0, 1);
    writeContent(each, fromMarkdown("other"));
    nest(each, 90);
    for (const isLast of [true, false]) each.getMap(DOCUMENT_DELETIONS_FIELD).set("last", isLast);
  }, doc);
  for (const update of updates) {
    expect(examineUpdate(server, update)).toMatchObject({ isComplete: true });
    applyUpdate(server, update);
  }
  expect(examineUpdate(new Doc(), encodeStateAsUpdate(doc)).isComplete).toBe(true);
});

test("a change before which another one is missing does not come in yet", () => {
  const [first, second] = updatesOf((doc) => {
    paragraph(doc, "first");
    paragraph(doc, "second");
  });
  const server = new Doc();
  expect(examineUpdate(server, second ?? new Uint8Array()).isComplete).toBe(false);
  applyUpdate(server, first ?? new Uint8Array());
  expect(examineUpdate(server, second ?? new Uint8Array()).isComplete).toBe(true);
});

describe("a change is refused", () => {
  it.each<[string, (doc: Doc) => void]>([
    ["with what is no node", (doc) => doc.getArray(DOCUMENT_FIELD).push(["words"])],
    ["with text in no node", (doc) => doc.getText(DOCUMENT_FIELD).insert(0, "words")],
    ["with an embed", (doc) => paragraph(doc, "x").insertEmbed(0, { image: "x" })],
    ["of another part", (doc) => doc.getXmlFragment("other").push([new XmlText("words")])],
    [
      "with words among the deletions",
      (doc) => doc.getArray(DOCUMENT_DELETIONS_FIELD).push(["words"]),
    ],
    ["that is too deep", (doc) => nest(doc, 102)],
    ["with a long value", (doc) => paragraph(doc, "x").format(0, 1, { link: "x".repeat(20_000) })],
    [
      "with a deep value",
      (doc) => paragraph(doc, "x").format(0, 1, { link: [[[[[["x"]]]]]] as never }),
    ],
  ])("%s", (_, write) => {
    const server = new Doc();
    const examine = () =>
      updatesOf(write).map((update) => {
        examineUpdate(server, update);
        applyUpdate(server, update);
      });
    expect(examine).toThrow(UnsoundUpdate);
  });
});
