import type { FileId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { webm } from "#test/recordings.ts";
import { sendFiles, upload } from "#test/uploads.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function statusFor(person: Person, id: FileId): Promise<number> {
  const reply = await app.app.http.app.inject({
    url: `/v1/files/${id}/content`,
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
  return reply.statusCode;
}

/** Two files of alice in a private room of her and bob, and a private room of bob and carol. */
async function aScene() {
  const { alice, bob, carol } = world;
  const [slug, targetSlug] = [await createRoomOf(alice, bob), await createRoomOf(bob, carol)];
  await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = any ($1)`, [
    [slug, targetSlug],
  ]);
  const bytes = (name: string) => ({ name, bytes: Buffer.from(name) });
  const { message, files } = await sendFiles(alice, slug, bytes("plan.txt"), bytes("sums.csv"));
  const [plan, sums] = files;
  if (!plan || !sums) throw new Error("Two files were sent");
  const params = { slug, id: message.id };
  const body = { targetSlug, confirmed: true };
  return { slug, targetSlug, message, plan, sums, params, body };
}

describe("a forwarded message with files", () => {
  it("has the same files, which are read where the copy is, after the source as well", async () => {
    const { alice, bob, carol } = world;
    const { targetSlug, message, plan, params, body } = await aScene();
    expect(await statusFor(carol, plan.id)).toBe(404);
    const said = { ...body, comment: "See both" };
    const { message: copy } = await bob.call("forwardMessage", { params, body: said });
    expect(copy).toMatchObject({
      type: "file",
      content: "See both\n\nplan.txt, sums.csv",
      files: message.files,
      forward: { authorName: "Alice" },
    });
    const at = { params: { slug: targetSlug, id: copy.id } };
    expect(await carol.call("getMessage", at)).toEqual(copy);
    expect(await statusFor(carol, plan.id)).toBe(200);

    await alice.call("deleteMessage", { params });
    expect(await statusFor(carol, plan.id)).toBe(200);
    await bob.call("deleteMessage", at);
    expect(await statusFor(carol, plan.id)).toBe(404);
  });

  it("follows the owner, who renames and deletes it everywhere", async () => {
    const { alice, bob, carol } = world;
    const { targetSlug, plan, sums, params, body } = await aScene();
    const { message: copy } = await bob.call("forwardMessage", { params, body });
    // Its name is told in every room that shows it: where its owner does not write it stays.
    const renaming = { params: { id: plan.id }, body: { name: "new.txt" } };
    expect((await alice.refusal("renameFile", renaming)).code).toBe("ACCESS_LEVEL_TOO_LOW");
    const place = { params: { slug: targetSlug }, body: { userId: alice.user.id } };
    await bob.call("addParticipant", place);
    await alice.call("createOrJoinRooms", { body: { sessionRoomSlug: targetSlug } });
    const files = async () => {
      const at = { params: { slug: targetSlug, id: copy.id } };
      return (await carol.call("getMessage", at)).files?.map(({ name, status }) => [name, status]);
    };
    await alice.call("renameFile", renaming);
    await alice.call("deleteFile", { params: { id: sums.id } });
    expect(await files()).toEqual([
      ["new.txt", "ready"],
      ["sums.csv", "deleted"],
    ]);
    expect(await statusFor(carol, sums.id)).toBe(404);
    // Another copy has what is left; without any file it is a text.
    const again = await bob.call("forwardMessage", { params, body });
    expect(again.message.files).toMatchObject([{ id: plan.id }]);
    await alice.call("deleteFile", { params: { id: plan.id } });
    const text = await bob.call("forwardMessage", { params, body });
    expect(text.message).toMatchObject({ type: "text", content: "plan.txt, sums.csv" });
    expect(text.message.files).toBeUndefined();
  });

  it.each(["quarantined", "failed"])("leaves out a file that is %s", async (status) => {
    const { plan, sums, params, body } = await aScene();
    await app.database.pool.query("update files set status = $1 where id = $2", [status, plan.id]);
    const { message: copy } = await world.bob.call("forwardMessage", { params, body });
    expect(copy.files).toMatchObject([{ id: sums.id }]);
  });

  it("is a voice message still where it was one", async () => {
    const { slug, body } = await aScene();
    const recording = { name: "Voice message.webm", bytes: webm, roomSlug: slug };
    const { id: fileId } = await upload(world.alice, recording);
    const metadata = { voice: { fileId, wave: [0, 50, 100] } };
    const voice = { content: "", type: "voice" as const, metadata };
    const { message } = await world.alice.call("sendMessage", { params: { slug }, body: voice });
    const params = { slug, id: message.id };
    const { message: copy } = await world.bob.call("forwardMessage", { params, body });
    const { type, content, files } = message;
    expect(copy).toMatchObject({ type, content, files });
    expect(copy.metadata.voice).toEqual(message.metadata.voice);
  });

  it("gives nobody a file that the source does not show", async () => {
    const { alice, mallory } = world;
    const { slug, message, plan, params } = await aScene();
    const from = { roomId: message.roomId, messageId: message.id };
    const asked = [
      [{ fileId: plan.id }, "FILE_NOT_USABLE"],
      [{ fileId: plan.id, from }, "VALIDATION_ERROR"],
    ] as const;
    for (const [file, code] of asked) {
      const send = { content: "", type: "file" as const, metadata: { files: [file] } };
      expect(await alice.refusal("sendMessage", { params: { slug }, body: send })).toMatchObject({
        code,
      });
    }
    const own = await createRoomOf(mallory);
    const body = { targetSlug: own, confirmed: true };
    expect(await mallory.refusal("forwardMessage", { params, body })).toMatchObject({
      code: "ROOM_NOT_FOUND",
    });
  });
});
