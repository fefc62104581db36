import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  API_BASE_PATH,
  type Document,
  type DocumentFormat,
  type DocumentId,
  type ErrorCode,
  type ReplyOf,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { openForTest, shareDocument } from "#test/document-editors.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import { createRoomOf, toRequest, verdictOf, type Person } from "#test/world.ts";

const PATIENCE = { timeout: 20_000 };
const MARKDOWN = `## Plan

A **bold** line with [a link](https://example.org).

- one
- two

| a | b |
| --- | --- |
| 1 | 2 |`;

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

const create = (title: string, parentId: Document["id"] | null = null) =>
  olga.call("createDocument", { body: { title, parentId } });
const put = (person: Person, { id }: Pick<Document, "id">, markdown: string) =>
  person.call("putDocumentContent", { params: { id }, body: { markdown } });
const share = (document: Document, person: Person, level: Document["level"] | null) =>
  shareDocument(olga, document, person, level);
const download = (
  { id }: Pick<Document, "id">,
  format: DocumentFormat,
  { on = app, by = olga }: { on?: TestApp; by?: Person } = {},
) =>
  on.app.http.app.inject({
    ...toRequest("exportDocument", { params: { id }, query: { format } }),
    headers: { authorization: `Bearer ${by.accessToken}` },
  });
const textOf = async (document: Pick<Document, "id">) =>
  (await download(document, "markdown")).payload;

type Report = ReplyOf<"importDocuments">;

async function importFile(
  name: string,
  bytes: Buffer | string,
  query: Readonly<Record<string, string>> = {},
): Promise<Report & { readonly code?: ErrorCode }> {
  const { body } = await olga.send({
    method: "POST",
    url: `${API_BASE_PATH}/documents/import`,
    query: { name, ...query },
    headers: { "content-type": "application/octet-stream" },
    payload: bytes,
  });
  return body as Report;
}

/** A hostile name takes the place of a good one of the same length: the library writes none. */
async function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { mode = 0o100_644, names = {} }: { mode?: number; names?: Record<string, string> } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files))
    zip.addBuffer(Buffer.from(text), name, { mode });
  zip.end();
  let bytes = (await buffer(zip.outputStream)).toString("latin1");
  for (const [good, bad] of Object.entries(names)) bytes = bytes.replaceAll(good, bad);
  return Buffer.from(bytes, "latin1");
}

async function namesIn(bytes: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  return names;
}

async function listTree(): Promise<Map<string, string | undefined>> {
  const { results } = await olga.call("listDocuments", { query: { limit: 100 } });
  const titles = new Map(results.map(({ id, title }) => [id, title]));
  return new Map(
    results.map(({ title, parentId }) => [
      title,
      parentId === null ? undefined : titles.get(parentId),
    ]),
  );
}

describe("content by a call", () => {
  it("stands beside what an editor that is open has, and tells what documents do not know", async () => {
    const document = await create("By a call");
    const editor = openForTest(app, olga, document.id);
    const { unknown } = await put(olga, document, `# By a call\n\none\n\n![picture](a.png)`);
    expect(unknown).toEqual([{ kind: "node", name: "image", count: 1 }]);
    await expect.poll(() => editor.lines(), PATIENCE).toEqual(["one", "picture"]);
    const json = await olga.call("putDocumentContent", {
      params: { id: document.id },
      body: {
        content: {
          type: "doc",
          content: [{ type: "frame", content: [{ type: "text", text: "two" }] }],
        },
      },
    });
    expect(json.unknown).toEqual([{ kind: "node", name: "frame", count: 1 }]);
    await expect.poll(() => editor.lines(), PATIENCE).toEqual(["two"]);
  });

  it("is read one text of a person at a time", async () => {
    const { id } = await create("Busy");
    const body = { markdown: ">".repeat(50_000) };
    const puts = [1, 2, 3].map(() =>
      verdictOf(olga, "putDocumentContent", { params: { id }, body }),
    );
    expect((await Promise.all(puts)).toSorted()).toEqual([
      "DOCUMENT_UNREADABLE",
      "RATE_LIMITED",
      "RATE_LIMITED",
    ]);
  });

  it("is refused as an edit would be, and changes nothing", async () => {
    const document = await create("Kept");
    await put(olga, document, "kept");
    await share(document, bob, "COMMENT");
    const call = (person: Person, markdown: string) =>
      verdictOf(person, "putDocumentContent", { params: { id: document.id }, body: { markdown } });
    expect(await call(bob, "other")).toBe("ACCESS_LEVEL_TOO_LOW");
    expect(await call(carol, "other")).toBe("DOCUMENT_NOT_FOUND");
    const tables = Array.from({ length: 45_000 }, () => ({ type: "table" }));
    const text = { type: "text", text: "x".repeat(3_500_000) };
    const content = { type: "doc", content: [...tables, { type: "paragraph", content: [text] }] };
    const large = { params: { id: document.id }, body: { content } };
    expect(await verdictOf(olga, "putDocumentContent", large)).toBe("DOCUMENT_TOO_LARGE");
    expect(await call(olga, ">".repeat(50_000))).toBe("DOCUMENT_UNREADABLE");
    await olga.call("lockDocument", { params: { id: document.id }, body: { isLocked: true } });
    expect(await call(olga, "other")).toBe("DOCUMENT_LOCKED");
    expect(await textOf(document)).toBe("# Kept\n\nkept\n");
  });
});

describe("an export", () => {
  it.each<[DocumentFormat, string, RegExp]>([
    ["markdown", "text/markdown; charset=utf-8", /^# A\\\*b \\<script\\>\n\n## Plan\n/],
    ["html", "text/html; charset=utf-8", /<h1 dir="auto">A\*b &lt;script&gt;<\/h1>/],
    ["json", "application/json; charset=utf-8", /"title": "A\*b <script>"/],
  ])("as %s is a file that does nothing", async (format, type, content) => {
    const document = await create("A*b <script>");
    await put(olga, document, MARKDOWN);
    const { headers, payload } = await download(document, format);
    expect(payload).toMatch(content);
    expect(headers).toMatchObject({
      "content-type": type,
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="A b script\.\w+"$/);
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(payload).not.toContain("<script>alert");
  });

  it("of a tree holds what the caller may read, and comes back as it was", async () => {
    const top = await create("Handbook");
    const [first, second] = [await create("Same", top.id), await create("same", top.id)];
    const hidden = await create("Salaries", second.id);
    await put(olga, top, MARKDOWN);
    await put(olga, first, "first");
    await olga.call("setDocumentAccess", {
      params: { id: hidden.id },
      body: { isRestricted: true },
    });
    await share(top, bob, "READ");
    const { rawPayload } = await download(top, "zip", { by: bob });
    expect(await namesIn(rawPayload)).toEqual([
      "Handbook.md",
      "Handbook/Same.md",
      "Handbook/same (2).md",
    ]);
    const { created, skipped } = await importFile("tree.zip", rawPayload);
    expect(skipped).toEqual([]);
    expect(created.map(({ title }) => title)).toEqual(["Handbook", "Same", "same"]);
    const [again] = created;
    expect(await textOf({ id: again?.id ?? top.id })).toBe(await textOf(top));
  });

  it("of a tree leaves out what the caller may not read any more when it comes to that", async () => {
    const top = await create("Going");
    const below = await create("Gone", top.id);
    for (const document of [top, below]) await share(document, bob, "READ");
    const client = await app.database.pool.connect();
    await client.query("begin; lock table document_states");
    const archive = download(top, "zip", { by: bob });
    const waiting = () =>
      client.query(
        "select from pg_locks where relation = 'document_states'::regclass and not granted",
      );
    await expect.poll(async () => (await waiting()).rowCount, PATIENCE).toBeGreaterThan(0);
    for (const document of [top, below]) await share(document, bob, null);
    await client.query("commit");
    client.release();
    expect(await namesIn((await archive).rawPayload)).toEqual(["Going.md"]);
  });

  it("of a room is for those who read it", async () => {
    const slug = await createRoomOf(olga, bob);
    await bob.call("createRoomDocument", { params: { slug }, body: { title: "Of the room" } });
    const call = (person: Person) =>
      app.request(
        "exportDocuments",
        { body: { sessionRoomSlug: slug } },
        { as: person.accessToken ?? "" },
      );
    const { rawPayload } = await call(olga);
    expect(rawPayload.toString("latin1")).toContain("Of the room.md");
    await app.database.pool.query("update rooms set access_type = 'PRIVATE' where slug = $1", [
      slug,
    ]);
    expect((await call(carol)).json<{ code: string }>().code).toBe("ROOM_NOT_FOUND");
  });

  it("as PDF is made by the browser of the operator, and told where there is none", async () => {
    const document = await create("Printed");
    expect((await download(document, "pdf")).json<{ code: string }>().code).toBe(
      "PDF_NOT_AVAILABLE",
    );
    const folder = await mkdtemp(join(tmpdir(), "colbin-browser-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const browser = join(folder, "browser");
    const script = [
      "#!/bin/sh",
      'for each; do case $each in --print-to-pdf=*) pdf="${each#*=}";; file://*) page="${each#file://}";; esac; done',
      'if grep -q Broken "$page"; then exit 1; fi',
      '{ echo "%PDF-1.7"; cat "$page"; } > "$pdf"',
    ];
    await writeFile(browser, script.join("\n"));
    await chmod(browser, 0o755);
    const { database, clock } = app;
    await using other = await startTestApp({
      database,
      clock,
      environment: { PDF_BROWSER: browser },
    });
    const { headers, payload } = await download(document, "pdf", { on: other });
    expect(headers["content-type"]).toBe("application/pdf");
    expect(payload).toMatch(/^%PDF-1\.7\n<!doctype html>[^]*<h1 dir="auto">Printed<\/h1>/);
    const broken = await create("Broken");
    const refused = await download(broken, "pdf", { on: other });
    expect(refused.json<{ code: string }>().code).toBe("PDF_FAILED");
  });
});

describe("an import", () => {
  const ID = "0123456789abcdef0123456789abcdef";

  it("of Notion has its tree by the folders beside the pages", async () => {
    const zip = await zipOf({
      [`Export/Wiki ${ID}.md`]: "# Wiki\n\nThe wiki",
      [`Export/Wiki ${ID}/How to ${ID}.html`]:
        "<title>How to</title><script>alert(1)</script><div class=page-body><p>Press <b>it</b></p><a href='javascript:alert(1)'>bad</a></div>",
      "Export/Wiki/Loose.md": "loose",
      "Export/Folder/In it.md": "in it",
      [`Export/Wiki ${ID}/picture.png`]: "png",
    });
    const { created, skipped, notes } = await importFile("notion.zip", zip);
    expect(skipped).toEqual([{ name: `Export/Wiki ${ID}/picture.png`, reason: "kind" }]);
    expect(notes.map(({ unknown }) => unknown[0]?.kind)).toEqual(["link"]);
    const tree = await listTree();
    expect(["How to", "Loose", "In it", "Folder", "Wiki"].map((title) => tree.get(title))).toEqual([
      "Wiki",
      "Wiki",
      "Folder",
      undefined,
      undefined,
    ]);
    const page = created.find(({ title }) => title === "How to");
    if (!page?.id) throw new Error("The page was made");
    expect(await textOf({ id: page.id })).toBe("# How to\n\nPress **it**\n\nbad\n");
  });

  it("has links between its pages as links between the documents", async () => {
    const zip = await zipOf({
      "Links/One.md":
        "See [the **other**](Below/Two%20more.html#part), [itself](./One.md), [nothing](Gone.md) and [a site](https://example.org)",
      "Links/Below/Two more.html": "<a href='../One.md?x'>back</a>",
    });
    const { created, notes } = await importFile("links.zip", zip);
    const ids = new Map(created.map(({ title, id }) => [title, id]));
    const [one, two] = ["One", "Two more"].map((title) => ids.get(title) ?? "");
    expect(await textOf({ id: one as DocumentId })).toBe(
      `# One\n\nSee [the other](colbin:document/${two}), [itself](colbin:document/${one}), nothing and [a site](https://example.org)\n`,
    );
    expect(await textOf({ id: two as DocumentId })).toBe(
      `# Two more\n\n[back](colbin:document/${one})\n`,
    );
    expect(notes).toEqual([
      { name: "Links/One.md", unknown: [{ kind: "link", name: "Gone.md", count: 1 }] },
    ]);
    const backlinks = await olga.call("listBacklinks", {
      params: { id: two as DocumentId },
      query: {},
    });
    expect(backlinks.results.map(({ title }) => title)).toEqual(["One"]);
  });

  it("of Confluence has its tree by the page of contents", async () => {
    const page = (title: string) =>
      `<title>SPACE : ${title}</title><div id="main-content"><p>${title} text</p></div>`;
    const zip = await zipOf({
      "SPACE/Child_2.html": page("Child"),
      "SPACE/Home_1.html": page("Home"),
      "SPACE/index.html":
        "<ul><li><a href='Home_1.html'>Home</a><ul><li><a href='Child_2.html'>Child</a></ul></ul>",
    });
    const { created, skipped } = await importFile("space.zip", zip);
    expect(skipped).toEqual([]);
    expect(created.map(({ title }) => title)).toEqual(["Home", "Child"]);
    expect((await listTree()).get("Child")).toBe("Home");
  });

  it("tells in a dry run what would come of it, and makes nothing", async () => {
    const { created } = await importFile("Only told.md", "text", { dryRun: "1" });
    expect(created).toEqual([{ id: null, title: "Only told" }]);
    expect((await listTree()).has("Only told")).toBe(false);
    const made = await importFile("Only told.md", "text");
    expect(made.created[0]?.id).toBeTruthy();
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ["a way out", () => zipOf({ "aa/evil.md": "x" }, { names: { "aa/evil": "../evil" } }), "path"],
    ["an absolute name", () => zipOf({ "aevil.md": "x" }, { names: { aevil: "/evil" } }), "path"],
    ["a drive", () => zipOf({ "aaevil.md": "x" }, { names: { aaevil: "c:evil" } }), "path"],
    ["a long path", () => zipOf({ [`${"a/".repeat(30_000)}b.md`]: "x", "c.md": "x" }), "path"],
    ["a link", () => zipOf({ "link.md": "/etc/passwd" }, { mode: 0o120_777 }), "link"],
    ["an archive", async () => zipOf({ "in.zip": await zipOf({ "a.md": "x" }) }), "archive"],
    ["a name twice", () => zipOf({ "A.md": "x", "a.md": "y" }), "duplicate"],
    ["no page", () => zipOf({ "run.exe": "x" }), "kind"],
    [
      "no reader's markdown",
      () => zipOf({ "a.md": ">".repeat(50_000), "b.pdf": random(10_000) }),
      "broken",
    ],
    ["much", () => zipOf({ "a.md": "x".repeat(2_200_000), "b.pdf": random(100_000) }), "size"],
  ])("leaves out %s, and says why", async (_, zip, reason) => {
    const { skipped } = await importFile("hostile.zip", await zip());
    expect(skipped.map((each) => each.reason)).toContain(reason);
  });

  it.each<[string, string, () => Promise<Buffer> | Buffer, ErrorCode]>([
    ["a bomb", "a.zip", () => zipOf({ "a.md": Buffer.alloc(30_000_000) }), "IMPORT_TOO_LARGE"],
    ["2,001 entries", "a.zip", () => zipOf(many(2_001)), "IMPORT_TOO_LARGE"],
    [
      "eleven levels",
      "a.zip",
      () => zipOf({ [`${"a/".repeat(11)}b.md`]: "", "c.md": "" }),
      "IMPORT_TOO_LARGE",
    ],
    ["over 20 MB", "a.zip", () => Buffer.alloc(21_000_000), "IMPORT_TOO_LARGE"],
    ["no archive", "a.zip", () => Buffer.from("PK but not more"), "IMPORT_UNREADABLE"],
    ["no page", "a.exe", () => Buffer.from("MZ"), "IMPORT_UNREADABLE"],
  ])("of %s is refused", async (_, name, bytes, code) => {
    expect((await importFile(name, await bytes())).code).toBe(code);
  });
});

/** Bytes that hardly get smaller. */
function random(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)));
}

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.md`, ""]));
}

test("a copy stands beside the original where its maker may write, else among their own", async () => {
  const top = await create("Templates");
  const original = await create("Minutes", top.id);
  await put(olga, original, "agenda");
  await put(olga, await create("Below", original.id), "below");
  await share(top, bob, "READ");
  const duplicate = (person: Person, body: object) =>
    person.call("duplicateDocument", { params: { id: original.id }, body });
  const hers = await duplicate(olga, { withChildren: true });
  expect(hers).toMatchObject({ title: "Minutes (copy)", parentId: top.id });
  expect(await textOf(hers)).toBe("# Minutes (copy)\n\nagenda\n");
  const { results } = await olga.call("listDocuments", { query: { parentId: hers.id } });
  expect(results.map(({ title }) => title)).toEqual(["Below"]);
  await olga.call("setDocumentAccess", {
    params: { id: original.id },
    body: { isRestricted: true, entries: [{ principal: "user", id: bob.user.id, level: "READ" }] },
  });
  const closed = await duplicate(olga, {});
  expect(closed).toMatchObject({ parentId: top.id, isRestricted: true });
  expect(await verdictOf(bob, "getDocument", { params: { id: closed.id } })).toBe(
    "DOCUMENT_NOT_FOUND",
  );
  const his = await duplicate(bob, { title: "Today" });
  expect(his).toMatchObject({ title: "Today", parentId: null, level: "OWNER" });
  const call = (person: Person, parentId: Document["id"]) =>
    verdictOf(person, "duplicateDocument", { params: { id: original.id }, body: { parentId } });
  expect(await call(bob, top.id)).toBe("ACCESS_LEVEL_TOO_LOW");
  expect(await call(carol, top.id)).toBe("DOCUMENT_NOT_FOUND");
});

test("a template is offered to those who may read it, by those who lead it", async () => {
  const document = await create("Report");
  await share(document, bob, "WRITE");
  const offer = (person: Person) =>
    verdictOf(person, "setDocumentTemplate", {
      params: { id: document.id },
      body: { isTemplate: true },
    });
  expect(await offer(bob)).toBe("ACCESS_LEVEL_TOO_LOW");
  expect(await offer(olga)).toBe("ok");
  const titles = async (person: Person) =>
    (await person.call("listDocuments", { query: { scope: "templates" } })).results.map(
      ({ title }) => title,
    );
  expect(await titles(bob)).toEqual(["Report"]);
  expect(await titles(carol)).toEqual([]);
});
