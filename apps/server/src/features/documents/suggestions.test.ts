import type {
  Document,
  DocumentComment,
  ParticipantAccessLevel,
  SuggestionOutcome,
} from "@colbin/protocol";
import { readAnchoredText } from "@colbin/documents";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { XmlElement, XmlText } from "yjs";
import { openForTest, shareDocument, type DocumentEditor } from "#test/document-editors.ts";
import type { TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import { verdictOf, type Person } from "#test/world.ts";

const PATIENCE = { timeout: 20_000 };
const TEXT = "Rope and tent";

let app: TestApp;
let olga: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  ({
    app,
    people: [olga, bob, carol],
  } = await startTogether(["Olga", "Bob", "Carol"]));
});
afterAll(() => app.close());

interface World {
  readonly document: Document;
  readonly editor: DocumentEditor;
  readonly suggestion: DocumentComment;
}

const at = ({ documentId: id, id: commentId }: DocumentComment) => ({ params: { id, commentId } });

/** Bob, who may comment, proposes another text for these words of the document, which Olga has open. */
async function suggest(words: string, suggestion: string): Promise<World> {
  const document = await olga.call("createDocument", { body: { title: "Plan" } });
  await shareDocument(olga, document, bob, "COMMENT");
  const editor = openForTest(app, olga, document.id);
  await expect.poll(() => editor.provider.isSynced, PATIENCE).toBe(true);
  editor.write(TEXT);
  const body = { ...partOf(editor, words), suggestion };
  const made = await bob.call("createDocumentComment", { params: { id: document.id }, body });
  // Accepting works on what the server has.
  await expect.poll(() => editor.provider.hasUnsyncedChanges, PATIENCE).toBe(false);
  return { document, editor, suggestion: made };
}

function partOf({ provider }: DocumentEditor, quotedText: string) {
  const from = TEXT.indexOf(quotedText);
  const range = { from, to: from + quotedText.length };
  const anchor = readAnchoredText(provider.document).toAnchor(range) ?? null;
  return { anchor, quotedText };
}

describe("an accepted suggestion", () => {
  it.each([
    ["tent", "small tent", "Rope and small tent"],
    ["Rope and", "Rope, map and", "Rope, map and tent"],
    ["and tent", "", "Rope "],
    ["Rope", "🧵\n\u0000Rope", "🧵 Rope and tent"],
  ])("of %j as %j", async (words, text, expected) => {
    const { editor, suggestion } = await suggest(words, text);
    expect(editor.lines()).toEqual([TEXT]);
    expect(await olga.call("acceptDocumentSuggestion", at(suggestion))).toMatchObject({
      thread: { state: "resolved", outcome: "accepted", resolvedBy: { fullName: "Olga" } },
    });
    await expect.poll(() => editor.lines(), PATIENCE).toEqual([expected]);
  });

  it("is written once, however many accept it", async () => {
    const { document, editor, suggestion } = await suggest("tent", "small tent");
    await shareDocument(olga, document, carol, "WRITE");
    const accept = (person: Person) =>
      verdictOf(person, "acceptDocumentSuggestion", at(suggestion));
    expect(await Promise.all([olga, carol, olga].map(accept))).toEqual(["ok", "ok", "ok"]);
    await expect.poll(() => editor.lines(), PATIENCE).toEqual(["Rope and small tent"]);
  });

  it("is not opened again, so that it is never written twice", async () => {
    const { editor, suggestion } = await suggest("tent", "small tent");
    await olga.call("acceptDocumentSuggestion", at(suggestion));
    expect(await verdictOf(olga, "unresolveDocumentComment", at(suggestion))).toBe(
      "SUGGESTION_ACCEPTED",
    );
    expect(await verdictOf(olga, "acceptDocumentSuggestion", at(suggestion))).toBe("ok");
    await expect.poll(() => editor.lines(), PATIENCE).toEqual(["Rope and small tent"]);
  });

  it("keeps comments on letters that stay", async () => {
    const { document, editor, suggestion } = await suggest("and tent", "and small tent");
    const body = { body: "Which one?", ...partOf(editor, "tent") };
    await bob.call("createDocumentComment", { params: { id: document.id }, body });
    await olga.call("acceptDocumentSuggestion", at(suggestion));
    const { results } = await olga.call("listDocumentComments", { params: { id: document.id } });
    expect(results.map(({ thread }) => thread?.state)).toEqual(["resolved", "open"]);
  });
});

/** Refusals of the same call, by what is otherwise. */
const refusals: readonly [string, (world: World) => Promise<unknown>, string][] = [
  [
    "other words stand there",
    async ({ editor }) => {
      editor.provider.document.getXmlFragment("content").delete(0, 1);
      editor.write("Rope and sail");
      await expect.poll(() => editor.provider.hasUnsyncedChanges, PATIENCE).toBe(false);
    },
    "SUGGESTION_OUTDATED",
  ],
  [
    "letters were typed among them",
    async ({ editor }) => {
      const paragraph = editor.provider.document.getXmlFragment("content").get(0);
      const text = paragraph instanceof XmlElement ? paragraph.get(0) : undefined;
      if (!(text instanceof XmlText)) throw new Error("The document has a text");
      text.insert(TEXT.indexOf("nt"), "n");
      await expect.poll(() => editor.provider.hasUnsyncedChanges, PATIENCE).toBe(false);
    },
    "SUGGESTION_OUTDATED",
  ],
  [
    "the document is locked",
    ({ document: { id } }) =>
      olga.call("lockDocument", { params: { id }, body: { isLocked: true } }),
    "DOCUMENT_LOCKED",
  ],
  [
    "it was declined",
    ({ suggestion }) => bob.call("resolveDocumentComment", at(suggestion)),
    "SUGGESTION_DECLINED",
  ],
];

test.each(refusals)("nothing is written where %s", async (_, change, refusal) => {
  const world = await suggest("tent", "small tent");
  await change(world);
  const lines = world.editor.lines();
  const { params } = at(world.suggestion);
  const read = async () =>
    (await bob.call("listDocumentComments", { params: { id: params.id } })).results;
  const [before] = await read();
  expect(await verdictOf(olga, "acceptDocumentSuggestion", { params })).toBe(refusal);
  expect(world.editor.lines()).toEqual(lines);
  if (refusal !== "SUGGESTION_OUTDATED") expect((await read())[0]).toEqual(before);
  else expect((await read())[0]?.thread).toMatchObject({ outcome: null, resolvedBy: null });
});

test("only who may write accepts; its author takes it back, and opens it again", async () => {
  const { document, suggestion } = await suggest("tent", "small tent");
  const accept = ["acceptDocumentSuggestion", at(suggestion)] as const;
  const levels: readonly [ParticipantAccessLevel | null, string][] = [
    [null, "DOCUMENT_NOT_FOUND"],
    ["READ", "ACCESS_LEVEL_TOO_LOW"],
    ["COMMENT", "ACCESS_LEVEL_TOO_LOW"],
  ];
  for (const [level, refusal] of levels) {
    await shareDocument(olga, document, carol, level);
    expect(await verdictOf(carol, ...accept)).toBe(refusal);
  }
  expect(await verdictOf(carol, "resolveDocumentComment", at(suggestion))).toBe(
    "ACCESS_LEVEL_TOO_LOW",
  );
  const outcomes: (SuggestionOutcome | null | undefined)[] = [];
  for (const name of ["resolveDocumentComment", "unresolveDocumentComment"] as const)
    outcomes.push((await bob.call(name, at(suggestion))).thread?.outcome);
  expect(outcomes).toEqual(["declined", null]);
  expect(await verdictOf(olga, ...accept)).toBe("ok");
});

test("a suggestion that cannot be is refused", async () => {
  const { document, editor, suggestion } = await suggest("tent", "small tent");
  const { id } = document;
  const good = { ...partOf(editor, "tent"), suggestion: "tents" };
  const create = (other: object) =>
    verdictOf(bob, "createDocumentComment", { params: { id }, body: { ...good, ...other } });
  expect(await create({})).toBe("ok");
  for (const other of [
    { anchor: null },
    { quotedText: "" },
    { suggestion: "tent" },
    { suggestion: "x".repeat(2_001) },
    { suggestion: null },
    { parentId: suggestion.id },
  ])
    expect([other, await create(other)]).toEqual([other, "VALIDATION_ERROR"]);
  const plain = await bob.call("createDocumentComment", { params: { id }, body: { body: "So" } });
  expect(await verdictOf(olga, "acceptDocumentSuggestion", at(plain))).toBe("COMMENT_NOT_FOUND");
});
