import { randomUUID } from "node:crypto";
import type { ErrorCode, MemberStatus, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { joinByLink, setMember } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { openBrowser, openProgram, signIn, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  app = await startTestApp({
    environment: { ORG_MAX_OWNED: "2", OTP_SENDS_PER_IP_HOUR: "100000" },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  [alice, bob] = [await enter("alice"), await enter("bob")];
});

function enter(name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}-${randomUUID()}@example.org`);
}

const as = ({ tokens }: Person) => ({ as: tokens.access.token });

const nordlicht = {
  title: "Nordlicht Studio",
  type: "AGENCY",
  website: "https://nordlicht.example",
};

async function create(body: object = nordlicht): Promise<WorkspaceId> {
  const { id } = await alice.call("createOrganization", { body: body as { title: string } });
  return id;
}

/** The person's session works there from now on. */
async function switchTo(person: Person, orgId: WorkspaceId): Promise<void> {
  const { user, tokens } = await person.call("switchOrganization", { params: { orgId } });
  Object.assign(person, { user, tokens, accessToken: tokens.access.token });
}

test("an organization has its owner, its room general, and a place in the list of its maker", async () => {
  const orgId = await create();
  expect(await alice.call("getOrganization", { params: { orgId } })).toMatchObject({
    ...nordlicht,
    id: orgId,
    role: "OWNER",
    status: "ACTIVE",
    description: null,
  });
  const { results } = await alice.call("listOrganizations", { query: {} });
  expect(results).toMatchObject([{ id: orgId, title: "Nordlicht Studio" }]);
  expect(results[0]).not.toHaveProperty("role");
  const withRole = await alice.call("listOrganizations", { query: { includeRole: "true" } });
  expect(withRole.results).toMatchObject([{ role: "OWNER" }]);
  await switchTo(alice, orgId);
  expect((await alice.call("listSubscriptions", {})).results).toMatchObject([
    { sessionRoomSlug: "general", role: "OWNER", memberCount: 1 },
  ]);
});

test("what is unread is counted for each workspace, and only where it was asked for", async () => {
  const orgId = await create();
  await setMember(app, orgId, bob.user.id);
  await switchTo(bob, orgId);
  await bob.call("createOrJoinRooms", { body: { sessionRoomSlugs: ["general"] } });
  await switchTo(alice, orgId);
  const body = { content: "Good morning" };
  await alice.call("sendMessage", { params: { slug: "general" }, body });
  const query = { includeUnread: "true" } as const;
  expect(await bob.call("listOrganizations", { query })).toMatchObject({
    results: [{ id: orgId, unread: { unreadCount: 1, mentionCount: 0 } }],
    personal: { unreadCount: 0, mentionCount: 0 },
  });
  expect(await bob.call("listOrganizations", { query: {} })).not.toHaveProperty("personal");
  const { tokens } = await bob.call("switchToPersonal", {});
  Object.assign(bob, { tokens, accessToken: tokens.access.token });
  await setMember(app, orgId, bob.user.id, { status: "SUSPENDED" });
  const { results } = await bob.call("listOrganizations", { query });
  expect(results[0]).not.toHaveProperty("unread");
});

test("whoever makes more at once than they may own gets no more than that", async () => {
  const made = await Promise.all(
    Array.from({ length: 5 }, () =>
      app.request("createOrganization", { body: { title: "One of many" } }, as(alice)),
    ),
  );
  const statuses = made.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
  expect(statuses).toEqual([201, 201, 409, 409, 409]);
});

test.each([
  [{ title: "N" }, "title"],
  [{ title: "N".repeat(81) }, "title"],
  [{ ...nordlicht, type: "CLUB" }, "type"],
  [{ ...nordlicht, website: "javascript:alert(1)" }, "website"],
  [{ ...nordlicht, domain: "no host" }, "domain"],
  [{ ...nordlicht, role: "OWNER" }, ""],
])("%j is refused at %s", async (body, path) => {
  const refusal = await alice.refusal("createOrganization", { body } as never);
  expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
  if (path !== "") expect(JSON.stringify(refusal.details)).toContain(`"${path}"`);
});

test("a change keeps what it does not name, and clears what it names as nothing", async () => {
  const orgId = await create({ ...nordlicht, description: "Light", domain: "Nordlicht.Example" });
  const params = { orgId };
  const changed = await alice.call("updateOrganization", { params, body: { description: null } });
  expect(changed).toMatchObject({ ...nordlicht, description: null, domain: "nordlicht.example" });
});

describe("by what one is in it", () => {
  const roles: readonly [WorkspaceRole | null, MemberStatus, ...(ErrorCode | "ok")[]][] = [
    ["ADMIN", "ACTIVE", "ok", "ok", "ok"],
    ["MEMBER", "ACTIVE", "ok", "FORBIDDEN", "ok"],
    ["GUEST", "ACTIVE", "ok", "FORBIDDEN", "ok"],
    ["ADMIN", "SUSPENDED", "ok", "ORGANIZATION_NOT_FOUND", "MEMBER_SUSPENDED"],
    [
      "MEMBER",
      "INVITED",
      "ORGANIZATION_NOT_FOUND",
      "ORGANIZATION_NOT_FOUND",
      "ORGANIZATION_NOT_FOUND",
    ],
    [null, "ACTIVE", "ORGANIZATION_NOT_FOUND", "ORGANIZATION_NOT_FOUND", "ORGANIZATION_NOT_FOUND"],
  ];
  it.each(roles)("%s %s: sees %s, changes %s, switches %s", async (role, status, ...expected) => {
    const orgId = await create();
    if (role) await setMember(app, orgId, bob.user.id, { role, status });
    const params = { orgId };
    const answers = [
      await app.request("getOrganization", { params }, as(bob)),
      await app.request("updateOrganization", { params, body: { description: "new" } }, as(bob)),
      await app.request("switchOrganization", { params }, as(bob)),
    ];
    const codes = answers.map((each) =>
      each.statusCode < 400 ? "ok" : each.json<{ code: string }>().code,
    );
    expect(codes).toEqual(expected);
    const seen = answers[0]?.json<object>();
    if (status === "SUSPENDED")
      expect(seen).toEqual({ id: orgId, title: "Nordlicht Studio", avatar_url: null, status });
  });
});

describe("a switch", () => {
  it("leads the session elsewhere, closes its sockets of before, and refuses what was meant for there", async () => {
    const orgId = await create();
    const socket = await connect(app, alice);
    const before = alice.tokens.access.token;
    const reply = await alice.call("switchOrganization", { params: { orgId } });
    expect(reply).toMatchObject({
      currentOrg: { orgId, orgName: "Nordlicht Studio", orgRole: "OWNER", isDefault: false },
      accountType: "BUSINESS",
      user: { accountType: "BUSINESS" },
    });
    expect(await socket.closed).toEqual({ code: 4009, reason: "WORKSPACE_CHANGED" });
    const late = await app.request("listRooms", { query: {} }, { as: before });
    expect(late.statusCode).toBe(200);
    Object.assign(alice, { accessToken: reply.tokens.access.token, tokens: reply.tokens });
    expect((await alice.call("listSubscriptions", {})).results).toHaveLength(1);
    const back = await alice.call("switchToPersonal", {});
    expect(back).toMatchObject({ currentOrg: null, accountType: "PERSONAL" });
  });

  it("leaves both refresh tokens good, so that a lost answer signs nobody out", async () => {
    const orgId = await create();
    const { refresh } = alice.tokens;
    await alice.call("switchOrganization", { params: { orgId } });
    const body = { refreshToken: refresh.token };
    expect((await alice.call("refreshTokens", { body })).user.accountType).toBe("BUSINESS");
  });

  it("ends the session where the token of before is shown once that of the switch was used", async () => {
    app.clock.advance(31_000);
    const program = await signIn(openProgram(app.app.http.app), alice.user.email ?? "");
    const { refresh } = program.tokens;
    app.clock.advance(1);
    await switchTo(program, await create());
    const { token: refreshToken } = program.tokens.refresh;
    await program.call("refreshTokens", { body: { refreshToken } });
    const body = { refreshToken: refresh.token };
    expect((await program.refusal("refreshTokens", { body })).code).toBe("REFRESH_TOKEN_REUSED");
  });
});

/** Somebody who has an account signs in once more. */
async function signInAgain({ user }: Person) {
  app.clock.advance(31_000);
  const client = openBrowser(app.app.http.app);
  const identifier = user.email ?? "";
  const { user: sent } = await client.call("sendOtp", { body: { identifier } });
  return client.enter("verifyOtp", { body: { identifier, otp: sent.otp ?? "" } });
}

describe("a sign-in", () => {
  it.each<[MemberStatus | null, boolean]>([
    ["ACTIVE", true],
    ["SUSPENDED", false],
    [null, false],
  ])(
    "of somebody who is %s in the chosen organization leads there: %s",
    async (status, isThere) => {
      const orgId = await create();
      await setMember(app, orgId, bob.user.id);
      await bob.call("updateMe", { body: { preferences: { defaultWorkspace: orgId } } });
      if (status) await setMember(app, orgId, bob.user.id, { status });
      else
        await app.database.pool.query("delete from workspace_members where user_id = $1", [
          bob.user.id,
        ]);
      const reply = await signInAgain(bob);
      expect(reply).toMatchObject({
        user: { accountType: isThere ? "BUSINESS" : "PERSONAL" },
        currentOrg: isThere ? { orgId, orgName: "Nordlicht Studio", isDefault: true } : null,
      });
      const me = await app.request("getMe", {}, { as: reply.tokens.access.token });
      expect(me.json()).toMatchObject({ accountType: reply.user.accountType });
    },
  );

  it("leads without a choice into the workspace that the person switched to last", async () => {
    const orgId = await create();
    await setMember(app, orgId, bob.user.id);
    expect((await signInAgain(bob)).currentOrg).toBeNull();
    await switchTo(bob, orgId);
    expect((await signInAgain(bob)).currentOrg).toMatchObject({ orgId, isDefault: false });
    const { tokens } = await bob.call("switchToPersonal", {});
    Object.assign(bob, { tokens, accessToken: tokens.access.token });
    expect((await signInAgain(bob)).currentOrg).toBeNull();
    await switchTo(bob, orgId);
    await setMember(app, orgId, bob.user.id, { status: "SUSPENDED" });
    expect((await signInAgain(bob)).currentOrg).toBeNull();
  });

  it("leads into the organization whose invitation the person accepted last", async () => {
    const orgId = await create();
    await joinByLink(alice, orgId, bob);
    expect((await signInAgain(bob)).currentOrg).toMatchObject({ orgId, isDefault: false });
  });

  it("leads nowhere that the person is not in", async () => {
    const orgId = await create();
    const { rows } = await app.database.pool.query<{ id: WorkspaceId }>(
      "select id from workspaces where kind = 'personal'",
    );
    for (const id of [orgId, rows[0]?.id, null]) {
      const body = { preferences: { defaultWorkspace: id ?? null } };
      const { statusCode } = await app.request("updateMe", { body }, as(bob));
      expect(statusCode).toBe(id === null ? 200 : 400);
    }
  });
});
