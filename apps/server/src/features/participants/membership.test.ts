import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createWorld, openBrowser, signIn, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
let rooms = 0;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function aRoomOf(person: Person): Promise<string> {
  rooms += 1;
  const { results } = await person.call("createOrJoinRooms", {
    body: { sessionRoomSlug: `Room ${rooms}` },
  });
  return results[0]?.sessionRoomSlug ?? "";
}

async function join(person: Person, slug: string) {
  const { results } = await person.call("createOrJoinRooms", {
    body: { sessionRoomSlugs: [slug] },
  });
  return results[0];
}

describe("a room that is not there", () => {
  it("is made as a PUBLIC channel with its maker as owner, and a line says so", async () => {
    const slug = await aRoomOf(world.alice);
    const card = await world.alice.call("getRoom", { params: { slug } });
    expect(card).toMatchObject({
      accessType: "PUBLIC",
      roomType: "channel",
      memberCount: 1,
      accessLevel: "OWNER",
    });
    const { messages } = await world.alice.call("listMessages", { params: { slug }, query: {} });
    expect(messages).toMatchObject([
      {
        type: "system",
        content: "Alice created the room",
        msgNo: null,
        metadata: { system: { kind: "room_created" } },
      },
    ]);
  });

  it("is heard at once by every socket of its maker", async () => {
    const [phone, laptop] = [await connect(app, world.alice), await connect(app, world.alice)];
    const slug = await aRoomOf(world.alice);
    await world.alice.call("sendMessage", { params: { slug }, body: { content: "first words" } });
    for (const client of [phone, laptop]) {
      const heard = await client.until((frame) => JSON.stringify(frame).includes("first words"));
      expect(heard).toMatchObject({ event: "message_new", sessionRoomSlug: slug });
    }
  });

  it("gets the address made of its name, and the name as it was written", async () => {
    const { results } = await world.alice.call("createOrJoinRooms", {
      body: { sessionRoomSlug: "  Große  Übersicht! " },
    });
    const slug = results[0]?.sessionRoomSlug ?? "";
    expect(slug).toBe("gro-e-ubersicht");
    expect((await world.alice.call("getRoom", { params: { slug } })).roomName).toBe(
      "Große Übersicht!",
    );
  });

  it("has a name that can be read, whatever it was asked for", async () => {
    const blank = "\0\u200b\u3164\u2800";
    const long = `${"x".repeat(79)}\u{1f600}\u{1f600}`;
    const names = ["Te\0am \u202e\u061c", blank, `${blank.repeat(30)}x`, long];
    const dave = await signIn(openBrowser(app.app.http.app), "dave-names@example.org");
    const { results } = await dave.call("createOrJoinRooms", { body: { sessionRoomSlugs: names } });
    expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      "created",
      "ROOM_NAME_REQUIRED",
      "ROOM_NAME_REQUIRED",
      "created",
    ]);
    const made = (await dave.call("listMyRooms", {})).results.map(({ roomName }) => roomName);
    expect(made).toEqual(["Te am", `${"x".repeat(79)}\u{1f600}`]);
  });

  it.each([
    ["an address of the API", undefined],
    ["that of a hidden room", "access_type = 'PRIVATE'"],
    ["that of a deleted room", "status = 'DELETED'"],
    ["that of a room that everybody left", "status = 'INACTIVE'"],
  ])("never takes %s, and does not tell which of these it is", async (_, change) => {
    const taken = change === undefined ? "my-rooms" : await aRoomOf(world.alice);
    if (change !== undefined)
      await app.database.pool.query(`update rooms set ${change} where slug = $1`, [taken]);
    const made = await join(world.mallory, taken);
    const slug = expect.stringMatching(new RegExp(`^${taken}-[a-z0-9]{4}$`)) as string;
    // The change of the own place, and the line that says so.
    expect(made).toEqual({ requested: taken, sessionRoomSlug: slug, outcome: "created", seq: 2 });
  });
});

it("a name whose own address is a hidden room leads to the visible one that has the address made of it", async () => {
  const hidden = "twin--room";
  await app.database.pool.query(
    `insert into rooms (workspace_id, slug, title, room_type, access_type)
     select id, $1, 'Hidden', 'channel', 'PRIVATE' from workspaces where kind = 'personal'`,
    [hidden],
  );
  const visible = await join(world.alice, "twin-room");
  expect(visible).toMatchObject({ outcome: "created", sessionRoomSlug: "twin-room" });
  expect(await join(world.bob, hidden)).toMatchObject({
    outcome: "joined",
    sessionRoomSlug: "twin-room",
  });
});

describe("joining a PUBLIC room", () => {
  it("lets the person in at the end of the log, tells everybody, and lists the room", async () => {
    const slug = await aRoomOf(world.alice);
    await world.alice.call("sendMessage", { params: { slug }, body: { content: "before" } });
    const alice = await connect(app, world.alice);
    const bob = await connect(app, world.bob);

    expect(await join(world.bob, slug)).toMatchObject({ outcome: "joined", sessionRoomSlug: slug });

    const changed = await alice.until((frame) => frame["event"] === "participant_changed");
    expect(changed).toMatchObject({
      userId: world.bob.user.id,
      userName: "Bob",
      accessStatus: "ACCEPTED",
      memberCount: 2,
    });
    const line = await bob.until((frame) => JSON.stringify(frame).includes("Bob joined"));
    expect(line).toMatchObject({ event: "message_new", message: { type: "system", msgNo: null } });
    const list = await bob.until(
      (frame) =>
        frame.type === "SERVER_SUBSCRIPTION_UPDATE" && JSON.stringify(frame).includes(`"${slug}"`),
    );
    expect(list.type).toBe("SERVER_SUBSCRIPTION_UPDATE");
    const mine = await world.bob.call("listMyRooms", {});
    expect(mine.results.find((each) => each.sessionRoomSlug === slug)).toMatchObject({
      role: "WRITE",
      unreadCount: 0,
      memberCount: 2,
      lastMessage: { text: "before" },
    });
  });

  it("twice, also at once, is once", async () => {
    const slug = await aRoomOf(world.alice);
    const outcomes = await Promise.all([1, 2, 3].map(() => join(world.bob, slug)));
    expect(
      outcomes.map((each) => each?.outcome ?? "").toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["already", "already", "joined"]);
    expect((await world.bob.call("getRoom", { params: { slug } })).memberCount).toBe(2);
  });

  it("is refused to somebody banned, and to everybody in an archived room", async () => {
    const slug = await aRoomOf(world.alice);
    await join(world.bob, slug);
    await app.database.pool.query(
      `update participants p set access_status = 'REMOVED', is_banned = true from rooms r
        where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
      [slug, world.bob.user.id],
    );
    expect(await join(world.bob, slug)).toMatchObject({ outcome: "refused", code: "ROOM_BANNED" });
    await app.database.pool.query(`update rooms set status = 'ARCHIVED' where slug = $1`, [slug]);
    expect(await join(world.mallory, slug)).toMatchObject({
      outcome: "refused",
      code: "ROOM_ARCHIVED",
    });
  });

  it("by one person happens so often in an hour and no more, whoever else comes", async () => {
    await using strict = await startTestApp({ environment: { JOIN_RATE: "2" } });
    const { alice, bob } = await createWorld(strict.app.http.app);
    const slug = await aRoomOf(alice);
    for (const _ of [1, 2]) {
      expect(await join(bob, slug)).toMatchObject({ outcome: "joined" });
      await bob.call("leaveRoom", { params: { slug } });
    }
    expect(await join(bob, slug)).toMatchObject({ outcome: "refused", code: "RATE_LIMITED" });
    const ask = { params: { slug }, body: { accessLevel: "WRITE", message: "" } } as const;
    expect((await bob.refusal("requestAccess", ask)).code).toBe("RATE_LIMITED");
    strict.clock.advance(30 * 60_000);
    expect(await join(bob, slug)).toMatchObject({ outcome: "joined" });
  });

  it("of several: one refusal does not stop the rest", async () => {
    const [open, closed] = [await aRoomOf(world.alice), await aRoomOf(world.alice)];
    await app.database.pool.query(`update rooms set status = 'ARCHIVED' where slug = $1`, [closed]);
    const { results } = await world.bob.call("createOrJoinRooms", {
      body: { sessionRoomSlugs: [closed, open] },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(["refused", "joined"]);
  });
});

describe("general", () => {
  it("is there from the start, is joined by nobody by itself, and gets no line when somebody comes", async () => {
    const card = await world.bob.call("getRoom", { params: { slug: "general" } });
    expect(card).toMatchObject({ accessStatus: "IDLE", accessType: "PUBLIC" });
    await join(world.bob, "general");
    const { messages } = await world.bob.call("listMessages", {
      params: { slug: "general" },
      query: {},
    });
    expect(messages).toEqual([]);
  });

  it("follows the rank on the instance", async () => {
    await join(world.alice, "general");
    expect((await world.alice.call("getRoom", { params: { slug: "general" } })).accessLevel).toBe(
      "OWNER",
    );
    expect((await world.bob.call("getRoom", { params: { slug: "general" } })).accessLevel).toBe(
      "WRITE",
    );
  });
});

describe("the list of rooms", () => {
  it("shows PUBLIC and PROTECTED channels to members and PRIVATE ones to their people alone", async () => {
    const slug = await aRoomOf(world.alice);
    const sees = async (person: Person): Promise<boolean> => {
      const page = await person.call("listRooms", {
        query: { limit: 100, sortBy: "createdAt", sortOrder: "desc" },
      });
      return page.results.some((room) => room.sessionRoomSlug === slug);
    };
    expect(await sees(world.bob)).toBe(true);
    await app.database.pool.query(`update rooms set access_type = 'PROTECTED' where slug = $1`, [
      slug,
    ]);
    expect(await sees(world.bob)).toBe(true);
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    expect([await sees(world.bob), await sees(world.alice)]).toEqual([false, true]);
  });

  it("comes in pages that add up", async () => {
    const first = await world.alice.call("listRooms", { query: { limit: 3 } });
    const names = new Set<string>();
    for (let page = 1; page <= first.totalPages; page += 1) {
      const { results } = await world.alice.call("listRooms", { query: { limit: 3, page } });
      for (const room of results) names.add(room.sessionRoomSlug);
    }
    expect(names.size).toBe(first.totalResults);
  });

  it("keeps its totals on a page beyond the last", async () => {
    const first = await world.alice.call("listRooms", { query: { limit: 3 } });
    const page = await world.alice.call("listRooms", { query: { limit: 3, page: 999 } });
    expect(page).toEqual({ ...first, results: [], page: 999 });
  });
});

it("a room that several make at the same time is one room", async () => {
  const people = [world.alice, world.bob, world.mallory];
  const made = await Promise.all(people.map((person) => join(person, "All at once")));
  expect(made.map((each) => each?.sessionRoomSlug)).toEqual(people.map(() => "all-at-once"));
  expect(made.filter((each) => each?.outcome === "created")).toHaveLength(1);
});

it("a call without any room is a bad request", async () => {
  expect((await world.alice.refusal("createOrJoinRooms", { body: {} })).code).toBe("BAD_REQUEST");
});

it("nobody makes more than thirty rooms in a day, however many at once", async () => {
  for (let made = 0; made < 25; made += 1) await aRoomOf(world.carol);
  const names = Array.from({ length: 12 }, (_, at) => `carols-${at}`);
  const outcomes = await Promise.all(names.map((name) => join(world.carol, name)));
  expect(outcomes.filter((each) => each?.outcome === "created")).toHaveLength(5);
  expect(await join(world.carol, "one-too-many")).toMatchObject({
    outcome: "refused",
    code: "ROOM_LIMIT_REACHED",
  });
  app.clock.advance(24 * 60 * 60_000 + 1);
  const nextDay = await signIn(openBrowser(app.app.http.app), "carol@example.org");
  expect(await join(nextDay, "one-too-many")).toMatchObject({ outcome: "created" });
});
