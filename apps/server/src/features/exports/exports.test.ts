import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter } from "#test/organizations.ts";
import { toPerson, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(31_000);
  alice = await enter(app, "Alice");
});

const END = 0x02014b50;

/** The entries of an archive, by its central directory (APPNOTE 4.3.12). */
function unzip(bytes: Buffer): Map<string, string> {
  const entries = new Map<string, string>();
  for (let at = bytes.indexOf(Buffer.from("PK\x01\x02", "latin1")); at >= 0;) {
    if (bytes.readUInt32LE(at) !== END) break;
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)];
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + packed);
    entries.set(name, (method === 0 ? content : inflateRawSync(content)).toString());
    at += 46 + nameLength + extra + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function ask(person: Person, id: string) {
  const headers = { authorization: `Bearer ${person.accessToken ?? ""}` };
  return app.app.http.app.inject({ url: `/v1/user/me/export/${id}`, headers });
}

it("holds what a person wrote and has, and nothing of others", async () => {
  const bob = await enter(app, "Bob");
  const room = await alice.call("createRoom", { body: { title: "Maps" } });
  const params = { slug: room.sessionRoomSlug };
  for (let count = 0; count < 3; count += 1)
    await alice.call("sendMessage", { params, body: { content: `written by Alice ${count}` } });
  await bob.call("requestAccess", { params, body: {} }).catch(() => undefined);
  await alice.call("createDocument", { body: { title: "Kept" } });
  const lost = await alice.call("createDocument", { body: { title: "Lost" } });
  const give = (by: Person, to: Person, level: "OWNER" | null) =>
    by.call("setDocumentAccess", {
      params: { id: lost.id },
      body: { entries: [{ principal: "user", id: to.user.id, level }] },
    });
  await give(alice, bob, "OWNER");
  await give(bob, alice, null);
  const { id } = await alice.call("requestExport", {}, await elevate(alice));
  const entries = unzip((await ask(alice, id)).rawPayload);
  const read = (name: string) => JSON.parse(entries.get(name) ?? "") as Record<string, unknown>[];
  expect(read("account.json")).toMatchObject([{ id: alice.user.id, full_name: "Alice" }]);
  const contents = read("messages.json").map(({ content }) => String(content));
  expect(contents.toSorted()).toEqual([
    "written by Alice 0",
    "written by Alice 1",
    "written by Alice 2",
  ]);
  expect(read("rooms.json").map(({ slug }) => slug)).toContain(params.slug);
  expect(read("documents.json").map(({ title }) => title)).toEqual(["Kept"]);
  const all = [...entries.values()].join();
  expect(all).not.toContain("Bob");
  expect(entries.get("README.txt")).toContain("messages.json");
  for (const name of entries.keys())
    if (name.endsWith(".json")) expect(entries.get("README.txt")).toContain(name);
});

it("is asked for twice a day, for a day, and is its person's alone", async () => {
  const bob = await enter(app, "Bob");
  const proof = await elevate(alice);
  const { id, expiresAt } = await alice.call("requestExport", {}, proof);
  expect(Date.parse(expiresAt)).toBe(app.clock.now().getTime() + 24 * 60 * 60_000);
  await alice.call("requestExport", {}, proof);
  expect((await alice.refusal("requestExport", {}, proof)).code).toBe("EXPORT_LIMIT_REACHED");
  const params = { id };
  expect((await bob.refusal("getExport", { params })).code).toBe("EXPORT_NOT_FOUND");
  const { headers } = await ask(alice, id);
  expect(headers["content-type"]).toBe("application/zip");
  expect(headers["content-disposition"]).toMatch(/^attachment; filename=colbin-.*\.zip$/);
  app.clock.advance(24 * 60 * 60_000);
  const { token: refreshToken } = alice.tokens.refresh;
  toPerson(alice, await alice.call("refreshTokens", { body: { refreshToken } }));
  expect((await alice.refusal("getExport", { params })).code).toBe("EXPORT_NOT_FOUND");
});
