import type { ParticipantAccessLevel } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

/* Who is in a room, and with which level. */

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function setPlace(slug: string, person: Person, column: string, value: string) {
  await app.database.pool.query(
    `update participants p set ${column} = $3 from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    [slug, person.user.id, value],
  );
}

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

describe("another access level", () => {
  const set = (slug: string, person: Person, accessLevel: ParticipantAccessLevel) => ({
    params: { slug, participantId: person.user.id },
    body: { accessLevel },
  });

  it("counts at once, is heard by the others, and stands in the audit", async () => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    const carol = await connect(app, world.carol);
    const { seq, ...changed } = await world.alice.call(
      "setAccessLevel",
      set(slug, world.bob, "READ"),
    );
    expect(changed).toMatchObject({ accessLevel: "READ", accessStatus: "ACCEPTED" });
    const send = { params: { slug }, body: { content: "may I?" } };
    expect((await world.bob.refusal("sendMessage", send)).code).toBe("MESSAGE_SEND_NOT_ALLOWED");
    const event = await carol.until((frame) => frame["event"] === "participant_changed");
    expect(event).toMatchObject({ userName: "Bob", accessLevel: "READ", memberCount: 3 });
    const line = await carol.until((frame) => JSON.stringify(frame).includes("level_changed"));
    expect(line).toMatchObject({ seq });
    const again = await world.alice.call("setAccessLevel", set(slug, world.bob, "READ"));
    expect(again.seq).toBeUndefined();
    const { rows } = await app.database.pool.query(
      `select before, after from audit_events where kind = 'participant level' and target_id = $1`,
      [world.bob.user.id],
    );
    expect(rows).toEqual([{ before: { accessLevel: "WRITE" }, after: { accessLevel: "READ" } }]);
  });

  const no = "ACCESS_LEVEL_NOT_ALLOWED";
  it.each([
    ["OWNER", "ADMIN", "WRITE", undefined],
    ["OWNER", "READ", "OWNER", undefined],
    ["OWNER", "OWNER", "ADMIN", no],
    ["ADMIN", "READ", "WRITE", undefined],
    ["ADMIN", "WRITE", "ADMIN", no],
    ["ADMIN", "ADMIN", "WRITE", no],
    ["ADMIN", "OWNER", "READ", no],
    ["WRITE", "READ", "WRITE", no],
    ["READ", "READ", "COMMENT", no],
  ] as const)("by %s for %s to %s: %s", async (own, other, to, code) => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    await setPlace(slug, world.bob, "access_level", own);
    await setPlace(slug, world.carol, "access_level", other);
    const input = set(slug, world.carol, to);
    if (code === undefined) await world.bob.call("setAccessLevel", input);
    else expect((await world.bob.refusal("setAccessLevel", input)).code).toBe(code);
    const { accessLevel } = await world.carol.call("getParticipantAdmin", {
      params: { slug, sessionUserId: world.carol.user.id },
    });
    expect(accessLevel).toBe(code === undefined ? to : other);
  });

  it("of oneself is for the OWNER, as long as there is another one", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const input = set(slug, world.alice, "ADMIN");
    expect((await world.alice.refusal("setAccessLevel", input)).code).toBe("ROOM_LAST_OWNER");
    await world.alice.call("setAccessLevel", set(slug, world.bob, "OWNER"));
    expect((await world.alice.call("setAccessLevel", input)).accessLevel).toBe("ADMIN");
    expect((await world.alice.refusal("setAccessLevel", set(slug, world.alice, "READ"))).code).toBe(
      no,
    );
  });

  it("is not for an OWNER who is alone: the room would be nobody's to manage", async () => {
    const slug = await createRoomOf(world.alice);
    const input = set(slug, world.alice, "WRITE");
    expect((await world.alice.refusal("setAccessLevel", input)).code).toBe("ROOM_LAST_OWNER");
    expect(await world.alice.call("getRoom", { params: { slug } })).toMatchObject({
      accessLevel: "OWNER",
    });
  });

  it("is not for two OWNERs to lay down at once", async () => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    await world.alice.call("setAccessLevel", set(slug, world.bob, "OWNER"));
    const answers = await Promise.allSettled(
      [world.alice, world.bob].map((each) => each.call("setAccessLevel", set(slug, each, "WRITE"))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it.each([
    ["a room that is archived", "status = 'ARCHIVED'", "ROOM_ARCHIVED"],
    ["the general room", "is_general = true", "ROOM_IS_GENERAL"],
    ["a direct room", "room_type = 'direct'", "ROOM_TYPE_NOT_SUPPORTED"],
  ])("is refused in %s", async (_name, change, code) => {
    const slug = await createRoomOf(world.alice, world.bob);
    await app.database.pool.query(`update rooms set ${change} where slug = $1`, [slug]);
    const input = set(slug, world.bob, "READ");
    expect((await world.alice.refusal("setAccessLevel", input)).code).toBe(code);
  });

  it("is not for who is out, strangers and texts that are no id", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await world.bob.call("leaveRoom", { params: { slug } });
    const codeFor = async (participantId: string) =>
      (
        await world.alice.refusal("setAccessLevel", {
          params: { slug, participantId },
          body: { accessLevel: "READ" },
        })
      ).code;
    expect(await codeFor(world.bob.user.id)).toBe("PARTICIPANT_STATUS_CONFLICT");
    expect(await codeFor(world.mallory.user.id)).toBe("PARTICIPANT_NOT_FOUND");
    expect(await codeFor("bob")).toBe("PARTICIPANT_NOT_FOUND");
  });
});
