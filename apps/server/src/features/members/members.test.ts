import type { ErrorCode, UserId, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter, joinByLink, setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, type Person } from "#test/world.ts";

let app: TestApp;
let owner: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await enter(app, "Olga");
  ({ id: orgId } = await owner.call("createOrganization", { body: { title: "Nordlicht" } }));
});

async function join(name: string, role: WorkspaceRole = "MEMBER"): Promise<Person> {
  const person = await enter(app, name);
  await joinByLink(owner, orgId, person);
  if (role !== "MEMBER") await setMember(app, orgId, person.user.id, { role });
  return person;
}

async function namesFor(person: Person, query: object = {}): Promise<string[]> {
  const { results } = await person.call("listMembers", { params: { orgId }, query });
  return results.map(({ user }) => user.fullName);
}

const levelOf = async (person: Person) =>
  (await person.call("getRoom", { params: { slug: "general" } })).accessLevel;

const paramsOf = ({ user }: Person): { orgId: WorkspaceId; userId: UserId } => ({
  orgId,
  userId: user.id,
});

test("members are listed by name, searched, filtered, sorted and paged", async () => {
  const bob = await join("Bob");
  await join("Ada", "ADMIN");
  expect(await namesFor(bob)).toEqual(["Ada", "Bob", "Olga"]);
  expect(await namesFor(bob, { search: "olga" })).toEqual(["Olga"]);
  expect(await namesFor(bob, { search: "%" })).toEqual([]);
  expect(await namesFor(bob, { role: "ADMIN" })).toEqual(["Ada"]);
  expect(await namesFor(bob, { sortBy: "role" })).toEqual(["Olga", "Ada", "Bob"]);
  await owner.call("updateMember", { params: paramsOf(bob), body: { department: "Maps" } });
  expect(await namesFor(owner, { department: "Maps" })).toEqual(["Bob"]);
  const page = await owner.call("listMembers", { params: { orgId }, query: { limit: 2, page: 2 } });
  expect(page).toMatchObject({ totalResults: 3, totalPages: 2, results: [{ role: "OWNER" }] });
  const behind = await owner.call("listMembers", { params: { orgId }, query: { page: 9 } });
  expect(behind).toMatchObject({ totalResults: 3, results: [] });
});

test("addresses are for those who lead and for oneself, in the list and in its search", async () => {
  const bob = await join("Bob");
  const { results } = await bob.call("listMembers", { params: { orgId }, query: {} });
  expect(results.map(({ user }) => "email" in user)).toEqual([true, false]);
  expect(results.some((each) => "suspendedReason" in each)).toBe(false);
  const search = owner.user.email?.split("@")[0] ?? "";
  expect(await namesFor(bob, { search })).toEqual([]);
  expect(await namesFor(owner, { search })).toEqual(["Olga"]);
});

test("when somebody was last active is for those who lead and for oneself", async () => {
  const bob = await join("Bob");
  const ada = await join("Ada");
  const timeFor = async (reader: Person) =>
    (await reader.call("getMember", { params: paramsOf(bob) })).lastActiveAt;
  expect(await timeFor(owner)).toBeNull();
  const client = await connect(app, bob);
  client.send({ type: "CLIENT_ACTIVITY" });
  await expect.poll(() => timeFor(owner)).toBe(app.clock.now().toISOString());
  expect(await timeFor(bob)).toBe(await timeFor(owner));
  expect(await timeFor(ada)).toBeUndefined();
});

test("whoever becomes a guest hears nothing more of rooms that they only looked at, and goes on in their own", async () => {
  const bob = await join("Bob");
  await switchTo(app, owner, orgId);
  const [seen, own] = [await createRoomOf(owner), await createRoomOf(owner, bob)];
  const ears = await connect(app, bob);
  ears.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId: "look", sessionRoomSlugs: [seen] });
  await ears.reply("look");
  const say = (slug: string, content: string) =>
    owner.call("sendMessage", { params: { slug }, body: { content } });
  await say(seen, "For everybody");
  await ears.until((frame) => JSON.stringify(frame).includes("For everybody"));
  await owner.call("updateMember", { params: paramsOf(bob), body: { role: "GUEST" } });
  await say(seen, "For members");
  await say(own, "For those inside");
  await ears.until((frame) => JSON.stringify(frame).includes("For those inside"));
  await ears.fence();
  expect(JSON.stringify(ears.frames)).not.toContain("For members");
});

test("a guest sees those who share a room with them", async () => {
  const guest = await join("Gil", "GUEST");
  const hidden = await enter(app, "Hanna");
  await setMember(app, orgId, hidden.user.id);
  expect(await namesFor(guest)).toEqual(["Gil", "Olga"]);
  expect(await guest.refusal("getMember", { params: paramsOf(hidden) })).toMatchObject({
    code: "MEMBER_NOT_FOUND",
  });
  expect(await owner.call("getMember", { params: paramsOf(hidden) })).toMatchObject({
    role: "MEMBER",
  });
});

describe("acting on somebody", () => {
  const low = "MEMBER_ROLE_NOT_ALLOWED";
  const cases: readonly [WorkspaceRole, WorkspaceRole, WorkspaceRole, ErrorCode | "ok"][] = [
    ["OWNER", "ADMIN", "GUEST", "ok"],
    ["OWNER", "MEMBER", "ADMIN", "ok"],
    ["OWNER", "MEMBER", "OWNER", low],
    ["ADMIN", "MEMBER", "GUEST", "ok"],
    ["ADMIN", "MEMBER", "ADMIN", low],
    ["ADMIN", "ADMIN", "MEMBER", low],
    ["ADMIN", "OWNER", "MEMBER", low],
    ["MEMBER", "GUEST", "MEMBER", "FORBIDDEN"],
    ["GUEST", "MEMBER", "GUEST", "FORBIDDEN"],
  ];
  it.each(cases)("%s makes of %s a %s: %s", async (own, other, role, expected) => {
    const actor = own === "OWNER" ? owner : await join("Ann", own);
    const target = other === "OWNER" ? owner : await join("Tom", other);
    const input = { params: paramsOf(target), body: { role } };
    const answer = await app.request("updateMember", input, { as: actor.tokens.access.token });
    expect(answer.statusCode < 400 ? "ok" : answer.json<{ code: string }>().code).toBe(expected);
    const { role: after } = await owner.call("getMember", { params: paramsOf(target) });
    expect(after).toBe(expected === "ok" ? role : other);
    if (expected === "ok") expect(await levelOf(target)).toBe(role === "ADMIN" ? "ADMIN" : "WRITE");
  });

  it("takes the level in general with the role, for the next event", async () => {
    const ada = await join("Ada");
    const change = (role: WorkspaceRole) =>
      owner.call("updateMember", { params: paramsOf(ada), body: { role } });
    await change("ADMIN");
    const socket = await connect(app, ada);
    await change("GUEST");
    const told = await socket.until((frame) => frame["event"] === "participant_changed");
    expect(told).toMatchObject({ userId: ada.user.id, accessLevel: "WRITE", memberCount: 2 });
    await owner.call("updateMember", { params: paramsOf(ada), body: { department: "Maps" } });
    expect(await levelOf(ada)).toBe("WRITE");
  });

  it("suspends with a reason, ends their sockets and invitations, and gives all back", async () => {
    const ada = await join("Ada", "ADMIN");
    const made = await ada.call("generateInviteLink", { params: { orgId }, body: {} });
    const socket = await connect(app, ada);
    const params = paramsOf(ada);
    const suspended = await owner.call("suspendMember", { params, body: { reason: "On leave" } });
    expect(suspended).toMatchObject({ status: "SUSPENDED", suspendedReason: "On leave" });
    expect(await socket.closed).toEqual({ code: 4003, reason: "WORKSPACE_ACCESS_LOST" });
    expect(await ada.refusal("listRooms", { query: {} })).toMatchObject({
      code: "WORKSPACE_ACCESS_LOST",
    });
    const card = await owner.call("validateInvitation", { params: { code: made.code } });
    expect(card.valid).toBe(false);
    const again = await owner.refusal("suspendMember", { params, body: { reason: "Twice" } });
    expect(again).toMatchObject({ code: "MEMBER_STATUS_CONFLICT" });
    const back = await owner.call("reactivateMember", { params });
    expect(back).toMatchObject({ status: "ACTIVE", role: "ADMIN", suspendedReason: null });
    expect((await ada.call("listSubscriptions", {})).results).toHaveLength(1);
  });

  it("leaves invitations of whoever still leads, and ends those of whoever does not", async () => {
    const ada = await join("Ada", "ADMIN");
    const { code } = await ada.call("generateInviteLink", { params: { orgId }, body: {} });
    const isValid = async () =>
      (await owner.call("validateInvitation", { params: { code } })).valid;
    await owner.call("updateMember", { params: paramsOf(ada), body: { department: "Maps" } });
    expect(await isValid()).toBe(true);
    await owner.call("updateMember", { params: paramsOf(ada), body: { role: "MEMBER" } });
    expect(await isValid()).toBe(false);
  });

  it("leaves what a MEMBER may invite to under the policy, and ends the rest", async () => {
    const ada = await join("Ada", "ADMIN");
    const params = { orgId };
    await owner.call("updateSettings", { params, body: { invitePolicy: "members" } });
    const invitations = [{ email: "ann@example.org" }];
    await ada.call("inviteMembers", { params, body: { invitations } });
    await ada.call("generateInviteLink", { params, body: {} });
    const listOpen = async () => {
      const query = { status: "PENDING" as const };
      const { results } = await owner.call("listInvitations", { params, query });
      return results.filter(({ invitedBy }) => invitedBy === "Ada").map(({ type }) => type);
    };
    await owner.call("updateMember", { params: paramsOf(ada), body: { role: "MEMBER" } });
    expect(await listOpen()).toEqual(["EMAIL"]);
    await owner.call("updateMember", { params: paramsOf(ada), body: { department: "Maps" } });
    expect(await listOpen()).toEqual(["EMAIL"]);
    await owner.call("updateMember", { params: paramsOf(ada), body: { role: "GUEST" } });
    expect(await listOpen()).toEqual([]);
  });
});
