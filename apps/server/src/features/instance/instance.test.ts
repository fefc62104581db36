import {
  endpoints,
  scopeOf,
  type EndpointName,
  type UserRole,
  type WorkspaceId,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { linkAudit } from "#server/features/audit/chain.service.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter, joinByLink, switchTo } from "#test/organizations.ts";
import { createRoomOf, type Person } from "#test/world.ts";
import { carriers } from "./instance.view.ts";

const DAY_MS = 24 * 60 * 60_000;
const calls = ["getInstance", "listInstanceUsers", "listInstanceOrganizations"] as const;
const secrets = { METRICS_TOKEN: "metrics-token-of-this-test", SMTP_URL: "smtp://u:pw-of-mail@x" };
const words = "Words that nobody who runs the server reads";

let app: TestApp;
/** Owns the instance. */
let root: Person;
let olga: Person;
let bob: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({
    environment: {
      ...secrets,
      FILE_MAX_MB: "7",
      SIGNUP_MODE: "open",
      OTP_SENDS_PER_IP_HOUR: "100000",
    },
  });
  root = await enter(app, "Root");
  [olga, bob] = [await enter(app, "Olga"), await enter(app, "Bob")];
  ({ id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } }));
  await switchTo(app, olga, orgId);
  await joinByLink(olga, orgId, bob);
  const slug = await createRoomOf(olga, bob);
  await olga.call("sendMessage", { params: { slug }, body: { content: words } });
  await bob.call("updateMe", { body: { bio: words } });
});
afterAll(() => app.close());

const query = (text: string, ...values: unknown[]) =>
  app.database.pool.query<{ count: number }>(text, values);
const read = () => root.call("getInstance", {});
const inputOf = (name: (typeof calls)[number]) => (name === "getInstance" ? {} : { query: {} });
const ask = (person: Person, name: (typeof calls)[number]) =>
  app.request(name, inputOf(name), { as: person.tokens.access.token });

describe.each(calls)("%s", (name) => {
  it.each<[UserRole, number]>([
    ["OWNER", 200],
    ["ADMIN", 200],
    ["USER", 403],
  ])("answers %s with %i, also in an organization that they lead", async (role, status) => {
    const person = await enter(app, "Ada");
    await query("update users set role = $2 where id = $1", person.user.id, role);
    expect((await ask(person, name)).statusCode).toBe(status);
    const { id } = await person.call("createOrganization", { body: { title: `Of ${role}` } });
    await switchTo(app, person, id);
    expect((await ask(person, name)).statusCode).toBe(status);
  });

  it("is closed to API keys", () => {
    expect(scopeOf(name satisfies EndpointName, endpoints[name])).toBeNull();
  });

  it("tells nothing that somebody wrote, and no secret", async () => {
    const { body } = await ask(root, name);
    for (const hidden of [words, secrets.METRICS_TOKEN, "pw-of-mail"])
      expect(body).not.toContain(hidden);
  });
});

test("the settings in force are told by their names", async () => {
  const { limits, signupMode, methods, mail, version, startedAt, database } = await read();
  expect(limits).toContainEqual({ name: "FILE_MAX_MB", value: 7 });
  expect(limits).toContainEqual({ name: "AUDIT_DAYS", value: app.config.auditDays });
  expect({ signupMode, password: methods.password }).toEqual({
    signupMode: "open",
    password: false,
  });
  expect(mail).toMatchObject({ codes: "dev", mails: "dev" });
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(new Date(startedAt).getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
  expect(database.bytes).toBeGreaterThan(1_000_000);
});

test("the audit is told with the verdict of its last check", async () => {
  const check = () => app.app.workers.find(({ kind }) => kind.name === "audit.verify")?.run({});
  await app.app.linking.close();
  await linkAudit(app.database.kysely);
  const count = async (from: string) =>
    (await query(`select count(*)::int as count from ${from}`)).rows[0]?.count;
  expect((await read()).audit).toMatchObject({ broken: 0, checkedAt: null });
  await check();
  const checkedAt = expect.stringMatching(/^\d{4}-/) as string;
  const [chains, events] = [await count("audit_chains"), await count("audit_events")];
  expect((await read()).audit).toEqual({ chains, events, broken: 0, checkedAt });
  await query(
    "update audit_events set kind = 'sign-out' where workspace_id = $1 and chain_no = 1",
    orgId,
  );
  await expect(check()).rejects.toThrow("changed or removed");
  expect((await read()).audit).toMatchObject({ broken: 1, checkedAt });
});

test("all accounts are found by a part of their name, or by their whole address", async () => {
  const find = async (search: string) =>
    (await root.call("listInstanceUsers", { query: { search } })).results;
  expect((await find("olg")).map(({ fullName }) => fullName)).toContain("Olga");
  const [found, ...others] = await find(bob.user.email ?? "");
  expect(others).toEqual([]);
  expect(found).toMatchObject({ id: bob.user.id, role: "USER", isBlocked: false });
  expect(await find((bob.user.email ?? "").slice(1))).toEqual([]);

  // Later than what their own calls leave meanwhile.
  const at = new Date(app.clock.now().getTime() + DAY_MS);
  await query(
    `insert into presence (user_id, active_at) values ($1, $2)
      on conflict (user_id) do update set active_at = excluded.active_at`,
    bob.user.id,
    at,
  );
  const params = { sessionUserId: bob.user.id };
  await root.call("updateUser", { params, body: { isBlocked: true } });
  const blocked = await find(bob.user.email ?? "");
  expect(blocked).toMatchObject([{ isBlocked: true, lastActiveAt: at.toISOString() }]);
  await root.call("updateUser", { params, body: { isBlocked: false } });
  const everybody = await root.call("listInstanceUsers", { query: { limit: 2 } });
  const { rows } = await query("select count(*)::int as count from users where erased_at is null");
  expect(everybody).toMatchObject({ totalResults: rows[0]?.count });
  expect(everybody.results).toHaveLength(2);
});

test("organizations are told by title with their members, deleted ones last and until when they can come back", async () => {
  const cora = await enter(app, "Cora");
  const { id } = await cora.call("createOrganization", { body: { title: "Aaa gone" } });
  await cora.call("deleteOrganization", { params: { orgId: id } }, await elevate(cora));
  const deletedAt = app.clock.now().getTime();
  const list = async () =>
    (await root.call("listInstanceOrganizations", { query: { limit: 100 } })).results;
  const all = await list();
  expect(all.find((each) => each.id === orgId)).toMatchObject({
    title: "Nordlicht",
    members: 2,
    status: "ACTIVE",
    purgesAt: null,
  });
  expect(all.at(-1)).toMatchObject({
    id,
    title: "Aaa gone",
    status: "DELETED",
    purgesAt: new Date(deletedAt + app.config.orgDeletionDays * DAY_MS).toISOString(),
  });
  await root.call("restoreOrganization", { params: { orgId: id } });
  expect((await list())[0]).toMatchObject({ id, status: "ACTIVE", purgesAt: null });
});

test("each kind of job that carries a mail or a push is one that there is", () => {
  const kinds = app.app.workers.map(({ kind }) => kind.name);
  expect(kinds).toEqual(expect.arrayContaining(Object.values(carriers).flat()));
});

test("jobs that failed within a day or wait are counted by what they carry", async () => {
  // The jobs of every minute would be counted too.
  await app.jobs.stop();
  const before = await read();
  // Blocked: nobody works on them.
  const insert = (name: string, state: string, hoursAgo: number, startsInHours = 0) =>
    query(
      `insert into jobs.job (name, state, completed_on, start_after, blocked) values ($1, $2::jobs.job_state,
        case when $2 = 'failed' then now() - $3::int * interval '1 hour' end, now() + $4::int * interval '1 hour', true)`,
      name,
      state,
      hoursAgo,
      startsInHours,
    );
  await insert("digests.mail", "failed", 1);
  await insert("digests.mail", "failed", 25);
  await insert("notifications.mail", "retry", 0, 1);
  await insert("notifications.mail", "created", 0, 1);
  await insert("push.send", "failed", 2);
  await insert("push.send-many", "created", 0);
  await insert("webhooks.call", "failed", 3);
  const { mail, push, jobs } = await read();
  const more = (after: typeof push, earlier: typeof push) => [
    after.failed - earlier.failed,
    after.waiting - earlier.waiting,
  ];
  expect(more(mail, before.mail)).toEqual([1, 1]);
  expect(more(push, before.push)).toEqual([1, 1]);
  expect(more(jobs, before.jobs)).toEqual([3, 2]);
});
