import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestClient } from "#test/realtime/test-client.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const aRoom = (): Promise<string> => createRoomOf(world.alice, world.bob);

function typingSeen(client: TestClient): unknown[] {
  return client.frames
    .filter((frame) => frame["event"] === "user_typing")
    .map((frame) => frame["isTyping"]);
}

/** A message comes after everything that was published before it. */
async function settle(slug: string, ...clients: TestClient[]): Promise<void> {
  const { message } = await world.bob.call("sendMessage", {
    params: { slug },
    body: { content: `settled ${Math.random()}` },
  });
  for (const client of clients)
    await client.until((frame) => JSON.stringify(frame).includes(message.id));
}

it("is shown to the others and not to oneself, once in three seconds, and ends when it ends", async () => {
  const slug = await aRoom();
  const [alice, bob] = [await connect(app, world.alice), await connect(app, world.bob)];
  const type = async (isTyping: boolean): Promise<void> => {
    alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping });
    await alice.fence();
  };
  await type(true);
  await bob.until((frame) => frame["isTyping"] === true);
  await type(true);
  app.clock.advance(3_000);
  await type(true);
  await type(false);
  await type(false);
  await bob.until((frame) => frame["isTyping"] === false);
  await settle(slug, alice, bob);
  expect(typingSeen(bob)).toEqual([true, true, false]);
  expect(typingSeen(alice)).toEqual([]);
});

it("is shown no oftener to whoever says in between that it ends", async () => {
  const slug = await aRoom();
  const [alice, bob] = [await connect(app, world.alice), await connect(app, world.bob)];
  for (const isTyping of [true, false, true, false, true]) {
    alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping });
    await alice.fence();
  }
  await bob.until((frame) => frame["isTyping"] === false);
  await settle(slug, alice, bob);
  expect(typingSeen(bob)).toEqual([true, false]);
});

it("is shown under the name that the person has now", async () => {
  const slug = await aRoom();
  const [alice, bob] = [await connect(app, world.alice), await connect(app, world.bob)];
  await world.alice.call("updateMe", { body: { fullName: "Alice Cooper" } });
  alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
  const seen = await bob.until((frame) => frame["event"] === "user_typing");
  expect(seen["userName"]).toBe("Alice Cooper");
});

it.each([
  [
    "somebody who may only read",
    `update participants p set access_level = 'READ' from rooms r where r.id = p.room_id and r.slug = $1`,
  ],
  ["a room of more than a hundred people", `update rooms set member_count = 101 where slug = $1`],
  ["an archived room", `update rooms set status = 'ARCHIVED' where slug = $1`],
])("is not shown of %s", async (_case, change) => {
  const slug = await aRoom();
  const [alice, bob] = [await connect(app, world.alice), await connect(app, world.bob)];
  await app.database.pool.query(change, [slug]);
  alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
  await alice.fence();
  await bob.fence();
  expect(typingSeen(bob)).toEqual([]);
});

it("is shown of a thread under its id, of somebody who may only reply", async () => {
  const slug = await aRoom();
  const [alice, bob] = [await connect(app, world.alice), await connect(app, world.bob)];
  const body = { content: "Shall we?" };
  const { message } = await world.bob.call("sendMessage", { params: { slug }, body });
  alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
  await bob.until((frame) => frame["event"] === "user_typing");
  const change = `update participants p set access_level = 'COMMENT' from rooms r where r.id = p.room_id and r.slug = $1`;
  await app.database.pool.query(change, [slug]);
  alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true, threadId: message.id });
  await bob.until((frame) => frame["threadId"] === message.id);
  // Each place by itself.
  expect(typingSeen(bob)).toEqual([true, true]);
});

it("is not shown of somebody who switched it off, nor from outside", async () => {
  const slug = await aRoom();
  const bob = await connect(app, world.bob);
  await world.alice.call("updateMe", { body: { preferences: { typingIndicators: false } } });
  for (const person of [world.alice, world.mallory]) {
    const client = await connect(app, person);
    client.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
    await client.fence();
  }
  await settle(slug, bob);
  expect(typingSeen(bob)).toEqual([]);
});

it("is not shown between two people one of whom has blocked the other", async () => {
  const slug = await createRoomOf(world.alice, world.bob, world.carol);
  const people = [world.alice, world.bob, world.carol];
  const [alice, bob, carol] = await Promise.all(people.map((person) => connect(app, person)));
  if (!alice || !bob || !carol) throw new Error("Each has a socket");
  await world.alice.call("updateMe", { body: { preferences: { typingIndicators: true } } });
  await world.bob.call("blockUser", { params: { sessionUserId: world.alice.user.id } });
  for (const client of [alice, bob]) {
    client.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
    await client.fence();
  }
  await carol.until(() => typingSeen(carol).length === 2);
  await settle(slug, alice, bob, carol);
  expect([typingSeen(alice), typingSeen(bob), typingSeen(carol)]).toEqual([[], [], [true, true]]);
});
