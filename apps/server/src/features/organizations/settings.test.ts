import { randomUUID } from "node:crypto";
import {
  defaultOrganizationSettings,
  GENERAL_ROOM_SLUG,
  settingsRead,
  type InputOf,
  type WorkspaceId,
  type WorkspaceRole,
} from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { setMember, switchTo } from "#test/organizations.ts";
import { createRoomOf, openBrowser, signIn, type Person } from "#test/world.ts";

let app: TestApp;
let owner: Person;
let bob: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [owner, bob] = [await enter("olga"), await enter("bob")];
  ({ id: orgId } = await owner.call("createOrganization", { body: { title: "Nordlicht" } }));
  await switchTo(app, owner, orgId);
});

function enter(name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}-${randomUUID()}@example.org`);
}

type Sent = InputOf<"updateSettings">["body"];

const set = (body: Sent) => owner.call("updateSettings", { params: { orgId }, body });
const read = (person = owner) => person.call("getSettings", { params: { orgId } });

async function listChanges(): Promise<unknown[]> {
  const { results } = await owner.call("listAudit", {
    params: { orgId },
    query: { kind: "settings changed" },
  });
  return results.map(({ before, after }) => [before, after]);
}

test("a setting keeps what was chosen, has its default before, and its change is recorded once", async () => {
  expect(await read()).toEqual(defaultOrganizationSettings);
  const sent: Sent = { editWindowMinutes: 15, allowedEmailDomains: ["Example.org", "example.org"] };
  const chosen = { editWindowMinutes: 15, allowedEmailDomains: ["example.org"] };
  expect(await set(sent)).toEqual({ ...defaultOrganizationSettings, ...chosen });
  expect(await set({ ...sent, invitePolicy: "members" })).toMatchObject({
    invitePolicy: "members",
    ...chosen,
  });
  await set({ ...sent, invitePolicy: "members" });
  expect(await set({ editWindowMinutes: null })).toMatchObject({ editWindowMinutes: null });
  expect(await listChanges()).toEqual([
    [{ editWindowMinutes: 15 }, { editWindowMinutes: null }],
    [{ invitePolicy: "admins" }, { invitePolicy: "members" }],
    [
      { allowedEmailDomains: "", editWindowMinutes: null },
      { allowedEmailDomains: "example.org", editWindowMinutes: 15 },
    ],
  ]);
});

describe("by what one is in it", () => {
  const none = "ORGANIZATION_NOT_FOUND";
  it.each<[WorkspaceRole | null, "ACTIVE" | "SUSPENDED", string, string]>([
    ["ADMIN", "ACTIVE", "ok", "ok"],
    ["MEMBER", "ACTIVE", "ok", "FORBIDDEN"],
    ["GUEST", "ACTIVE", "ok", "FORBIDDEN"],
    ["ADMIN", "SUSPENDED", none, none],
    [null, "ACTIVE", none, none],
  ])("%s %s reads: %s, changes: %s", async (role, status, ...expected) => {
    if (role) await setMember(app, orgId, bob.user.id, { role, status });
    const params = { orgId };
    const as = { as: bob.tokens.access.token };
    const answers = [
      await app.request("getSettings", { params }, as),
      await app.request("updateSettings", { params, body: { memberDirectory: false } }, as),
    ];
    const codes = answers.map((each) =>
      each.statusCode < 400 ? "ok" : each.json<{ code: string }>().code,
    );
    expect(codes).toEqual(expected);
    if (role && codes[0] === "ok")
      expect(Object.keys(answers[0]?.json<object>() ?? {})).toEqual(settingsRead[role]);
    expect((await read()).memberDirectory).toBe(codes[1] !== "ok");
  });
});

test.each([
  [{ invitePolicy: "everybody" }, "invitePolicy"],
  [{ editWindowMinutes: 0 }, "editWindowMinutes"],
  [{ editWindowMinutes: 1.5 }, "editWindowMinutes"],
  [{ allowedEmailDomains: ["no host"] }, "allowedEmailDomains.0"],
  [{ autoJoinRooms: ["nowhere"] }, "autoJoinRooms.1"],
  [{ allowGuestLinks: "yes" }, "allowGuestLinks"],
])("%j is refused at %s", async (body, path) => {
  const refusal = await owner.refusal("updateSettings", { params: { orgId }, body } as never);
  expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(JSON.stringify(refusal.details)).toContain(`"${path}"`);
  expect(await read()).toEqual(defaultOrganizationSettings);
});

/** Joins by a link. */
async function join(person: Person): Promise<void> {
  const { code } = await owner.call("generateInviteLink", { params: { orgId }, body: {} });
  const { tokens } = await person.call("acceptInvitation", { body: { inviteCode: code } });
  Object.assign(person, { tokens, accessToken: tokens.access.token });
}

test("whoever joins comes into the chosen rooms that are still open", async () => {
  const [open, closed] = [await createRoomOf(owner), await createRoomOf(owner)];
  await set({ autoJoinRooms: [open, closed] });
  await close(closed);
  await join(bob);
  const { results } = await bob.call("listSubscriptions", {});
  expect(results.map((each) => each.sessionRoomSlug).toSorted()).toEqual([GENERAL_ROOM_SLUG, open]);
});

test("without the directory a member sees themselves and who shares a room with them, whoever leads everybody", async () => {
  const carol = await enter("carol");
  await join(bob);
  await join(carol);
  const count = async (person: Person) =>
    (await person.call("listMembers", { params: { orgId }, query: {} })).totalResults;
  expect(await count(bob)).toBe(3);
  await set({ memberDirectory: false });
  expect([await count(bob), await count(owner)]).toEqual([1, 3]);
  const params = { orgId, userId: carol.user.id };
  expect(await bob.refusal("getMember", { params })).toMatchObject({ code: "MEMBER_NOT_FOUND" });
  await createRoomOf(bob, carol);
  expect(await count(bob)).toBe(2);
  expect(await bob.call("getMember", { params })).toMatchObject({ userId: carol.user.id });
});

test("without the directory the list of a room that everybody comes into shows whom somebody knows", async () => {
  const carol = await enter("carol");
  const [chosen, own] = [await createRoomOf(owner), await createRoomOf(owner)];
  await set({ autoJoinRooms: [chosen], memberDirectory: false });
  for (const person of [bob, carol]) await join(person);
  const count = async (person: Person, slug: string, search?: string) =>
    (await person.call("listParticipants", { params: { slug }, query: { search } })).totalResults;
  for (const slug of [GENERAL_ROOM_SLUG, chosen]) {
    expect([await count(bob, slug), await count(owner, slug)]).toEqual([1, 3]);
    expect(await count(bob, slug, carol.user.username)).toBe(0);
  }
  for (const person of [bob, carol])
    await person.call("createOrJoinRooms", { body: { sessionRoomSlug: own } });
  expect(await count(bob, own)).toBe(3);
  expect([await count(bob, GENERAL_ROOM_SLUG), await count(bob, chosen)]).toEqual([3, 3]);
  await set({ memberDirectory: true });
  expect(await count(bob, chosen)).toBe(3);
});

test("without the directory a room that everybody comes into makes nobody known", async () => {
  const [carol, chosen] = [await enter("carol"), await createRoomOf(owner)];
  await set({ autoJoinRooms: [chosen], memberDirectory: false });
  for (const person of [bob, carol]) await join(person);
  const members = await bob.call("listMembers", { params: { orgId }, query: {} });
  expect(members.totalResults).toBe(1);
  const params = { sessionUserId: carol.user.id };
  expect(await bob.refusal("getUser", { params })).toMatchObject({ code: "USER_NOT_FOUND" });
});

/** Nobody comes in by themselves any more. */
async function close(slug: string): Promise<void> {
  await app.database.pool.query(
    "update rooms set access_type = 'PRIVATE' where slug = $1 and workspace_id = $2",
    [slug, orgId],
  );
}

test("only rooms that are open to every member can be those that people come into", async () => {
  const slug = await createRoomOf(owner);
  const chosen = [GENERAL_ROOM_SLUG, slug];
  expect(await set({ autoJoinRooms: [slug] })).toMatchObject({ autoJoinRooms: chosen });
  await set({ autoJoinRooms: [] });
  await close(slug);
  expect(
    await owner.refusal("updateSettings", { params: { orgId }, body: { autoJoinRooms: [slug] } }),
  ).toMatchObject({ code: "VALIDATION_ERROR" });
});

test("authors change their messages until the window closes; what says the same is no change", async () => {
  const params = { slug: GENERAL_ROOM_SLUG };
  const { message } = await owner.call("sendMessage", { params, body: { content: "first" } });
  const edit = (content: string) =>
    app.request(
      "editMessage",
      { params: { ...params, id: message.id }, body: { content } },
      { as: owner.tokens.access.token },
    );
  await set({ editWindowMinutes: 15 });
  app.clock.advance(14 * 60_000);
  expect((await edit("second")).statusCode).toBe(200);
  app.clock.advance(2 * 60_000);
  expect((await edit("third")).json()).toMatchObject({
    code: "EDIT_WINDOW_CLOSED",
    details: { minutes: 15 },
  });
  expect((await edit("second")).statusCode).toBe(200);
  await set({ editWindowMinutes: null });
  expect((await edit("third")).statusCode).toBe(200);
});
