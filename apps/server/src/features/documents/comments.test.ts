import type {
  CommentId,
  Document,
  DocumentComment,
  NotificationType,
  ParticipantAccessLevel,
} from "@colbin/protocol";
import { readAnchoredText } from "@colbin/documents";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import { openEditor, openForTest, shareDocument } from "#test/document-editors.ts";
import type { TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import { type toRequest, verdictOf, type Person } from "#test/world.ts";

const PATIENCE = { timeout: 20_000 };

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

const share = (document: Document, person: Person, level: ParticipantAccessLevel | null) =>
  shareDocument(olga, document, person, level);
async function createShared(level: ParticipantAccessLevel): Promise<Document> {
  const document = await olga.call("createDocument", { body: { title: "Plan" } });
  await share(document, bob, level);
  return document;
}
const comment = (
  person: Person,
  { id }: Document,
  body: string,
  parentId: CommentId | null = null,
) => person.call("createDocumentComment", { params: { id }, body: { body, parentId } });
const listed = async (person: Person, { id }: Document) =>
  (await person.call("listDocumentComments", { params: { id } })).results;
const at = ({ documentId: id, id: commentId }: DocumentComment) => ({ params: { id, commentId } });

/** Acts beside a document where Olga has begun a thread, by the level that is needed. */
const acts: readonly [
  ParticipantAccessLevel,
  (thread: DocumentComment) => Parameters<typeof toRequest>,
][] = [
  ["READ", ({ documentId: id }) => ["listDocumentComments", { params: { id } }]],
  [
    "COMMENT",
    ({ documentId, id: parentId }) => [
      "createDocumentComment",
      { params: { id: documentId }, body: { body: "Yes", parentId } },
    ],
  ],
  ["COMMENT", (thread) => ["reactToDocumentComment", { ...at(thread), body: { emoji: "👍" } }]],
  ["WRITE", (thread) => ["resolveDocumentComment", at(thread)]],
  ["WRITE", (thread) => ["unresolveDocumentComment", at(thread)]],
  ["ADMIN", (thread) => ["deleteDocumentComment", at(thread)]],
];
const levels = ["READ", "COMMENT", "WRITE", "ADMIN", "OWNER"] as const;

describe("a level on a document", () => {
  it.each(levels)("%s does with comments what it says, and nothing more", async (level) => {
    const document = await createShared(level);
    const thread = await comment(olga, document, "Really?");
    const edit = ["updateDocumentComment", { ...at(thread), body: { body: "Mine" } }] as const;
    expect(await verdictOf(bob, ...edit)).toBe("ACCESS_LEVEL_TOO_LOW");
    for (const [needs, toCall] of acts) {
      const expected =
        levels.indexOf(level) >= levels.indexOf(needs) ? "ok" : "ACCESS_LEVEL_TOO_LOW";
      const call = toCall(thread);
      expect([call[0], await verdictOf(bob, ...call)]).toEqual([call[0], expected]);
      expect(await verdictOf(carol, ...call)).toBe("DOCUMENT_NOT_FOUND");
    }
  });
});

test("whoever wrote a comment changes and deletes it, and whoever began a thread ends it", async () => {
  const document = await createShared("COMMENT");
  const thread = await comment(bob, document, "Really?");
  const reply = await comment(olga, document, "Yes", thread.id);
  const edited = await bob.call("updateDocumentComment", {
    ...at(thread),
    body: { body: " Is that so? " },
  });
  expect(edited).toMatchObject({ body: "Is that so?", thread: { state: "open", anchor: null } });
  expect(edited.editedAt).not.toBeNull();
  expect(await bob.call("resolveDocumentComment", at(thread))).toMatchObject({
    thread: { state: "resolved", resolvedBy: { fullName: "Bob" } },
  });
  expect(await bob.call("unresolveDocumentComment", at(thread))).toMatchObject({
    thread: { state: "open", resolvedBy: null },
  });
  const react = () => bob.call("reactToDocumentComment", { ...at(reply), body: { emoji: "❤" } });
  expect((await react()).reactions).toMatchObject([{ emoji: "❤️", userNames: ["Bob"] }]);
  expect((await react()).reactions).toEqual([]);
  await bob.call("deleteDocumentComment", at(thread));
  expect(await listed(olga, document)).toEqual([]);
});

test("a comment that cannot be is refused", async () => {
  const document = await createShared("COMMENT");
  const thread = await comment(bob, document, "Really?");
  const reply = await comment(bob, document, "Yes", thread.id);
  const other = await olga.call("createDocument", { body: { title: "Other" } });
  const create = (body: object, { id } = document) =>
    verdictOf(olga, "createDocumentComment", { params: { id }, body: { body: "x", ...body } });
  expect(await create({ body: " \u200B " })).toBe("VALIDATION_ERROR");
  expect(await create({ body: "x".repeat(10_001) })).toBe("VALIDATION_ERROR");
  expect(await create({ parentId: reply.id })).toBe("VALIDATION_ERROR");
  expect(await create({ parentId: thread.id }, other)).toBe("COMMENT_NOT_FOUND");
  expect(await create({ anchor: { start: "a b", end: "x" } })).toBe("VALIDATION_ERROR");
  expect(await create({ anchor: { start: "AAAA", end: "////" }, quotedText: "\0" })).toBe("ok");
  expect(await verdictOf(bob, "resolveDocumentComment", at(reply))).toBe("COMMENT_NOT_FOUND");
  const react = { ...at(thread), body: { emoji: "no" } };
  expect(await verdictOf(bob, "reactToDocumentComment", react)).toBe("EMOJI_INVALID");
});

test("a lock stops no comments, the archive does", async () => {
  const document = await createShared("COMMENT");
  const { id } = document;
  await olga.call("lockDocument", { params: { id }, body: { isLocked: true } });
  const thread = await comment(bob, document, "Really?");
  await olga.call("archiveDocument", { params: { id } });
  expect(await verdictOf(bob, "resolveDocumentComment", at(thread))).toBe("DOCUMENT_LOCKED");
  expect(await listed(bob, document)).toMatchObject([{ id: thread.id }]);
});

test("a thread is orphaned when its text goes, and open when that is back; all who are there hear of it", async () => {
  const document = await createShared("COMMENT");
  const { id } = document;
  const editor = openForTest(app, olga, id);
  const notes: string[] = [];
  const his = openEditor(app, bob, id);
  onTestFinished(() => his.close());
  his.provider.on("stateless", ({ payload }: { payload: string }) => notes.push(payload));
  await expect.poll(() => his.provider.isSynced, PATIENCE).toBe(true);
  editor.write("Rope and tent");
  await expect.poll(() => his.lines(), PATIENCE).toEqual(["Rope and tent"]);
  const anchor = readAnchoredText(his.provider.document).toAnchor({ from: 9, to: 13 });
  const body = { body: "Which one?", anchor: anchor ?? null, quotedText: "tent" };
  const thread = await bob.call("createDocumentComment", { params: { id }, body });
  await expect.poll(() => notes, PATIENCE).toContainEqual('{"kind":"comments"}');
  const state = async () => (await listed(bob, document))[0]?.thread?.state;

  editor.provider.document.getXmlFragment("content").delete(0, 1);
  await expect.poll(state, PATIENCE).toBe("orphaned");
  expect((await listed(bob, document))[0]?.thread?.quotedText).toBe("tent");
  editor.write("One tent");
  await expect.poll(state, PATIENCE).toBe("open");
  await bob.call("resolveDocumentComment", at(thread));
  editor.provider.document.getXmlFragment("content").delete(0, 1);
  editor.write("Nothing");
  await expect
    .poll(async () => {
      await bob.call("unresolveDocumentComment", at(thread));
      const now = await state();
      if (now !== "orphaned") await bob.call("resolveDocumentComment", at(thread));
      return now;
    }, PATIENCE)
    .toBe("orphaned");
});

describe("people are told", () => {
  const toldOf = async (person: Person, { id }: Document) => {
    const { results } = await person.call("listNotifications", { query: { limit: 50 } });
    return results.filter(({ facts }) => "documentId" in facts && facts.documentId === id);
  };
  const typesFor = async (person: Person, document: Document): Promise<NotificationType[]> =>
    (await toldOf(person, document))
      .filter(({ readAt }) => readAt === null)
      .map(({ type }) => type);

  it("of a document that is shared with them, until they open it", async () => {
    const document = await createShared("READ");
    await expect.poll(() => typesFor(bob, document), PATIENCE).toEqual(["DOCUMENT_SHARED"]);
    expect(await toldOf(bob, document)).toMatchObject([
      { url: `/documents/${document.id}`, facts: { title: "Plan", level: "READ" } },
    ]);
    await share(document, bob, "WRITE");
    await bob.call("getDocument", { params: { id: document.id } });
    expect(await typesFor(bob, document)).toEqual([]);
    expect(await toldOf(olga, document)).toEqual([]);
  });

  it("of comments on their document and in their threads, once while that is unread", async () => {
    const document = await createShared("COMMENT");
    const thread = await comment(bob, document, "Really?");
    await expect.poll(() => typesFor(olga, document), PATIENCE).toEqual(["DOCUMENT_COMMENTED"]);
    await comment(bob, document, "Anybody?", thread.id);
    await expect
      .poll(() => toldOf(olga, document), PATIENCE)
      .toMatchObject([{ type: "DOCUMENT_COMMENTED", count: 2, facts: { text: "Anybody?" } }]);
    await bob.call("getDocument", { params: { id: document.id } });
    await comment(olga, document, "Yes", thread.id);
    await expect.poll(() => typesFor(bob, document), PATIENCE).toEqual(["DOCUMENT_COMMENTED"]);
  });

  it("of being named, if they can open the document", async () => {
    const document = await createShared("COMMENT");
    await bob.call("getDocument", { params: { id: document.id } });
    const names = `<@${olga.user.id}> and <@${carol.user.id}>`;
    const said = await comment(bob, document, names);
    expect(said.mentions.map(({ fullName }) => fullName)).toEqual(
      expect.arrayContaining(["Olga", "Carol"]),
    );
    await expect
      .poll(() => toldOf(olga, document), PATIENCE)
      .toMatchObject([{ type: "DOCUMENT_MENTION", facts: { text: "@Olga and @Carol" } }]);
    await share(document, carol, "READ");
    await expect.poll(() => typesFor(carol, document), PATIENCE).toEqual(["DOCUMENT_SHARED"]);
  });
});
