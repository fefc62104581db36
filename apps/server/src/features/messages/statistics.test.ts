import type { MessageId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function say(
  person: Person,
  slug: string,
  {
    daysAgo = 0,
    ...body
  }: { daysAgo?: number; threadId?: MessageId; alsoSendToRoom?: boolean } = {},
) {
  const { message } = await person.call("sendMessage", {
    params: { slug },
    body: { content: "Here", ...body },
  });
  const at = new Date(Date.parse(message.createdAt) - daysAgo * DAY_MS);
  await app.database.pool.query("update messages set created_at = $2 where id = $1", [
    message.id,
    at,
  ]);
  return { id: message.id, at };
}

function ask(slug: string, query: { days?: number; timeZone?: string } = {}, by = world.bob) {
  return by.call("getMessageStatistics", { params: { slug }, query });
}

function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat("sv", { timeZone }).format(at);
}

describe("statistics of messages", () => {
  it("count numbered messages that are there by day and author, with their reactions", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await say(world.alice, slug, { daysAgo: 40 });
    const { id: threadId } = await say(world.alice, slug, { daysAgo: 2 });
    const { id: gone } = await say(world.bob, slug, { daysAgo: 2 });
    await say(world.bob, slug, { daysAgo: 1, threadId });
    const reply = await say(world.alice, slug, { daysAgo: 1, threadId, alsoSendToRoom: true });
    const last = await say(world.bob, slug);
    for (const id of [threadId, gone, last.id])
      await world.alice.call("addReaction", { params: { slug, id }, body: { emoji: "👍" } });
    await world.bob.call("addReaction", {
      params: { slug, id: reply.id },
      body: { emoji: "👍" },
    });
    await world.bob.call("deleteMessage", { params: { slug, id: gone } });
    await world.alice.call("updateMe", { body: { fullName: "Alice Now" } });

    const { perDay, ...statistics } = await ask(slug);

    expect(statistics).toEqual({
      days: 30,
      totalMessages: 3,
      topAuthors: [
        { authorId: world.alice.user.id, authorName: "Alice Now", authorAvatar: null, count: 2 },
        expect.objectContaining({ authorId: world.bob.user.id, count: 1 }),
      ],
      reactions: 3,
      files: 0,
    });
    expect(perDay).toHaveLength(30);
    expect(perDay.slice(-4).map(({ count }) => count)).toEqual([0, 1, 1, 1]);
    expect(perDay.at(-1)?.date).toBe(dayIn("UTC", last.at));
    const { perDay: year } = await ask(slug, { days: 365 });
    expect(year.filter(({ count }) => count > 0)).toHaveLength(4);
  });

  it("count by the days of the zone that is asked for, else of the person", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const { at } = await say(world.alice, slug, { daysAgo: 1 });
    const count = async (timeZone?: string) => {
      const { perDay } = await ask(slug, { days: 7, ...(timeZone !== undefined && { timeZone }) });
      return perDay.filter((day) => day.count > 0).map(({ date }) => date);
    };
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata"])
      expect(await count(zone)).toEqual([dayIn(zone, at)]);
    // Of these two one has another day than UTC, whatever the hour.
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await world.bob.call("updateMe", { body: { preferences: { timezone } } });
      expect(await count()).toEqual([dayIn(timezone, at)]);
    }
    await world.bob.call("updateMe", { body: { preferences: { timezone: null } } });
  });

  it("are those of the last minute, for those who are in", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await say(world.alice, slug);
    expect(await ask(slug)).toMatchObject({ totalMessages: 1 });
    await say(world.alice, slug);
    expect(await ask(slug)).toMatchObject({ totalMessages: 1 });
    app.clock.advance(61_000);
    expect(await ask(slug)).toMatchObject({ totalMessages: 2 });
    await world.bob.call("leaveRoom", { params: { slug } });
    await expect(ask(slug)).rejects.toThrow(/NOT_A_PARTICIPANT|ROOM_NOT_FOUND/);
  });

  it.each([
    ["days", { days: 0 }],
    ["days", { days: 366 }],
    ["timeZone", { timeZone: "Middle/Earth" }],
  ])("refuse a wrong %s", async (field, query) => {
    const slug = await createRoomOf(world.alice);
    const params = { slug };
    expect(await world.alice.refusal("getMessageStatistics", { params, query })).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: [{ path: field }] },
    });
  });

  it("of one person are limited by the minute", async () => {
    await using narrow = await startTestApp({ environment: { STATISTICS_RATE: "1" } });
    const { bob } = await createWorld(narrow.app.http.app);
    const input = { params: { slug: await createRoomOf(bob) }, query: {} };
    await bob.call("getMessageStatistics", input);
    expect(await bob.refusal("getMessageStatistics", input)).toMatchObject({
      code: "RATE_LIMITED",
    });
  });
});
