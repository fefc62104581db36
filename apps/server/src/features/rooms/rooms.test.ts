import type { CallOf, Entry } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, setMember, switchTo } from "#test/organizations.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

/** What makes carol, who is no participant, somebody else to the room. */
const entries: [string, string, Pick<Entry, "valid" | "reason" | "action">][] = [
  ["is PUBLIC", "", { valid: true, reason: null, action: "join" }],
  [
    "is PROTECTED",
    "update rooms set access_type = 'PROTECTED' where slug = $1",
    { valid: true, reason: null, action: "request" },
  ],
  [
    "is PRIVATE",
    "update rooms set access_type = 'PRIVATE' where slug = $1",
    { valid: false, reason: "NOT_FOUND", action: "none" },
  ],
  [
    "is archived",
    "update rooms set status = 'ARCHIVED' where slug = $1",
    { valid: false, reason: "ARCHIVED", action: "none" },
  ],
  ...(
    [
      ["let them in", "ACCEPTED", { valid: true, reason: null, action: "open" }],
      ["invited them", "INVITED", { valid: true, reason: null, action: "accept" }],
      ["has their request", "PENDING", { valid: true, reason: null, action: "none" }],
      ["banned them", "REMOVED", { valid: false, reason: "BANNED", action: "none" }],
    ] as const
  ).map(([name, status, expected]): (typeof entries)[number] => [
    name,
    `insert into participants (room_id, user_id, access_level, access_status, join_method, is_banned)
        select r.id, u.id, 'WRITE', '${status}', 'DIRECT', ${status === "REMOVED"} from rooms r, users u
        where r.slug = $1 and u.username = 'carol'`,
    expected,
  ]),
];

it.each(entries)("a room that %s says how it is entered", async (_name, change, expected) => {
  const params = { slug: await createRoomOf(world.alice) };
  if (change !== "") await app.database.pool.query(change, [params.slug]);
  expect(await world.carol.call("validateRoom", { params })).toMatchObject({
    ...expected,
    sessionRoomSlug: params.slug,
  });
  const exists = expected.reason !== "NOT_FOUND";
  expect(await world.carol.call("findRoom", { params })).toEqual({ exists });
});

it("names the owners of a room to who is in it alone", async () => {
  const params = { slug: await createRoomOf(world.alice) };
  expect(await world.alice.call("getRoom", { params })).toMatchObject({ ownerNames: ["Alice"] });
  expect(await world.carol.call("getRoom", { params })).not.toHaveProperty("ownerNames");
});

it("tells participants how many they are and how much they wrote", async () => {
  const params = { slug: await createRoomOf(world.alice, world.bob) };
  await world.bob.call("sendMessage", { params, body: { content: "One" } });
  expect(await world.bob.call("getRoomStats", { params })).toMatchObject({
    messageCount: 1,
    participantCount: 2,
  });
  expect(await world.carol.refusal("getRoomStats", { params })).toMatchObject({
    code: "FORBIDDEN",
    status: 403,
  });
  expect(await world.carol.call("getChatHealth", {})).toEqual({ status: "ok" });
});

/** Of Carol's questions: what each finds of the rooms of "atlas" in a place of its own. */
const listings: [string, CallOf<"listRooms">["query"], string[]][] = [
  ["all that she sees", {}, ["Atlas invited", "Atlas open", "Atlas protected"]],
  ["a part of a description", { search: "atlas open 100%" }, ["Atlas open"]],
  ["a sign that means anything to the database", { search: "atlas_open" }, []],
  ["those with a door", { accessType: "PROTECTED" }, ["Atlas protected"]],
  ["those that wait for her answer", { accessStatus: "INVITED" }, ["Atlas invited"]],
  ["those that she is in", { accessStatus: "ACCEPTED" }, []],
  ["archived ones", { status: "ARCHIVED" }, ["Atlas archived"]],
  ["those that somebody else deleted", { status: "DELETED" }, []],
];

describe("the list of rooms", () => {
  beforeAll(async () => {
    for (const name of ["open", "protected", "hidden", "invited", "archived", "deleted"]) {
      const hidden = name === "hidden" || name === "invited";
      const privacy = name === "protected" ? name : hidden ? "private" : "public";
      const body = { title: `Atlas ${name}`, description: "100% ours", privacy } as const;
      await world.alice.call("createRoom", { body });
    }
    const carol = { identifiers: [world.carol.user.username] };
    await world.alice.call("inviteToRoom", { params: { slug: "atlas-invited" }, body: carol });
    await world.alice.call("archiveRoom", { params: { slug: "atlas-archived" } });
    await world.alice.call("deleteRoom", { params: { slug: "atlas-deleted" } });
  });
  const find = async (who: "alice" | "carol", query: CallOf<"listRooms">["query"]) => {
    const { results } = await world[who].call("listRooms", {
      query: { search: "Atlas", ...query },
    });
    return results.map(({ roomName }) => roomName);
  };

  it.each(listings)("has %s", async (_what, query, names) => {
    expect(await find("carol", query)).toEqual(names);
  });

  it("has those that are asked for by their ids, as far as she sees them", async () => {
    const { results } = await world.alice.call("listRooms", { query: { search: "Atlas" } });
    const archived = { search: "Atlas", status: "ARCHIVED" } as const;
    const more = await world.alice.call("listRooms", { query: archived });
    const ids = [...results, ...more.results].map(({ roomId }) => roomId);
    expect(ids).toHaveLength(5);
    const names = await find("carol", { search: "", ids: ids.join(",") });
    expect(names).toEqual(["Atlas archived", "Atlas invited", "Atlas open", "Atlas protected"]);
    const refusal = await world.carol.refusal("listRooms", { query: { ids: "atlas" } });
    expect(refusal.code).toBe("VALIDATION_ERROR");
  });

  it("has for who deleted a room what they may restore, as long as they may", async () => {
    expect(await find("alice", { status: "DELETED" })).toEqual(["Atlas deleted"]);
    await app.database.pool.query(
      "update rooms set ended_at = now() - interval '31 days' where slug = 'atlas-deleted'",
    );
    expect(await find("alice", { status: "DELETED" })).toEqual([]);
  });
});

it("counts a thousand rooms, and finds the others by page all the same", async () => {
  const orgId = await createOrganization(app);
  await setMember(app, orgId, world.alice.user.id);
  await app.database.pool.query(
    `insert into rooms (workspace_id, slug, title, room_type, access_type, created_by, created_at)
      select $1, 'many-' || n, 'Many ' || lpad(n::text, 4, '0'), 'channel', 'PUBLIC', $2, now() - interval '2 days'
      from generate_series(1, 1203) n`,
    [orgId, world.alice.user.id],
  );
  const list = async (page: number) => {
    const query = { page, limit: 100, search: "Many" } as const;
    await switchTo(app, world.alice, orgId);
    const { results, totalResults } = await world.alice.call("listRooms", { query });
    return [results[0]?.roomName, results.length, totalResults];
  };
  expect(await list(1)).toEqual(["Many 0001", 100, 1_000]);
  expect(await list(11)).toEqual(["Many 1001", 100, 1_101]);
  expect(await list(13)).toEqual(["Many 1201", 3, 1_203]);
  expect(await list(14)).toEqual([undefined, 0, 1_000]);
});

it("lists the rooms of an organization that the caller is in, from wherever they work", async () => {
  const orgId = await createOrganization(app);
  for (const { user } of [world.alice, world.bob]) await setMember(app, orgId, user.id);
  await switchTo(app, world.alice, orgId);
  const names = async (status?: "ARCHIVED") => {
    const query = status ? { status } : {};
    const { results } = await world.bob.call("listRoomsOf", { params: { orgId }, query });
    return results.map(({ roomName }) => roomName);
  };
  for (const title of ["Maps", "Old maps", "Hidden"]) {
    const privacy = title === "Hidden" ? "private" : "public";
    await world.alice.call("createRoom", { body: { title, privacy } });
  }
  await world.alice.call("archiveRoom", { params: { slug: "old-maps" } });
  expect(await names()).toEqual(["Maps"]);
  expect(await names("ARCHIVED")).toEqual(["Old maps"]);
  const deleted = { params: { orgId }, query: { status: "DELETED" as "ACTIVE" } };
  expect((await world.bob.refusal("listRoomsOf", deleted)).code).toBe("VALIDATION_ERROR");
  const refusal = await world.carol.refusal("listRoomsOf", { params: { orgId }, query: {} });
  expect(refusal.code).toBe("ORGANIZATION_NOT_FOUND");
});
