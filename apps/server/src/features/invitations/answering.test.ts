import { randomUUID } from "node:crypto";
import type { ErrorCode, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, readInviteCode, setMember } from "#test/organizations.ts";
import { openBrowser, signIn, type Person } from "#test/world.ts";

/* What becomes of an invitation by mail: who may look at it, answer it, send it again and revoke it. */

let app: TestApp;
let olga: Person;
let bob: Person;
let mallory: Person;
let orgId: WorkspaceId;
let inviteCode: string;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [olga, bob, mallory] = [await enter("olga"), await enter("bob"), await enter("mallory")];
  ({ id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } }));
  inviteCode = await invite(emailOf(bob));
});

function enter(name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}-${randomUUID()}@example.org`);
}

const emailOf = ({ user }: Person) => user.email ?? "";
const as = ({ tokens }: Person) => ({ as: tokens.access.token });

async function invite(email: string, by = olga): Promise<string> {
  const body = { invitations: [{ email }] };
  const { results } = await by.call("inviteMembers", { params: { orgId }, body });
  expect(results).toMatchObject([{ email, outcome: "invited" }]);
  return readInviteCode(app, email);
}

const newest = async () =>
  (await olga.call("listInvitations", { params: { orgId }, query: {} })).results[0];

/** What the page is told, and by whom it is asked. */
const look = (person: Person | undefined, code = inviteCode) =>
  app.request("validateInvitation", { params: { code } }, person && as(person));

async function answer(person: Person, name: "acceptInvitation" | "declineInvitation") {
  const response = await app.request(name, { body: { inviteCode } }, as(person));
  return response.statusCode < 400 ? "ok" : response.json<{ code: ErrorCode }>().code;
}

test("a stranger sees a masked address, another account that it is not theirs, and only the invited one answers", async () => {
  const masked = `b***${emailOf(bob).slice(emailOf(bob).indexOf("@"))}`;
  const card = { valid: true, organization: { id: orgId, title: "Nordlicht" } };
  expect((await look(undefined)).json()).toMatchObject({
    ...card,
    canAccept: false,
    message: "Sign in to accept this invitation",
    invitation: { type: "EMAIL", email: masked, role: "MEMBER" },
  });
  expect((await look(mallory)).json()).toMatchObject({
    ...card,
    canAccept: false,
    message: "You cannot accept this invitation with your current account",
  });
  for (const name of ["acceptInvitation", "declineInvitation"] as const)
    expect(await answer(mallory, name)).toBe("INVITATION_WRONG_ACCOUNT");
  const own = (await look(bob)).json<object>();
  expect(own).toMatchObject({
    ...card,
    canAccept: true,
    message: "You can accept this invitation",
    invitation: { email: emailOf(bob) },
  });
});

test("a page of another site accepts nothing", async () => {
  const headers = { origin: "https://evil.example" };
  const refusal = await bob.refusal("acceptInvitation", { body: { inviteCode } }, { headers });
  expect(refusal.code).toBe("ORIGIN_NOT_ALLOWED");
  expect(await newest()).toMatchObject({ status: "PENDING", uses: 0 });
});

test("of two who answer at once with the same account one joins, and nothing is used twice", async () => {
  const both = [answer(bob, "acceptInvitation"), answer(bob, "acceptInvitation")];
  expect(await Promise.all(both)).toEqual(["ok", "ok"]);
  expect(await newest()).toMatchObject({ status: "ACCEPTED", uses: 1 });
  expect(await answer(mallory, "acceptInvitation")).toBe("INVITATION_ALREADY_USED");
});

test("an address counts where it is proved", async () => {
  await app.database.pool.query("update users set is_email_verified = false where id = $1", [
    bob.user.id,
  ]);
  expect(await answer(bob, "acceptInvitation")).toBe("INVITATION_WRONG_ACCOUNT");
});

test.each([
  ["Bob Builder", "Bob Builder"],
  ["bob@example.org", "User"],
  ["", "User"],
])("whoever accepts as '%s' without a name is called %s", async (fullName, name) => {
  const { user } = await bob.call("acceptInvitation", { body: { inviteCode, fullName } });
  expect(user.fullName).toBe(name);
});

test("a name that somebody has stays", async () => {
  await bob.call("updateMe", { body: { fullName: "Robert" } });
  const body = { inviteCode, fullName: "Bob" };
  expect((await bob.call("acceptInvitation", { body })).user.fullName).toBe("Robert");
});

test("what is declined cannot be accepted any more; a link stays for the others", async () => {
  expect(await answer(bob, "declineInvitation")).toBe("ok");
  expect(await newest()).toMatchObject({ status: "REJECTED" });
  expect(await answer(bob, "acceptInvitation")).toBe("INVITATION_ALREADY_USED");
  expect(await answer(bob, "declineInvitation")).toBe("INVITATION_ALREADY_USED");
  const link = await olga.call("generateInviteLink", { params: { orgId }, body: { maxUses: 1 } });
  inviteCode = link.code;
  expect(await answer(mallory, "declineInvitation")).toBe("ok");
  expect(await answer(mallory, "acceptInvitation")).toBe("ok");
});

test("unknown and revoked codes are told apart by nobody, member or not", async () => {
  const invitationId = (await newest())?.id ?? "";
  const revoked = inviteCode;
  await olga.call("cancelInvitation", { params: { orgId, invitationId } });
  for (const person of [bob, mallory, olga]) {
    const answers: unknown[] = [];
    for (const code of [revoked, "A".repeat(22), "none", invitationId]) {
      inviteCode = code;
      answers.push([
        (await look(person, code)).json(),
        await answer(person, "acceptInvitation"),
        await answer(person, "declineInvitation"),
      ]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each)))).toHaveLength(1);
  }
});

describe("what its inviter may not give any more counts as revoked:", () => {
  const asRole = (role: WorkspaceRole) => () => setMember(app, orgId, olga.user.id, { role });
  it.each<[string, () => Promise<unknown>]>([
    ["they are a MEMBER, whom the policy leaves out", asRole("MEMBER")],
    [
      "they are suspended",
      () => setMember(app, orgId, olga.user.id, { role: "ADMIN", status: "SUSPENDED" }),
    ],
    [
      "they are blocked",
      () =>
        app.database.pool.query("update users set is_blocked = true where id = $1", [olga.user.id]),
    ],
  ])("%s", async (_, change) => {
    await change();
    expect((await look(bob)).json()).toEqual((await look(bob, "x".repeat(22))).json());
    expect(await answer(bob, "declineInvitation")).toBe("INVITATION_NOT_FOUND");
    expect(await answer(bob, "acceptInvitation")).toBe("INVITATION_NOT_FOUND");
  });

  it("an ADMIN invites no ADMIN, also one who was the OWNER", async () => {
    const { code: link } = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
    await setMember(app, orgId, mallory.user.id, { role: "ADMIN" });
    const invitations = [{ email: `eve-${randomUUID()}@example.org`, role: "ADMIN" as const }];
    await olga.call("inviteMembers", { params: { orgId }, body: { invitations } });
    const params = { orgId, userId: mallory.user.id };
    await olga.call("transferOwnership", { params }, await elevate(olga));
    expect((await newest())?.status).toBe("REVOKED");
    expect(await answer(bob, "acceptInvitation")).toBe("ok");
    expect((await look(undefined, link)).json()).toMatchObject({ valid: true });
  });
});

test("one network address looks thirty times an hour", async () => {
  const client = openBrowser(app.app.http.app);
  const there = { address: "203.0.113.7" };
  const params = { code: inviteCode };
  for (let count = 0; count < 30; count += 1)
    await client.call("validateInvitation", { params }, there);
  expect(await client.refusal("validateInvitation", { params }, there)).toMatchObject({
    code: "RATE_LIMITED",
    details: { retryAfterMs: 60 * 60_000 },
  });
  expect(await client.call("validateInvitation", { params })).toMatchObject({ valid: true });
});

describe("sent again", () => {
  const resend = async (person = olga, invitationId?: string) => {
    const params = { orgId, invitationId: invitationId ?? (await newest())?.id ?? "" };
    const response = await app.request("resendInvitation", { params }, as(person));
    return response.statusCode < 400 ? "ok" : response.json<{ code: ErrorCode }>().code;
  };
  const setAge = (sql: string) =>
    app.database.pool.query(`update invitations set ${sql} where workspace_id = $1`, [orgId]);

  it("has a new code and another week, the old code is dead, and three times a day are enough", async () => {
    await setAge("expires_at = expires_at - interval '6 days'");
    const before = inviteCode;
    expect(await resend()).toBe("ok");
    const week = new Date(app.clock.now().getTime() + 7 * 24 * 60 * 60_000).toISOString();
    expect(await newest()).toMatchObject({ status: "PENDING", expiresAt: week });
    inviteCode = await readInviteCode(app, emailOf(bob), before);
    expect((await look(bob, before)).json()).toMatchObject({ message: "Invitation not found" });
    expect([await resend(), await resend(), await resend()]).toEqual([
      "ok",
      "ok",
      "INVITATION_LIMIT_REACHED",
    ]);
  });

  const notAgain = "INVITATION_NOT_RESENDABLE";
  const others: readonly [string, () => Promise<unknown>][] = [
    ["a link", () => olga.call("generateInviteLink", { params: { orgId }, body: {} })],
    ["one that has run out", () => setAge("expires_at = created_at")],
    ["one that was accepted", () => answer(bob, "acceptInvitation")],
  ];
  it.each(others)("not %s", async (_, prepare) => {
    await prepare();
    expect(await resend()).toBe(notAgain);
  });

  it("and revoked: ADMINs all but the OWNER's, a MEMBER their own", async () => {
    const [ada, max] = [mallory, bob];
    await setMember(app, orgId, ada.user.id, { role: "ADMIN" });
    await setMember(app, orgId, max.user.id);
    await olga.call("updateSettings", { params: { orgId }, body: { invitePolicy: "members" } });
    const ids: Record<string, string> = {};
    for (const [name, person] of Object.entries({ olga, ada, max })) {
      await invite(`of-${name}-${randomUUID()}@example.org`, person);
      ids[name] = (await newest())?.id ?? "";
    }
    const seen = async (person: Person) =>
      (await person.call("listInvitations", { params: { orgId }, query: {} })).results.length;
    expect([await seen(olga), await seen(ada), await seen(max)]).toEqual([4, 4, 1]);
    const may = async (person: Person) => {
      const answers: string[] = [];
      for (const id of Object.values(ids)) answers.push(await resend(person, id));
      return answers;
    };
    const none = "INVITATION_NOT_FOUND";
    expect(await may(max)).toEqual([none, none, "ok"]);
    expect(await may(ada)).toEqual(["FORBIDDEN", "ok", "ok"]);
    expect(await may(olga)).toEqual(["ok", "ok", "ok"]);
    const params = { orgId, invitationId: ids["olga"] ?? "" };
    expect(await ada.refusal("cancelInvitation", { params })).toMatchObject({ code: "FORBIDDEN" });
  });
});
