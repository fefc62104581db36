import { fromMarkdown, writeContent } from "@colbin/documents";
import {
  DOCUMENT_STATE_MAX_BYTES,
  type Document,
  type DocumentNote,
  type FileId,
} from "@colbin/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openForTest, shareDocument, type DocumentEditor } from "#test/document-editors.ts";
import { upload } from "#test/uploads.ts";
import type { TestApp } from "#test/harness.ts";
import { enter, startTogether } from "#test/organizations.ts";
import { toRequest, verdictOf, type Person } from "#test/world.ts";

const PATIENCE = { timeout: 20_000 };

let app: TestApp;
let olga: Person;
let bob: Person;
let eve: Person;
beforeAll(async () => {
  ({
    app,
    people: [olga, bob],
  } = await startTogether(["Olga", "Bob"]));
  eve = await enter(app, "Eve");
});
afterAll(() => app.close());

const create = (title: string) => olga.call("createDocument", { body: { title } });
const share = (document: Document, level: "READ" | "WRITE" | null) =>
  shareDocument(olga, document, bob, level);
const open = async (person: Person, { id }: Document): Promise<DocumentEditor> => {
  const editor = openForTest(app, person, id);
  await expect.poll(() => editor.provider.isSynced, PATIENCE).toBe(true);
  return editor;
};
const titlesOf = ({ results }: { readonly results: readonly Document[] }) =>
  results.map(({ title }) => title);
const backlinks = async (person: Person, { id }: Document) =>
  titlesOf(await person.call("listBacklinks", { params: { id }, query: {} }));
test("a document is linked from those that name it, for those who may read them", async () => {
  const [target, source] = [await create("Target"), await create("Source")];
  await share(target, "READ");
  const editor = await open(olga, source);
  const write = (markdown: string) =>
    writeContent(editor.provider.document, fromMarkdown(markdown));
  write(`See [Target](colbin:document/${target.id}), [@Bob](colbin:person/${bob.user.id})`);
  await expect.poll(() => backlinks(olga, target), PATIENCE).toEqual(["Source"]);
  expect(await backlinks(bob, target)).toEqual([]);
  await share(source, "READ");
  expect(await backlinks(bob, target)).toEqual(["Source"]);
  const isOpen = { params: { id: source.id }, query: {} };
  expect(await verdictOf(bob, "listBacklinks", isOpen)).toBe("ok");
  await share(source, null);
  expect(await verdictOf(bob, "listBacklinks", isOpen)).toBe("DOCUMENT_NOT_FOUND");
  write("No more");
  await expect.poll(() => backlinks(olga, target), PATIENCE).toEqual([]);
});

test("a document is found by the words of its text, with some of them, by those who may read it", async () => {
  const document = await create("Minutes");
  const editor = await open(olga, document);
  const filler = "Nothing of importance was said about it. ".repeat(8);
  writeContent(
    editor.provider.document,
    fromMarkdown(`${filler}\n\nThe Überraschung of the Zwiebelfisch 100% stayed`),
  );
  const find = async (person: Person, search: string) =>
    person.call("listDocuments", { query: { search } });
  await expect
    .poll(async () => titlesOf(await find(olga, "zwiebel")), PATIENCE)
    .toEqual(["Minutes"]);
  const [found] = (await find(olga, "zwiebelfisch minutes")).results;
  expect(found?.excerpt).toMatch(/^….*The Überraschung of the Zwiebelfisch 100% stayed$/);
  for (const search of ["uberraschung", "fisch 100%", "MINUTES importance"])
    expect([search, titlesOf(await find(olga, search))]).toEqual([search, ["Minutes"]]);
  for (const search of ["zwiebelkuchen", "fisch 100_", "minutes zwiebelkuchen"])
    expect([search, titlesOf(await find(olga, search))]).toEqual([search, []]);
  expect(titlesOf(await find(bob, "zwiebelfisch"))).toEqual([]);
});

test("people whom the text names are told once, by whoever wrote, where they may open it", async () => {
  const [document, hidden] = [await create("Names Bob"), await create("Names Bob, hidden")];
  await share(document, "READ");
  const told = async () =>
    (await bob.call("listNotifications", { query: {} })).results.flatMap((each) =>
      each.type === "DOCUMENT_MENTION" ? [each.facts.title, each.actors[0]?.fullName] : [],
    );
  for (const each of [hidden, document]) {
    const { provider } = await open(olga, each);
    const name = `[@Bob](colbin:person/${bob.user.id})`;
    writeContent(provider.document, fromMarkdown(`Ask ${name} and ${name}`));
  }
  await expect.poll(told, PATIENCE).toEqual(["Names Bob", "Olga"]);
});

test("writers come to know who of the people they see cannot open it, and leaders may share it with them", async () => {
  const document = await create("For Bob");
  const ask = (person: Person, of: Person) =>
    person.send(
      toRequest("getDocumentReader", { params: { id: document.id, userId: of.user.id } }),
    );
  expect((await ask(olga, bob)).body).toEqual({ canOpen: false, canBeGiven: true });
  expect((await ask(olga, eve)).body).toMatchObject({ code: "USER_NOT_FOUND" });
  expect((await ask(bob, olga)).body).toMatchObject({ code: "DOCUMENT_NOT_FOUND" });
  await share(document, "READ");
  expect((await ask(olga, bob)).body).toEqual({ canOpen: true, canBeGiven: true });
  expect((await ask(bob, olga)).body).toMatchObject({ code: "ACCESS_LEVEL_TOO_LOW" });
  await share(document, "WRITE");
  expect((await ask(bob, olga)).body).toEqual({ canOpen: true, canBeGiven: false });
  expect((await ask(bob, eve)).body).toMatchObject({ code: "USER_NOT_FOUND" });
});

test("in Personal, leaders may share it with somebody whom they found by name alone", async () => {
  const stranger = await enter(app, "Dan");
  const { id } = await eve.call("createDocument", { body: { title: "For a stranger" } });
  const params = { id, userId: stranger.user.id };
  expect(await eve.call("getDocumentReader", { params })).toEqual({
    canOpen: false,
    canBeGiven: true,
  });
});

test("somebody who is named is told, where they have written as well meanwhile", async () => {
  const document = await create("By two");
  await share(document, "WRITE");
  const [hers, his] = [await open(olga, document), await open(bob, document)];
  const named = fromMarkdown(`Ask [@Bob](colbin:person/${bob.user.id})`);
  writeContent(hers.provider.document, named);
  await expect.poll(() => his.lines(), PATIENCE).not.toEqual([]);
  his.write("I come");
  const told = async () =>
    (await bob.call("listNotifications", { query: {} })).results.flatMap((each) =>
      each.type === "DOCUMENT_MENTION" ? [each.facts.title] : [],
    );
  await expect.poll(told, PATIENCE).toContain("By two");
});

test("the readers of a document see its files, as long as they read it", async () => {
  const document = await create("With a file");
  const [hers, his] = [
    await upload(olga, { name: "plan.txt", bytes: Buffer.from("plan") }),
    await upload(bob, { name: "own.txt", bytes: Buffer.from("own") }),
  ];
  const attach = (person: Person, fileId: FileId) =>
    verdictOf(person, "attachDocumentFile", { params: { id: document.id }, body: { fileId } });
  const sees = () => verdictOf(bob, "getFile", { params: { id: hers.id } });
  expect(await attach(olga, hers.id)).toBe("ok");
  expect(await sees()).toBe("FILE_NOT_FOUND");
  expect(await attach(bob, his.id)).toBe("DOCUMENT_NOT_FOUND");
  await share(document, "READ");
  expect(await sees()).toBe("ok");
  expect(await attach(bob, his.id)).toBe("ACCESS_LEVEL_TOO_LOW");
  expect(await attach(olga, his.id)).toBe("FILE_NOT_FOUND");
  await olga.call("lockDocument", { params: { id: document.id }, body: { isLocked: true } });
  expect(await attach(olga, hers.id)).toBe("DOCUMENT_LOCKED");
  await share(document, null);
  expect(await sees()).toBe("FILE_NOT_FOUND");
});

test("a document that is full takes no more, says so, and goes on once it is smaller", async () => {
  const document = await create("Large");
  const editor = await open(olga, document);
  const sizes: string[] = [];
  editor.provider.on("stateless", ({ payload }: { payload: string }) => {
    const note = JSON.parse(payload) as DocumentNote;
    if (note.kind !== "size") return;
    if (sizes.at(-1) === "full") editor.provider.forceSync();
    sizes.push(note.size);
  });
  const half = "word ".repeat(DOCUMENT_STATE_MAX_BYTES / 5 / 2 - 1_000);
  const other = await open(olga, document);
  editor.write(half);
  await expect.poll(() => sizes.at(-1), PATIENCE).toBe("large");
  editor.write(half);
  await expect.poll(() => other.lines().length, PATIENCE).toBe(2);
  editor.write(half);
  editor.write("kept here");
  await expect.poll(() => sizes.at(-1), PATIENCE).toBe("full");
  editor.provider.document.getXmlFragment("content").delete(0, 1);
  await expect.poll(() => other.lines().at(-1), PATIENCE).toBe("kept here");
});
