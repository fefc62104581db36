import type { ErrorCode, RoomId, SignedIn, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter, joinByLink, setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, toRequest, verdictOf, type CallOptions, type Person } from "#test/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
/** Owns the instance. */
let root: Person;
let olga: Person;
let bob: Person;
let orgId: WorkspaceId;
let slug: string;
let code: string;
let elevated: CallOptions;
beforeAll(async () => {
  app = await startTestApp({
    environment: { OTP_SENDS_PER_IP_HOUR: "100000", ORG_MAX_OWNED: "1" },
  });
  root = await enter(app, "Root");
});
afterAll(() => app.close());
beforeEach(async () => {
  [olga, bob] = [await enter(app, "Olga"), await enter(app, "Bob")];
  ({ id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } }));
  await switchTo(app, olga, orgId);
  await joinByLink(olga, orgId, bob);
  slug = await createRoomOf(olga, bob);
  await olga.call("sendMessage", { params: { slug }, body: { content: "Ours" } });
  ({ code } = await olga.call("generateInviteLink", { params: { orgId }, body: {} }));
  elevated = await elevate(olga);
});

const remove = () => olga.call("deleteOrganization", { params: { orgId } }, elevated);
const restore = (as: Person) => as.call("restoreOrganization", { params: { orgId } });

async function purge(): Promise<void> {
  const job = app.app.workers.find(({ kind }) => kind.name === "deletions.purge");
  await job?.run({});
}

async function count(from: string, ...values: unknown[]): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${from}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

const none = "ORGANIZATION_NOT_FOUND";
const lost = "WORKSPACE_ACCESS_LOST";

/** Every kind of door to an organization, as a member meets it when it is deleted: what passes before, and the answer after. */
const doors: readonly [string, (person: Person) => Promise<string>, string][] = [
  ["its entry", (p) => verdictOf(p, "getOrganization", { params: { orgId } }), lost],
  ["its members", (p) => verdictOf(p, "listMembers", { params: { orgId } }), lost],
  ["its rooms", (p) => verdictOf(p, "listRooms", {}), lost],
  ["its lists", (p) => verdictOf(p, "listSubscriptions", {}), lost],
  ["its messages", (p) => verdictOf(p, "listMessages", { params: { slug } }), lost],
  [
    "a send",
    (p) => verdictOf(p, "sendMessage", { params: { slug }, body: { content: "On and on" } }),
    lost,
  ],
  ["a ticket", (p) => verdictOf(p, "createWsTicket", {}), lost],
  ["a switch", (p) => verdictOf(p, "switchOrganization", { params: { orgId } }), none],
  [
    "an invitation",
    (p) => verdictOf(p, "acceptInvitation", { body: { inviteCode: code } }),
    "INVITATION_NOT_FOUND",
  ],
];

describe("what is deleted", () => {
  it("is behind none of its doors, and behind all of them when it is back", async () => {
    const answers = async (): Promise<[string, string][]> => {
      const found: [string, string][] = [];
      for (const [name, open] of doors) found.push([name, await open(bob)]);
      return found;
    };
    expect(await answers()).toEqual(doors.map(([name]) => [name, "ok"]));
    await remove();
    expect(await answers()).toEqual(doors.map(([name, , expected]) => [name, expected]));
    await restore(root);
    // Who was invited before is not any more.
    const after = doors.map(([name]) => [name, "ok"]);
    expect((await answers()).slice(0, -1)).toEqual(after.slice(0, -1));
    expect((await olga.call("validateInvitation", { params: { code } })).valid).toBe(false);
  });

  it("is in no list and under no id for whoever works elsewhere", async () => {
    await app.database.pool.query(
      `update organizations set domain = 'example.org', domain_verified_at = now(), settings = '{"joinByDomain": true}'
        where id = $1`,
      [orgId],
    );
    const isJoinable = async () => (await root.call("listJoinable", {})).results.length;
    const emailOfBob = async () =>
      (await olga.call("getUser", { params: { sessionUserId: bob.user.id } })).email ?? null;
    expect([await isJoinable(), await emailOfBob()]).toEqual([1, bob.user.email]);
    await remove();
    expect(await isJoinable()).toBe(0);
    expect(await verdictOf(root, "joinOrganization", { params: { orgId } })).toBe(none);
    for (const person of [olga, bob]) {
      const moved = await person.call("switchToPersonal", {});
      person.accessToken = moved.tokens.access.token;
      expect((await person.call("listOrganizations", { query: {} })).results).toEqual([]);
      for (const name of ["getOrganization", "listMembers", "listInvitations"] as const)
        expect(await verdictOf(person, name, { params: { orgId } })).toBe(none);
    }
    expect(await verdictOf(olga, "deleteOrganization", { params: { orgId } }, elevated)).toBe(none);
    // Who led them there knows no more of them than others do.
    await createRoomOf(olga, bob);
    expect(await emailOfBob()).toBeNull();
    // And is not counted as owned.
    await olga.call("createOrganization", { body: { title: "The next" } });
  });

  it("ends all sockets of it within a second, and no other", async () => {
    const far = await enter(app, "Cem");
    const sockets = [await connect(app, olga), await connect(app, bob)];
    const staying = await connect(app, far);
    const begin = performance.now();
    await remove();
    const ends = await Promise.all(sockets.map(({ closed }) => closed));
    expect(performance.now() - begin).toBeLessThan(1_000);
    expect(ends).toEqual(ends.map(() => ({ code: 4003, reason: lost })));
    await staying.fence();
  });

  it("takes nothing that was on its way, and nobody who was on their way", async () => {
    for (let round = 0; round < 4; round += 1) {
      const carol = await enter(app, "Carol");
      const link = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
      const accepting = carol.send(
        toRequest("acceptInvitation", { body: { inviteCode: link.code } }),
      );
      const body = { content: "on its way" };
      const sends = Array.from({ length: 20 }, () =>
        verdictOf(bob, "sendMessage", { params: { slug }, body }),
      );
      if (round > 0) await sends[round];
      await remove();
      const landed = await count("messages where author_id = $1", bob.user.id);
      const { status, body: answer } = await accepting;
      for (const outcome of await Promise.all(sends))
        expect(["ok", lost, "ROOM_NOT_FOUND"]).toContain(outcome);
      expect(await count("messages where author_id = $1", bob.user.id)).toBe(landed);
      if (status !== 200) expect(answer).toMatchObject({ code: "INVITATION_NOT_FOUND" });
      else carol.accessToken = (answer as SignedIn).tokens.access.token;
      expect(await verdictOf(carol, "listRooms", {})).toBe(status === 200 ? lost : "ok");
      await restore(root);
    }
  });
});

const roles: readonly [WorkspaceRole | null, ErrorCode][] = [
  ["ADMIN", "FORBIDDEN"],
  ["MEMBER", "FORBIDDEN"],
  ["GUEST", "FORBIDDEN"],
  [null, none],
];
it.each(roles)("is not deleted by %s: %s", async (role, expected) => {
  const mallory = await enter(app, "Mallory");
  if (role) await setMember(app, orgId, mallory.user.id, { role });
  const proof = await elevate(mallory);
  const attempt = (options?: CallOptions) =>
    verdictOf(mallory, "deleteOrganization", { params: { orgId } }, options);
  expect(await attempt()).toBe("ELEVATION_REQUIRED");
  expect(await attempt(elevated)).toBe("ELEVATION_REQUIRED");
  expect(await attempt(proof)).toBe(expected);
  await olga.call("getOrganization", { params: { orgId } });
});

describe("restoring", () => {
  it("is for the OWNER of the instance, who need not be in it, and for nobody else", async () => {
    const attempt = (person: Person) =>
      verdictOf(person, "restoreOrganization", { params: { orgId } });
    expect(await attempt(root)).toBe(none);
    await remove();
    await olga.call("switchToPersonal", {}).then(({ tokens }) => {
      olga.accessToken = tokens.access.token;
    });
    expect(await attempt(olga)).toBe("FORBIDDEN");
    expect(await attempt(root)).toBe("ok");
    expect(await attempt(root)).toBe(none);
    const { rows } = await app.database.pool.query(
      `select kind, actor_id as actor from audit_events
        where workspace_id = $1 and kind in ('organization deleted', 'organization restored') order by id`,
      [orgId],
    );
    expect(rows).toEqual([
      { kind: "organization deleted", actor: olga.user.id },
      { kind: "organization restored", actor: root.user.id },
    ]);
  });

  it("is over after 30 days", async () => {
    await remove();
    app.clock.advance(30 * DAY_MS);
    root = await enter(app, "Root");
    await app.database.pool.query("update users set role = 'OWNER' where id = $1", [root.user.id]);
    expect(await verdictOf(root, "restoreOrganization", { params: { orgId } })).toBe(none);
  });
});

describe("the purge", () => {
  const left = () =>
    Promise.all(
      [
        "workspaces where id = $1",
        "organizations where id = $1",
        "workspace_members where workspace_id = $1",
        "invitations where workspace_id = $1",
        "rooms where workspace_id = $1",
        "sessions where workspace_id = $1",
      ].map((from) => count(from, orgId)),
    );

  it("waits for its time, and takes all but the audit then, and nothing of others", async () => {
    const { rows } = await app.database.pool.query<{ id: RoomId }>(
      "select id from rooms where workspace_id = $1",
      [orgId],
    );
    const ids = rows.map(({ id }) => id);
    const ofRooms = () =>
      Promise.all(
        ["messages", "room_events", "participants"].map((table) =>
          count(`${table} where room_id = any ($1::uuid[])`, ids),
        ),
      );
    const { message } = await olga.call("sendMessage", {
      params: { slug },
      body: { content: "Much" },
    });
    const params = { slug, id: message.id };
    await bob.call("addReaction", { params, body: { emoji: "👍" } });
    await olga.call("editMessage", { params, body: { content: "More" } });
    // More than one portion.
    await app.database.pool.query(
      `insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
        select room_id, 100 + n, null, gen_random_uuid(), author_id, 'n' || n, '', 'x', 'text', now(), now()
        from messages, generate_series(1, 2500) n where id = $1`,
      [message.id],
    );
    const { id: other } = await bob.call("createOrganization", { body: { title: "Other" } });
    const audit = await count("audit_events where workspace_id = $1", orgId);
    await remove();
    app.clock.advance(30 * DAY_MS - 1);
    await purge();
    expect((await left()).every((each) => each > 0)).toBe(true);
    expect((await ofRooms()).every((each) => each > 0)).toBe(true);
    app.clock.advance(1);
    await Promise.all([purge(), purge()]);
    expect(await left()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await ofRooms()).toEqual([0, 0, 0]);
    expect(await count("rooms where workspace_id = $1", other)).toBe(1);
    expect(await count("audit_events where workspace_id = $1", orgId)).toBe(audit + 1);
  });

  test("whoever still shows a token of it is told that it is lost, and who they are", async () => {
    await remove();
    await app.database.pool.query(
      "update workspaces set deleted_at = now() - interval '31 days' where id = $1",
      [orgId],
    );
    await purge();
    expect(await verdictOf(bob, "listRooms", {})).toBe(lost);
    expect(await bob.call("getMe", {})).toMatchObject({ accountType: "PERSONAL" });
    const moved = await bob.call("switchToPersonal", {});
    bob.accessToken = moved.tokens.access.token;
    expect(await verdictOf(bob, "listRooms", {})).toBe("ok");
  });
});
