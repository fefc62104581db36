import type { ErrorCode, UserId, UserRole, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, elevate, enter, setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { sendFiles, upload } from "#test/uploads.ts";
import { createRoomOf, openBrowser, signIn, toRequest, type Person } from "#test/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
/** Runs the server. */
let root: Person;
let dora: Person;
let bob: Person;
/** Where Dora and Bob write in Personal. */
let slug: string;
beforeAll(async () => {
  const environment = { OTP_SENDS_PER_IP_HOUR: "100000", ORG_DELETION_DAYS: "7" };
  app = await startTestApp({ environment });
  root = await enter(app, "Root");
});
afterAll(() => app.close());
beforeEach(async () => {
  [dora, bob] = [await enter(app, "Dora"), await enter(app, "Bob")];
  slug = await createRoomOf(dora, bob);
});

const paramsOf = ({ user }: Person): { readonly sessionUserId: UserId } => ({
  sessionUserId: user.id,
});

/** Deletes the account, by its person where nobody else is named. */
async function remove(
  whom: Person,
  messages: "keep" | "delete" = "keep",
  by: Person = whom,
): Promise<string> {
  const input = { params: paramsOf(whom), body: { messages } };
  const { status, body } = await by.send(toRequest("deleteUser", input, await elevate(by)));
  return status === 204 ? "ok" : (body as { code: ErrorCode }).code;
}

/** Past the wait between two codes. */
async function comeBack(person: Person): Promise<Person> {
  app.clock.advance(31_000);
  return signIn(openBrowser(app.app.http.app), person.user.email ?? "");
}

async function erase(): Promise<void> {
  for (const name of ["deletions.erase-accounts", "deletions.purge"])
    await app.app.workers.find(({ kind }) => kind.name === name)?.run({});
}

async function rowsOf(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await app.database.pool.query<Record<string, unknown>>(sql, values)).rows;
}

async function contentsFor(reader: Person): Promise<string[]> {
  const { messages } = await reader.call("listMessages", { params: { slug }, query: {} });
  return messages.map(({ authorName, content, isDeleted }) =>
    [authorName, isDeleted ? "(deleted)" : content].join(": "),
  );
}

describe("who may", () => {
  it("is asked for a fresh proof", async () => {
    const refusal = await dora.refusal("deleteUser", { params: paramsOf(dora), body: {} });
    expect(refusal.code).toBe("ELEVATION_REQUIRED");
  });

  it.each<[UserRole, UserRole, string]>([
    ["OWNER", "ADMIN", "ok"],
    ["ADMIN", "USER", "ok"],
    ["ADMIN", "ADMIN", "FORBIDDEN"],
    ["ADMIN", "OWNER", "FORBIDDEN"],
    ["USER", "USER", "FORBIDDEN"],
  ])("%s the account of %s: %s", async (by, whom, expected) => {
    for (const [person, role] of [
      [bob, by],
      [dora, whom],
    ] as const)
      await rowsOf("update users set role = $2 where id = $1", person.user.id, role);
    expect(await remove(dora, "keep", bob)).toBe(expected);
    const back = await dora.send({ method: "GET", url: "/v1/user/me" });
    expect(back.status).toBe(expected === "ok" ? 401 : 200);
  });

  it("is nobody who owns an organization with others in it, until they have transferred it", async () => {
    const { id: orgId } = await dora.call("createOrganization", { body: { title: "Ours" } });
    await setMember(app, orgId, bob.user.id, { status: "SUSPENDED" });
    const [input, proof] = [{ params: paramsOf(dora), body: {} }, await elevate(dora)];
    expect(await dora.refusal("deleteUser", input, proof)).toMatchObject({
      code: "ORGANIZATION_OWNER_MUST_TRANSFER",
      message: "Transfer the ownership of Ours first",
      details: { orgId, title: "Ours" },
    });
    await dora.call("getMe", {});
    await setMember(app, orgId, bob.user.id);
    const params = { orgId, userId: bob.user.id };
    await dora.call("transferOwnership", { params }, proof);
    await dora.call("deleteUser", input, proof);
    expect((await dora.refusal("getMe", {})).code).toBe("SESSION_ENDED");
  });
});

describe("a deleted account", () => {
  it("ends at once, and its organization with it; nothing can be put on it", async () => {
    const { id: orgId } = await dora.call("createOrganization", { body: { title: "Alone" } });
    const { id: other } = await bob.call("createOrganization", { body: { title: "Bob's" } });
    await setMember(app, other, dora.user.id);
    await dora.call("generateInviteLink", { params: { orgId }, body: {} });
    await app.database.pool.query(
      "update organizations set domain = 'alone.example', domain_verified_at = now() where id = $1",
      [orgId],
    );
    const socket = await connect(app, dora);
    expect(await remove(dora)).toBe("ok");
    expect(await socket.closed).toMatchObject({ code: 4001 });
    expect((await dora.refusal("getMe", {})).code).toBe("SESSION_ENDED");
    const states = await rowsOf(
      `select w.deleted_at is not null as deleted, i.status, o.domain_verified_at as verified
        from workspaces w join invitations i on i.workspace_id = w.id join organizations o on o.id = w.id
        where w.id = $1`,
      orgId,
    );
    expect(states).toEqual([{ deleted: true, status: "REVOKED", verified: null }]);
    expect((await bob.refusal("getUser", { params: paramsOf(dora) })).code).toBe("USER_NOT_FOUND");
    const params = { orgId: other, userId: dora.user.id };
    const refusal = await bob.refusal("transferOwnership", { params }, await elevate(bob));
    expect(refusal.code).toBe("MEMBER_STATUS_CONFLICT");
    app.clock.advance(14 * DAY_MS);
    await erase();
    expect(await rowsOf("select 1 from workspaces where id = $1", orgId)).toEqual([]);
  });

  it("is back, with all that it had, when its person signs in within fourteen days", async () => {
    const { id: orgId } = await dora.call("createOrganization", { body: { title: "Alone" } });
    const gone = await dora.call("createOrganization", { body: { title: "Gone before" } });
    await dora.call("deleteOrganization", { params: { orgId: gone.id } }, await elevate(dora));
    const other = await createOrganization(app);
    await setMember(app, other, dora.user.id);
    app.clock.advance(31_000);
    expect(await remove(dora, "delete")).toBe("ok");
    app.clock.advance(14 * DAY_MS - 60_000);
    await erase();
    const again = await comeBack(dora);
    expect(again.user).toMatchObject({ id: dora.user.id, fullName: "Dora" });
    const { results } = await again.call("listOrganizations", { query: {} });
    expect(results.map(({ id }) => id).toSorted()).toEqual([orgId, other].toSorted());
    await again.call("sendMessage", { params: { slug }, body: { content: "Here again" } });
    app.clock.advance(14 * DAY_MS);
    await erase();
    expect((await comeBack(dora)).user.id).toBe(dora.user.id);
    const events = await rowsOf(
      "select kind from audit_events where kind like 'account %' and (target_id = $1 or actor_id = $1) order by at",
      dora.user.id,
    );
    expect(events).toEqual([{ kind: "account deleted" }, { kind: "account restored" }]);
  });

  test("of somebody who is blocked does not come back", async () => {
    root = await comeBack(root);
    const input = { params: paramsOf(dora), body: { isBlocked: true } };
    await root.call("updateUser", input);
    expect(await remove(dora, "keep", root)).toBe("ok");
    await expect(comeBack(dora)).rejects.toThrow("ACCOUNT_BLOCKED");
    app.clock.advance(14 * DAY_MS);
    await erase();
    expect((await comeBack(dora)).user.id).not.toBe(dora.user.id);
  });
});

describe("when its time is over", () => {
  /** Dora has all that somebody may have; then it is over. */
  async function end(messages: "keep" | "delete"): Promise<WorkspaceId> {
    const orgId = await createOrganization(app);
    await setMember(app, orgId, bob.user.id, { role: "OWNER" });
    await setMember(app, orgId, dora.user.id);
    await dora.call("updateMe", { body: { username: `dora-${Date.now()}`, bio: "Me" } });
    await dora.call("blockUser", { params: paramsOf(bob) });
    for (const content of ["One", "Two"])
      await dora.call("sendMessage", { params: { slug }, body: { content } });
    await bob.call("sendMessage", { params: { slug }, body: { content: "Mine" } });
    expect(await remove(dora, messages)).toBe("ok");
    app.clock.advance(14 * DAY_MS);
    bob = await comeBack(bob);
    await erase();
    return orgId;
  }

  it("nothing tells who it was, what they wrote stays, and the address is free", async () => {
    const before = await contentsFor(bob);
    expect(before).toContain("Dora: Dora created the room");
    const orgId = await end("keep");
    const [row] = await rowsOf(
      `select u.*, (select count(*)::int from sessions s where s.user_id = u.id) as sessions,
          (select count(*)::int from reserved_usernames n where n.user_id = u.id) as names,
          (select count(*)::int from user_blocks b where b.blocker_id = u.id) as blocks,
          (select count(*)::int from workspace_members m where m.user_id = u.id) as members
        from users u where id = $1`,
      dora.user.id,
    );
    expect(row).toMatchObject({
      full_name: "Deleted user",
      username: expect.stringMatching(/^deleted-[0-9a-f]{16}$/) as string,
      email: null,
      bio: null,
      preferences: {},
      sessions: 0,
      names: 0,
      blocks: 0,
      members: 0,
    });
    const places = () =>
      rowsOf(
        "select access_status as status from participants where user_id = $1 and access_status = 'ACCEPTED'",
        dora.user.id,
      );
    await expect.poll(places).toEqual([]);
    await expect
      .poll(() => contentsFor(bob))
      .toEqual([
        "Deleted user: Deleted user created the room",
        "Bob: Bob joined",
        "Deleted user: One",
        "Deleted user: Two",
        "Bob: Mine",
      ]);
    const subscriptions = await bob.call("listSubscriptions", {});
    expect(subscriptions.results.find((each) => each.sessionRoomSlug === slug)).toMatchObject({
      memberCount: 1,
      role: "OWNER",
    });
    await switchTo(app, bob, orgId);
    const { totalResults } = await bob.call("listUsers", { query: {} });
    expect(totalResults).toBe(1);
    const fresh = await comeBack(dora);
    expect(fresh.user).toMatchObject({ fullName: "User", role: "USER" });
    expect(fresh.user.id).not.toBe(dora.user.id);
  });

  it("what they wrote becomes tombstones where they wanted that, on open screens too", async () => {
    await end("delete");
    await expect
      .poll(() => contentsFor(bob))
      .toEqual([
        "Deleted user: Deleted user created the room",
        "Bob: Bob joined",
        "Deleted user: (deleted)",
        "Deleted user: (deleted)",
        "Bob: Mine",
      ]);
    const events = await rowsOf(
      `select e.kind, count(*)::int as count from room_events e join rooms r on r.id = e.room_id
        where r.slug = $1 and e.kind like 'message_%' group by 1 order by 1`,
      slug,
    );
    expect(events).toEqual([
      { kind: "message_deleted", count: 2 },
      { kind: "message_edited", count: 1 },
    ]);
  });

  it("files that nothing shows go, and the others stay with their messages", async () => {
    const file = (name: string) => ({ name, bytes: Buffer.from(name) });
    await upload(dora, file("own.txt"));
    await upload(dora, { ...file("unsent.txt"), roomSlug: slug });
    await sendFiles(dora, slug, file("sent.txt"));
    await end("keep");
    app.clock.advance(31 * DAY_MS);
    await app.app.workers.find(({ kind }) => kind.name === "files.sweep")?.run({});
    const left = await rowsOf("select name from files where owner_id = $1", dora.user.id);
    expect(left).toEqual([{ name: "sent.txt" }]);
  });

  it("erasing again changes nothing", async () => {
    await end("keep");
    const changed = () =>
      rowsOf("select updated_at, username from users where id = $1", dora.user.id);
    const before = await changed();
    await erase();
    expect(await changed()).toEqual(before);
  });
});
