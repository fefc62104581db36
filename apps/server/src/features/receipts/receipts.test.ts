import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

/** A message of alice in a room with bob and carol. */
async function aMessage() {
  const slug = await createRoomOf(world.alice, world.bob, world.carol);
  const body = { content: "have you seen this" };
  const { message } = await world.alice.call("sendMessage", { params: { slug }, body });
  return { slug, id: message.id };
}

const receiptsOf = (params: { slug: string; id: string }, person: Person = world.alice) =>
  person.call("getReceipts", { params });

describe("receipts", () => {
  it("name those who have read a message, until everybody has seen it", async () => {
    const params = await aMessage();
    expect(await receiptsOf(params)).toMatchObject({ total: 2, readCount: 0, readers: [] });
    expect(await world.bob.call("markSeen", { params })).toMatchObject({ unreadCount: 0 });
    expect(await receiptsOf(params)).toMatchObject({
      status: "delivered",
      readCount: 1,
      readers: [{ userId: world.bob.user.id, fullName: "Bob" }],
    });
    await world.carol.call("markSeen", { params });
    expect(await receiptsOf(params)).toMatchObject({ status: "seen", readCount: 2 });
    await expect(receiptsOf(params, world.bob)).rejects.toThrow("MESSAGE_NOT_AUTHOR");
  });

  it("tell nothing of a person who tells nothing, nor anything to them", async () => {
    const params = await aMessage();
    const choose = (person: Person, readReceipts: boolean) =>
      person.call("updateMe", { body: { preferences: { readReceipts } } });
    await choose(world.bob, false);
    for (const person of [world.bob, world.carol]) await person.call("markSeen", { params });
    expect(await receiptsOf(params)).toMatchObject({ status: "delivered", readCount: 1 });
    await choose(world.bob, true);
    await choose(world.alice, false);
    expect(await receiptsOf(params)).toMatchObject({ status: "delivered", readers: [] });
    await choose(world.alice, true);
    expect(await receiptsOf(params)).toMatchObject({ status: "seen", readCount: 2 });
  });

  it("leave out a person whom the author has blocked", async () => {
    const params = await aMessage();
    const blocked = { params: { sessionUserId: world.carol.user.id } };
    await world.alice.call("blockUser", blocked);
    await world.bob.call("markSeen", { params });
    expect(await receiptsOf(params)).toMatchObject({ status: "seen", total: 1 });
    await world.alice.call("unblockUser", blocked);
  });

  it("leave out people who came after the message, and who are suspended", async () => {
    const params = await aMessage();
    await world.mallory.call("createOrJoinRooms", { body: { sessionRoomSlug: params.slug } });
    for (const person of [world.bob, world.mallory]) await person.call("markSeen", { params });
    const { pool } = app.database;
    const suspend = "update users set is_blocked = $2 where id = $1";
    await pool.query(suspend, [world.carol.user.id, true]);
    expect(await receiptsOf(params)).toMatchObject({
      status: "seen",
      total: 1,
      readers: [{ userId: world.bob.user.id }],
    });
    await pool.query(suspend, [world.carol.user.id, false]);
  });
});
