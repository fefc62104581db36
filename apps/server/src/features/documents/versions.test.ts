import type {
  ComparedNode,
  Document,
  DocumentVersion,
  ParticipantAccessLevel,
  VersionId,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import {
  openForTest,
  readStoredText,
  shareDocument,
  type DocumentEditor,
} from "#test/document-editors.ts";
import type { TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import { type toRequest, verdictOf, type Person } from "#test/world.ts";

const PATIENCE = { timeout: 20_000 };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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
const shows = async (editor: DocumentEditor, ...lines: string[]) => {
  await expect.poll(() => editor.lines(), PATIENCE).toEqual(lines);
};
const listOf = async ({ id }: Document): Promise<DocumentVersion[]> =>
  (await olga.call("listDocumentVersions", { params: { id }, query: {} })).results;
const paramsOf = ({ id, documentId }: DocumentVersion) => ({
  params: { id: documentId, versionId: id },
});
const hasVersions = async (document: Document, count: number) => {
  await expect.poll(async () => (await listOf(document)).length, PATIENCE).toBe(count);
};
const isStored = async (document: Document, text: string) => {
  await expect.poll(() => readStoredText(app, document), PATIENCE).toBe(text);
};

async function createShared(level: ParticipantAccessLevel = "WRITE"): Promise<Document> {
  const document = await olga.call("createDocument", { body: { title: "Plan" } });
  await share(document, level);
  return document;
}

const share = (document: Document, level: ParticipantAccessLevel) =>
  shareDocument(olga, document, bob, level);

/** A document with one line and the version that was kept when its writer had left. */
async function createKept(line: string) {
  const document = await createShared();
  const editor = open(olga, document);
  editor.write(line);
  await isStored(document, line);
  editor.close();
  await hasVersions(document, 1);
  const [version] = await listOf(document);
  if (!version) throw new Error("There is no version");
  return { document, version };
}

test("a version is kept after five minutes of editing and when the last one leaves, by those who wrote", async () => {
  const document = await createShared();
  const [hers, his] = [open(olga, document), open(bob, document)];
  hers.write("one");
  await shows(his, "one");
  his.write("two");
  await isStored(document, "one\ntwo");
  expect(await listOf(document)).toEqual([]);
  app.clock.advance(5 * MINUTE_MS);
  hers.write("three");
  await hasVersions(document, 1);
  his.close();
  hers.write("four");
  await isStored(document, "one\ntwo\nthree\nfour");
  hers.close();
  await hasVersions(document, 2);
  const names = (await listOf(document)).map(({ kind, words, editors }) => [
    kind,
    words,
    editors.map(({ fullName }) => fullName),
  ]);
  expect(names).toEqual([
    ["auto", 4, ["Olga"]],
    ["auto", 3, ["Bob", "Olga"]],
  ]);
});

test("what stands there already is not kept twice: it gets the name", async () => {
  const { document, version } = await createKept("same");
  const named = await olga.call("createDocumentVersion", {
    params: { id: document.id },
    body: { name: "First" },
  });
  expect(named).toMatchObject({ id: version.id, kind: "named", name: "First" });
  const unnamed = await olga.call("updateDocumentVersion", {
    ...paramsOf(version),
    body: { name: null },
  });
  expect(unnamed).toMatchObject({ kind: "auto", name: null });
  expect(await listOf(document)).toEqual([version]);
});

describe("restoring", () => {
  it("brings the text back as an edit beside those of others, and keeps what stood there", async () => {
    const { document, version } = await createKept("old");
    const his = open(bob, document);
    await shows(his, "old");
    his.write("new");
    await isStored(document, "old\nnew");
    const { websocketProvider } = his.provider.configuration;
    websocketProvider.disconnect();
    await expect.poll(() => websocketProvider.status, PATIENCE).toBe("disconnected");
    his.write("offline");
    const restored = await olga.call("restoreDocumentVersion", paramsOf(version));
    expect(restored).toMatchObject({ kind: "restore", words: 1, editors: [{ fullName: "Olga" }] });
    await isStored(document, "old");
    await websocketProvider.connect();
    await shows(his, "old", "offline");
    const [, before] = await listOf(document);
    expect(before).toMatchObject({ kind: "auto", words: 2, editors: [{ fullName: "Bob" }] });
  });

  it("is not done to a locked document, nor with a version that is gone", async () => {
    const { document, version } = await createKept("kept");
    await share(document, "ADMIN");
    const lock = (isLocked: boolean) =>
      olga.call("lockDocument", { params: { id: document.id }, body: { isLocked } });
    await lock(true);
    expect(await verdictOf(bob, "restoreDocumentVersion", paramsOf(version))).toBe(
      "DOCUMENT_LOCKED",
    );
    await lock(false);
    expect(await verdictOf(bob, "restoreDocumentVersion", paramsOf(version))).toBe("ok");
    await app.database.pool.query("delete from document_versions where id = $1", [version.id]);
    expect(await verdictOf(bob, "restoreDocumentVersion", paramsOf(version))).toBe("VERSION_GONE");
    expect(await verdictOf(bob, "getDocumentVersion", { ...paramsOf(version), query: {} })).toBe(
      "VERSION_GONE",
    );
  });
});

test("a version is compared with another one and with what stands in the document now", async () => {
  const { document, version } = await createKept("The red fox");
  const editor = open(olga, document);
  await shows(editor, "The red fox");
  editor.write("A second line");
  await isStored(document, "The red fox\nA second line");
  const read = (compareTo?: VersionId | "current" | "previous") =>
    olga.call("getDocumentVersion", { ...paramsOf(version), query: { compareTo } });
  const changes = ({ blocks }: { blocks: readonly ComparedNode[] }) =>
    blocks.map(({ change }) => change);
  expect(changes(await read())).toEqual([undefined]);
  expect(changes(await read(version.id))).toEqual([undefined]);
  expect(changes(await read("previous"))).toEqual([undefined]);
  const compared = await read("current");
  expect(changes(compared)).toEqual([undefined, "removed"]);
  expect(compared).toMatchObject({ addedWords: 0, removedWords: 3, isCoarse: false });
});

const levels = ["READ", "COMMENT", "WRITE", "ADMIN"] as const;
const acts: readonly [
  string,
  ParticipantAccessLevel,
  (version: DocumentVersion) => Parameters<typeof toRequest>,
][] = [
  [
    "lists",
    "READ",
    ({ documentId: id }) => ["listDocumentVersions", { params: { id }, query: {} }],
  ],
  ["reads", "READ", (version) => ["getDocumentVersion", { ...paramsOf(version), query: {} }]],
  [
    "names the text",
    "WRITE",
    ({ documentId: id }) => ["createDocumentVersion", { params: { id }, body: { name: "Now" } }],
  ],
  [
    "names one",
    "WRITE",
    (version) => ["updateDocumentVersion", { ...paramsOf(version), body: { name: "Other" } }],
  ],
  ["restores", "ADMIN", (version) => ["restoreDocumentVersion", paramsOf(version)]],
];

test("each level does with versions what it says, and nothing more", async () => {
  const { document, version } = await createKept("text");
  for (const level of levels) {
    await share(document, level);
    for (const [act, needs, toCall] of acts) {
      const isEnough = levels.indexOf(level) >= levels.indexOf(needs as (typeof levels)[number]);
      const expected = isEnough ? "ok" : "ACCESS_LEVEL_TOO_LOW";
      expect([level, act, await verdictOf(bob, ...toCall(version))]).toEqual([
        level,
        act,
        expected,
      ]);
    }
  }
});

const run = (job: string) => app.app.workers.find(({ kind }) => kind.name === job)?.run({});

test("versions are thinned out by their age, and named ones stay", async () => {
  const { document, version } = await createKept("first");
  const midnight = Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS;
  const rows = [
    ["old", 200.5, "Draft"],
    ["weekly", 200.4, null],
    ["daily", 30.4, null],
    ["of the same day", 30.2, null],
    ["young", 5.4, null],
    ["as young", 5.3, null],
  ] as const;
  for (const [index, [word, days, name]] of rows.entries())
    await app.database.pool.query(
      `insert into document_versions (id, document_id, no, kind, name, content, digest, words, created_at)
       select gen_random_uuid(), document_id, $2, 'auto', $3, json_build_object('word', $4::text), '', 1, $5
       from document_versions where id = $1`,
      [version.id, index + 2, name, word, new Date(midnight - days * DAY_MS)],
    );
  await app.database.pool.query(
    `insert into document_version_editors (version_id, user_id)
     select id, $2 from document_versions where content->>'word' = $1`,
    ["daily", bob.user.id],
  );
  await run("documents.thin-versions");
  const { rows: left } = await app.database.pool.query<{ word: string; editors: string }>(
    `select content->>'word' as word, (select count(*) from document_version_editors where version_id = v.id)::int as editors
     from document_versions v where document_id = $1 and no > 1 order by no`,
    [document.id],
  );
  expect(left).toEqual([
    { word: "old", editors: 0 },
    { word: "weekly", editors: 0 },
    { word: "of the same day", editors: 1 },
    { word: "young", editors: 0 },
    { word: "as young", editors: 0 },
  ]);
});

test("what a process that was killed has left becomes a version later", async () => {
  const [broken, document] = [await createShared(), await createShared()];
  for (const each of [broken, document]) {
    open(olga, each).write("left");
    await isStored(each, "left");
  }
  await app.database.pool.query(
    "update document_states set state = '\\xffff' where document_id = $1",
    [broken.id],
  );
  await run("documents.keep-left");
  expect(await listOf(document)).toEqual([]);
  app.clock.advance(10 * MINUTE_MS);
  await run("documents.keep-left");
  expect(await listOf(document)).toMatchObject([{ words: 1, editors: [{ fullName: "Olga" }] }]);
});
