import { openProgram, toRequest, type Person } from "#test/world.ts";
import {
  LINK_FILES_MS,
  type CallOf,
  type Document,
  type ErrorCode,
  type File,
  type PublicDocument,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openForTest } from "#test/document-editors.ts";
import type { TestApp } from "#test/harness.ts";
import { enter, startTogether } from "#test/organizations.ts";
import { upload } from "#test/uploads.ts";

/* Links that show a document to anybody, and give its level to members of the workspace. */

let app: TestApp;
let olga: Person;
let bob: Person;
let eve: Person;
let organization: string;
beforeAll(async () => {
  ({
    app,
    id: organization,
    people: [olga, bob],
  } = await startTogether(["Olga", "Bob"]));
  eve = await enter(app, "Eve");
});
afterAll(() => app.close());

const paramsOf = ({ id }: Pick<Document, "id">) => ({ params: { id } });
const create = () => olga.call("createDocument", { body: { title: "Plan" } });

async function makeLink(document: Document, body: CallOf<"createDocumentLink">["body"] = {}) {
  const made = await olga.call("createDocumentLink", { ...paramsOf(document), body });
  return { ...made, token: made.link.split("/").at(-1) ?? "" };
}

const visit = async (token: string, password?: string, address = "203.0.113.1") =>
  openProgram(app.app.http.app).send(
    toRequest(
      "openPublicDocument",
      { params: { token }, body: password === undefined ? {} : { password } },
      { address },
    ),
  );
const codeOf = ({ body }: { readonly body: unknown }) =>
  (body as { code?: ErrorCode }).code ?? "ok";
const view = async (token: string, password?: string, address?: string) =>
  codeOf(await visit(token, password, address));
const setEnd = (linkId: string, change: string) =>
  app.database.pool.query(`update document_share_links set ${change} where id = $1`, [linkId]);
const levelOf = async (person: Person, document: Document) => {
  const answer = await person.send(toRequest("getDocument", paramsOf(document)));
  return (answer.body as Partial<Document>).level ?? codeOf(answer);
};

test("shows title and text to anybody, of nobody, and counts each view", async () => {
  const document = await create();
  const editor = openForTest(app, olga, document.id);
  await expect.poll(() => editor.provider.isSynced).toBe(true);
  editor.write("Hello");
  const { token, link, ...made } = await makeLink(document);
  expect(link).toBe(`${app.config.publicUrl}/public/document/${token}`);
  const read = () => visit(token).then(({ body }) => JSON.stringify(body));
  await expect.poll(read).toContain("Hello");
  const { status, headers, body } = await openProgram(app.app.http.app).send(
    toRequest("getPublicDocument", { params: { token } }),
  );
  expect([status, body]).toEqual([200, expect.objectContaining({ title: "Plan" })]);
  expect(Object.keys(body as object).toSorted()).toEqual([
    "content",
    "fileKey",
    "icon",
    "title",
    "updatedAt",
  ]);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  });
  const before = (await olga.call("listDocumentLinks", paramsOf(document))).results;
  await visit(token);
  await openProgram(app.app.http.app).send(toRequest("getPublicDocument", { params: { token } }));
  const [after] = (await olga.call("listDocumentLinks", paramsOf(document))).results;
  expect(after).toEqual({ ...made, views: (before[0]?.views ?? 0) + 1 });
});

describe("a link shows nothing", () => {
  it("with another token, once it is over or taken back, or while its document is in the trash", async () => {
    const document = await create();
    const { id: linkId, token } = await makeLink(document);
    expect(await view(`${token.slice(0, -2)}xx`)).toBe("LINK_NOT_FOUND");
    expect(await view("none")).toBe("LINK_NOT_FOUND");
    await setEnd(linkId, "expires_at = now() - interval '1 second'");
    expect((await visit(token)).status).toBe(410);
    const params = { id: document.id, linkId };
    await olga.call("updateDocumentLink", { params, body: { expiresAt: null } });
    expect(await view(token)).toBe("ok");
    await olga.call("deleteDocument", paramsOf(document));
    expect(await view(token)).toBe("LINK_NOT_FOUND");
    await olga.call("restoreDocument", paramsOf(document));
    expect(await view(token)).toBe("ok");
    await olga.call("removeDocumentLink", { params });
    expect(await view(token)).toBe("LINK_GONE");
    expect((await olga.call("listDocumentLinks", paramsOf(document))).results).toEqual([]);
    const again = await olga.refusal("removeDocumentLink", { params });
    expect(again.code).toBe("LINK_NOT_FOUND");
  });

  it("without its password, of which five may be wrong in 15 minutes from one address", async () => {
    const { token } = await makeLink(await create(), { password: "open sesame" });
    expect(await view(token)).toBe("LINK_PASSWORD_REQUIRED");
    const shown = await openProgram(app.app.http.app).refusal("getPublicDocument", {
      params: { token },
    });
    expect(shown.code).toBe("LINK_PASSWORD_REQUIRED");
    expect(await view(token, "open sesame")).toBe("ok");
    for (const _try of Array.from({ length: 5 }))
      expect(await view(token, "wrong")).toBe("LINK_PASSWORD_WRONG");
    expect(await view(token, "open sesame")).toBe("RATE_LIMITED");
    expect(await view(token, "open sesame", "203.0.113.2")).toBe("ok");
    app.clock.advance(15 * 60_000 + 1);
    expect(await view(token, "open sesame")).toBe("ok");
  });

  it("to be made over an end that has passed, and there are at most 20 of a document", async () => {
    const document = await create();
    const past = new Date(app.clock.now().getTime() - 1).toISOString();
    const refused = await olga.refusal("createDocumentLink", {
      ...paramsOf(document),
      body: { expiresAt: past },
    });
    expect(refused.code).toBe("VALIDATION_ERROR");
    for (const _link of Array.from({ length: 20 })) await makeLink(document);
    const full = await olga.refusal("createDocumentLink", { ...paramsOf(document), body: {} });
    expect(full.code).toBe("LINK_LIMIT_REACHED");
  });
});

describe("a member of the workspace who opens a link", () => {
  const open = (person: Person, token: string, password?: string) =>
    person.send(
      toRequest("openDocumentLink", {
        body: password === undefined ? { token } : { token, password },
      }),
    );

  it("has its level while it works, also in an open editor", async () => {
    const document = await create();
    const { id: linkId, token } = await makeLink(document, { level: "COMMENT" });
    expect(await levelOf(bob, document)).toBe("DOCUMENT_NOT_FOUND");
    expect((await open(bob, token)).body).toEqual({
      id: document.id,
      workspaceId: organization,
      isPersonal: false,
    });
    expect(await levelOf(bob, document)).toBe("COMMENT");
    const params = { id: document.id, linkId };
    await olga.call("updateDocumentLink", { params, body: { level: "READ" } });
    expect(await levelOf(bob, document)).toBe("READ");
    const editor = openForTest(app, bob, document.id);
    await expect.poll(() => editor.provider.isSynced).toBe(true);
    const closed: unknown[] = [];
    editor.provider.on("close", ({ event }: { event: unknown }) => closed.push(event));
    await setEnd(linkId, "expires_at = now()");
    await expect.poll(() => closed.length, { timeout: 3_000 }).toBeGreaterThan(0);
    expect(await levelOf(bob, document)).toBe("DOCUMENT_NOT_FOUND");
  });

  it("has to know a password that is new", async () => {
    const document = await create();
    const { id: linkId, token } = await makeLink(document);
    await open(bob, token);
    const params = { id: document.id, linkId };
    await olga.call("updateDocumentLink", { params, body: { password: "new" } });
    expect(await levelOf(bob, document)).toBe("DOCUMENT_NOT_FOUND");
    expect(codeOf(await open(bob, token))).toBe("LINK_PASSWORD_REQUIRED");
    expect((await open(bob, token, "new")).status).toBe(200);
    await olga.call("removeDocumentLink", { params });
    expect(await levelOf(bob, document)).toBe("DOCUMENT_NOT_FOUND");
  });

  it("is not somebody of another workspace", async () => {
    const document = await create();
    const { token } = await makeLink(document);
    expect(codeOf(await open(eve, token))).toBe("DOCUMENT_NOT_FOUND");
    expect(await levelOf(eve, document)).toBe("DOCUMENT_NOT_FOUND");
  });
});

describe("a file by a link", () => {
  /** A document that shows one file, and has another one that it shows no more. */
  async function withFiles() {
    const document = await create();
    const [shown, other] = [
      await upload(olga, { name: "page.html", bytes: Buffer.from("<script>1</script>") }),
      await upload(olga, { name: "other.txt", bytes: Buffer.from("other") }),
    ];
    for (const { id: fileId } of [shown, other])
      await olga.call("attachDocumentFile", { ...paramsOf(document), body: { fileId } });
    const markdown = `[page.html](colbin:file/${shown.id})`;
    await olga.call("putDocumentContent", { ...paramsOf(document), body: { markdown } });
    return { document, shown, other };
  }
  const load = (token: string, { id: fileId }: File, key?: string) =>
    app.app.http.app.inject(
      toRequest("getPublicDocumentFile", {
        params: { token, fileId },
        query: key === undefined ? {} : { key },
      }),
    );
  /** Of its refusal. */
  const tryLoad = async (...asked: Parameters<typeof load>) => {
    const { statusCode, payload } = await load(...asked);
    return statusCode === 200 ? "ok" : (JSON.parse(payload) as { code: ErrorCode }).code;
  };
  const keyOf = async (token: string, password: string) =>
    ((await visit(token, password)).body as PublicDocument).fileKey ?? "";

  it("is served as any other one, where the document shows it and the link works", async () => {
    const { document, shown, other } = await withFiles();
    const { id: linkId, token } = await makeLink(document);
    const elsewhere = await makeLink(await create());
    await expect.poll(() => tryLoad(token, shown)).toBe("ok");
    expect((await load(token, shown)).headers).toMatchObject({
      "cache-control": "private, no-cache",
      "content-disposition": "attachment; filename=page.html",
      "content-security-policy":
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(await tryLoad(token, other)).toBe("FILE_NOT_FOUND");
    expect(await tryLoad(elsewhere.token, shown)).toBe("FILE_NOT_FOUND");
    expect(await tryLoad(`${token.slice(0, -2)}xx`, shown)).toBe("LINK_NOT_FOUND");
    await setEnd(linkId, "expires_at = now()");
    expect(await tryLoad(token, shown)).toBe("LINK_GONE");
    await setEnd(linkId, "expires_at = null");
    await olga.call("deleteFile", { params: { id: shown.id } });
    expect(await tryLoad(token, shown)).toBe("FILE_NOT_FOUND");
    await olga.call("removeDocumentLink", { params: { id: document.id, linkId } });
    expect(await tryLoad(token, shown)).toBe("LINK_GONE");
  });

  it("takes the key of who typed the password of this link, for 12 hours and no other password", async () => {
    const { document, shown } = await withFiles();
    const { id: linkId, token } = await makeLink(document, { password: "open sesame" });
    const other = await makeLink(document, { password: "open sesame" });
    const key = await keyOf(token, "open sesame");
    await expect.poll(() => tryLoad(token, shown, key)).toBe("ok");
    const later = `${Number(key.split(".")[0]) + 1}.${key.split(".")[1]}`;
    for (const wrong of [undefined, "", later, await keyOf(other.token, "open sesame")])
      expect(await tryLoad(token, shown, wrong)).toBe("LINK_PASSWORD_REQUIRED");
    const params = { id: document.id, linkId };
    await olga.call("updateDocumentLink", { params, body: { password: "new" } });
    expect(await tryLoad(token, shown, key)).toBe("LINK_PASSWORD_REQUIRED");
    const renewed = await keyOf(token, "new");
    expect(await tryLoad(token, shown, renewed)).toBe("ok");
    app.clock.advance(LINK_FILES_MS);
    expect(await tryLoad(token, shown, renewed)).toBe("LINK_PASSWORD_REQUIRED");
  });
});
