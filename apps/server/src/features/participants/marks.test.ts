import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { countRows, holdPlace, holdRoom } from "#test/row-locks.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
let rowsWrittenBy: Awaited<ReturnType<typeof countRows>>;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
  rowsWrittenBy = await countRows(app.database, ["participants"]);
});
afterAll(() => app.close());

/** A room of alice and bob in which alice has said so much; ids of the messages. */
async function aRoomWith(count: number): Promise<{ slug: string; ids: readonly string[] }> {
  const slug = await createRoomOf(world.alice, world.bob);
  const ids: string[] = [];
  while (ids.length < count) {
    const body = { content: `m${ids.length}` };
    ids.push((await world.alice.call("sendMessage", { params: { slug }, body })).message.id);
  }
  return { slug, ids };
}

const read = (person: Person, slug: string, lastReadMessageId = "") =>
  person.call("markRead", { params: { slug }, body: { lastReadMessageId } });
const unread = (person: Person, slug: string, fromMessageId = "") =>
  person.call("markUnread", { params: { slug }, body: { fromMessageId } });

it("marks of one person in a room are one row, the greatest of them, and wait for no room", async () => {
  const { slug, ids } = await aRoomWith(6);
  const room = await holdRoom(app.database, slug);
  const place = await holdPlace(app.database, slug, world.bob.user.id);
  const written = await rowsWrittenBy(async () => {
    const marks = [1, 5, 2, 5, 0].map((at) => read(world.bob, slug, ids[at]));
    // Somebody else's place is free.
    await read(world.alice, slug, ids[5]);
    await place.release();
    for (const answer of await Promise.all(marks))
      expect(answer).toMatchObject({ readMsgNo: 6, unreadCount: 0 });
  });
  await room.release();
  expect(written).toEqual({ "update participants": 1 });
});

it("a mark that moves nothing writes nothing, and answers as the one that did", async () => {
  const { slug, ids } = await aRoomWith(2);
  const moved = await read(world.bob, slug, ids[1]);
  const written = await rowsWrittenBy(async () => {
    for (const id of ids) expect(await read(world.bob, slug, id)).toEqual(moved);
  });
  expect(written).toEqual({});
});

it("of marks that read and marks as unread that come together the last decides", async () => {
  const { slug, ids } = await aRoomWith(4);
  const place = await holdPlace(app.database, slug, world.bob.user.id);
  const marks = [read(world.bob, slug, ids[2]), unread(world.bob, slug, ids[1])];
  await read(world.alice, slug, ids[3]);
  await place.release();
  await Promise.all(marks);
  const { results } = await world.bob.call("listMyRooms", {});
  const own = results.find(({ sessionRoomSlug }) => sessionRoomSlug === slug);
  expect(own).toMatchObject({ readMsgNo: 3, unreadCount: 3 });
});
