import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

/* Who is in a room. */

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const namesOf = async (person: Person, slug: string, query: object) => {
  const { results, totalResults } = await person.call("listParticipants", {
    params: { slug },
    query,
  });
  return [results.map(({ fullName }) => fullName), totalResults];
};

describe("the list of people", () => {
  it("is by name and by page, and finds parts of names", async () => {
    const slug = await createRoomOf(world.mallory, world.carol, world.alice, world.bob);
    const everybody = ["Alice", "Bob", "Carol", "Mallory"];
    expect(await namesOf(world.bob, slug, {})).toEqual([everybody, 4]);
    expect(await namesOf(world.bob, slug, { page: 2, limit: 3 })).toEqual([["Mallory"], 4]);
    expect(await namesOf(world.bob, slug, { page: 3, limit: 3 })).toEqual([[], 4]);
    expect(await namesOf(world.bob, slug, { search: " AL" })).toEqual([["Alice", "Mallory"], 2]);
    expect(await namesOf(world.bob, slug, { search: "%" })).toEqual([[], 0]);
    const { results } = await world.bob.call("listParticipants", { params: { slug }, query: {} });
    const { id } = world.mallory.user;
    expect(results[3]).toEqual({
      participantId: id,
      sessionUserId: id,
      fullName: "Mallory",
      username: "mallory",
      avatar_url: null,
      accessStatus: "ACCEPTED",
      accessLevel: "OWNER",
      joinMethod: "DIRECT",
      isGuest: false,
      joinedAt: expect.any(String) as string,
    });
  });

  it("suggests for a mention people of the room first, then others whom one sees", async () => {
    const slug = await createRoomOf(world.alice, world.mallory);
    await createRoomOf(world.alice, world.carol);
    const suggest = async (person: Person, search?: string) => {
      const query = search === undefined ? {} : { search };
      const { results } = await person.call("suggestPeople", { params: { slug }, query });
      return results.map(({ fullName, isInRoom }) => [fullName, isInRoom]);
    };
    expect(await suggest(world.alice, "AR")).toEqual([["Carol", false]]);
    expect(await suggest(world.alice, " al")).toEqual([
      ["Alice", true],
      ["Mallory", true],
    ]);
    expect((await suggest(world.alice)).slice(0, 3)).toEqual([
      ["Alice", true],
      ["Mallory", true],
      ["Bob", false],
    ]);
  });

  it("tells those who lead the room alone of who is not in it", async () => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    await world.carol.call("leaveRoom", { params: { slug } });
    const params = { slug, status: "IDLE" } as const;
    const left = await world.alice.call("listParticipantsByStatus", { params, query: {} });
    expect(left).toMatchObject({
      totalResults: 1,
      results: [{ fullName: "Carol", joinedAt: null }],
    });
    const input = { params, query: {} };
    expect((await world.bob.refusal("listParticipantsByStatus", input)).code).toBe(
      "ACCESS_LEVEL_TOO_LOW",
    );
    const unknown = { params: { slug, status: "GONE" }, query: {} };
    expect((await world.alice.refusal("listParticipantsByStatus", unknown)).code).toBe(
      "VALIDATION_ERROR",
    );
    const { totalResults } = await world.bob.call("listParticipantsByStatus", {
      params: { slug, status: "ACCEPTED" },
      query: {},
    });
    expect(totalResults).toBe(2);
  });

  it("of a large room is read in the order of the names, page by page", async () => {
    const slug = await createRoomOf(world.alice);
    await app.database.pool.query(
      `with made as (
        insert into users (full_name, username)
          select 'Person ' || lpad(i::text, 5, '0'), 'person' || i from generate_series(1, 3000) i returning id
      ), places as (
        insert into participants (room_id, user_id, access_level, access_status, join_method)
          select r.id, made.id, 'WRITE', 'ACCEPTED', 'DIRECT' from made, rooms r where r.slug = $1 returning 1
      ) update rooms set member_count = 3001 where slug = $1`,
      [slug],
    );
    expect(await namesOf(world.alice, slug, { limit: 2 })).toEqual([
      ["Alice", "Person 00001"],
      3001,
    ]);
    expect(await namesOf(world.alice, slug, { page: 1501, limit: 2 })).toEqual([
      ["Person 03000"],
      3001,
    ]);
    expect(await namesOf(world.alice, slug, { search: "person 0299", limit: 1 })).toEqual([
      ["Person 02990"],
      10,
    ]);
  });
});

it("who is in and who leads is for participants to ask, and for everybody of themselves", async () => {
  const slug = await createRoomOf(world.alice, world.bob);
  const joined = (by: Person, of: Person) =>
    by.call("getParticipantJoined", { params: { slug, sessionUserId: of.user.id } });
  const admin = (by: Person, of: Person) =>
    by.call("getParticipantAdmin", { params: { slug, sessionUserId: of.user.id } });
  expect(await joined(world.bob, world.alice)).toMatchObject({
    joined: true,
    joinMethod: "DIRECT",
  });
  expect(await admin(world.bob, world.alice)).toEqual({ isAdmin: true, accessLevel: "OWNER" });
  expect(await admin(world.alice, world.bob)).toEqual({ isAdmin: false, accessLevel: "WRITE" });
  const out = { joined: false, joinedAt: null, joinMethod: null };
  expect(await joined(world.alice, world.carol)).toEqual(out);
  expect(await joined(world.carol, world.carol)).toEqual(out);
  expect(await admin(world.carol, world.carol)).toEqual({ isAdmin: false, accessLevel: null });
  const params = { slug, sessionUserId: world.bob.user.id };
  for (const name of ["getParticipantJoined", "getParticipantAdmin"] as const)
    expect((await world.carol.refusal(name, { params })).code).toBe("NOT_A_PARTICIPANT");
});

it("somebody says that they looked at a room, for themselves alone", async () => {
  const slug = await createRoomOf(world.alice, world.bob);
  const params = { slug, participantId: world.bob.user.id };
  const { lastSeenAt } = await world.bob.call("markParticipantSeen", { params });
  expect(lastSeenAt).toBe(app.clock.now().toISOString());
  expect((await world.alice.refusal("markParticipantSeen", { params })).code).toBe("FORBIDDEN");
  const own = { slug, participantId: world.carol.user.id };
  expect((await world.carol.refusal("markParticipantSeen", { params: own })).code).toBe(
    "NOT_A_PARTICIPANT",
  );
});
