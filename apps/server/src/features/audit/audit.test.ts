import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  AUDIT_CSV_ROWS_MAX,
  SOCKET_PATH,
  type AuditEntry,
  type InputOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { WebSocket } from "ws";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { openProgram, signIn, type Person } from "#test/world.ts";
import { deleteOutlived } from "./retention.service.ts";

let app: TestApp;
let owner: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await enter("Olga");
  ({ id: orgId } = await owner.call("createOrganization", { body: { title: "Nordlicht" } }));
});

async function enter(fullName: string): Promise<Person> {
  const person = await signIn(openProgram(app.app.http.app), `${randomUUID()}@example.org`);
  const user = await person.call("updateMe", { body: { fullName } });
  return Object.assign(person, { user });
}

async function join(name: string): Promise<Person> {
  const person = await enter(name);
  await setMember(app, orgId, person.user.id);
  await switchTo(app, person, orgId);
  return person;
}

type Query = Partial<InputOf<"listAudit">["query"]>;

async function read(query: Query = {}, by = owner): Promise<AuditEntry[]> {
  return (await by.call("listAudit", { params: { orgId }, query })).results;
}

const kindsOf = (entries: readonly AuditEntry[]) => entries.map(({ kind }) => kind);

async function csv(query: Query = {}): Promise<string> {
  const as = owner.tokens.access.token;
  const answer = await app.request("exportAudit", { params: { orgId }, query }, { as });
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename=audit-[\d-]+\.csv$/);
  return answer.body;
}

/** Refusals are written behind the answer. */
function refusalsOf(person: Person, count: number): Promise<AuditEntry[]> {
  return vi.waitUntil(async () => {
    const found = await read({ kind: "refused", actor: person.user.id, limit: 100 });
    return found.length >= count && found;
  });
}

test("tells who did what to whom, what was and what is, and why, the newest first", async () => {
  const bob = await join("Bob");
  const params = { orgId, userId: bob.user.id };
  await owner.call("updateMember", { params, body: { role: "ADMIN" } });
  await owner.call("updateMember", { params, body: { role: "ADMIN", department: "Maps" } });
  await owner.call("suspendMember", { params, body: { reason: "On leave" } });
  await owner.call("updateOrganization", { params: { orgId }, body: { title: "Südlicht" } });
  const [changed, suspended, department, role] = await read();
  const target = { type: "user", id: bob.user.id, name: "Bob" };
  const actor = { userId: owner.user.id, fullName: "Olga" };
  expect(role).toMatchObject({ kind: "member role", action: "CHANGE_ROLE", actor, target });
  expect(role).toMatchObject({ before: { role: "MEMBER" }, after: { role: "ADMIN" } });
  expect(department).toMatchObject({ kind: "member department", action: null, target });
  expect(department).toMatchObject({ before: { department: null }, after: { department: "Maps" } });
  expect(suspended).toMatchObject({ action: "REVOKE_ACCESS", reason: "On leave", target });
  expect(suspended).toMatchObject({
    before: { status: "ACTIVE" },
    after: { status: "SUSPENDED" },
    sessionId: owner.user.sessionId,
    address: "127.0.0.1",
  });
  expect(changed).toMatchObject({ before: { title: "Nordlicht" }, after: { title: "Südlicht" } });
});

test("is filtered by time, person, kind and target, and paged", async () => {
  const bob = await join("Bob");
  const body = { role: "ADMIN" } as const;
  await owner.call("updateMember", { params: { orgId, userId: bob.user.id }, body });
  app.clock.advance(60_000);
  const later = app.clock.now().toISOString();
  const params = { orgId };
  await bob.call("updateOrganization", { params, body: { title: "Südlicht" } });
  const [made, role, changed] = ["organization created", "member role", "organization changed"];
  expect(kindsOf(await read())).toEqual([changed, role, made]);
  expect(kindsOf(await read({ from: later }))).toEqual([changed]);
  expect(kindsOf(await read({ to: later }))).toEqual([role, made]);
  expect(kindsOf(await read({ actor: bob.user.id }))).toEqual([changed]);
  expect(kindsOf(await read({ kind: "member role" }))).toEqual([role]);
  expect(kindsOf(await read({ target: bob.user.id }))).toEqual([role]);
  const page = await owner.call("listAudit", { params, query: { limit: 1, page: 3 } });
  expect(page).toMatchObject({ totalResults: 3, totalPages: 3, results: [{ kind: made }] });
});

test("names rooms as they were called then, with the address of those that the reader sees", async () => {
  const bob = await join("Bob");
  const title = "Roof plans";
  const made = await bob.call("createRoom", { body: { title } });
  const params = { slug: made.sessionRoomSlug };
  await switchTo(app, owner, orgId);
  await owner.call("createOrJoinRooms", { body: { sessionRoomSlug: params.slug } });
  const participant = { ...params, participantId: owner.user.id };
  await bob.call("setAccessLevel", { params: participant, body: { accessLevel: "READ" } });
  await bob.call("updateRoom", { params, body: { title: "Cellar plans" } });
  const room = { id: made.roomId, name: title, sessionRoomSlug: params.slug };
  const [created] = await read({ kind: "room created" });
  expect(created).toMatchObject({ target: { type: "room", name: title }, room });
  const [level] = await read({ kind: "participant level" });
  expect(level).toMatchObject({ target: { name: "Olga" }, room });
  expect(await csv({ kind: "room created" })).toContain(`"${title}"`);
  await bob.call("deleteRoom", { params });
  const [deleted] = await read({ kind: "room deleted" });
  const gone = { sessionRoomSlug: null };
  expect(deleted).toMatchObject({ room: { name: "Cellar plans", ...gone } });
  // The people of the room are told of it in the log's own time; a room goes for ever long after that.
  await app.app.followers.settled();
  await app.database.pool.query("delete from rooms where id = $1", [made.roomId]);
  expect((await read({ kind: "room deleted" }))[0]).toMatchObject({
    room: { name: "Cellar plans", ...gone },
  });
});

test("keeps the name of a private room for those who are in it", async () => {
  const bob = await join("Bob");
  await setMember(app, orgId, bob.user.id, { role: "ADMIN" });
  await bob.call("createRoom", { body: { title: "Surprise", privacy: "private" } });
  const hidden = { target: { name: null }, room: { name: null, sessionRoomSlug: null } };
  expect((await read({ kind: "room created" }))[0]).toMatchObject(hidden);
  expect((await read({ kind: "room created" }, bob))[0]).toMatchObject({
    target: { name: "Surprise" },
    room: { name: "Surprise", sessionRoomSlug: "surprise" },
  });
});

test("names nobody whose account is gone", async () => {
  const gone = randomUUID();
  await app.database.pool.query(
    `insert into audit_events (kind, workspace_id, actor_id, target_type, target_id)
      values ('member left', $1, $2, 'user', $2)`,
    [orgId, gone],
  );
  expect((await read({ kind: "member left" }))[0]).toMatchObject({
    actor: { userId: gone, fullName: "Deleted user" },
    target: { name: "Deleted user" },
  });
});

describe("as a table", () => {
  it("has a mark of its encoding, a header, and nothing that a spreadsheet would calculate", async () => {
    await owner.call("updateMe", { body: { fullName: '=HYPERLINK("x")' } });
    const bob = await join("+Bob");
    const params = { orgId, userId: bob.user.id };
    await owner.call("suspendMember", { params, body: { reason: '@SUM(1), "really"' } });
    const [header, exported, row, ...rest] = (await csv({ to: "2999-01-01T00:00:00Z" })).split(
      "\r\n",
    );
    expect(header).toMatch(/^\uFEFF"Time","Event","Action","Actor","Actor id","Target"/);
    expect(exported).toContain(`"audit exported"`);
    expect(exported).toMatch(/,"\{""to"":""2999-01-01T00:00:00Z""\}"$/);
    expect(row).toContain(`"member suspended","REVOKE_ACCESS","'=HYPERLINK(""x"")"`);
    expect(row).toContain(`"'+Bob","user","${bob.user.id}"`);
    expect(row).toContain(`"{""status"":""SUSPENDED""}","'@SUM(1), ""really""",`);
    expect(rest).toHaveLength(2);
  });

  it("is whole over several portions, and filtered", async () => {
    await app.database.pool.query(
      `insert into audit_events (at, kind, workspace_id, details)
        select now() - interval '1 day' - n / 10 * interval '1 us', 'made', $1, jsonb_build_object('n', n)
        from generate_series(1, 2500) n`,
      [orgId],
    );
    const numbers = [...(await csv({ kind: "made" })).matchAll(/""n"":(\d+)/g)].map(([, n]) => n);
    expect(numbers).toHaveLength(2500);
    expect(new Set(numbers).size).toBe(2500);
  });

  it("says at its end that older events are not in it", async () => {
    await app.database.pool.query(
      `insert into audit_events (at, kind, workspace_id)
        select now() - n * interval '1 ms', 'made', $1 from generate_series(0, $2::int) n`,
      [orgId, AUDIT_CSV_ROWS_MAX],
    );
    const lines = (await csv({ kind: "made" })).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2 + AUDIT_CSV_ROWS_MAX);
    expect(lines.at(-1)).toMatch(/^"Only the newest 50000 events\. /);
  });
});

const rolesRefused = [
  ["a member", "MEMBER", "ACTIVE", "FORBIDDEN"],
  ["a guest", "GUEST", "ACTIVE", "FORBIDDEN"],
  ["a suspended administrator", "ADMIN", "SUSPENDED", "ORGANIZATION_NOT_FOUND"],
] as const;
it.each(rolesRefused)("is closed to %s", async (_name, role, status, code) => {
  const bob = await enter("Bob");
  await setMember(app, orgId, bob.user.id, { role, status });
  const input = { params: { orgId }, query: {} };
  for (const call of ["listAudit", "exportAudit"] as const)
    expect(await bob.refusal(call, input)).toMatchObject({ code });
});

it.each([
  { from: "yesterday" },
  { to: "0000-01-01T00:00:00Z" },
  { actor: "Bob" },
  { target: "x" },
  { page: "0" },
  { of: "x" },
])("refuses %o", async (query) => {
  const answer = await owner.refusal("listAudit", { params: { orgId }, query });
  expect(answer.code).toBe("VALIDATION_ERROR");
});

describe("what somebody was not allowed", () => {
  it("stands there, by operation and by frame, for the organization that it was asked in", async () => {
    const bob = await join("Bob");
    const params = { orgId };
    await bob.refusal("updateOrganization", { params, body: { title: "Mine" } });
    await owner.call("switchOrganization", { params }).then(({ tokens }) => {
      Object.assign(owner, { tokens, accessToken: tokens.access.token });
    });
    await owner.call("createOrJoinRooms", { body: { sessionRoomSlug: "closed" } });
    await app.database.pool.query(
      `update rooms set access_type = 'PROTECTED' where slug = 'closed' and workspace_id = $1`,
      [orgId],
    );
    const socket = await connect(app, bob);
    const type = "CLIENT_SEND_MESSAGE";
    socket.send({ type, requestId: "r", sessionRoomSlug: "closed", content: "let me in" });
    await socket.reply("r");
    const [byFrame, byCall] = await refusalsOf(bob, 2);
    expect(byCall).toMatchObject({
      action: null,
      sessionId: bob.user.sessionId,
      address: "127.0.0.1",
      details: { asked: "updateOrganization", code: "FORBIDDEN", workspaceId: orgId, orgId },
    });
    expect(byFrame).toMatchObject({
      address: "127.0.0.1",
      details: { asked: type, code: "NOT_SUBSCRIBED", workspaceId: orgId },
    });
    expect(JSON.stringify([byFrame, byCall])).not.toContain("let me in");
  });

  it("is of whoever lost the workspace, also where they name another organization", async () => {
    const bob = await join("Bob");
    const foreign = await owner.call("createOrganization", { body: { title: "Other" } });
    await setMember(app, orgId, bob.user.id, { status: "SUSPENDED" });
    await bob.refusal("getOrganization", { params: { orgId: foreign.id } });
    const authorization = `Bearer ${bob.tokens.access.token}`;
    const socket = new WebSocket(app.url.replace("http", "ws") + SOCKET_PATH, {
      headers: { authorization },
    });
    await once(socket, "error");
    const refused = await refusalsOf(bob, 2);
    const code = "WORKSPACE_ACCESS_LOST";
    expect(refused.map(({ details }) => details)).toMatchObject([
      { asked: "live channel", code },
      { asked: "getOrganization", code },
    ]);
    expect(app.lines.text()).not.toContain("A refusal is not in the audit");
    const { results } = await owner.call("listAudit", { params: { orgId: foreign.id }, query: {} });
    expect(kindsOf(results)).toEqual(["organization created"]);
  });

  it("is written twenty times an hour of one person, then in rows that stand for more and more", async () => {
    const bob = await join("Bob");
    const refuse = async () => {
      await bob.refusal("listAudit", { params: { orgId }, query: {} });
    };
    for (let count = 0; count < 85; count += 1) await refuse();
    app.clock.advance(60 * 60_000);
    for (const person of [owner, bob]) await switchTo(app, person, orgId);
    await refuse();
    const written = await refusalsOf(bob, 23);
    expect(written.map(({ details }) => details["count"] ?? 1).slice(0, 4)).toEqual([1, 40, 20, 1]);
    expect(written).toHaveLength(23);
    expect(kindsOf(await read({ without: "refused" }))).toEqual(["organization created"]);
  });
});

test("keeps what is younger than AUDIT_DAYS, and deletes the rest in portions", async () => {
  const now = app.clock.now();
  await app.database.pool.query(
    `insert into audit_events (at, kind, workspace_id)
      select $2::timestamptz - n * interval '1 day', 'day ' || n, $1 from generate_series(398, 405) n`,
    [orgId, now],
  );
  await deleteOutlived(app.database.kysely, now, app.config.auditDays, 2);
  const kept = kindsOf(await read()).filter((kind) => kind.startsWith("day"));
  expect(kept).toEqual(["day 398", "day 399", "day 400"]);
});
