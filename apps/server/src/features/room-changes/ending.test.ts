import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import type { Received, TestClient } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, openBrowser, signIn, type World } from "#test/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let world: World;
let slug: string;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());
beforeEach(async () => {
  slug = await createRoomOf(world.alice, world.bob);
});

const at = () => ({ params: { slug } });
const listed = async () => {
  const { results } = await world.bob.call("listSubscriptions", {});
  return results.find(({ sessionRoomSlug }) => sessionRoomSlug === slug);
};
const heard = (client: TestClient, status: string) =>
  client.until((frame) => {
    const { event, room } = frame as { event?: string; room?: { status: string } };
    return event === "room_updated" && room?.status === status;
  });

/** How many changes are written that take no seq. */
async function changesWritten(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    "select count(*)::integer as count from person_changes",
  );
  return rows[0]?.count ?? 0;
}

describe("an archived room", () => {
  it("is read-only, out of the lists, and comes back as it was", async () => {
    const { message } = await world.alice.call("sendMessage", {
      ...at(),
      body: { content: "One" },
    });
    const place = await listed();
    const ears = await connect(app, world.bob);
    const archived = await world.alice.call("archiveRoom", at());
    expect(archived).toMatchObject({ status: "ARCHIVED" });
    expect(await heard(ears, "ARCHIVED")).toMatchObject({ seq: archived.seq });
    expect((await world.alice.call("archiveRoom", at())).seq).toBeUndefined();
    expect(await listed()).toBeUndefined();
    const target = { params: { slug, id: message.id } };
    const refusals = [
      await world.bob.refusal("sendMessage", { ...at(), body: { content: "Two" } }),
      await world.bob.refusal("addReaction", { ...target, body: { emoji: "👍" } }),
      await world.alice.refusal("updateRoom", { ...at(), body: { title: "Two" } }),
      await world.alice.refusal("changeAccessType", { ...at(), body: { accessType: "PRIVATE" } }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(Array(4).fill("ROOM_ARCHIVED"));
    const joining = { body: { sessionRoomSlug: slug } };
    const { results } = await world.carol.call("createOrJoinRooms", joining);
    expect(results[0]).toMatchObject({ code: "ROOM_ARCHIVED" });
    const { messages } = await world.bob.call("listMessages", { ...at(), query: {} });
    expect(messages.at(-1)?.content).toBe("Alice archived the room");
    await world.bob.call("markRead", { ...at(), body: { lastReadMessageId: message.id } });

    const outside = await connect(app, world.carol);
    const before = await changesWritten();
    await world.alice.call("unarchiveRoom", at());
    await heard(ears, "ACTIVE");
    expect(await changesWritten()).toBe(before + 1);
    const isListed = ({ type, changed }: Received) =>
      type === "SERVER_SUBSCRIPTION_UPDATE" && JSON.stringify(changed ?? []).includes(slug);
    await ears.until(isListed);
    await outside.fence();
    expect(JSON.stringify(outside.frames)).not.toContain(slug);
    expect(await listed()).toMatchObject({
      role: "WRITE",
      joinedAt: place?.joinedAt,
      unreadCount: 0,
    });
    expect((await world.alice.call("unarchiveRoom", at())).seq).toBeUndefined();
    await world.bob.call("sendMessage", { ...at(), body: { content: "Two" } });
  });
});

describe("a deleted room", () => {
  it("is there for nobody, until the same OWNER gives it back", async () => {
    const ears = await connect(app, world.bob);
    expect(await world.alice.call("deleteRoom", at())).toMatchObject({ status: "DELETED" });
    await heard(ears, "DELETED");
    const refusals = [
      await world.alice.refusal("getRoom", at()),
      await world.bob.refusal("sendMessage", { ...at(), body: { content: "Two" } }),
      await world.bob.refusal("listMessages", { ...at(), query: {} }),
      await world.alice.refusal("deleteRoom", at()),
      await world.bob.refusal("restoreRoom", at()),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(Array(5).fill("ROOM_NOT_FOUND"));
    expect(await world.alice.call("findRoom", at())).toEqual({ exists: false });
    expect(await listed()).toBeUndefined();
    const taken = await world.carol.call("createRoom", { body: { title: slug } });
    expect(taken.sessionRoomSlug).not.toBe(slug);

    expect(await world.alice.call("restoreRoom", at())).toMatchObject({ status: "ACTIVE" });
    await heard(ears, "ACTIVE");
    expect(await listed()).toMatchObject({ role: "WRITE" });
    expect((await world.alice.refusal("restoreRoom", at())).code).toBe("ROOM_NOT_FOUND");
  });

  it("is purged after thirty days, and its address stays taken", async () => {
    await world.alice.call("updateRoom", { ...at(), body: { slug: `${slug}-moved` } });
    await world.alice.call("deleteRoom", at());
    const purge = async (): Promise<number | null> => {
      await app.app.workers.find(({ kind }) => kind.name === "deletions.purge")?.run({});
      const rooms = await app.database.pool.query("select 1 from rooms where slug = $1", [
        `${slug}-moved`,
      ]);
      return rooms.rowCount;
    };
    app.clock.advance(30 * DAY_MS - 60_000);
    expect(await purge()).toBe(1);
    app.clock.advance(60_000);
    const alice = await signIn(openBrowser(app.app.http.app), "alice@example.org");
    const refusal = (await alice.refusal("restoreRoom", at())).code;
    expect(refusal).toBe("ROOM_NOT_FOUND");
    expect(await purge()).toBe(0);
    for (const title of [slug, `${slug}-moved`]) {
      const made = await alice.call("createRoom", { body: { title } });
      expect(made.sessionRoomSlug).toMatch(new RegExp(`^${title}-[a-z0-9]{4}$`));
    }
  });
});
