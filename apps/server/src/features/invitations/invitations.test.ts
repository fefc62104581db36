import { randomUUID } from "node:crypto";
import {
  INVITE_LINKS_A_DAY,
  type ErrorCode,
  type InputOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { readJoinMethods, setMember } from "#test/organizations.ts";
import { openBrowser, signIn, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
let bob: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [alice, bob] = [await enter("alice"), await enter("bob")];
  ({ id: orgId } = await alice.call("createOrganization", { body: { title: "Nordlicht" } }));
});

function enter(name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}-${randomUUID()}@example.org`);
}

const as = ({ tokens }: Person) => ({ as: tokens.access.token });

async function invite(body: Partial<InputOf<"generateInviteLink">["body"]> = {}): Promise<string> {
  const made = await alice.call("generateInviteLink", { params: { orgId }, body });
  expect(made.link).toBe(`${app.config.publicUrl}/invite/join?code=${made.code}&org=${orgId}`);
  return made.code;
}

/** The status of the answer. */
async function joinBy(person: Person, inviteCode: string): Promise<number> {
  const { statusCode } = await app.request(
    "acceptInvitation",
    { body: { inviteCode } },
    as(person),
  );
  return statusCode;
}

async function makeOld(code: string): Promise<void> {
  await app.database.pool.query(
    "update invitations set expires_at = created_at where code_end = $1 and workspace_id = $2",
    [code.slice(-4), orgId],
  );
}

test("whoever has the link sees what it is for, joins, works there and is in general", async () => {
  const code = await invite();
  const params = { code };
  const outside = await app.request("validateInvitation", { params });
  expect(outside.json()).toMatchObject({
    valid: true,
    canAccept: false,
    organization: { id: orgId, name: "Nordlicht", title: "Nordlicht" },
    invitation: { email: null, role: "MEMBER" },
  });
  expect(await bob.call("validateInvitation", { params })).toMatchObject({ canAccept: true });
  const joined = await bob.call("acceptInvitation", { body: { inviteCode: code } });
  expect(joined).toMatchObject({
    orgId,
    organizationName: "Nordlicht",
    user: { accountType: "BUSINESS" },
  });
  Object.assign(bob, { accessToken: joined.tokens.access.token });
  expect((await bob.call("listSubscriptions", {})).results).toMatchObject([
    { sessionRoomSlug: "general", role: "WRITE", memberCount: 2 },
  ]);
  expect(await readJoinMethods(app, bob)).toEqual(["SHARED_LINK"]);
  const again = await bob.call("acceptInvitation", { body: { inviteCode: code } });
  expect(again.message).toBe("You are already a member");
  const listed = await alice.call("listInvitations", { params: { orgId }, query: {} });
  expect(listed.results).toMatchObject([{ uses: 1, status: "PENDING", codeEnd: code.slice(-4) }]);
  expect(JSON.stringify(listed)).not.toContain(code);
  const beyond = await alice.call("listInvitations", { params: { orgId }, query: { page: 2 } });
  expect(beyond).toMatchObject({ results: [], totalResults: 1, totalPages: 1 });
});

test("who uses two links at once joins once, and uses up one", async () => {
  const codes = [await invite({ maxUses: 1 }), await invite({ maxUses: 1 })];
  expect(await Promise.all(codes.map((code) => joinBy(bob, code)))).toEqual([200, 200]);
  const listed = await alice.call("listInvitations", { params: { orgId }, query: {} });
  expect(new Set(listed.results.map(({ uses }) => uses))).toEqual(new Set([0, 1]));
});

test("of two who use a link for one at once, one joins", async () => {
  const code = await invite({ maxUses: 1 });
  const statuses = await Promise.all([joinBy(bob, code), joinBy(await enter("carol"), code)]);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
});

const ends: readonly [string, ErrorCode, string, (code: string) => Promise<void>][] = [
  ["expired", "INVITATION_EXPIRED", "This invitation has expired", makeOld],
  [
    "revoked",
    "INVITATION_NOT_FOUND",
    "Invitation not found",
    async () => {
      const { results } = await alice.call("listInvitations", { params: { orgId }, query: {} });
      const invitationId = results[0]?.id ?? "";
      await alice.call("cancelInvitation", { params: { orgId, invitationId } });
    },
  ],
  [
    "used up",
    "INVITATION_ALREADY_USED",
    "This invitation has already been used",
    async (code: string) => void (await joinBy(await enter("carol"), code)),
  ],
];
it.each(ends)(
  "one that is %s is refused with %s, and says so before",
  async (_, code, message, end) => {
    const inviteCode = await invite({ maxUses: 1 });
    await end(inviteCode);
    expect(await bob.refusal("acceptInvitation", { body: { inviteCode } })).toMatchObject({ code });
    const card = await bob.call("validateInvitation", { params: { code: inviteCode } });
    expect(card).toEqual({ valid: false, canAccept: false, message });
  },
);

test("a suspended member cannot come back by a link, and using one leaves its uses", async () => {
  const code = await invite({ maxUses: 1 });
  await setMember(app, orgId, bob.user.id, { status: "SUSPENDED" });
  expect(await bob.call("validateInvitation", { params: { code } })).toMatchObject({
    canAccept: false,
    message: "You cannot accept this invitation with your current account",
  });
  const body = { inviteCode: code };
  expect(await bob.refusal("acceptInvitation", { body })).toMatchObject({
    code: "MEMBER_SUSPENDED",
  });
  expect(await joinBy(await enter("carol"), code)).toBe(200);
});

test.each([
  "inviteMembers",
  "generateInviteLink",
  "listInvitations",
  "cancelInvitation",
  "resendInvitation",
] as const)("%s is for those who lead, and for members where the policy says so", async (name) => {
  await setMember(app, orgId, bob.user.id);
  const params = { orgId, invitationId: randomUUID() };
  const body = { invitations: [{ email: "ann@example.org" }] };
  const input = {
    inviteMembers: { params: { orgId }, body },
    generateInviteLink: { params: { orgId }, body: {} },
    listInvitations: { params: { orgId }, query: {} },
    cancelInvitation: { params },
    resendInvitation: { params },
  }[name];
  const ask = async () => (await app.request(name, input, as(bob))).json<{ code?: ErrorCode }>();
  expect(await ask()).toMatchObject({ code: "FORBIDDEN" });
  await alice.call("updateSettings", { params: { orgId }, body: { invitePolicy: "members" } });
  expect((await ask()).code).not.toBe("FORBIDDEN");
  await setMember(app, orgId, bob.user.id, { role: "GUEST" });
  expect(await ask()).toMatchObject({ code: "FORBIDDEN" });
});

test("a link is for addresses of the domains that the organization allows, and of no subdomain", async () => {
  const code = await invite();
  const allow = (domain: string) =>
    alice.call("updateSettings", { params: { orgId }, body: { allowedEmailDomains: [domain] } });
  for (const domain of ["nordlicht.example", "le.org"]) {
    await allow(domain);
    expect(await joinBy(bob, code)).toBe(403);
    expect(await bob.call("validateInvitation", { params: { code } })).toMatchObject({
      canAccept: false,
    });
  }
  await allow("example.org");
  expect(await joinBy(bob, code)).toBe(200);
});

test("makes a hundred links a day and no more", async () => {
  for (let count = 0; count < INVITE_LINKS_A_DAY; count += 1) await invite();
  const input = { params: { orgId }, body: {} };
  expect(await alice.refusal("generateInviteLink", input)).toMatchObject({
    code: "INVITATION_LIMIT_REACHED",
    details: { retryAfterMs: 24 * 60 * 60_000 },
  });
});

test("keeps no invitation for ever that is over", async () => {
  const listed = async () =>
    (await alice.call("listInvitations", { params: { orgId }, query: {} })).results.length;
  const age = async (days: number) => {
    await app.database.pool.query(
      "update invitations set expires_at = $2::timestamptz - $3 * interval '1 day' where workspace_id = $1",
      [orgId, app.clock.now(), days],
    );
    await app.app.workers.find(({ kind }) => kind.name === "invitations.expire")?.run({});
    return listed();
  };
  await invite();
  expect([await age(89), await age(90)]).toEqual([1, 0]);
});
