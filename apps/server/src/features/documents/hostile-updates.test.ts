import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readContent, toHtml } from "@colbin/documents";
import { DOCUMENT_FIELD, toLiveName, type Document } from "@colbin/protocol";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  applyUpdate,
  Doc,
  encodeStateAsUpdate,
  XmlElement,
  XmlHook,
  XmlText,
  type XmlFragment,
} from "yjs";
import { openEditor, openForTest } from "#test/document-editors.ts";
import type { TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import type { Person } from "#test/world.ts";

/** `HOSTILE_INPUTS=1000 HOSTILE_SEED=29 npm test` draws as many; each is one frame of somebody who may write. */
const numRuns = Number(process.env["HOSTILE_INPUTS"] ?? 60);
const seed = Number(process.env["HOSTILE_SEED"] ?? 29);
const PATIENCE = { timeout: 20_000 };
const TIME_PER_FRAME_MS = 500;
const GROWTH_BYTES_MAX = 100 * 1024 * 1024;

let app: TestApp;
let olga: Person;
let bob: Person;
beforeAll(async () => {
  ({
    app,
    people: [olga, bob],
  } = await startTogether(["Olga", "Bob"]));
});
afterAll(() => app.close());

const open = (person: Person, { id }: Document) => openForTest(app, person, id);

/** Kinds of frames of the channel: an update of the text, presence, a note, an end, and one that does not exist. */
const SYNC = 0;
const kinds = [SYNC, 1, 2, 3, 4, 5, 6, 7, 8, 99];
const UPDATE = 2;

const varUint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varUint(Math.floor(value / 128))];
const named = (id: string, ...rest: readonly number[]): Uint8Array => {
  const name = Buffer.from(toLiveName(id));
  return Uint8Array.from([...varUint(name.length), ...name, ...rest]);
};
const framed = (id: string, update: Uint8Array): Uint8Array =>
  Buffer.concat([named(id, SYNC, UPDATE, ...varUint(update.length)), update]);

/** Content that no editor makes. */
const strangeText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom(
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "\u0000",
    "\u202e",
    "x".repeat(50_000),
  ),
);
const strangeNode = fc.record({
  tag: fc.oneof(
    fc.constantFrom("paragraph", "heading", "table", "link", "script", "doc", "text", "__proto__"),
    fc.string({ minLength: 1, maxLength: 20 }),
  ),
  attributes: fc.dictionary(
    fc.constantFrom("href", "src", "level", "onclick", "style", "class", "colspan", "language"),
    strangeText,
    { maxKeys: 3 },
  ),
  text: strangeText,
  depth: fc.constantFrom(1, 2, 5, 90, 2_000),
});
type StrangeNode = typeof strangeNode extends fc.Arbitrary<infer T> ? T : never;

function writeStrange({ tag, attributes, text, depth }: StrangeNode): Uint8Array {
  const doc = new Doc();
  doc.transact(() => {
    let parent: XmlFragment = doc.getXmlFragment(DOCUMENT_FIELD);
    for (let level = 0; level < depth; level += 1) {
      const element = new XmlElement(tag);
      parent.push([element]);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      parent = element;
    }
    const child = new XmlText(text);
    parent.push([child]);
    child.format(0, text.length, { link: { href: "javascript:alert(1)" }, [tag]: true });
  });
  return encodeStateAsUpdate(doc);
}

/** Content that Yjs takes, and documents are not made of. */
const foreignUpdates: readonly ((doc: Doc) => void)[] = [
  (doc) => doc.getArray(DOCUMENT_FIELD).push(["not a node"]),
  (doc) => doc.getArray(DOCUMENT_FIELD).push([new Uint8Array(10), { deep: [[[[[[1]]]]]] }]),
  (doc) => doc.getText(DOCUMENT_FIELD).insert(0, "text without a paragraph"),
  (doc) => doc.getText(DOCUMENT_FIELD).insertEmbed(0, { image: "x" }),
  (doc) => doc.getMap(DOCUMENT_FIELD).set("attribute", "of the root"),
  (doc) => doc.getXmlFragment("elsewhere").push([new XmlText("another part")]),
  (doc) => doc.getXmlFragment(DOCUMENT_FIELD).push([new XmlHook("hook") as never]),
  (doc) => {
    const text = new XmlText("deep");
    doc.getXmlFragment(DOCUMENT_FIELD).push([text]);
    text.format(0, 4, { bold: JSON.parse(`${"[".repeat(3_000)}${"]".repeat(3_000)}`) as object });
  },
  (doc) => {
    const text = new XmlText("long");
    doc.getXmlFragment(DOCUMENT_FIELD).push([text]);
    text.format(0, 4, { link: { href: `https://example.org/${"x".repeat(100_000)}` } });
  },
];

function writeForeign(write: (doc: Doc) => void): Uint8Array {
  const doc = new Doc();
  write(doc);
  return encodeStateAsUpdate(doc);
}

const bytes = fc.uint8Array({ maxLength: 300 });
type ToFrame = (id: string) => Uint8Array;
const hostileFrame: fc.Arbitrary<ToFrame> = fc.oneof(
  bytes.map(
    (frame): ToFrame =>
      () =>
        frame,
  ),
  fc.tuple(fc.constantFrom(...kinds), bytes).map(
    ([kind, rest]): ToFrame =>
      (id) =>
        named(id, kind, ...rest),
  ),
  fc.constantFrom(...foreignUpdates).map(
    (write): ToFrame =>
      (id) =>
        framed(id, writeForeign(write)),
  ),
  strangeNode.map(
    (node): ToFrame =>
      (id) =>
        framed(id, writeStrange(node)),
  ),
  fc.tuple(strangeNode, fc.nat(), fc.nat({ max: 255 })).map(([node, at, byte]): ToFrame => (id) => {
    const update = Uint8Array.from(writeStrange(node));
    update[at % update.length] = byte;
    return framed(id, update);
  }),
);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Without what nobody holds any more. */
function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test(
  "frames that no editor sends crash nothing, and what they leave is text without a script",
  {
    timeout: 60_000 + numRuns * TIME_PER_FRAME_MS,
  },
  async () => {
    const document = await olga.call("createDocument", { body: { title: "Plan" } });
    await olga.call("setDocumentAccess", {
      params: { id: document.id },
      body: { entries: [{ principal: "user", id: bob.user.id, level: "WRITE" }] },
    });
    const hers = open(olga, document);
    hers.write("hers");
    await expect.poll(() => hers.provider.hasUnsyncedChanges, PATIENCE).toBe(false);
    const before = heapBytes();
    const frames = fc.sample(hostileFrame, { numRuns, seed });
    for (const toFrame of frames) {
      const his = openEditor(app, bob, document.id);
      // Vitest keeps what an expect.poll asks for until the test is over, and so the editor.
      await new Promise((synced) => his.provider.on("synced", synced));
      his.provider.configuration.websocketProvider.webSocket?.send(toFrame(document.id));
      his.close();
    }
    hers.write("still hers");
    const later = open(olga, document);
    await expect
      .poll(() => later.lines(), PATIENCE)
      .toEqual(expect.arrayContaining(["hers", "still hers"]));
    await expect
      .poll(async () => {
        const { rows } = await app.database.pool.query<{ state: Buffer }>(
          "select state from document_states where document_id = $1",
          [document.id],
        );
        const doc = new Doc();
        if (rows[0]) applyUpdate(doc, rows[0].state);
        return toHtml(readContent(doc));
      }, PATIENCE)
      .toContain("still hers");
    const html = toHtml(readContent(later.provider.document));
    expect(html).not.toMatch(
      /<(?!\/?(?:p|h[2-4]|ul|ol|li|table|colgroup|col|tbody|tr|t[hd]|pre|code|blockquote|hr|br|strong|em|s|a|label|input|span|div)\b)/,
    );
    expect(html).not.toMatch(/<[^>]*(?:javascript:|\son\w+=)/i);
    expect(heapBytes() - before).toBeLessThan(GROWTH_BYTES_MAX);
  },
);
