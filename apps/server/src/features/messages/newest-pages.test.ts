import { randomUUID } from "node:crypto";
import type { MessagePage } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readerView, toMessages } from "#server/registries.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { alice as anybody } from "#test/door.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";
import { createRoomDoors, type RoomDoors } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { createNewestPages } from "./newest-pages.service.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  // Their reads are not those that are counted here.
  await Promise.all([app.app.followers, app.app.linking].map((each) => each.close()));
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const aRoom = (): Promise<string> => createRoomOf(world.alice, world.bob);

function open(slug: string, limit?: number): Promise<MessagePage> {
  return world.bob.call("listMessages", {
    params: { slug },
    query: limit === undefined ? {} : { limit },
  });
}

async function send(slug: string, content: string): Promise<void> {
  await world.alice.call("sendMessage", { params: { slug }, body: { content } });
}

/** How often a connection for anything but the checks of every request is taken while something runs. */
async function countReads(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const add = (): void => void (count += 1);
  app.database.pool.on("acquire", add);
  await run();
  app.database.pool.off("acquire", add);
  return count;
}

/** Statements that wait for the messages. */
async function countWaiting(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_database d on d.oid = database
      where not granted and relation = 'messages'::regclass and d.datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

describe("the page that a room opens with", () => {
  it("has what was sent a moment ago, whoever opened the room before", async () => {
    const slug = await aRoom();
    for (const content of ["one", "two", "three"]) {
      await send(slug, content);
      const page = await open(slug);
      expect(page.messages.at(-1)).toMatchObject({ content });
      expect(page.headSeq).toBe(page.messages.at(-1)?.seq);
    }
  });

  it("is read from the database once while nothing changes", async () => {
    const slug = await aRoom();
    await send(slug, "still");
    const first = await open(slug);
    const again: MessagePage[] = [];
    const reads = await countReads(async () => {
      for (let time = 0; time < 10; time += 1) again.push(await open(slug));
    });
    expect(again).toEqual(Array.from({ length: 10 }, () => first));
    expect(reads).toBe(0);
  });

  it("is read once for many who open the room at the same moment", async () => {
    const slug = await aRoom();
    await send(slug, "crowd");
    const reads = await countReads(() => Promise.all(Array.from({ length: 20 }, () => open(slug))));
    expect(reads).toBeLessThanOrEqual(2);
  });

  it("keeps pages of different lengths apart", async () => {
    const slug = await aRoom();
    for (const content of ["one", "two", "three"]) await send(slug, content);
    const short = await open(slug, 2);
    const long = await open(slug, 3);
    expect(short.messages.map(({ content }) => content)).toEqual(["two", "three"]);
    expect(long.messages.map(({ content }) => content)).toEqual(["one", "two", "three"]);
    expect(await open(slug, 2)).toEqual(short);
  });

  it("shows the new name of its author at the next opening", async () => {
    const slug = await aRoom();
    await send(slug, "signed");
    await open(slug);
    const fullName = `Alice ${randomUUID().slice(0, 8)}`;
    await world.alice.call("updateMe", { body: { fullName } });
    expect((await open(slug)).messages.at(-1)).toMatchObject({ authorName: fullName });
  });

  it("shows the new picture of its author at the next opening", async () => {
    const slug = await aRoom();
    await send(slug, "framed");
    await open(slug);
    const { authorId } = (await open(slug)).messages.at(-1) ?? {};
    await app.database.pool.query("update users set avatar_url = '/a.png' where id = $1", [
      authorId,
    ]);
    expect((await open(slug)).messages.at(-1)).toMatchObject({ authorAvatar: "/a.png" });
  });

  it("is refused at once to whoever may not read the room any more", async () => {
    const slug = await aRoom();
    await send(slug, "secret");
    await open(slug);
    await app.database.pool.query(
      `update participants set access_status = 'REMOVED' where user_id = $1
         and room_id = (select id from rooms where slug = $2)`,
      [world.bob.user.id, slug],
    );
    await app.database.pool.query("update rooms set access_type = 'PRIVATE' where slug = $1", [
      slug,
    ]);
    expect(await world.bob.refusal("listMessages", { params: { slug }, query: {} })).toMatchObject({
      code: "ROOM_NOT_FOUND",
    });
  });

  it("is refused to whoever was taken out between the question whether they may read it and its answer", async () => {
    const slug = await aRoom();
    await send(slug, "seen");
    const real = createRoomDoors(app.database.lookups);
    const isJudged = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    let isHeld = true;
    const doors: RoomDoors = {
      ...real,
      async requireReadableRoom(actor, asked) {
        const room = await real.requireReadableRoom(actor, asked);
        if (actor.userId !== world.bob.user.id || !isHeld) return room;
        isHeld = false;
        isJudged.resolve();
        await mayAnswer.promise;
        return room;
      },
    };
    const { pool, kysely: db, quick } = app.database;
    const { rows } = await pool.query<Pick<Actor, "workspaceId">>(
      `update rooms set access_type = 'PRIVATE' where slug = $1 returning workspace_id as "workspaceId"`,
      [slug],
    );
    const toActor = ({ user }: Person) => ({ ...anybody, ...rows[0], userId: user.id });
    const pages = createNewestPages({ db, pool, quick, doors, toMessages, readerView });
    const opening = pages.open(toActor(world.bob), slug, 50);
    await isJudged.promise;
    const params = { slug, participantId: world.bob.user.id };
    await world.alice.call("removeParticipant", { params, body: {} });
    await send(slug, "not for bob");
    // Somebody else's opening keeps the page.
    await pages.open(toActor(world.alice), slug, 50);
    mayAnswer.resolve();
    await expect(opening).rejects.toMatchObject({ code: "ROOM_NOT_FOUND" });
  });

  it("is refused to whoever is taken out while it is being read", async () => {
    const slug = await aRoom();
    await send(slug, "seen");
    const { pool } = app.database;
    const lock = await pool.connect();
    await lock.query("begin");
    await lock.query("lock table messages in access exclusive mode");
    const opening = world.bob.refusal("listMessages", { params: { slug }, query: {} });
    // The person was let in; the page waits to be read.
    await expect.poll(countWaiting).toBeGreaterThan(0);
    await lock.query(
      `update participants set access_status = 'REMOVED' where user_id = $1
         and room_id = (select id from rooms where slug = $2)`,
      [world.bob.user.id, slug],
    );
    const change =
      "update rooms set access_type = 'PRIVATE', last_seq = last_seq + 1 where slug = $1";
    await lock.query(change, [slug]);
    await lock.query("commit");
    lock.release();
    expect(await opening).toMatchObject({ code: "ROOM_NOT_FOUND" });
  });
});
