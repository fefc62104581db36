import { randomUUID } from "node:crypto";
import type { ErrorCode, InviteOutcome, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import {
  enter,
  readInviteCode,
  readJoinMethods,
  setMember,
  switchTo,
} from "#test/organizations.ts";
import { createRoomOf, openBrowser, signIn, type Person } from "#test/world.ts";

const PER_DAY = 12;
let app: TestApp;
let olga: Person;
let bob: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  const limits = { INVITES_PER_ORG_DAY: String(PER_DAY), FIND_PERSON_RATE: "6" };
  app = await startTestApp({ environment: { ...limits, OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [olga, bob] = [await enter(app, "Olga"), await enter(app, "Bob")];
  ({ id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } }));
  await switchTo(app, olga, orgId);
});

const newAddress = () => `ann-${randomUUID()}@example.org`;
const emailOf = ({ user }: Person) => user.email ?? "";

async function invite(entries: readonly object[], by = olga): Promise<InviteOutcome[]> {
  const body = { invitations: entries as never };
  const { results } = await by.call("inviteMembers", { params: { orgId }, body });
  return results.map(({ outcome }) => outcome);
}

const listed = async (by = olga) =>
  (await by.call("listInvitations", { params: { orgId }, query: {} })).results;

/** A member of this role, by the database. */
async function newMember(role: WorkspaceRole): Promise<Person> {
  const person = await enter(app, "Max");
  await setMember(app, orgId, person.user.id, { role });
  return person;
}

const set = (body: object) => olga.call("updateSettings", { params: { orgId }, body });

test("an address gets a mail, and whoever proves it joins as the entry says", async () => {
  const slug = await createRoomOf(olga);
  const email = emailOf(bob);
  const entry = { email: ` ${email.toUpperCase()} `, role: "ADMIN", department: "Maps" };
  expect(await invite([{ ...entry, rooms: [slug] }])).toEqual(["invited"]);
  const inviteCode = await readInviteCode(app, email);
  const mail = app.outbox.list().find(({ to }) => to === email);
  expect(mail).toMatchObject({ subject: "Olga invites you to join Nordlicht" });
  expect(mail?.text).toContain("Role: admin\nValid until: ");
  const link = `/invite/join?code=${inviteCode}&org=${orgId}&email=${encodeURIComponent(email)}`;
  expect(mail?.text).toContain(link);
  expect(await listed()).toMatchObject([{ type: "EMAIL", status: "PENDING", email }]);

  const { tokens } = await bob.call("acceptInvitation", { body: { inviteCode } });
  Object.assign(bob, { accessToken: tokens.access.token });
  const rooms = (await bob.call("listSubscriptions", {})).results;
  expect(rooms.map(({ sessionRoomSlug, role }) => [sessionRoomSlug, role])).toEqual(
    expect.arrayContaining([
      ["general", "ADMIN"],
      [slug, "ADMIN"],
    ]),
  );
  expect(await olga.call("getMember", { params: { orgId, userId: bob.user.id } })).toMatchObject({
    role: "ADMIN",
    department: "Maps",
    status: "ACTIVE",
  });
  expect(await listed()).toMatchObject([{ status: "ACCEPTED", uses: 1 }]);
  expect(await readJoinMethods(app, bob)).toEqual(["DIRECT"]);
});

test("each entry has its outcome, and a bad one does not stop the others", async () => {
  const member = await newMember("MEMBER");
  const email = newAddress();
  const entries: readonly [object, InviteOutcome][] = [
    [{ email: "no address" }, "invalid"],
    [{ email: "x".repeat(500) }, "invalid"],
    [{}, "invalid"],
    [{ email: newAddress(), username: bob.user.username }, "invalid"],
    [{ username: "nobody-of-this-name" }, "invalid"],
    [{ username: "no\0name" }, "invalid"],
    [{ email: newAddress(), role: "GUEST" }, "invalid"],
    [{ email: newAddress(), rooms: ["nowhere"] }, "invalid"],
    [{ email: newAddress(), role: "OWNER" }, "roleNotAllowed"],
    [{ email: emailOf(member) }, "alreadyMember"],
    [{ username: member.user.username }, "alreadyMember"],
    [{ username: `@${bob.user.username.toUpperCase()}` }, "invited"],
    [{ username: bob.user.username }, "resent"],
    [{ email }, "invited"],
    [{ email: email.toUpperCase() }, "resent"],
  ];
  const sent = entries.map(([entry]) => entry);
  expect(await invite(sent)).toEqual(entries.map(([, outcome]) => outcome));
  const pending = (await listed()).filter(({ status }) => status === "PENDING");
  expect(new Set(pending.map((each) => each.email ?? each.username))).toEqual(
    new Set([email, bob.user.username]),
  );
  expect(pending).toHaveLength(2);
});

describe("the role of an invitation", () => {
  const cases: readonly [WorkspaceRole, string, string, string][] = [
    ["OWNER", "roleNotAllowed invited invited", "role role ok", ""],
    ["ADMIN", "roleNotAllowed roleNotAllowed invited", "role role ok", ""],
    ["MEMBER", "roleNotAllowed roleNotAllowed invited", "role role role", "members"],
  ];
  it.each(cases)("%s gives by address: %s, by link: %s", async (role, named, links, policy) => {
    const person = role === "OWNER" ? olga : await newMember(role);
    if (policy !== "") await set({ invitePolicy: policy });
    const roles = ["OWNER", "ADMIN", "MEMBER"] as const;
    const department = "Maps";
    const entries = roles.map((each) => ({ email: newAddress(), role: each, department }));
    expect((await invite(entries, person)).join(" ")).toBe(named);
    const { rows } = await app.database.pool.query(
      "select distinct department from invitations where workspace_id = $1",
      [orgId],
    );
    expect(rows).toEqual([{ department: role === "MEMBER" ? null : department }]);
    const answers: string[] = [];
    for (const each of roles) {
      const input = { params: { orgId }, body: { role: each } };
      const answer = await app.request("generateInviteLink", input, {
        as: person.tokens.access.token,
      });
      const { code } = answer.json<{ code: ErrorCode }>();
      answers.push(code === "INVITATION_ROLE_NOT_ALLOWED" ? "role" : "ok");
      expect(answer.statusCode).toBe(answers.at(-1) === "ok" ? 201 : 403);
    }
    expect(answers.join(" ")).toBe(links);
  });
});

test("nobody learns whether an address has an account, nor a MEMBER whether it is of a member", async () => {
  await set({ invitePolicy: "members" });
  const [member, other] = [await newMember("MEMBER"), await newMember("MEMBER")];
  const entries = [emailOf(bob), newAddress(), emailOf(other)].map((email) => ({ email }));
  expect(await invite(entries, member)).toEqual(["invited", "invited", "invited"]);
});

describe("rooms of an invitation", () => {
  it("are those where the inviter may bring people, then and when it is accepted", async () => {
    const ada = await newMember("ADMIN");
    await switchTo(app, ada, orgId);
    const [open, guarded, own] = [
      await createRoomOf(olga),
      await createRoomOf(olga),
      await createRoomOf(ada),
    ];
    const setAccess = (slug: string, type: string) =>
      app.database.pool.query(
        "update rooms set access_type = $1 where slug = $2 and workspace_id = $3",
        [type, slug, orgId],
      );
    await setAccess(guarded, "PROTECTED");
    await setAccess(own, "PRIVATE");
    const email = emailOf(bob);
    expect(await invite([{ email, rooms: [guarded] }], ada)).toEqual(["invalid"]);
    expect(await invite([{ email, role: "GUEST", rooms: [open, own] }], ada)).toEqual(["invited"]);
    await setAccess(open, "PROTECTED");
    const inviteCode = await readInviteCode(app, email);
    const { tokens } = await bob.call("acceptInvitation", { body: { inviteCode } });
    Object.assign(bob, { accessToken: tokens.access.token });
    // A guest is not in general.
    expect((await bob.call("listSubscriptions", {})).results).toMatchObject([
      { sessionRoomSlug: own, role: "WRITE" },
    ]);
  });

  it("of a link are there as well, and a guest needs one", async () => {
    const params = { orgId };
    const refusals = [
      await olga.refusal("generateInviteLink", { params, body: { role: "GUEST" } }),
      await olga.refusal("generateInviteLink", { params, body: { rooms: ["nowhere"] } }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(["VALIDATION_ERROR", "ROOMS_NOT_FOUND"]);
  });
});

describe("limits", () => {
  it("refuses a call that goes over those of a day, and invites nobody of it", async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ email: newAddress() }));
    await invite(many(PER_DAY - 1));
    const input = { params: { orgId }, body: { invitations: many(2) } };
    const refusal = await olga.refusal("inviteMembers", input);
    expect(refusal).toMatchObject({
      code: "INVITATION_LIMIT_REACHED",
      details: { retryAfterMs: 24 * 60 * 60_000 },
    });
    expect(await listed()).toHaveLength(PER_DAY - 1);
    expect(await invite(many(1))).toEqual(["invited"]);
  });

  it("sends one address four mails a day, however they are asked for", async () => {
    const email = newAddress();
    for (let count = 0; count < 4; count += 1) {
      await invite([{ email }]);
      const invitationId = (await listed())[0]?.id ?? "";
      await olga.call("cancelInvitation", { params: { orgId, invitationId } });
    }
    expect(await invite([{ email }])).toEqual(["limitReached"]);
  });

  it("sends no more by making another organization, to one address or to many", async () => {
    const [email, results] = [newAddress(), [] as unknown[]];
    for (let count = 0; count < 4; count += 1) {
      ({ id: orgId } = await olga.call("createOrganization", { body: { title: `No. ${count}` } }));
      const mails = Array.from({ length: PER_DAY - 4 }, newAddress);
      const invitations = [...mails, email, email, email, email].map((each) => ({ email: each }));
      const { statusCode, body } = await app.request(
        "inviteMembers",
        { params: { orgId }, body: { invitations: count < 3 ? invitations : [{ email }] } },
        { as: olga.tokens.access.token },
      );
      results.push(statusCode === 200 ? "ok" : (JSON.parse(body) as { code: string }).code);
    }
    expect(results).toEqual(["ok", "ok", "ok", "INVITATION_LIMIT_REACHED"]);
    const other = await enter(app, "Other");
    ({ id: orgId } = await other.call("createOrganization", { body: { title: "Others" } }));
    const body = { invitations: [{ email }] };
    const reply = await other.call("inviteMembers", { params: { orgId }, body });
    expect(reply.results).toMatchObject([{ outcome: "limitReached" }]);
  });

  it("lets nobody try usernames in numbers", async () => {
    const tries = Array.from({ length: 7 }, (_, index) => ({ username: `try-${index}` }));
    const input = { params: { orgId }, body: { invitations: tries } };
    expect(await olga.refusal("inviteMembers", input)).toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("to an account", () => {
  const invitationOf = async () => (await bob.call("listMyInvitations", {})).results[0];

  beforeEach(() => invite([{ username: bob.user.username, role: "ADMIN" }]));

  const status = async () =>
    (await olga.call("listMembers", { params: { orgId }, query: {} })).results.find(
      ({ userId }) => userId === bob.user.id,
    )?.status;

  it("is shown there, makes no member yet, and its id opens it for that account alone", async () => {
    const own = await invitationOf();
    expect(own).toMatchObject({
      organization: { id: orgId, title: "Nordlicht" },
      role: "ADMIN",
      inviterName: "Olga",
    });
    expect((await bob.call("listOrganizations", { query: {} })).results).toEqual([]);
    const member = await olga.call("getMember", { params: { orgId, userId: bob.user.id } });
    expect(member).toMatchObject({ status: "INVITED" });
    expect(member.user).not.toHaveProperty("email");
    const max = await newMember("MEMBER");
    const seen = await max.call("listMembers", { params: { orgId }, query: {} });
    expect(seen.results.map(({ userId }) => userId)).not.toContain(bob.user.id);
    const input = { params: { orgId, userId: bob.user.id }, body: { role: "GUEST" as const } };
    expect(await olga.refusal("updateMember", input)).toMatchObject({
      code: "MEMBER_STATUS_CONFLICT",
    });

    const inviteCode = own?.id ?? "";
    const body = { inviteCode };
    expect(await max.call("validateInvitation", { params: { code: inviteCode } })).toMatchObject({
      valid: false,
    });
    expect(await olga.refusal("declineInvitation", { body })).toMatchObject({
      code: "INVITATION_NOT_FOUND",
    });
    expect(await bob.call("validateInvitation", { params: { code: inviteCode } })).toMatchObject({
      canAccept: true,
      invitation: { type: "DIRECT", role: "ADMIN" },
    });
    await bob.call("acceptInvitation", { body });
    expect(await status()).toBe("ACTIVE");
    expect(await invitationOf()).toBeUndefined();
  });

  const ends: readonly [string, () => Promise<unknown>, string][] = [
    [
      "that is declined",
      async () =>
        bob.call("declineInvitation", { body: { inviteCode: (await invitationOf())?.id ?? "" } }),
      "REJECTED",
    ],
    [
      "that is cancelled",
      async () => {
        const invitationId = (await listed())[0]?.id ?? "";
        await olga.call("cancelInvitation", { params: { orgId, invitationId } });
      },
      "REVOKED",
    ],
    [
      "of an inviter who is suspended",
      async () => {
        const ada = await newMember("ADMIN");
        await app.database.pool.query("update invitations set invited_by = $1", [ada.user.id]);
        const params = { orgId, userId: ada.user.id };
        await olga.call("suspendMember", { params, body: { reason: "On leave" } });
      },
      "REVOKED",
    ],
    [
      "that has run out",
      async () => {
        await app.database.pool.query("update invitations set expires_at = created_at");
        await app.app.workers.find(({ kind }) => kind.name === "invitations.expire")?.run({});
      },
      "EXPIRED",
    ],
  ];
  it.each(ends)("one %s leaves nothing in the list of members", async (_, end, ended) => {
    await end();
    expect(await status()).toBeUndefined();
    expect(await listed()).toMatchObject([{ status: ended }]);
    expect(await invitationOf()).toBeUndefined();
  });
});

test("under SIGNUP_MODE=invite whoever is invited by address may open an account", async () => {
  const environment = { SIGNUP_MODE: "invite", INSTANCE_OWNER: "olga@example.org" };
  await using closed = await startTestApp({ environment });
  const browser = () => openBrowser(closed.app.http.app);
  const owner = await signIn(browser(), "olga@example.org");
  const { id } = await owner.call("createOrganization", { body: { title: "Nordlicht" } });
  const invitations = [{ email: "ann@example.org" }];
  await owner.call("inviteMembers", { params: { orgId: id }, body: { invitations } });
  const ann = await signIn(browser(), "ann@example.org");
  const inviteCode = await readInviteCode(closed, "ann@example.org");
  await ann.call("acceptInvitation", { body: { inviteCode } });
  await expect(signIn(browser(), "mallory@example.org")).rejects.toThrow("OTP_INVALID");
});
