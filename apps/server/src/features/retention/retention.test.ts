import { randomUUID } from "node:crypto";
import { messagesPurged, type WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { switchTo } from "#test/organizations.ts";
import { connect, logEpochOf } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function say(who: Person, slug: string, content: string, more: object = {}) {
  const body = { content, ...more };
  const { message } = await who.call("sendMessage", { params: { slug }, body });
  return message;
}

/** All that the room has was said so many days earlier. */
async function age(slug: string, days: number): Promise<void> {
  for (const [table, column] of [
    ["messages", "created_at"],
    ["threads", "last_reply_at"],
  ] as const)
    await app.database.pool.query(
      `update ${table} t set ${column} = t.${column} - make_interval(days => $2) from rooms r where r.id = t.room_id and r.slug = $1`,
      [slug, days],
    );
}

const keepFor = (slug: string, messageRetentionDays: number | null) =>
  world.alice.call("updateRoom", {
    params: { slug },
    body: { settings: { messageRetentionDays } },
  });

async function run(job: string, data: object = {}): Promise<void> {
  await app.app.workers.find(({ kind }) => kind.name === job)?.run(data);
}
const purge = () => run("retention.purge");

/** While this runs, nothing is written to or deleted from the messages of a room. */
async function breaking(slug: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from rooms where slug = $1",
    [slug],
  );
  await app.database.pool.query(`
    create function break() returns trigger language plpgsql as $$ begin
      if coalesce(new.room_id, old.room_id) = '${rows[0]?.id}' then raise 'broken'; end if;
      return coalesce(new, old);
    end $$;
    create trigger break before insert or delete on messages for each row execute function break()`);
  await expect(work()).rejects.toThrow("Some of many things have failed");
  await app.database.pool.query("drop trigger break on messages; drop function break()");
}

/** What people said in the room, as it is shown now. */
async function words(slug: string, who = world.bob): Promise<string[]> {
  const { messages } = await who.call("listMessages", { params: { slug }, query: {} });
  return messages
    .filter(({ type }) => type !== "system")
    .map(({ content, isDeleted }) => (isDeleted ? "(deleted)" : content));
}

function rowsOf(table: string, slug: string) {
  return app.database.pool
    .query<Record<string, unknown>>(
      `select t.* from ${table} t join rooms r on r.id = t.room_id where r.slug = $1`,
      [slug],
    )
    .then(({ rows }) => rows);
}

describe("messages that are too old", () => {
  it.each([
    ["are deleted with all that hangs on them", 30, ["young"]],
    ["stay where nobody chose a time", null, ["old", "young"]],
    ["stay until their day has come", 41, ["old", "young"]],
  ])("%s", async (_what, days, left) => {
    const slug = await createRoomOf(world.alice, world.bob);
    const { id } = await say(world.bob, slug, "old");
    const params = { slug, id };
    await world.bob.call("editMessage", { params, body: { content: "old" } });
    await world.alice.call("addReaction", { params, body: { emoji: "👍" } });
    await world.alice.call("saveMessage", { params });
    await age(slug, 40);
    const young = await say(world.bob, slug, "young");
    await app.app.followers.settled();
    await keepFor(slug, days);
    await purge();
    expect(await words(slug)).toEqual(left);
    const isGone = left.length === 1;
    await app.app.followers.settled();
    const [search] = await rowsOf("message_search", slug);
    expect(String(search?.["lines"]).split("\n")).toEqual([isGone ? " " : "old", "young"]);
    expect((await rowsOf("saved_messages", slug)).length).toBe(isGone ? 0 : 1);
    expect((await rowsOf("message_revisions", slug)).length).toBe(0);
    expect((await rowsOf("message_reactions", slug)).length).toBe(isGone ? 0 : 1);
    // Numbers are not used again.
    const next = await say(world.bob, slug, "next");
    expect(next.msgNo).toBe((young.msgNo ?? 0) + 1);
    const refused = world.bob.refusal("getMessage", { params });
    if (isGone) expect((await refused).code).toBe("MESSAGE_NOT_FOUND");
    else await expect(refused).rejects.toThrow("not refused");
  });

  it("are not unread any more, and are told to who has them on the screen", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const mention = `<@${world.alice.user.id}>`;
    for (const text of ["one", mention, "three"]) await say(world.bob, slug, text);
    const pinned = await say(world.bob, slug, "keep this");
    await world.bob.call("pinMessage", { params: { slug, id: pinned.id } });
    await age(slug, 40);
    await say(world.bob, slug, "young");
    await keepFor(slug, 30);
    const ears = await connect(app, world.alice);
    await purge();
    const heard = await ears.until(({ event }) => event === "messages_purged");
    expect(messagesPurged.data.parse(heard).keptIds).toEqual([pinned.id]);
    expect(await words(slug)).toEqual(["keep this", "young"]);
    const { results } = await world.alice.call("listSubscriptions", {});
    const room = results.find(({ sessionRoomSlug }) => sessionRoomSlug === slug);
    // Up to the last of those that are gone: the pin behind them is still unread.
    expect(room).toMatchObject({ unreadCount: 2, mentionCount: 0 });
    await purge();
    await ears.fence();
    expect(ears.frames.filter(({ event }) => event === "messages_purged")).toHaveLength(1);
  });

  it("leave the tombstone of a message whose thread goes on, and it goes with the last reply", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const root = await say(world.bob, slug, "root");
    const dead = await say(world.bob, slug, "dead root");
    for (const threadId of [root.id, dead.id])
      await say(world.alice, slug, "old reply", { threadId });
    await age(slug, 40);
    await say(world.alice, slug, "young reply", { threadId: root.id });
    await keepFor(slug, 30);
    await purge();
    expect(await words(slug)).toEqual(["(deleted)"]);
    expect(await rowsOf("message_revisions", slug)).toMatchObject([{ content: "root" }]);
    await app.app.workers.find(({ kind }) => kind.name === "messages.purge")?.run({});
    expect(await rowsOf("message_revisions", slug)).toEqual([]);
    const { messages, thread } = {
      thread: await world.bob.call("listFollowedThreads", {}),
      ...(await world.bob.call("getThread", { params: { slug, id: root.id }, query: {} })),
    };
    expect(messages.map(({ content }) => content)).toEqual(["young reply"]);
    const state = thread.results.find(({ rootId }) => rootId === root.id);
    expect(state).toMatchObject({ lastReplyNo: 2, readReplyNo: 1 });
    await age(slug, 40);
    await purge();
    expect(await words(slug)).toEqual([]);
    expect(await rowsOf("threads", slug)).toEqual([]);
  });

  it("go in every room, although one fails, and there the next time", async () => {
    const slugs = [await createRoomOf(world.alice), await createRoomOf(world.alice)];
    for (const slug of slugs) {
      await say(world.alice, slug, "old");
      await age(slug, 40);
      await keepFor(slug, 30);
    }
    const left = () => Promise.all(slugs.map((slug) => words(slug, world.alice)));
    await breaking(slugs[0] ?? "", purge);
    expect(await left()).toEqual([["old"], []]);
    await purge();
    expect(await left()).toEqual([[], []]);
  });

  it("go in portions, none of which tells what another one deletes", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await app.database.pool.query(
      `with room as (update rooms set last_seq = last_seq + 1200, last_msg_no = last_msg_no + 1200 where slug = $1 returning id, last_seq - 1200 as seq)
        insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
        select id, seq + n, n, uuidv7(), $2, 'temp_' || n, '', 'many', 'text', now(), now() from room, generate_series(1, 1200) n`,
      [slug, world.bob.user.id],
    );
    await age(slug, 40);
    await keepFor(slug, 30);
    await purge();
    expect(await words(slug)).toEqual([]);
    expect((await rowsOf("room_events", slug)).map(({ kind }) => kind)).toContain(
      "messages_purged",
    );
    await say(world.bob, slug, "anew");
    expect(await words(slug)).toEqual(["anew"]);
  });
});

describe("the log of a room whose beginning is gone", () => {
  it("is complete after that: who asks from before loads the room again", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const old = await say(world.bob, slug, "old");
    const late = { params: { slug, id: old.id }, body: { emoji: "🎉" } };
    await age(slug, 40);
    const young = await say(world.bob, slug, "young");
    // Of a message that goes, behind the place until which the log goes.
    await world.alice.call("addReaction", late);
    await keepFor(slug, 30);
    await purge();
    const epochs = await connect(app, world.bob);
    const resumed = async (afterSeq: number) => {
      const resume = { logEpoch: logEpochOf(epochs), rooms: { [slug]: afterSeq } };
      const client = await connect(app, world.bob, resume);
      return client.until(({ type }) => type === "SERVER_MESSAGE_HISTORY");
    };
    // Not from the memory of the live channel.
    app.clock.advance(60_000);
    expect(await resumed(old.seq - 1)).toMatchObject({ truncated: true, events: [] });
    const rest = await resumed(young.seq);
    expect(rest["truncated"]).toBeUndefined();
    expect(JSON.stringify(rest)).not.toContain("🎉");
    expect(rest["events"]).toMatchObject([
      { event: "message_deleted", messageId: old.id },
      { event: "message_new", message: { type: "system" } },
      { event: "room_updated" },
      { event: "messages_purged" },
    ]);
  });
});

describe("the time for which messages are kept", () => {
  it.each([
    [30, "Alice set messages to be deleted after 30 days"],
    [1, "Alice set messages to be deleted after 1 day"],
  ])("is announced in the room: %i", async (days, line) => {
    const slug = await createRoomOf(world.alice, world.bob);
    await keepFor(slug, days);
    await keepFor(slug, days);
    await keepFor(slug, null);
    const { messages } = await world.bob.call("listMessages", { params: { slug }, query: {} });
    const lines = messages.filter(({ metadata }) => metadata.system?.kind === "retention_changed");
    expect(lines.map(({ content }) => content)).toEqual([line, "Alice set messages to be kept"]);
    expect(lines[0]?.metadata.system?.values).toEqual({ name: "Alice", days: String(days) });
  });

  it.each([0, 3_651, 1.5])("is not %d days", async (days) => {
    const slug = await createRoomOf(world.alice);
    const body = { settings: { messageRetentionDays: days } };
    const refusal = await world.alice.refusal("updateRoom", { params: { slug }, body });
    expect(refusal.code).toBe("VALIDATION_ERROR");
  });

  it("is the stricter one of the organization and the room, announced where it changes something", async () => {
    const { id: orgId } = await world.mallory.call("createOrganization", {
      body: { title: `Nordlicht ${randomUUID()}` },
    });
    const personal = await switchAndBack(orgId);
    const make = async (title: string, messageRetentionDays: number | null) => {
      const { sessionRoomSlug: slug } = await world.mallory.call("createRoom", { body: { title } });
      const body = { settings: { messageRetentionDays } };
      await world.mallory.call("updateRoom", { params: { slug }, body });
      await say(world.mallory, slug, "old");
      await age(slug, 40);
      return slug;
    };
    const [free, strict, lax] = [
      await make("Free", null),
      await make("Strict", 10),
      await make("Lax", 50),
    ];
    await world.mallory.call("updateSettings", {
      params: { orgId },
      body: { messageRetentionDays: 30 },
    });
    const linesIn = async (slug: string) => {
      const { messages } = await world.mallory.call("listMessages", {
        params: { slug },
        query: {},
      });
      return messages.filter(({ content }) => content.endsWith("30 days")).length;
    };
    await expect.poll(() => linesIn(free)).toBe(1);
    await expect.poll(() => linesIn(lax)).toBe(1);
    expect(await linesIn(strict)).toBe(0);
    const settings = await world.mallory.call("getRoomSettings", { params: { slug: strict } });
    expect(settings).toMatchObject({ messageRetentionDays: 10, workspaceRetentionDays: 30 });
    const { results } = await world.mallory.call("listMyRooms", {});
    const shown = new Map(results.map((room) => [room.sessionRoomSlug, room.messageRetentionDays]));
    expect([free, strict, lax].map((slug) => shown.get(slug))).toEqual([30, 10, 30]);
    await purge();
    for (const slug of [free, strict, lax]) expect(await words(slug, world.mallory)).toEqual([]);
    await switchTo(app, world.mallory, personal);
  });

  it("is announced once in each room, however often that is tried and wherever it fails", async () => {
    const [broken, good] = [await createRoomOf(world.alice), await createRoomOf(world.alice)];
    const archived = await createRoomOf(world.alice);
    const { rows } = await app.database.pool.query<{ id: WorkspaceId }>(
      "select workspace_id as id from rooms where slug = $1",
      [good],
    );
    await world.alice.call("archiveRoom", { params: { slug: archived } });
    const { id: actorId } = world.alice.user;
    const by = { actorId, actorName: "Alice", changeId: randomUUID() };
    const changed = { workspaceId: rows[0]?.id, ...by, before: null, after: 77 };
    const lines = async (slug: string) => {
      const { messages } = await world.alice.call("listMessages", { params: { slug }, query: {} });
      return messages.filter(({ content }) => content.endsWith("77 days")).length;
    };
    await breaking(broken, () => run("retention.announce", changed));
    expect([await lines(broken), await lines(good), await lines(archived)]).toEqual([0, 1, 0]);
    await run("retention.announce", changed);
    expect([await lines(broken), await lines(good)]).toEqual([1, 1]);
  });

  async function switchAndBack(orgId: WorkspaceId): Promise<WorkspaceId> {
    const { rows } = await app.database.pool.query<{ id: WorkspaceId }>(
      "select workspace_id as id from sessions where id = $1",
      [world.mallory.user.sessionId],
    );
    await switchTo(app, world.mallory, orgId);
    if (!rows[0]) throw new Error("Whoever is signed in has a session");
    return rows[0].id;
  }
});
