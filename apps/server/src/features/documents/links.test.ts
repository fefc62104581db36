import { openProgram, toRequest, type Person } from "#test/world.ts";
import type { CallOf, Document, ErrorCode } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openForTest } from "#test/document-editors.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter, enterTogether } from "#test/organizations.ts";

/* Links that show a document to anybody, and give its level to members of the workspace. */

let app: TestApp;
let olga: Person;
let bob: Person;
let eve: Person;
let organization: string;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
  ({
    id: organization,
    people: [olga, bob],
  } = await enterTogether(app, ["Olga", "Bob"]));
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
  expect(Object.keys(body as object).toSorted()).toEqual(["content", "icon", "title", "updatedAt"]);
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
