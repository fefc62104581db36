import { randomUUID } from "node:crypto";
import type { NotificationPage, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, setMember } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import type { Received, TestClient } from "#test/realtime/test-client.ts";
import { openBrowser, signIn, type Person } from "#test/world.ts";
import { forgetOutlived } from "./deliveries.service.ts";
import { countUnread } from "./feed.queries.ts";
import type { NotificationJob } from "./kinds.jobs.ts";

let app: TestApp;
let owner: Person;
let bob: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [owner, bob] = [await enter("Olga"), await enter("Bob")];
  ({ id: orgId } = await owner.call("createOrganization", { body: { title: "Nordlicht" } }));
  await setMember(app, orgId, bob.user.id);
});

async function enter(name: string): Promise<Person> {
  const identifier = `${name.toLowerCase()}-${randomUUID()}@example.org`;
  const person = await signIn(openBrowser(app.app.http.app), identifier);
  return Object.assign(person, {
    user: await person.call("updateMe", { body: { fullName: name } }),
  });
}

const ofBob = (): { orgId: WorkspaceId; userId: UserId } => ({ orgId, userId: bob.user.id });

function giveRole(role: "ADMIN" | "MEMBER" | "GUEST"): Promise<unknown> {
  return owner.call("updateMember", { params: ofBob(), body: { role } });
}

function feedOf(person: Person, query: object = {}): Promise<NotificationPage> {
  return person.call("listNotifications", { query });
}

/** Once the queue has brought as many. */
async function told(person: Person, unreadCount = 1): Promise<NotificationPage["results"]> {
  await expect.poll(async () => (await feedOf(person)).unreadCount).toBe(unreadCount);
  return (await feedOf(person)).results;
}

/** Does a job here and now, whatever the queue does. */
function run(name: string, data: object): Promise<void> {
  const found = app.app.workers.find(({ kind }) => kind.name === name);
  if (!found) throw new Error(`Nothing works on ${name}`);
  return found.run(data);
}

/** Bob's role has changed, as its job knows it. */
function roleJob(changes: Partial<NotificationJob> = {}): NotificationJob {
  const facts = { orgId, title: "Nordlicht", change: "role", role: "ADMIN" } as const;
  const event = { type: "ORGANIZATION_CHANGED", userId: bob.user.id, actorId: owner.user.id };
  return { ...event, cause: randomUUID(), facts, ...changes } as NotificationJob;
}

async function reasonsOf({ cause }: NotificationJob): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ what: string }>(
    `select channel || ' ' || status || ' ' || reason as what from notification_deliveries
      where cause = $1 order by channel desc`,
    [cause],
  );
  return rows.map(({ what }) => what);
}

const isTold = ({ type }: Received) => type === "SERVER_NOTIFICATION";
const isRead = ({ event }: Received) => event === "notification_changed";
const toldIn = ({ frames }: TestClient) => frames.filter(isTold);

test("somebody is told at once on every socket, whoever did it is not, and reading counts everywhere", async () => {
  const [one, other, hers] = [
    await connect(app, bob),
    await connect(app, bob),
    await connect(app, owner),
  ];
  await giveRole("ADMIN");
  const frame = await one.until(isTold);
  const state = { rev: 1, unreadCount: 1 };
  expect(frame).toMatchObject({ ...state, title: "Your role in Nordlicht has changed" });
  await other.until(isTold);
  const { results, ...page } = await feedOf(bob);
  expect(page).toEqual({ ...state, hasMore: false, nextCursor: null });
  expect(results).toMatchObject([
    {
      type: "ORGANIZATION_CHANGED",
      priority: "HIGH",
      workspaceId: orgId,
      facts: { orgId, title: "Nordlicht", change: "role", role: "ADMIN" },
      url: `/settings/organizations/${orgId}/members`,
      count: 1,
      actors: [{ userId: owner.user.id, fullName: "Olga" }],
      readAt: null,
    },
  ]);
  expect(results[0]).toEqual(frame["notification"]);
  const unread = { rev: 1, unreadCount: 1, workspaces: [{ workspaceId: orgId, unreadCount: 1 }] };
  expect(await bob.call("getUnreadNotifications", {})).toEqual(unread);
  const params = { id: results[0]?.id ?? "" };
  const after = { rev: 2, unreadCount: 0 };
  const changed = { ...after, notification: params };
  expect(await bob.call("markNotificationRead", { params })).toMatchObject(changed);
  expect(await other.until(isRead)).toMatchObject({ data: changed });
  expect(await bob.call("markNotificationRead", { params })).toMatchObject(changed);
  await Promise.all([one.fence(), hers.fence()]);
  expect(one.frames.filter(isRead)).toHaveLength(1);
  expect(toldIn(hers)).toEqual([]);
});

test("a member is told what becomes of their membership, also while they are kept out", async () => {
  const params = ofBob();
  await owner.call("updateMember", { params, body: { department: "Maps" } });
  await owner.call("suspendMember", { params, body: { reason: "On leave" } });
  expect(await told(bob)).toMatchObject([{ facts: { change: "suspended" }, workspaceId: null }]);
  await owner.call("reactivateMember", { params });
  const changed = { facts: { change: "reactivated" }, workspaceId: orgId, count: 2 };
  await expect.poll(() => feedOf(bob)).toMatchObject({ unreadCount: 1, results: [changed] });
});

test("a new owner is told, and who is removed, who then has nothing to open", async () => {
  await giveRole("ADMIN");
  await told(bob);
  const ada = await enter("Ada");
  await setMember(app, orgId, ada.user.id);
  const params = { orgId, userId: ada.user.id };
  await owner.call("transferOwnership", { params }, await elevate(owner));
  expect(await told(ada)).toMatchObject([{ facts: { change: "owner", role: "OWNER" } }]);
  await ada.call("removeMember", { params: ofBob(), body: {} });
  const removed = { facts: { change: "removed" }, url: null, workspaceId: null };
  await expect.poll(() => feedOf(bob)).toMatchObject({ results: [removed] });
});

test("who is invited by their account is told, with the way to answer, until they have", async () => {
  const ada = await enter("Ada");
  const invitations = [{ username: ada.user.username }];
  await owner.call("inviteMembers", { params: { orgId }, body: { invitations } });
  const [row] = await told(ada);
  const [invitation] = (await ada.call("listMyInvitations", {})).results;
  const inviteCode = invitation?.id ?? "";
  expect(row).toMatchObject({
    type: "ORGANIZATION_INVITATION",
    facts: { orgId, title: "Nordlicht", role: "MEMBER" },
    url: `/invite/join?code=${inviteCode}`,
    actors: [{ fullName: "Olga" }],
  });
  await owner.call("resendInvitation", { params: { orgId, invitationId: inviteCode } });
  await expect.poll(() => feedOf(ada)).toMatchObject({ results: [{ count: 2 }] });
  await ada.call("declineInvitation", { body: { inviteCode } });
  expect(await feedOf(ada)).toMatchObject({ unreadCount: 0, results: [] });
});

test("what happens while one is unread goes into it, and names the last three who did it", async () => {
  const people = [owner, ...(await Promise.all(["Ada", "Eve", "Ida"].map(enter)))];
  for (const { user } of [...people, owner])
    await run("notifications.notify", roleJob({ actorId: user.id }));
  const [row] = (await feedOf(bob)).results;
  expect(row).toMatchObject({ count: 5 });
  expect(row?.actors.map(({ fullName }) => fullName)).toEqual(["Olga", "Ida", "Eve"]);
  const before = app.clock.now().toISOString();
  await bob.call("markAllNotificationsRead", { body: { before } });
  app.clock.advance(1);
  await run("notifications.notify", roleJob());
  expect(await told(bob)).toMatchObject([{ count: 1, readAt: null }, { count: 5 }]);
  await bob.call("markAllNotificationsRead", { body: { before } });
  expect(await feedOf(bob, { tab: "unread" })).toMatchObject({ unreadCount: 1 });
});

test("a job that is done again writes nothing, and tells the same", async () => {
  const socket = await connect(app, bob);
  const job = roleJob();
  await run("notifications.notify", job);
  await Promise.all([1, 2, 3].map(() => run("notifications.notify", job)));
  await socket.fence();
  const [first, ...others] = toldIn(socket);
  expect(others).toEqual([first, first, first]);
  expect(await feedOf(bob)).toMatchObject({ rev: 1, unreadCount: 1, results: [{ count: 1 }] });
});

describe("nobody is told", () => {
  const gone = ["IN_APP CANCELLED NO_ACCESS", "EMAIL CANCELLED NO_ACCESS"];
  const own = ["IN_APP CANCELLED OWN_ACTION", "EMAIL CANCELLED OWN_ACTION"];
  const query = (text: string) => () => app.database.pool.query(text, [bob.user.id]);
  const blocked = ["IN_APP CANCELLED BLOCKED", "EMAIL CANCELLED BLOCKED"];
  const block = (one: Person, other: Person) =>
    app.database.pool.query("insert into user_blocks values ($1, $2, now())", [
      one.user.id,
      other.user.id,
    ]);
  const leave = query("delete from workspace_members where user_id = $1");
  const stay = async () => undefined;
  const invitation = () =>
    roleJob({
      type: "ORGANIZATION_INVITATION",
      facts: { orgId, title: "Nordlicht", role: "MEMBER", invitationId: randomUUID() },
    });
  const cases: [string, () => Promise<unknown>, () => NotificationJob, string[]][] = [
    ["of their own doing", stay, () => roleJob({ actorId: bob.user.id }), own],
    ["who was removed in between", leave, roleJob, gone],
    ["who is blocked", query("update users set is_blocked = true where id = $1"), roleJob, gone],
    ["whom who did it has blocked", () => block(owner, bob), roleJob, blocked],
    ["who has blocked who did it", () => block(bob, owner), roleJob, blocked],
    ["of an invitation that is not there", stay, invitation, gone],
  ];
  it.each(cases)("%s", async (_, change, toJob, reasons) => {
    const socket = await connect(app, bob);
    await change();
    const job = toJob();
    await run("notifications.notify", job);
    expect(await reasonsOf(job)).toEqual(reasons);
    const { rows } = await app.database.pool.query(
      "select 1 from notifications where user_id = $1",
      [bob.user.id],
    );
    expect(rows).toEqual([]);
    // Whoever lost their place may be shown out before.
    await Promise.race([socket.fence(), socket.closed]);
    expect(toldIn(socket)).toEqual([]);
  });

  it("who has no account any more", async () => {
    const job = roleJob({ userId: randomUUID() as UserId });
    await run("notifications.notify", job);
    expect(await reasonsOf(job)).toEqual([]);
  });
});

test("what was told of a workspace goes with it", async () => {
  await run("notifications.notify", roleJob());
  const [row] = await told(bob);
  await app.database.pool.query("delete from workspace_members where user_id = $1", [bob.user.id]);
  expect(await feedOf(bob)).toMatchObject({ unreadCount: 0, results: [] });
  const params = { id: row?.id ?? "" };
  const refusal = await bob.refusal("markNotificationRead", { params });
  expect(refusal).toMatchObject({ code: "NOTIFICATION_NOT_FOUND" });
  await run("notifications.clean-up", {});
  await setMember(app, orgId, bob.user.id);
  expect(await feedOf(bob)).toMatchObject({ results: [] });
});

describe("the mail about it", () => {
  const mailsTo = ({ user }: Person) => app.outbox.list().filter(({ to }) => to === user.email);
  const subjects = () =>
    mailsTo(bob)
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes("Nordlicht"));
  const readAll = () =>
    bob.call("markAllNotificationsRead", { body: { before: app.clock.now().toISOString() } });
  const cases: [string, () => Promise<unknown>, string][] = [
    ["leaves once", async () => undefined, "SENT SENT"],
    ["is not sent of what was read meanwhile", readAll, "CANCELLED EMAIL_WAIT"],
    [
      "is not sent to those who switched it off meanwhile",
      () => bob.call("updateMe", { body: { preferences: { emailNotifications: false } } }),
      "CANCELLED CHANNEL_OFF",
    ],
    [
      "is not sent to those who were removed meanwhile",
      () =>
        app.database.pool.query("delete from workspace_members where user_id = $1", [bob.user.id]),
      "CANCELLED NO_ACCESS",
    ],
  ];
  it.each(cases)("%s", async (_, change, outcome) => {
    const jobs = [roleJob(), roleJob()];
    for (const job of jobs) await run("notifications.notify", job);
    const [job = roleJob()] = jobs;
    expect(await reasonsOf(job)).toEqual(["IN_APP SENT SENT", "EMAIL PENDING EMAIL_WAIT"]);
    expect(subjects()).toEqual([]);
    await change();
    // Each of them twice: what happened together is mailed together.
    for (const each of [...jobs, ...jobs]) await run("notifications.mail", each);
    for (const each of jobs) expect((await reasonsOf(each))[1]).toBe(`EMAIL ${outcome}`);
    const sent = outcome === "SENT SENT" ? ["Your role in Nordlicht has changed"] : [];
    expect(subjects()).toEqual(sent);
  });

  it("is not planned for those who have switched it off", async () => {
    await bob.call("updateMe", { body: { preferences: { emailNotifications: false } } });
    const job = roleJob();
    await run("notifications.notify", job);
    expect(await reasonsOf(job)).toEqual(["IN_APP SENT SENT", "EMAIL CANCELLED CHANNEL_OFF"]);
  });
});

test("a sign-in on a new device is told in the app, too", async () => {
  await signIn(openBrowser(app.app.http.app), bob.user.email ?? "");
  expect(await told(bob)).toMatchObject([
    { type: "SECURITY_ALERT", priority: "URGENT", workspaceId: null, actors: [] },
  ]);
});

test("the feed is read by page, and by its person alone", async () => {
  const causes = ["SECURITY_ALERT", "SECURITY_ALERT", "SECURITY_ALERT"] as const;
  const facts = { alert: "wrong-codes", address: "192.0.2.1", userAgent: null } as const;
  for (const type of causes)
    await run("notifications.notify", roleJob({ type, actorId: null, facts }));
  const all = await feedOf(bob);
  const first = await feedOf(bob, { limit: 2 });
  const second = await feedOf(bob, { limit: 2, cursor: first.nextCursor });
  expect([...first.results, ...second.results]).toEqual(all.results);
  expect([all.results.length, first.hasMore, second.hasMore]).toEqual([3, true, false]);
  expect(await owner.call("listNotifications", { query: {} })).toMatchObject({ results: [] });
  const params = { id: all.results[0]?.id ?? "" };
  const refusal = await owner.refusal("markNotificationRead", { params });
  expect(refusal).toMatchObject({ code: "NOTIFICATION_NOT_FOUND" });
  for (const [query, code] of [
    [{ cursor: "none" }, "CURSOR_INVALID"],
    [{ limit: 101 }, "VALIDATION_ERROR"],
    [{ tab: "others" }, "VALIDATION_ERROR"],
  ] as const)
    expect(await bob.refusal("listNotifications", { query } as never)).toMatchObject({ code });
  const body = { before: "yesterday" };
  expect(await bob.refusal("markAllNotificationsRead", { body })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
});

test.each([
  [89, true, 1],
  [91, true, 0],
  [91, false, 1],
  [366, false, 0],
])("after %i days, read: %s, there is %i left", async (days, hasRead, left) => {
  await run("notifications.notify", roleJob());
  if (hasRead)
    await bob.call("markAllNotificationsRead", { body: { before: app.clock.now().toISOString() } });
  const since = "now() - make_interval(days => $1)";
  await app.database.pool.query(
    `update notifications set updated_at = ${since} where user_id = $2`,
    [days, bob.user.id],
  );
  await run("notifications.clean-up", {});
  expect((await feedOf(bob)).results).toHaveLength(left);
});

test("outlived rows are deleted in portions", async () => {
  const { kysely: db, pool } = app.database;
  await pool.query(
    `insert into notifications (user_id, type, priority, group_key, actor_ids, facts, created_at, updated_at)
      select $1, 'SECURITY_ALERT', 'URGENT', 'old ' || n, '{}', '{}', $2, $2 from generate_series(1, 7) n`,
    [bob.user.id, "2020-01-01"],
  );
  await pool.query(
    `insert into notification_deliveries (user_id, type, cause, channel, status, reason, created_at, updated_at)
      select $1, 'SECURITY_ALERT', 'old ' || n, 'IN_APP', 'SENT', 'SENT', $2, $2 from generate_series(1, 7) n`,
    [bob.user.id, "2020-01-01"],
  );
  await pool.query(`
    create function refuse_many() returns trigger language plpgsql as $$
      begin if (select count(*) from gone) > 3 then raise 'too many at once'; end if; return null; end $$;
    create trigger refuse_many after delete on notifications
      referencing old table as gone for each statement execute function refuse_many();
    create trigger refuse_many after delete on notification_deliveries
      referencing old table as gone for each statement execute function refuse_many()`);
  await forgetOutlived({ db, clock: app.clock }, 3);
  await pool.query("drop function refuse_many cascade");
  const { rows } = await pool.query(
    `select 1 from notifications where user_id = $1 and group_key like 'old %'
      union all select 1 from notification_deliveries where user_id = $1 and cause like 'old %'`,
    [bob.user.id],
  );
  expect(rows).toEqual([]);
});

test("unread notifications of one room are counted with one look at the room", async () => {
  const body = { title: `Room ${randomUUID()}` };
  const { roomId } = await bob.call("createRoom", { body });
  await app.database.pool.query(
    `insert into notifications (user_id, type, priority, group_key, actor_ids, facts, created_at, updated_at)
      select $1, 'ROOM_INVITED', 'NORMAL', 'invited ' || n, '{}', jsonb_build_object('roomId', $2::text), now(), now()
      from generate_series(1, 30) n`,
    [bob.user.id, roomId],
  );
  const looks = await app.database.kysely.transaction().execute(async (tx) => {
    const scans = async () => {
      const { rows } = await sql<{ count: number }>`
        select (seq_scan + idx_scan)::integer as count from pg_stat_xact_user_tables where relname = 'participants'`.execute(
        tx,
      );
      return rows[0]?.count ?? 0;
    };
    const before = await scans();
    expect(await countUnread(tx, [bob.user.id], new Date())).toEqual([
      { userId: bob.user.id, workspaceId: null, count: 30 },
    ]);
    return (await scans()) - before;
  });
  expect(looks).toBe(1);
});
