import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileId } from "@colbin/protocol";
import { fillDisk } from "#test/full-disk.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { append, upload } from "#test/uploads.ts";
import { createWorld, type World } from "#test/world.ts";

/* Traces of an upload: in the store, in the database, and in the quota of its person. */

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ environment: { UPLOAD_GB_DAY: "1", FILE_MAX_MB: "900" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

/** The names of files in a folder of the store. */
async function stored(folder: "uploads" | "blobs"): Promise<string[]> {
  const path = join(app.filesFolder, folder);
  const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((each) => each.isFile()).map(({ name }) => name);
}

async function begin(size: number, name = "a.bin"): Promise<FileId> {
  return (await world.alice.call("startUpload", { body: { name, size } })).id;
}

it("an upload is the same one by its id in capital letters", async () => {
  const id = await begin(4);
  const params = { id: id.toUpperCase() as FileId };
  expect((await append(world.alice, id, 0, Buffer.from("ab"))).status).toBe(204);
  expect((await append(world.alice, params.id, 0, Buffer.from("ab"))).body).toMatchObject({
    code: "UPLOAD_MISMATCH",
    details: { offset: 2 },
  });
  expect((await append(world.alice, params.id, 2, Buffer.from("cd"))).status).toBe(204);
  expect(await stored("uploads")).toEqual([id]);
  expect(await world.alice.call("completeUpload", { params })).toMatchObject({ id, size: 4 });
  const other = await begin(4);
  await append(world.alice, other, 0, Buffer.from("ab"));
  await world.alice.call("cancelUpload", { params: { id: other.toUpperCase() } });
  expect(await stored("uploads")).toEqual([]);
});

it("bytes that are removed count against the day, and are gone at once", async () => {
  const used = async () => (await world.bob.call("getFileUsage", {})).used;
  const bytes = Buffer.alloc(1_000, 7);
  const { id } = await upload(world.bob, { name: "a.bin", bytes });
  const other = await upload(world.alice, { name: "same.bin", bytes });
  const blobs = await stored("blobs");
  await world.bob.call("cancelUpload", { params: { id } });
  expect([await used(), await stored("blobs")]).toEqual([0, blobs]);
  await world.alice.call("cancelUpload", { params: { id: other.id } });
  expect(await stored("blobs")).toHaveLength(blobs.length - 1);
  const start = async (size: number) => {
    const body = { name: "b.bin", size };
    return (await world.bob.call("startUpload", { body })).id;
  };
  const cut = await start(500_000_000);
  await append(world.bob, cut, 0, bytes);
  await world.bob.call("cancelUpload", { params: { id: cut } });
  await start(900_000_000);
  const body = { name: "c.bin", size: 99_998_001 };
  expect(await world.bob.refusal("startUpload", { body })).toMatchObject({
    code: "STORAGE_FULL",
    details: { used: 900_002_000, limit: 1_000_000_000 },
  });
  await start(99_998_000);
});

it("the length of a file is told without reading it", async () => {
  const { id } = await upload(world.alice, { name: "a.bin", bytes: Buffer.alloc(1_234, 9) });
  // A read would find no bytes.
  await rm(join(app.filesFolder, "blobs"), { recursive: true });
  const headers = { authorization: `Bearer ${world.alice.accessToken}`, range: "bytes=0-1" };
  const reply = await fetch(`${app.url}/v1/files/${id}/content`, { method: "HEAD", headers });
  expect([reply.status, reply.headers.get("content-length")]).toEqual([200, "1234"]);
  expect(reply.headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
});

it("an upload is kept when the database refuses its file", async () => {
  const bytes = Buffer.alloc(1_000, 11);
  const id = await begin(bytes.length, "refused.bin");
  await append(world.alice, id, 0, bytes);
  const complete = () =>
    world.alice.send({ method: "POST", url: `/v1/files/uploads/${id}/complete` });
  const { pool } = app.database;
  await pool.query("alter table files add constraint refused check (name <> 'refused.bin')");
  expect((await complete()).status).toBe(500);
  await pool.query("alter table files drop constraint refused");
  expect(await complete()).toMatchObject({ status: 200, body: { id, size: bytes.length } });
  expect(await stored("uploads")).not.toContain(id);
});

it("an upload that ends while it is completed becomes no file", async () => {
  const id = await begin(3);
  await append(world.alice, id, 0, Buffer.from("xyz"));
  const { pool } = app.database;
  const other = await pool.connect();
  await other.query("begin");
  await other.query("delete from uploads where id = $1", [id]);
  const refused = world.alice.refusal("completeUpload", { params: { id } });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from uploads%'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await other.query("commit");
  other.release();
  expect(await refused).toMatchObject({ code: "FILE_NOT_FOUND" });
  expect((await pool.query("select from files where id = $1", [id])).rowCount).toBe(0);
});

it("an upload that fills the disk is refused, shows nothing, and goes on once there is space", async () => {
  const bytes = randomBytes(4_000_000);
  const id = await begin(bytes.length, "full.bin");
  const stray = await begin(bytes.length, "stray.bin");
  const send = (to: FileId, offset: number) =>
    fetch(`${app.url}/v1/files/uploads/${to}`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${world.alice.accessToken}`,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
      body: bytes.subarray(offset),
    });
  using disk = await fillDisk(1_000_000);
  for (const to of [id, stray]) {
    const refused = await send(to, 0);
    expect([refused.status, await refused.json()]).toMatchObject([507, { code: "STORAGE_FULL" }]);
  }
  const early = await world.alice.refusal("completeUpload", { params: { id } });
  expect(early).toMatchObject({ code: "UPLOAD_MISMATCH", details: { offset: 1_000_000 } });
  const listed = await world.alice.call("listFiles", { query: {} });
  expect(listed.results.map((file) => file.id)).not.toContain(id);
  disk.free();
  expect((await send(id, 1_000_000)).status).toBe(204);
  await world.alice.call("completeUpload", { params: { id } });
  const content = await app.request(
    "getFileContent",
    { params: { id }, query: {} },
    { as: world.alice.accessToken ?? "" },
  );
  expect(content.rawPayload.equals(bytes)).toBe(true);
  await app.database.pool.query("update uploads set expires_at = created_at where id = $1", [
    stray,
  ]);
  await app.app.workers.find(({ kind }) => kind.name === "files.sweep")?.run({});
  expect(await stored("uploads")).not.toContain(stray);
});
