import type { ErrorCode, Report, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

interface Address {
  readonly slug: string;
  readonly id: string;
}

/** A room of alice, who owns it, with bob, whose message it is, and carol. */
async function aScene(): Promise<Address> {
  const slug = await createRoomOf(world.alice, world.bob, world.carol);
  return { slug, id: await say(world.bob, slug, "something bad") };
}

async function say(who: Person, slug: string, content: string): Promise<string> {
  const { message } = await who.call("sendMessage", { params: { slug }, body: { content } });
  return message.id;
}

async function setLevel(slug: string, { user }: Person, level: string): Promise<void> {
  await app.database.pool.query(
    `update participants p set access_level = $3 from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    [slug, user.id, level],
  );
}

const remove = (who: Person, params: Address, reason = "against the rules") =>
  who.call("removeMessage", { params, body: { reason } });
const report = (who: Person, params: Address, note = "look at this") =>
  who.call("reportMessage", { params, body: { reason: "harassment", note } });
const open = async (who: Person) => (await who.call("listReports", { query: {} })).results;
const of = (reports: readonly Report[], { id }: Address) =>
  reports.filter(({ messageId }) => messageId === id);

/** The notifications of this type that a person was told, once there are so many. */
async function told(who: Person, type: string, count: number) {
  const read = async () => {
    const { results } = await who.call("listNotifications", { query: {} });
    return results.filter((each) => each.type === type);
  };
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count);
  return read();
}

describe("a message that a moderator removes", () => {
  it("is gone for everybody at once, says so wherever it stands, and its author is told why", async () => {
    const params = await aScene();
    const { slug, id: messageId } = params;
    await world.carol.call("sendMessage", {
      params: { slug },
      body: { content: "as Bob says", metadata: { quote: { messageId } } },
    });
    await world.carol.call("pinMessage", { params });
    const ears = await connect(app, world.carol);
    const { seq } = await remove(world.alice, params);
    const heard = await ears.until(({ event }) => event === "message_deleted");
    expect(heard).toMatchObject({ messageId, seq, removedBy: "moderator" });
    expect(JSON.stringify(ears.frames)).not.toContain("against the rules");
    expect(await world.bob.call("getMessage", { params })).toMatchObject({
      isDeleted: true,
      removedBy: "moderator",
      content: "",
    });
    const { messages } = await world.bob.call("listMessages", { params: { slug }, query: {} });
    const quoting = messages.find(({ quote }) => quote);
    expect(quoting?.quote).toMatchObject({ isDeleted: true, removedBy: "moderator", text: "" });
    expect(await remove(world.alice, params)).toEqual({ messageId });

    const [notice] = await told(world.bob, "MESSAGE_REMOVED", 1);
    expect(notice).toMatchObject({
      actors: [],
      facts: { messageId, reason: "against the rules", sessionRoomSlug: slug },
    });
    const { rows } = await app.database.pool.query(
      `select actor_id, target_id, reason, details - 'roomId' as details, audit_events::text as whole
        from audit_events where kind = 'message removed' and details ->> 'messageId' = $1`,
      [messageId],
    );
    expect(rows).toMatchObject([
      {
        actor_id: world.alice.user.id,
        target_id: world.bob.user.id,
        reason: "against the rules",
        details: { messageId },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("something bad");
  });

  const low = "ACCESS_LEVEL_TOO_LOW";
  it.each<[string, string, string, "ok" | ErrorCode]>([
    ["of somebody with WRITE", "ADMIN", "WRITE", "ok"],
    ["of another ADMIN", "ADMIN", "ADMIN", "ok"],
    ["of an OWNER", "ADMIN", "OWNER", low],
    ["of an OWNER", "OWNER", "OWNER", "ok"],
    ["of somebody with READ", "WRITE", "READ", low],
  ])("%s, by somebody with the level %s: %s, %s", async (_what, own, theirs, expected) => {
    const params = await aScene();
    await setLevel(params.slug, world.carol, own);
    await setLevel(params.slug, world.bob, theirs);
    const body = { reason: "no" };
    const as = { as: world.carol.tokens.access.token };
    const answer = await app.request("removeMessage", { params, body }, as);
    const code = answer.statusCode === 200 ? "ok" : answer.json<{ code: string }>().code;
    expect(code).toBe(expected);
  });

  it.each<[string, (scene: Address) => Promise<Address>, ErrorCode]>([
    [
      "a line of the server",
      async ({ slug }) => {
        const { messages } = await world.bob.call("listMessages", { params: { slug }, query: {} });
        return { slug, id: messages.find(({ type }) => type === "system")?.id ?? "" };
      },
      "MESSAGE_NOT_REMOVABLE",
    ],
    ["no message", ({ slug }) => Promise.resolve({ slug, id: "none" }), "MESSAGE_NOT_FOUND"],
    [
      "a message of an archived room",
      async (scene) => {
        await world.alice.call("archiveRoom", { params: { slug: scene.slug } });
        return scene;
      },
      "ROOM_ARCHIVED",
    ],
    [
      "a message of a group that nobody gave a name",
      async () => {
        const userIds = [world.bob.user.id, world.carol.user.id];
        const group = await world.alice.call("createGroup", { body: { userIds } });
        const slug = group.sessionRoomSlug;
        return { slug, id: await say(world.bob, slug, "hello") };
      },
      "ROOM_TYPE_NOT_SUPPORTED",
    ],
  ])("is not %s", async (_what, prepare, code) => {
    const params = await prepare(await aScene());
    const refusal = await world.alice.refusal("removeMessage", { params, body: { reason: "no" } });
    expect(refusal.code).toBe(code);
  });

  it.each(["", "  ", "x".repeat(501)])("needs a reason of the right length: %j", async (reason) => {
    const refusal = await world.alice.refusal("removeMessage", {
      params: await aScene(),
      body: { reason },
    });
    expect(refusal.code).toBe("VALIDATION_ERROR");
  });
});

describe("a report", () => {
  it("comes once to each who leads the room, and never with its reporter to the author", async () => {
    const params = await aScene();
    await setLevel(params.slug, world.bob, "ADMIN");
    const first = await report(world.carol, params);
    const as = { as: world.carol.tokens.access.token };
    const again = await app.request("reportMessage", { params, body: { reason: "spam" } }, as);
    expect([again.statusCode, again.json()]).toEqual([200, first]);
    const [mine] = of(await open(world.alice), params);
    expect(mine).toMatchObject({
      id: first.id,
      reason: "harassment",
      note: "look at this",
      reporter: { userId: world.carol.user.id },
      author: { userId: world.bob.user.id },
      room: { sessionRoomSlug: params.slug },
      message: { content: "something bad" },
      copies: [],
      mayRemove: true,
    });
    // The author leads the room as well.
    expect(of(await open(world.bob), params)).toEqual([]);
    const refusal = await world.bob.refusal("dismissReport", { params: { id: first.id } });
    expect(refusal.code).toBe("REPORT_NOT_FOUND");
    const notices = await told(world.alice, "MESSAGE_REPORTED", 1);
    expect(notices[0]).toMatchObject({ facts: { sessionRoomSlug: params.slug }, actors: [] });
    expect(JSON.stringify(await told(world.bob, "MESSAGE_REPORTED", 0))).not.toContain(params.slug);
  });

  it("tells of many in a room by one notification, which goes when all are decided", async () => {
    const params = await aScene();
    const other = { ...params, id: await say(world.bob, params.slug, "more of it") };
    await report(world.carol, params);
    await report(world.carol, other);
    const ofRoom = async () =>
      (await told(world.alice, "MESSAGE_REPORTED", 0)).filter((each) =>
        JSON.stringify(each).includes(`"${params.slug}"`),
      );
    await expect.poll(async () => (await ofRoom())[0]?.count).toBe(2);
    for (const { id } of (
      await world.alice.call("listReportsOfRoom", { params: { slug: params.slug }, query: {} })
    ).results)
      await world.alice.call("dismissReport", { params: { id } });
    expect(await ofRoom()).toEqual([]);
  });

  it.each<["dismissed" | "removed", (params: Address, id: string) => Promise<unknown>]>([
    ["dismissed", (_, id) => world.alice.call("dismissReport", { params: { id } })],
    ["removed", (params) => remove(world.alice, params)],
  ])("is %s with the others of its message, and may be made anew", async (status, decide) => {
    const params = await aScene();
    const { id } = await report(world.carol, params);
    await world.mallory.call("createOrJoinRooms", { body: { sessionRoomSlug: params.slug } });
    await report(world.mallory, params);
    await decide(params, id);
    expect(of(await open(world.alice), params)).toEqual([]);
    const query = { status: "closed" } as const;
    const { results } = await world.alice.call("listReports", { query });
    expect(of(results, params)).toMatchObject(
      [1, 2].map(() => ({ status, closedBy: { userId: world.alice.user.id }, copies: [] })),
    );
    const next = await world.alice.call("dismissReport", { params: { id } });
    expect(next.status).toBe(status);
    const body = { reason: "spam" } as const;
    const as = { as: world.carol.tokens.access.token };
    const anew = await app.request("reportMessage", { params, body }, as);
    expect(anew.statusCode).toBe(status === "removed" ? 409 : 201);
  });

  it("of a message that its author deletes says nothing of it any more", async () => {
    const params = await aScene();
    await report(world.carol, params);
    await world.bob.call("deleteMessage", { params });
    const [mine] = of(await open(world.alice), params);
    expect(mine).toMatchObject({ message: { isDeleted: true, content: "" }, mayRemove: false });
  });

  it.each<[string, (scene: Address) => Promise<Address>, ErrorCode]>([
    [
      "one's own message",
      async ({ slug }) => ({ slug, id: await say(world.carol, slug, "mine") }),
      "MESSAGE_NOT_REPORTABLE",
    ],
    [
      "a deleted message",
      async (scene) => {
        await world.bob.call("deleteMessage", { params: scene });
        return scene;
      },
      "MESSAGE_DELETED",
    ],
  ])("is not made of %s", async (_what, prepare, code) => {
    const params = await prepare(await aScene());
    const body = { reason: "spam" } as const;
    expect((await world.carol.refusal("reportMessage", { params, body })).code).toBe(code);
  });

  it.each(["x".repeat(501)])("refuses a note that is too long", async (note) => {
    const params = await aScene();
    const body = { reason: "spam", note } as const;
    const refusal = await world.carol.refusal("reportMessage", { params, body });
    expect(refusal.code).toBe("VALIDATION_ERROR");
  });

  it("is listed by page, the newest first", async () => {
    const params = await aScene();
    const ids = [params.id];
    for (const text of ["two", "three"]) ids.push(await say(world.bob, params.slug, text));
    for (const id of ids) await report(world.carol, { ...params, id });
    const at = { params: { slug: params.slug } };
    const first = await world.alice.call("listReportsOfRoom", { ...at, query: { limit: 2 } });
    const cursor = first.nextCursor ?? "";
    const second = await world.alice.call("listReportsOfRoom", { ...at, query: { cursor } });
    const listed = [...first.results, ...second.results].map(({ messageId }) => messageId);
    expect(listed).toEqual(ids.toReversed());
    expect([first.openCount, second.nextCursor]).toEqual([3, null]);
    const refusal = await world.alice.refusal("listReports", { query: { cursor: "what" } });
    expect(refusal.code).toBe("CURSOR_INVALID");
  });

  it("may be made so many times a minute", async () => {
    await using narrow = await startTestApp({ environment: { REPORT_RATE: "1" } });
    const { alice, bob } = await createWorld(narrow.app.http.app);
    const slug = await createRoomOf(alice, bob);
    const params = { slug, id: await say(alice, slug, "hello") };
    await report(bob, params);
    const refusal = await bob.refusal("reportMessage", { params, body: { reason: "spam" } });
    expect(refusal.code).toBe("RATE_LIMITED");
  });
});

describe("a report of a conversation", () => {
  /** Bob and carol, who know each other from a room, talk; carol reports what bob said last. */
  async function talk(): Promise<Address & { readonly before: string }> {
    await createRoomOf(world.bob, world.carol);
    const { sessionRoomSlug: slug } = await world.bob.call("openDirect", {
      body: { userId: world.carol.user.id },
    });
    for (const text of ["earlier", "before"]) await say(world.carol, slug, text);
    const before = await say(world.bob, slug, "just before");
    return { slug, id: await say(world.bob, slug, "something bad"), before };
  }
  const wordsOf = (reports: readonly Report[]) =>
    reports.map(({ room, message, copies, mayRemove }) => ({
      room,
      message,
      copies: copies.map(({ content }) => content),
      mayRemove,
    }));

  it("goes to those who run the server with a copy, which ends with the decision", async () => {
    const params = await talk();
    const { id } = await report(world.carol, params);
    expect(of(await open(world.bob), params)).toEqual([]);
    const shown = { room: null, message: null, mayRemove: false };
    const copies = ["before", "just before", "something bad"];
    expect(wordsOf(of(await open(world.alice), params))).toEqual([{ ...shown, copies }]);
    const [notice] = await told(world.alice, "MESSAGE_REPORTED", 1);
    expect(JSON.stringify(notice)).not.toContain(params.slug);
    const closed = await world.alice.call("dismissReport", { params: { id } });
    expect(closed.copies).toEqual([]);
    expect(await storedOf(id)).toBe("[]");
  });

  /** Messages older than 30 days, which retention deletes. */
  async function expire({ slug, before }: Awaited<ReturnType<typeof talk>>): Promise<void> {
    await app.database.pool.query(
      `with room as (update rooms set settings = settings || '{"messageRetentionDays": 30}' where slug = $1 returning id)
        update messages m set created_at = m.created_at - interval '40 days'
        from room, messages last where m.room_id = room.id and last.room_id = room.id and last.id = $2 and m.seq <= last.seq`,
      [slug, before],
    );
    await app.app.workers.find(({ kind }) => kind.name === "retention.purge")?.run({});
  }
  const erase = (params: Address) => world.bob.call("deleteMessage", { params });

  it.each<
    [string, (params: Awaited<ReturnType<typeof talk>>) => Promise<unknown>, (string | null)[]]
  >([
    ["the message", erase, [null, null, null]],
    [
      "one before it",
      ({ slug, before: id }) => erase({ slug, id }),
      ["before", null, "something bad"],
    ],
    ["those before it for good", expire, ["something bad"]],
  ])("keeps no copy of what is deleted: %s", async (_what, end, left) => {
    const params = await talk();
    const { id } = await report(world.carol, params);
    await end(params);
    const [shown] = wordsOf(of(await open(world.alice), params));
    expect(shown?.copies).toEqual(left);
    const stored = await storedOf(id);
    for (const text of ["before", "just before", "something bad"])
      expect(stored.includes(`"${text}"`)).toBe(left.includes(text));
  });

  async function storedOf(id: string): Promise<string> {
    const { rows } = await app.database.pool.query<{ copies: string }>(
      "select copies::text from message_reports where id = $1",
      [id],
    );
    return rows[0]?.copies ?? "";
  }

  it("and of a room whose only leader is the author goes to those who lead the organization", async () => {
    const { id: orgId } = await world.mallory.call("createOrganization", {
      body: { title: "Nordlicht" },
    });
    for (const { user } of [world.bob, world.carol])
      await setMember(app, orgId, user.id, { role: "MEMBER" });
    const back: [Person, WorkspaceId][] = [];
    for (const person of [world.mallory, world.bob, world.carol]) {
      back.push([person, await workspaceOf(person)]);
      await switchTo(app, person, orgId);
    }
    const { sessionRoomSlug: slug } = await world.bob.call("createRoom", {
      body: { title: "Bob's" },
    });
    await world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const params = { slug, id: await say(world.bob, slug, "something bad") };
    await report(world.carol, params);
    expect(wordsOf(of(await open(world.mallory), params))).toEqual([
      { room: null, message: null, copies: ["something bad"], mayRemove: false },
    ]);
    for (const [person, workspace] of back) await switchTo(app, person, workspace);
    expect(of(await open(world.mallory), params)).toEqual([]);
  });

  async function workspaceOf({ user }: Person): Promise<WorkspaceId> {
    const { rows } = await app.database.pool.query<{ id: WorkspaceId }>(
      "select workspace_id as id from sessions where id = $1",
      [user.sessionId],
    );
    if (!rows[0]) throw new Error("Whoever is signed in has a session");
    return rows[0].id;
  }
});
