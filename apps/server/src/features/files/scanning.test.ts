import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { File, FileId, FileStatus } from "@colbin/protocol";
import {
  createClamdProcess,
  malware,
  STREAM_MAX,
  threat,
  type ClamdProcess,
} from "#test/clamd-process.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { plain } from "#test/images.ts";
import { connect } from "#test/socket.ts";
import { append, sendFiles, upload } from "#test/uploads.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let clamd: ClamdProcess;
let app: TestApp;
let world: World;

beforeAll(async () => {
  clamd = await createClamdProcess();
});
afterAll(() => clamd.close());

/** A server with this scan, and a clamd that runs. */
function useServer(FILE_SCAN: string): void {
  beforeAll(async () => {
    await clamd.start();
    app = await startTestApp({ environment: { FILE_SCAN, FILE_SCAN_CLAMD: clamd.address } });
    world = await createWorld(app.app.http.app);
  });
  afterEach(() => clamd.start());
  afterAll(async () => {
    await app.close();
    await clamd.stop();
  });
}

let count = 0;
/** Bytes that no other file has. */
const fresh = (bytes: Buffer | string = "clean ") =>
  Buffer.concat([Buffer.from(bytes), Buffer.from(`${count++}`)]);
const infected = () => fresh(malware);

function contentOf(person: Person, id: FileId, variant?: string) {
  return app.app.http.app.inject({
    url: `/v1/files/${id}/content`,
    query: variant === undefined ? {} : { variant },
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
}

const fileOf = (person: Person, id: FileId) => person.call("getFile", { params: { id } });

function whenSettled(person: Person, id: FileId, status: FileStatus, more: Partial<File> = {}) {
  return expect.poll(() => fileOf(person, id)).toMatchObject({ status, ...more });
}

/** The files of a message as the room sees it. */
async function shownIn(person: Person, slug: string, messageId: string) {
  const { messages } = await person.call("listMessages", { params: { slug }, query: {} });
  return messages.find(({ id }) => id === messageId)?.files;
}

/** As if files had waited long enough for the look at all that wait. */
async function lookAgain(): Promise<void> {
  await app.database.pool.query("update blob_scans set since = since - interval '5 minutes'");
  await app.app.workers.find(({ kind }) => kind.name === "files.scan-waiting")?.run({});
}

async function countWaiting(): Promise<number | null> {
  return (await app.database.pool.query("select from blob_scans")).rowCount;
}

async function blobsOfStore(): Promise<string[]> {
  const names = await readdir(app.filesFolder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe("a scan that is required", () => {
  useServer("required");

  it("keeps a file and its pictures back until the verdict, which all tabs hear", async () => {
    await clamd.stop();
    const slug = await createRoomOf(world.alice, world.bob);
    const bytes = await plain(640, 480).png().toBuffer();
    const { message, files } = await sendFiles(world.alice, slug, { name: "photo.png", bytes });
    const id = files[0]?.id as FileId;
    expect(message.files).toMatchObject([{ id, status: "scanning", variants: [] }]);
    for (const who of [world.alice, world.bob])
      expect((await contentOf(who, id)).json()).toMatchObject({ code: "FILE_NOT_READY" });
    expect(await blobsOfStore()).toHaveLength(1);
    await lookAgain();
    expect(await fileOf(world.alice, id)).toMatchObject({ status: "scanning", variants: [] });

    const tabs = [await connect(app, world.bob), await connect(app, world.bob)];
    await clamd.start();
    await lookAgain();
    for (const tab of tabs)
      await tab.until((frame) => JSON.stringify(frame).includes('"preview1280"'));
    expect(await shownIn(world.bob, slug, message.id)).toMatchObject([
      { status: "ready", width: 640, variants: ["preview1280", "thumb256"] },
    ]);
    expect((await contentOf(world.bob, id)).rawPayload).toEqual(bytes);
    expect(await fileOf(world.bob, id)).not.toHaveProperty("isUnscanned");
  });

  it("removes malware for everybody, tells its owner, and is written down", async () => {
    await clamd.stop();
    const slug = await createRoomOf(world.alice, world.bob);
    const bytes = infected();
    const { message, files } = await sendFiles(world.alice, slug, { name: "invoice.doc", bytes });
    const id = files[0]?.id as FileId;
    // Somebody else has the same file, and does not show it to anybody.
    const other = await upload(world.bob, { name: "copy.doc", bytes });
    const tab = await connect(app, world.bob);
    const [before, { used }] = [await blobsOfStore(), await world.alice.call("getFileUsage", {})];
    await clamd.start();
    await lookAgain();
    await tab.until((frame) => JSON.stringify(frame).includes('"quarantined"'));
    await whenSettled(world.bob, other.id, "quarantined");
    expect(await shownIn(world.bob, slug, message.id)).toMatchObject([
      { id, name: "invoice.doc", status: "quarantined", variants: [] },
    ]);
    for (const [who, of] of [
      [world.alice, id],
      [world.bob, id],
      [world.bob, other.id],
    ] as const) {
      expect((await contentOf(who, of)).json()).toMatchObject({ code: "FILE_QUARANTINED" });
      expect((await contentOf(who, of, "thumb256")).statusCode).toBe(403);
    }
    await expect.poll(async () => (await blobsOfStore()).length).toBe(before.length - 1);
    expect((await world.alice.call("getFileUsage", {})).used).toBe(used - bytes.length);
    for (const [who, fileId, name] of [
      [world.alice, id, "invoice.doc"],
      [world.bob, other.id, "copy.doc"],
    ] as const) {
      const told = async () =>
        (await who.call("listNotifications", { query: {} })).results.find(
          ({ type }) => type === "FILE_QUARANTINED",
        );
      await expect.poll(told).toMatchObject({
        facts: { fileId, name, threat },
        url: `/files?side=file:${fileId}`,
        actors: [],
      });
    }
    const { rows } = await app.database.pool.query(
      "select details from audit_events where kind = 'file quarantined' order by details ->> 'name'",
    );
    expect(rows.map(({ details }) => details as object)).toMatchObject([
      { fileId: other.id, threat },
      { fileId: id, threat, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    ]);

    const body = { name: "again.doc", size: bytes.length };
    const again = await world.bob.call("startUpload", { body });
    await append(world.bob, again.id, 0, bytes);
    const refusal = await world.bob.refusal("completeUpload", { params: { id: again.id } });
    expect(refusal.code).toBe("FILE_QUARANTINED");
    await app.app.workers.find(({ kind }) => kind.name === "files.sweep-store")?.run({});
    expect(await blobsOfStore()).toHaveLength(before.length - 1);
    const page = await world.alice.call("listFiles", { query: {} });
    expect(page.results.find((file) => file.id === id)).toMatchObject({ status: "quarantined" });
  });

  it("does so by itself while clamd is there, also of a message that is sent at that moment", async () => {
    // The look a moment later is at its time of the database's clock.
    app.clock.set(Date.now() - app.clock.steadyMs());
    const slug = await createRoomOf(world.alice, world.bob);
    const tab = await connect(app, world.bob);
    const bad = await upload(world.alice, { name: "bad", bytes: infected(), roomSlug: slug });
    const sent = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        sendFiles(world.alice, slug, { name: `file ${n}`, bytes: fresh() }),
      ),
    );
    for (const { message } of sent) {
      const told = await tab.until((frame) => {
        const text = JSON.stringify(frame);
        return text.includes(message.id) && text.includes('"ready"');
      });
      expect(told).toBeDefined();
    }
    await whenSettled(world.alice, bad.id, "quarantined");
    const metadata = { files: [{ fileId: bad.id }] };
    const late = { params: { slug }, body: { content: "", type: "file", metadata } } as const;
    expect((await world.alice.refusal("sendMessage", late)).code).toBe("FILE_NOT_USABLE");
  });

  it("refuses a file that is too large for clamd", async () => {
    const bytes = Buffer.alloc(STREAM_MAX + 1, fresh());
    const { id } = await upload(world.alice, { name: "large.bin", bytes });
    await whenSettled(world.alice, id, "failed");
    expect((await contentOf(world.alice, id)).json()).toMatchObject({ code: "FILE_NOT_READY" });
    await expect.poll(countWaiting).toBe(0);
  });

  it("lets go of what is not sent, and does not look for bytes that are gone", async () => {
    await clamd.stop();
    const { id } = await upload(world.alice, { name: "unsent.txt", bytes: fresh() });
    await world.alice.call("cancelUpload", { params: { id } });
    await app.database.pool.query("update blobs set created_at = created_at - interval '2 days'");
    await app.app.workers.find(({ kind }) => kind.name === "files.sweep")?.run({});
    await expect.poll(countWaiting).toBe(0);
  });
});

it("goes on with the others where clamd cannot finish one file", async () => {
  const server = createServer((socket) => {
    let heard = "";
    socket.setEncoding("latin1").on("data", (part: string) => {
      heard += part;
      if (!heard.endsWith("\0\0\0\0")) return;
      socket.end(
        heard.includes("heavy") ? "stream: Can't allocate memory ERROR\0" : "stream: OK\0",
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const FILE_SCAN_CLAMD = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startTestApp({ environment: { FILE_SCAN: "required", FILE_SCAN_CLAMD } });
  try {
    const { alice } = await createWorld(app.app.http.app);
    const heavy = await upload(alice, { name: "heavy", bytes: fresh("heavy") });
    const light = await upload(alice, { name: "light", bytes: fresh("light") });
    // Its own job has settled it: it waits anew, behind the other one.
    await whenSettled(alice, light.id, "ready");
    await app.database.pool.query(
      `insert into blob_scans (sha256, since) select sha256, now() from files where id = $1
        on conflict do nothing`,
      [light.id],
    );
    await app.database.pool.query("update files set status = 'scanning' where id = $1", [light.id]);
    await lookAgain();
    expect(await fileOf(alice, light.id)).toMatchObject({ status: "ready" });
    expect(await fileOf(alice, heavy.id)).toMatchObject({ status: "scanning" });
  } finally {
    await app.close();
    server.close();
  }
});

describe("a scan that is optional", () => {
  useServer("optional");

  it.each<[string, () => Buffer, FileStatus]>([
    ["is made ready without its mark", fresh, "ready"],
    ["is taken back where malware is found", infected, "quarantined"],
  ])("serves a file with a mark while clamd is away, and later it %s", async (_what, make, end) => {
    await clamd.stop();
    const slug = await createRoomOf(world.alice, world.bob);
    const bytes = make();
    const { message, files } = await sendFiles(world.alice, slug, { name: "notes.txt", bytes });
    const id = files[0]?.id as FileId;
    await whenSettled(world.alice, id, "ready", { isUnscanned: true });
    expect((await contentOf(world.bob, id)).rawPayload).toEqual(bytes);
    const before = () => shownIn(world.bob, slug, message.id);
    await expect.poll(before).toMatchObject([{ isUnscanned: true }]);
    await clamd.start();
    await lookAgain();
    const shown = async () => (await shownIn(world.bob, slug, message.id))?.[0];
    const [settled, marked] = [{ status: end }, { isUnscanned: true }];
    await expect.poll(shown).toMatchObject(settled);
    await expect.poll(shown).not.toMatchObject(marked);
    expect((await contentOf(world.bob, id)).statusCode).toBe(end === "ready" ? 200 : 403);
  });

  it("serves a file with a mark that is too large for clamd, and does not try it again", async () => {
    const bytes = Buffer.alloc(STREAM_MAX + 1, fresh());
    const { id } = await upload(world.alice, { name: "large.bin", bytes });
    await whenSettled(world.alice, id, "ready", { isUnscanned: true });
    await expect.poll(countWaiting).toBe(0);
  });

  it("that the operator turns off serves what still waits, with a mark", async () => {
    await clamd.stop();
    const { id } = await upload(world.alice, { name: "waits.txt", bytes: fresh() });
    await app.database.pool.query("update files set status = 'scanning' where id = $1", [id]);
    await using off = await startTestApp({ database: app.database, filesFolder: app.filesFolder });
    await app.database.pool.query("update blob_scans set since = since - interval '5 minutes'");
    await off.app.workers.find(({ kind }) => kind.name === "files.scan-waiting")?.run({});
    await whenSettled(world.alice, id, "ready", { isUnscanned: true });
    expect(await upload(world.alice, { name: "new.txt", bytes: fresh() })).toBeDefined();
  });
});
