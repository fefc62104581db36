import { randomUUID } from "node:crypto";
import type { InputOf, UserId, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, joinByLink, setMember, switchTo } from "#test/organizations.ts";
import { createRoomOf, createWorld, openBrowser, signIn, type Person } from "#test/world.ts";

/* Alice runs the server. Olga owns an organization with Max in it, Gil is its guest; Bob and Carol are in Personal alone. */

let app: TestApp;
let orgId: WorkspaceId;
let alice: Person;
let bob: Person;
let carol: Person;
let olga: Person;
let max: Person;
let gil: Person;
beforeAll(async () => {
  app = await startTestApp({
    environment: { OTP_SENDS_PER_IP_HOUR: "100000", FIND_PERSON_RATE: "4" },
  });
  ({ alice, bob, carol } = await createWorld(app.app.http.app));
  [olga, max, gil] = [await enter("Olga"), await enter("Max"), await enter("Gil")];
  orgId = await createOrganization(app);
  await setMember(app, orgId, olga.user.id, { role: "OWNER" });
  await setMember(app, orgId, max.user.id);
  await setMember(app, orgId, gil.user.id, { role: "GUEST" });
  for (const person of [olga, max, gil]) await switchTo(app, person, orgId);
});
afterAll(() => app.close());

async function enter(fullName: string): Promise<Person> {
  app.clock.advance(1_000);
  const username = `${fullName.toLowerCase()}-${randomUUID().slice(0, 8)}`;
  const person = await signIn(openBrowser(app.app.http.app), `${username}@example.org`);
  const user = await person.call("updateMe", { body: { fullName, username } });
  return Object.assign(person, { user });
}

type Listing = InputOf<"listUsers">["query"];

async function namesFor(person: Person, query: Partial<Listing> = {}): Promise<string[]> {
  const { results } = await person.call("listUsers", { query });
  return results.map(({ fullName }) => fullName);
}

const paramsOf = ({ user }: Person): { readonly sessionUserId: UserId } => ({
  sessionUserId: user.id,
});

/** Is somebody there for the reader? */
async function sees(reader: Person, who: Person): Promise<boolean> {
  const { statusCode } = await app.request(
    "getUser",
    { params: paramsOf(who) },
    { as: reader.tokens.access.token },
  );
  expect([200, 404]).toContain(statusCode);
  return statusCode === 200;
}

describe("in an organization", () => {
  it("members see its active members and nobody else", async () => {
    const [gone, asked] = [await enter("Gone"), await enter("Asked")];
    await setMember(app, orgId, gone.user.id, { status: "SUSPENDED" });
    await setMember(app, orgId, asked.user.id, { status: "INVITED" });
    expect(await namesFor(max)).toEqual(["Gil", "Max", "Olga"]);
    expect([await sees(max, olga), await sees(max, bob)]).toEqual([true, false]);
    expect([await sees(max, gone), await sees(max, asked), await sees(max, max)]).toEqual([
      false,
      false,
      true,
    ]);
    for (const list of ["listOrganizationUsers", "suggestUsers"] as const)
      expect((await max.call(list, { query: {} })).totalResults).toBe(3);
  });

  it("a guest sees those who share a room with them", async () => {
    expect([await namesFor(gil), await sees(gil, olga)]).toEqual([[], false]);
    await createRoomOf(olga, max);
    const shared = await createRoomOf(olga);
    await app.database.pool.query(
      `insert into participants (room_id, user_id, access_level, access_status, join_method)
        select id, $2, 'WRITE', 'ACCEPTED', 'DIRECT' from rooms where slug = $1`,
      [shared, gil.user.id],
    );
    expect(await namesFor(gil)).toEqual(["Gil", "Olga"]);
    expect([await sees(gil, olga), await sees(gil, max)]).toEqual([true, false]);
    const listed = await gil.call("listUsers", { query: { search: max.user.username } });
    expect(listed.totalResults).toBe(0);
  });

  it("without its directory a member sees what a guest does, whoever leads it everybody", async () => {
    const set = (memberDirectory: boolean) =>
      olga.call("updateSettings", { params: { orgId }, body: { memberDirectory } });
    await set(false);
    expect([await sees(max, gil), await sees(max, olga)]).toEqual([false, true]);
    expect([await namesFor(max), await namesFor(olga)]).toEqual([
      ["Max", "Olga"],
      ["Gil", "Max", "Olga"],
    ]);
    await set(true);
    expect(await sees(max, gil)).toBe(true);
  });

  it("without its directory, general makes nobody known to anybody", async () => {
    const [lea, ann, ben] = [await enter("Lea"), await enter("Ann"), await enter("Ben")];
    const { id } = await lea.call("createOrganization", { body: { title: "Ours" } });
    await switchTo(app, lea, id);
    for (const person of [ann, ben]) await joinByLink(lea, id, person);
    expect(await namesFor(ann)).toEqual(["Ann", "Ben", "Lea"]);
    await lea.call("updateSettings", { params: { orgId: id }, body: { memberDirectory: false } });
    expect([await namesFor(ann), await sees(ann, ben)]).toEqual([[], false]);
    await createRoomOf(ann, ben);
    expect([await namesFor(ann), await sees(ann, ben)]).toEqual([["Ann", "Ben"], true]);
  });

  it("whose an address is, those who lead alone find out", async () => {
    const found = (person: Person, who: Person) =>
      namesFor(person, { search: who.user.email ?? "" });
    expect([await found(max, olga), await found(gil, gil)]).toEqual([[], []]);
    expect(await found(olga, max)).toEqual(["Max"]);
    expect(await namesFor(max, { search: olga.user.username })).toEqual(["Olga"]);
  });

  it.each<[Partial<Listing>, string[]]>([
    [{ fullName: "MA" }, ["Max"]],
    [{ fullName: "%" }, []],
    [{ fullName: "_" }, []],
    [{ fullName: "\\" }, []],
    [{ fullName: " " }, ["Gil", "Max", "Olga"]],
    [{ role: "OWNER" }, ["Olga"]],
    [{ role: "MEMBER" }, ["Max"]],
    [{ role: "USER", fullName: "g" }, []],
    [{ sortBy: "createdAt" }, ["Gil", "Max", "Olga"]],
    [{ limit: 2, page: 2 }, ["Olga"]],
    [{ page: 5 }, []],
  ])("lists by %j: %j", async (query, names) => {
    expect(await namesFor(max, query)).toEqual(names);
    const { results, totalResults } = await max.call("suggestUsers", { query });
    expect(results.map(({ fullName }) => fullName)).toEqual(names);
    if (query.page !== undefined) expect(totalResults).toBe(3);
  });

  it("is found by its id as well, by those who are in it", async () => {
    const params = { orgId };
    await setMember(app, orgId, alice.user.id);
    const { results } = await alice.call("listUsersOf", { params, query: {} });
    expect(results.map(({ fullName }) => fullName)).toEqual(["Alice", "Gil", "Max", "Olga"]);
    await app.database.pool.query("delete from workspace_members where user_id = $1", [
      alice.user.id,
    ]);
    for (const person of [alice, bob]) {
      const refusal = await person.refusal("listUsersOf", { params, query: {} });
      expect(refusal.code).toBe("ORGANIZATION_NOT_FOUND");
    }
    const list = { method: "GET", url: "/v1/user/org/list" } as const;
    expect(await max.send(list)).toMatchObject({ status: 200, body: { totalResults: 3 } });
  });
});

describe("in Personal", () => {
  it("there is no organization to list", async () => {
    for (const list of ["listOrganizationUsers", "suggestOrganizationUsers"] as const)
      expect((await bob.refusal(list, { query: {} })).code).toBe("NO_ACTIVE_ORGANIZATION");
  });

  it("people see those in their rooms, and those who run the server everybody", async () => {
    const [dora, emil] = [await enter("Dora"), await enter("Emil")];
    expect([await namesFor(dora), await sees(dora, emil)]).toEqual([[], false]);
    const slug = await createRoomOf(dora, emil);
    await createRoomOf(dora, emil);
    expect([await namesFor(dora), await sees(dora, emil)]).toEqual([["Dora", "Emil"], true]);
    expect((await dora.call("listUsers", { query: {} })).totalResults).toBe(2);
    await emil.call("leaveRoom", { params: { slug } });
    expect(await sees(dora, emil)).toBe(true);
    expect(await namesFor(alice)).toContain("Max");
    expect(await namesFor(alice, { role: "OWNER" })).toEqual(["Alice"]);
    expect(await sees(alice, max)).toBe(true);
  });

  it("nobody learns who runs the server by asking for a role", async () => {
    const query = { role: "OWNER", search: alice.user.username } as const;
    for (const list of ["listUsers", "suggestUsers"] as const)
      expect(await carol.refusal(list, { query })).toMatchObject({
        code: "VALIDATION_ERROR",
        details: { fields: [{ path: "role", code: "notAllowed" }] },
      });
  });

  it("whoever knows an address or a username finds its person, four times an hour", async () => {
    const found = async (search: string) => namesFor(bob, { search });
    expect(await found(" MAX")).toEqual([]);
    expect(await found(`@${max.user.username.toUpperCase()}`)).toEqual(["Max"]);
    expect(await found(` ${max.user.email?.toUpperCase()} `)).toEqual(["Max"]);
    expect(await found("+49 1512 3456789")).toEqual([]);
    const refusal = await bob.refusal("suggestUsers", { query: { search: "max" } });
    expect(refusal.code).toBe("RATE_LIMITED");
    expect(await sees(bob, max)).toBe(false);
    for (let time = 0; time < 5; time += 1)
      expect(await namesFor(alice, { search: carol.user.username })).toEqual(["Carol"]);
  });
});

describe("of somebody", () => {
  const contact = ["email", "phone"];
  const account = ["isBlocked", "role"];
  it.each<[string, () => [Person, Person], string[]]>([
    ["a member", () => [max, olga], []],
    ["a leader of an organization that both are in", () => [olga, max], contact],
    ["those who run the server", () => [alice, max], [...contact, ...account]],
    ["the person", () => [max, max], [...contact, ...account]],
  ])("%s is told this much more", async (_who, pair, more) => {
    const [reader, who] = pair();
    const { id, fullName, username, email } = who.user;
    const profile = await reader.call("getUser", { params: paramsOf(who) });
    expect(profile).toMatchObject({ id, sessionUserId: id, fullName, username, bio: null });
    const all = [...contact, ...account].filter((key) => key in profile);
    expect(all.toSorted()).toEqual([...more].toSorted());
    if (more.length > 0) expect(profile.email).toBe(email);
  });

  it("an invitation that nobody has accepted tells its organization nothing", async () => {
    const asked = await enter("Asked");
    await createRoomOf(asked, carol);
    await setMember(app, orgId, asked.user.id, { status: "INVITED" });
    await setMember(app, orgId, carol.user.id, { role: "ADMIN" });
    expect(await carol.call("getUser", { params: paramsOf(asked) })).not.toHaveProperty("email");
    await setMember(app, orgId, asked.user.id);
    expect(await carol.call("getUser", { params: paramsOf(asked) })).toHaveProperty("email");
    await app.database.pool.query("delete from workspace_members where user_id = any ($1)", [
      [asked.user.id, carol.user.id],
    ]);
  });

  it("those who see them learn how they are now, and nobody else", async () => {
    const status = { emoji: null, text: "At lunch", expiresAt: null };
    await olga.call("updateMe", { body: { customStatus: status } });
    await app.database.pool.query(
      `insert into presence (user_id, active_at) values ($1, $2)
       on conflict (user_id) do update set active_at = excluded.active_at`,
      [olga.user.id, app.clock.now()],
    );
    const search = olga.user.username;
    const found = async (reader: Person) =>
      (await reader.call("listUsers", { query: { search } })).results;
    expect(await found(max)).toMatchObject([{ presence: "online", customStatus: status }]);
    expect(await found(carol)).toMatchObject([{ presence: "offline", customStatus: null }]);
    await max.call("blockUser", { params: paramsOf(olga) });
    const profile = await olga.call("getUser", { params: paramsOf(olga) });
    expect(profile).toMatchObject({ presence: "online" });
    expect(await max.call("getUser", { params: paramsOf(olga) })).toMatchObject({
      presence: "offline",
      customStatus: null,
    });
    await max.call("unblockUser", { params: paramsOf(olga) });
  });

  it("pickers are told the name alone, and who is there", async () => {
    const { results } = await max.call("suggestOrganizationUsers", { query: { fullName: "olga" } });
    const { id, fullName, username } = olga.user;
    const shown = { id, fullName, username, avatar_url: null, presence: "online" };
    expect(results).toEqual([shown]);
  });
});

describe("a block", () => {
  const blocksOf = async (person: Person) =>
    (await person.call("listBlocks", { query: {} })).results.map(({ user }) => user.fullName);

  test("hides two people from each other's lists, but from those who lead them", async () => {
    await max.call("blockUser", { params: paramsOf(olga) });
    await max.call("blockUser", { params: paramsOf(olga) });
    expect([await blocksOf(max), await blocksOf(olga)]).toEqual([["Olga"], []]);
    const beyond = await max.call("listBlocks", { query: { page: 2 } });
    expect(beyond).toMatchObject({ results: [], totalResults: 1, totalPages: 1 });
    expect(await namesFor(max)).toEqual(["Gil", "Max"]);
    expect(await namesFor(olga)).toEqual(["Gil", "Max", "Olga"]);
    const picked = await olga.call("suggestUsers", { query: {} });
    expect(picked.results.map(({ fullName }) => fullName)).toEqual(["Gil", "Olga"]);
    expect(picked.totalResults).toBe(2);
    expect(await sees(olga, max)).toBe(true);
    await max.call("unblockUser", { params: paramsOf(olga) });
    await max.call("unblockUser", { params: paramsOf(olga) });
    expect([await blocksOf(max), await namesFor(max)]).toEqual([[], ["Gil", "Max", "Olga"]]);
  });

  test.each([
    ["oneself", () => max, "FORBIDDEN"],
    ["somebody whom one does not see", () => bob, "USER_NOT_FOUND"],
  ])("of %s is refused", async (_whom, whom, code) => {
    expect((await max.refusal("blockUser", { params: paramsOf(whom()) })).code).toBe(code);
    expect(await blocksOf(max)).toEqual([]);
  });
});
