import { SCHEMA_VERSION } from "@colbin/documents";
import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import {
  API_BASE_PATH,
  DOCUMENT_FIELD,
  DOCUMENTS_LIVE_PATH,
  closeCodes,
  editorRefusals,
  toLiveName,
  type Document,
  type DocumentNote,
  type ParticipantAccessLevel,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import {
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  XmlElement,
  XmlText,
  type XmlFragment,
} from "yjs";
import {
  openEditor,
  openForTest,
  readStoredText,
  shareDocument,
  type DocumentEditor,
} from "#test/document-editors.ts";
import { comeAsGuest, makeGuestLink } from "#test/guests.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import { createRoomOf, type Person } from "#test/world.ts";

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

const open = (person: Person, { id }: Document, doc?: Doc) =>
  openForTest(app, person, id, doc && { doc });
const share = (document: Document, person: Person, level: ParticipantAccessLevel | null) =>
  shareDocument(olga, document, person, level);
const synced = async ({ provider }: DocumentEditor) => {
  await expect.poll(() => provider.isSynced, PATIENCE).toBe(true);
};
const shows = async (editor: DocumentEditor, ...lines: string[]) => {
  await expect.poll(() => editor.lines().toSorted(), PATIENCE).toEqual(lines.toSorted());
};
const storedText = async (document: Document) => (await readStoredText(app, document)) ?? "";

async function createShared(level: ParticipantAccessLevel): Promise<Document> {
  const document = await olga.call("createDocument", { body: { title: "Plan" } });
  await share(document, bob, level);
  return document;
}

test("two people write at once, offline too, and everybody has all of it, also later", async () => {
  const document = await createShared("WRITE");
  const [hers, his] = [open(olga, document), open(bob, document)];
  hers.write("one");
  his.write("two");
  await shows(hers, "one", "two");
  await shows(his, "one", "two");
  const { websocketProvider } = his.provider.configuration;
  websocketProvider.disconnect();
  his.write("offline");
  hers.write("meanwhile");
  await shows(hers, "one", "two", "meanwhile");
  await expect.poll(() => websocketProvider.status, PATIENCE).toBe("disconnected");
  await websocketProvider.connect();
  for (const editor of [hers, his]) await shows(editor, "one", "two", "meanwhile", "offline");
  await expect.poll(() => storedText(document), PATIENCE).toContain("offline");
  for (const editor of [hers, his]) editor.close();
  await shows(open(bob, document), "one", "two", "meanwhile", "offline");
  const after = await olga.call("getDocument", { params: { id: document.id } });
  expect([olga.user.id, bob.user.id]).toContain(after.updatedBy.id);
});

test("the writer is told when all is stored, and anybody who opens it how much is", async () => {
  const document = await createShared("WRITE");
  const told = (editor: DocumentEditor): string[] => {
    const vectors: string[] = [];
    editor.provider.on("stateless", ({ payload }: { payload: string }) => {
      const note = JSON.parse(payload) as DocumentNote;
      if (note.kind === "stored") vectors.push(note.vector);
    });
    return vectors;
  };
  const vectorOf = (doc: Doc) => Buffer.from(encodeStateVector(doc)).toString("base64");
  const editor = open(olga, document);
  const hers = told(editor);
  await synced(editor);
  await expect.poll(() => hers, PATIENCE).toEqual([vectorOf(new Doc())]);
  editor.write("kept");
  await expect.poll(() => hers.at(-1), PATIENCE).toBe(vectorOf(editor.provider.document));
  expect(await storedText(document)).toBe("kept");
  const his = told(open(bob, document));
  await expect.poll(() => his, PATIENCE).toEqual([hers.at(-1)]);
});

test.each([
  ["older", -1],
  ["newer", 1],
] as const)(
  "an editor that is %s than the server gets no text and writes none",
  async (how, by) => {
    const document = await createShared("WRITE");
    const [hers, his] = [
      open(olga, document),
      openForTest(app, bob, document.id, { schema: SCHEMA_VERSION + by }),
    ];
    const refused: string[] = [];
    his.provider.on("authenticationFailed", ({ reason }: { reason: string }) =>
      refused.push(reason),
    );
    his.write("kept on the device");
    hers.write("one");
    await expect.poll(() => refused, PATIENCE).toEqual([editorRefusals[how]]);
    await expect.poll(() => storedText(document), PATIENCE).toBe("one");
    expect(his.lines()).toEqual(["kept on the device"]);
    const renewed = open(bob, document, his.provider.document);
    await shows(renewed, "one", "kept on the device");
  },
);

describe("somebody who may not write", () => {
  it.each<ParticipantAccessLevel>(["READ", "COMMENT"])(
    "with %s reads, and writes nothing with a client of their own either",
    async (level) => {
      const document = await createShared(level);
      const [hers, his] = [open(olga, document), open(bob, document)];
      hers.write("read this");
      await shows(his, "read this");
      his.write("forged");
      hers.write("and this");
      await shows(his, "read this", "forged", "and this");
      await shows(hers, "read this", "and this");
      await expect.poll(() => storedText(document), PATIENCE).toContain("and this");
      expect(await storedText(document)).not.toContain("forged");
    },
  );

  it("is let in to nothing that is not there for them, nor without a ticket", async () => {
    const document = await createShared("READ");
    const slug = await createRoomOf(olga);
    await olga.call("updateSettings", {
      params: { orgId: document.workspaceId },
      body: { allowGuestLinks: true },
    });
    const inRoom = { params: { slug }, body: { title: "Of the room" } };
    const ofRoom = await olga.call("createRoomDocument", inRoom);
    const gina = await comeAsGuest(app, (await makeGuestLink(olga, slug)).code);
    const refused = await olga.refusal("setDocumentAccess", {
      params: { id: ofRoom.id },
      body: { entries: [{ principal: "user", id: gina.user.id, level: "READ" }] },
    });
    expect(refused.code).toBe("USER_NOT_FOUND");
    const failures: string[] = [];
    for (const [person, name] of [
      [carol, document.id],
      [gina, ofRoom.id],
      [bob, "no-document"],
      [{ ...bob, call: () => Promise.resolve({ ticket: "forged" }) }, document.id],
    ] as const) {
      const editor = openForTest(app, person as Person, name);
      editor.provider.on("authenticationFailed", ({ reason }: { reason: string }) =>
        failures.push(reason),
      );
    }
    await expect
      .poll(() => failures.toSorted(), PATIENCE)
      .toEqual(["DOCUMENT_NOT_FOUND", "DOCUMENT_NOT_FOUND", "DOCUMENT_NOT_FOUND", "UNAUTHORIZED"]);
  });

  it("stops within a second when the level, the document or the session ends, and goes on when it is back", async () => {
    const document = await createShared("WRITE");
    const [hers, his] = [open(olga, document), open(bob, document)];
    const notes: string[] = [];
    his.provider.on("stateless", ({ payload }: { payload: string }) => notes.push(payload));
    await synced(his);
    const begin = performance.now();
    await share(document, bob, "READ");
    await expect.poll(() => notes.at(-1), PATIENCE).toContain('"isReadOnly":true');
    expect(performance.now() - begin).toBeLessThan(2_500);
    his.write("too late");
    await olga.call("lockDocument", { params: { id: document.id }, body: { isLocked: true } });
    await share(document, bob, "WRITE");
    await olga.call("lockDocument", { params: { id: document.id }, body: { isLocked: false } });
    await expect.poll(() => notes.at(-1), PATIENCE).toContain('"isReadOnly":false');
    his.write("again");
    his.provider.forceSync();
    await shows(hers, "too late", "again");
    const closed: unknown[] = [];
    his.provider.on("close", ({ event }: { event: unknown }) => closed.push(event));
    await share(document, bob, null);
    await expect.poll(() => closed.length, PATIENCE).toBeGreaterThan(0);
  });

  it("has no other name than their own", async () => {
    const document = await createShared("READ");
    const [hers, his] = [open(olga, document), open(bob, document)];
    await synced(his);
    await synced(hers);
    his.provider.setAwarenessField("user", { name: "Olga", id: olga.user.id, color: "#112233" });
    const names = () =>
      [...(hers.provider.awareness?.getStates().values() ?? [])].flatMap(({ user }) =>
        user ? [user as object] : [],
      );
    await expect
      .poll(names, PATIENCE)
      .toEqual([{ name: "Bob", id: bob.user.id, color: "#112233" }]);
  });
});

test("text that PostgreSQL does not hold, and deep content, keep nothing from being stored", async () => {
  const document = await createShared("WRITE");
  const editor = open(olga, document);
  editor.write("a\0b");
  const { document: doc } = editor.provider;
  doc.transact(() => {
    let inner: XmlFragment = doc.getXmlFragment(DOCUMENT_FIELD);
    for (let depth = 0; depth < 90; depth += 1) {
      const next = new XmlElement("blockquote");
      inner.push([next]);
      inner = next;
    }
    inner.push([new XmlText("below")]);
  });
  editor.write("end");
  await expect.poll(() => storedText(document), PATIENCE).toBe("ab\nbelow\nend");
});

test("a bad frame ends its own connection alone, and changes nothing", async () => {
  const document = await createShared("WRITE");
  const [hers, his] = [open(olga, document), open(bob, document)];
  hers.write("whole");
  await shows(his, "whole");
  const { websocketProvider } = his.provider.configuration;
  const update = encodeStateAsUpdate(new Doc());
  for (const bytes of [new Uint8Array(), new Uint8Array([255, 255, 255]), update])
    websocketProvider.webSocket?.send(bytes);
  hers.write("still");
  const later = open(bob, document);
  for (const editor of [hers, later])
    await expect.poll(() => editor.lines(), PATIENCE).toEqual(["whole", "still"]);
});

describe("a client of somebody's own", () => {
  it("that floods loses its socket, and nobody else theirs", async () => {
    const document = await createShared("WRITE");
    const [hers, his] = [open(olga, document), open(bob, document)];
    for (const editor of [hers, his]) await synced(editor);
    const codes: unknown[] = [];
    const { websocketProvider } = his.provider.configuration;
    websocketProvider.on("close", ({ event }: { event: { code: number } }) =>
      codes.push(event.code),
    );
    const name = Buffer.from(toLiveName(document.id));
    const asksWhoIsThere = Uint8Array.from([name.length, ...name, 3]);
    for (let sent = 0; sent < 4_000; sent += 1) websocketProvider.webSocket?.send(asksWhoIsThere);
    await expect.poll(() => codes, PATIENCE).toContain(closeCodes.tooFast);
    hers.write("still here");
    await shows(open(olga, document), "still here");
    expect(hers.provider.isSynced).toBe(true);
  });

  it("has one presence of a few bytes, and the document is closed to more", async () => {
    const document = await createShared("READ");
    const [hers, his] = [open(olga, document), open(bob, document)];
    for (const editor of [hers, his]) await synced(editor);
    const reasons: unknown[] = [];
    his.provider.on("close", ({ event }: { event: { reason: string } }) =>
      reasons.push(event.reason),
    );
    his.provider.setAwarenessField("user", { color: "#112233", name: "x".repeat(5_000) });
    await expect.poll(() => reasons, PATIENCE).toContain("presence");
    const states = [...(hers.provider.awareness?.getStates().values() ?? [])];
    expect(JSON.stringify(states)).not.toContain("xxxx");
  });

  it("has fifty documents open by one socket, and the next one is closed", async () => {
    const document = await createShared("READ");
    const url = `${app.url.replace("http", "ws")}${API_BASE_PATH}${DOCUMENTS_LIVE_PATH}`;
    const websocketProvider = new HocuspocusProviderWebsocket({ url });
    onTestFinished(() => websocketProvider.destroy());
    const reasons: unknown[] = [];
    const editors = Array.from({ length: 51 }, () => {
      const editor = new HocuspocusProvider({
        websocketProvider,
        name: toLiveName(document.id),
        sessionAwareness: true,
        token: async () => (await bob.call("createWsTicket", {})).ticket,
      });
      editor.on("close", ({ event }: { event: { reason: string } }) => reasons.push(event.reason));
      editor.attach();
      return editor;
    });
    onTestFinished(() => editors.forEach((editor) => editor.destroy()));
    await expect.poll(() => reasons, PATIENCE).toEqual(["documents"]);
    expect(editors.filter(({ isSynced }) => isSynced).length).toBeGreaterThanOrEqual(50);
  });
});

test("two processes hold the same document without a word between them, and each has all of it", async () => {
  const { database, clock } = app;
  await using other = await startTestApp({ database, clock });
  const document = await createShared("WRITE");
  const [hers, his] = [open(olga, document), openEditor(other, bob, document.id)];
  onTestFinished(() => his.close());
  hers.write("one");
  his.write("two");
  for (const editor of [hers, his]) await shows(editor, "one", "two");
  await expect.poll(() => storedText(document), PATIENCE).toContain("two");
  expect(await storedText(document)).toContain("one");
});
