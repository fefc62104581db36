import { randomUUID } from "node:crypto";
import type { ErrorCode, UserId, UserRole, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createWorld, openBrowser, signIn, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function enter(role: UserRole = "USER"): Promise<Person> {
  const person = await signIn(openBrowser(app.app.http.app), `${randomUUID()}@example.org`);
  await app.database.pool.query("update users set role = $2 where id = $1", [person.user.id, role]);
  return person;
}

async function enterOrganization(role: WorkspaceRole): Promise<Person> {
  const [person, orgId] = [await enter(), await createOrganization(app)];
  await setMember(app, orgId, person.user.id, { role });
  await switchTo(app, person, orgId);
  return person;
}

const paramsOf = ({ user }: Person): { readonly sessionUserId: UserId } => ({
  sessionUserId: user.id,
});

describe("an account that is made for somebody", () => {
  it("is not proved until its person opens the link that they are sent", async () => {
    const identifier = `Nina-${randomUUID()}@Example.org`;
    const made = await world.alice.call("createUser", { body: { identifier, fullName: "Nina" } });
    const email = identifier.toLowerCase();
    expect(made).toMatchObject({ fullName: "Nina", email, role: "USER", isBlocked: false });
    const mail = () => app.outbox.list().find(({ to }) => to === email);
    await expect.poll(mail).toMatchObject({ subject: "Your Colbin account" });
    const token = decodeURIComponent(/#token=(\S+)/.exec(mail()?.text ?? "")?.[1] ?? "");
    const { user } = await openBrowser(app.app.http.app).enter("verifyLink", { body: { token } });
    expect(user).toMatchObject({ id: made.id, fullName: "Nina", isEmailVerified: true });
  });

  it.each<[string, () => Person, string, ErrorCode]>([
    ["by somebody else", () => world.bob, "new@example.org", "FORBIDDEN"],
    ["a second time", () => world.alice, "BOB@example.org", "CONFLICT"],
    ["without an address", () => world.alice, "bob", "IDENTIFIER_INVALID"],
    ["with an empty one", () => world.alice, " ", "IDENTIFIER_REQUIRED"],
  ])("is not made %s", async (_how, who, identifier, code) => {
    const refusal = await who().refusal("createUser", { body: { identifier, fullName: "New" } });
    expect(refusal.code).toBe(code);
  });
});

describe("one invitation into the active organization", () => {
  it("goes to an address, with a role that the caller may give", async () => {
    const olga = await enterOrganization("OWNER");
    const identifier = `Ivy-${randomUUID()}@Example.org`;
    const email = identifier.toLowerCase();
    const body = { identifier, fullName: "Ivy", role: "ADMIN" } as const;
    expect(await olga.call("inviteUser", { body })).toEqual({ email, outcome: "invited" });
    expect(await olga.call("inviteUser", { body })).toEqual({ email, outcome: "resent" });
    await expect.poll(() => app.outbox.list().some(({ to }) => to === email)).toBe(true);
  });

  it.each<[WorkspaceRole, string, "ADMIN" | "MEMBER", ErrorCode]>([
    ["ADMIN", "ivy@example.org", "ADMIN", "INVITATION_ROLE_NOT_ALLOWED"],
    ["MEMBER", "ivy@example.org", "MEMBER", "FORBIDDEN"],
    ["OWNER", "+49 1512 3456789", "MEMBER", "IDENTIFIER_INVALID"],
  ])("is not made by %s to %s as %s: %s", async (own, identifier, role, code) => {
    const person = await enterOrganization(own);
    expect((await person.refusal("inviteUser", { body: { identifier, role } })).code).toBe(code);
  });
});

test("a person changes themself by their id as by /user/me", async () => {
  const person = await enter();
  const params = paramsOf(person);
  const changed = await person.call("updateUser", { params, body: { bio: "Hello" } });
  expect(changed).toMatchObject({ id: person.user.id, bio: "Hello", email: person.user.email });
  expect(await person.call("getMe", {})).toMatchObject({ bio: "Hello" });
});

test.each([
  [{ isBlocked: false }, () => world.bob, () => world.bob],
  [{ isBlocked: true }, () => world.alice, () => world.alice],
  [{ role: "OWNER" }, () => world.bob, () => world.bob],
  [{ isEmailVerified: true }, () => world.bob, () => world.bob],
  [{ accountType: "BUSINESS" }, () => world.bob, () => world.bob],
  [{ fullName: "Robert" }, () => world.alice, () => world.bob],
])("%j is refused by its form", async (body, who, whom) => {
  const input = { params: paramsOf(whom()), body } as never;
  expect(await who().refusal("updateUser", input)).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { fields: [{ path: Object.keys(body)[0] }] },
  });
});

describe("blocking an account", () => {
  const shut = (by: Person, whom: Person, isBlocked = true) =>
    app.request(
      "updateUser",
      { params: paramsOf(whom), body: { isBlocked } },
      { as: by.tokens.access.token },
    );

  it.each<[UserRole, UserRole, number]>([
    ["OWNER", "OWNER", 200],
    ["OWNER", "ADMIN", 200],
    ["ADMIN", "USER", 200],
    ["ADMIN", "GUEST", 200],
    ["ADMIN", "ADMIN", 403],
    ["ADMIN", "OWNER", 403],
    ["USER", "USER", 404],
  ])("%s blocks %s: %i", async (by, whom, status) => {
    const [actor, target] = [await enter(by), await enter(whom)];
    expect((await shut(actor, target)).statusCode).toBe(status);
    const back = await target.send({ method: "GET", url: "/v1/user/me" });
    expect(back.status).toBe(status === 200 ? 401 : 200);
  });

  it("ends sessions and sockets, takes invitations back, and keeps its person out until it ends", async () => {
    const person = await enter();
    const { id: orgId } = await person.call("createOrganization", { body: { title: "Theirs" } });
    await person.call("generateInviteLink", { params: { orgId }, body: {} });
    const socket = await connect(app, person);
    expect((await shut(world.alice, person)).json()).toMatchObject({ isBlocked: true });
    expect(await socket.closed).toMatchObject({ code: 4001 });
    expect((await person.refusal("getMe", {})).code).toBe("SESSION_ENDED");
    const { rows } = await app.database.pool.query(
      "select status from invitations where workspace_id = $1",
      [orgId],
    );
    expect(rows).toEqual([{ status: "REVOKED" }]);
    const again = () => signIn(openBrowser(app.app.http.app), person.user.email ?? "");
    app.clock.advance(31_000);
    await expect(again()).rejects.toThrow("ACCOUNT_BLOCKED");
    expect((await shut(world.alice, person, false)).json()).toMatchObject({ isBlocked: false });
    app.clock.advance(31_000);
    expect((await again()).user.id).toBe(person.user.id);
    const kinds = await app.database.pool.query<{ kind: string }>(
      "select kind from audit_events where target_id = $1 order by at, id",
      [person.user.id],
    );
    expect(kinds.rows.map(({ kind }) => kind)).toEqual(["account blocked", "account unblocked"]);
  });
});

describe("the role of somebody on the instance", () => {
  const give = (by: Person, whom: Person, role: "ADMIN" | "USER") =>
    app.request(
      "updateUser",
      { params: paramsOf(whom), body: { role } },
      { as: by.tokens.access.token },
    );
  const mayListAll = async (person: Person): Promise<boolean> =>
    (await person.send({ method: "GET", url: "/v1/instance/users" })).status === 200;

  it.each<[UserRole, UserRole, "ADMIN" | "USER", number]>([
    ["OWNER", "USER", "ADMIN", 200],
    ["OWNER", "ADMIN", "USER", 200],
    ["OWNER", "OWNER", "USER", 403],
    ["OWNER", "GUEST", "ADMIN", 403],
    ["ADMIN", "USER", "ADMIN", 403],
    ["ADMIN", "ADMIN", "USER", 403],
    ["USER", "USER", "ADMIN", 404],
  ])("%s makes %s %s: %i", async (by, whom, role, status) => {
    const [actor, target] = [await enter(by), await enter(whom)];
    expect((await give(actor, target, role)).statusCode).toBe(status);
    const now = status === 200 ? role : whom;
    expect(await mayListAll(target)).toBe(now === "OWNER" || now === "ADMIN");
  });

  it("is not changed by its person, is no other than these, and is in the audit", async () => {
    const person = await enter();
    expect((await give(person, person, "ADMIN")).statusCode).toBe(400);
    const params = paramsOf(person);
    const refusal = await world.alice.refusal("updateUser", {
      params,
      body: { role: "OWNER" as never },
    });
    expect(refusal.code).toBe("VALIDATION_ERROR");
    for (const role of ["ADMIN", "ADMIN", "USER"] as const) await give(world.alice, person, role);
    const { rows } = await app.database.pool.query(
      `select actor_id as actor, before ->> 'role' as before, after ->> 'role' as after from audit_events
        where target_id = $1 and kind = 'instance role' order by at, id`,
      [person.user.id],
    );
    const actor = world.alice.user.id;
    expect(rows).toEqual([
      { actor, before: "USER", after: "ADMIN" },
      { actor, before: "ADMIN", after: "USER" },
    ]);
  });
});
