import type { ErrorCode, MemberStatus, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter, joinByLink, setMember, switchTo } from "#test/organizations.ts";
import type { CallOptions, Person } from "#test/world.ts";
import { toRequest } from "#test/world.ts";

let app: TestApp;
let olga: Person;
let ada: Person;
let orgId: WorkspaceId;
let elevated: CallOptions;
const ORG_MAX_OWNED = 20;
beforeAll(async () => {
  app = await startTestApp({ environment: { ORG_MAX_OWNED: String(ORG_MAX_OWNED) } });
  [olga, ada] = [await enter(app, "Olga"), await enter(app, "Ada")];
  elevated = await elevate(olga);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } }));
});

const paramsOf = ({ user }: Person) => ({ orgId, userId: user.id });

/** `ok` or the code of the refusal, and never anything else. */
async function transferTo(person: Person, actor = olga, options = elevated): Promise<string> {
  const request = toRequest("transferOwnership", { params: paramsOf(person) }, options);
  const { status, body } = await actor.send(request);
  return status === 200 ? "ok" : (body as { code: ErrorCode }).code;
}

async function rolesNow(): Promise<Record<string, string>> {
  const { rows } = await app.database.pool.query<{ id: string; role: string }>(
    "select user_id as id, role from workspace_members where workspace_id = $1",
    [orgId],
  );
  return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
}

test("the new owner has all, the old one is an ADMIN, and both know at once", async () => {
  await setMember(app, orgId, ada.user.id);
  const params = paramsOf(ada);
  const reply = await olga.call("transferOwnership", { params }, elevated);
  expect(reply).toMatchObject({ userId: ada.user.id, role: "OWNER", status: "ACTIVE" });
  expect(await rolesNow()).toEqual({ [ada.user.id]: "OWNER", [olga.user.id]: "ADMIN" });
  expect(await transferTo(ada)).toBe("FORBIDDEN");
  await olga.call("removeMember", { params: paramsOf(olga), body: {} });
  const { rows } = await app.database.pool.query(
    "select target_id as target from audit_events where workspace_id = $1 and kind = 'organization transferred'",
    [orgId],
  );
  expect(rows).toEqual([{ target: ada.user.id }]);
});

test("the levels of both in general are those of their roles", async () => {
  const [eva, max] = [await enter(app, "Eva"), await enter(app, "Max")];
  const { id } = await eva.call("createOrganization", { body: { title: "Ours" } });
  await joinByLink(eva, id, max);
  await switchTo(app, eva, id);
  const params = { orgId: id, userId: max.user.id };
  await eva.call("transferOwnership", { params }, await elevate(eva));
  const levels = [eva, max].map(
    async (person) => (await person.call("getRoom", { params: { slug: "general" } })).accessLevel,
  );
  expect(await Promise.all(levels)).toEqual(["ADMIN", "OWNER"]);
});

const cases: readonly [WorkspaceRole | "nobody" | "oneself", MemberStatus, string][] = [
  ["ADMIN", "ACTIVE", "ok"],
  ["MEMBER", "ACTIVE", "ok"],
  ["GUEST", "ACTIVE", "MEMBER_ROLE_NOT_ALLOWED"],
  ["MEMBER", "SUSPENDED", "MEMBER_STATUS_CONFLICT"],
  ["MEMBER", "INVITED", "MEMBER_STATUS_CONFLICT"],
  ["nobody", "ACTIVE", "MEMBER_NOT_FOUND"],
  ["oneself", "ACTIVE", "MEMBER_ROLE_NOT_ALLOWED"],
];
it.each(cases)("to %s who is %s: %s", async (role, status, expected) => {
  if (role !== "nobody" && role !== "oneself")
    await setMember(app, orgId, ada.user.id, { role, status });
  expect(await transferTo(role === "oneself" ? olga : ada)).toBe(expected);
  expect((await rolesNow())[olga.user.id]).toBe(expected === "ok" ? "ADMIN" : "OWNER");
});

it.each([
  ["ADMIN", "FORBIDDEN"],
  ["MEMBER", "FORBIDDEN"],
  [null, "ORGANIZATION_NOT_FOUND"],
] as const)("by %s: %s", async (role, expected) => {
  const mallory = await enter(app, "Mallory");
  await setMember(app, orgId, ada.user.id);
  if (role) await setMember(app, orgId, mallory.user.id, { role });
  expect(await transferTo(ada, mallory, await elevate(mallory))).toBe(expected);
  expect(await transferTo(ada, olga, {})).toBe("ELEVATION_REQUIRED");
});

it("of several at once one is done, and there is one owner", async () => {
  const heirs = [ada, ...(await Promise.all(["Ben", "Cem"].map((name) => enter(app, name))))];
  for (const { user } of heirs) await setMember(app, orgId, user.id);
  const outcomes = await Promise.all(heirs.map((heir) => transferTo(heir)));
  expect(outcomes.toSorted()).toEqual(["FORBIDDEN", "FORBIDDEN", "ok"]);
  const roles = Object.values(await rolesNow()).toSorted();
  expect(roles).toEqual(["ADMIN", "MEMBER", "MEMBER", "OWNER"]);
});

it("at once with a change of the role, the suspension or the removal of the new one stays right", async () => {
  const params = paramsOf(ada);
  const acts = [
    () => app.request("updateMember", { params, body: { role: "GUEST" } }, asOlga),
    () => app.request("suspendMember", { params, body: { reason: "why" } }, asOlga),
    () => app.request("removeMember", { params, body: {} }, asOlga),
  ];
  const asOlga = { as: olga.tokens.access.token };
  for (const act of [...acts, ...acts]) {
    await setMember(app, orgId, ada.user.id, { role: "MEMBER" });
    const [transfer, other] = await Promise.all([transferTo(ada), act()]);
    // Whoever came second met what the first had left.
    expect([transfer === "ok", other.statusCode < 300]).toContain(false);
    expect([transfer === "ok", other.statusCode < 300]).toContain(true);
    const roles = Object.values(await rolesNow());
    expect(roles.filter((role) => role === "OWNER")).toHaveLength(1);
    await app.database.pool.query("delete from workspace_members where workspace_id = $1", [orgId]);
    await setMember(app, orgId, olga.user.id, { role: "OWNER" });
  }
});

it("counts for the new owner, and no more for the old one", async () => {
  const ben = await enter(app, "Ben");
  const fill = async (person: Person): Promise<void> => {
    const { results } = await person.call("listOrganizations", { query: { includeRole: "true" } });
    const owned = results.filter(({ role }) => role === "OWNER").length;
    for (let more = owned; more < ORG_MAX_OWNED; more += 1)
      await person.call("createOrganization", { body: { title: "One more" } });
  };
  await Promise.all([fill(ben), fill(olga)]);
  for (const { user } of [ada, ben]) await setMember(app, orgId, user.id);
  expect(await transferTo(ben)).toBe("ORGANIZATION_LIMIT_REACHED");
  expect(await transferTo(ada)).toBe("ok");
  await olga.call("createOrganization", { body: { title: "In its place" } });
});
