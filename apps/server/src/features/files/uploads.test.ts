import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileId } from "@colbin/protocol";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { append } from "#test/uploads.ts";
import { createWorld, type World } from "#test/world.ts";

/* What an upload leaves behind: in the store, in the database, and of the quota of its person. */

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
  await world.alice.call("cancelUpload", { params: { id: other.toUpperCase() as FileId } });
  expect(await stored("uploads")).toEqual([]);
});
