import { randomUUID } from "node:crypto";
import { THREAD_MENTIONS_MAX, type CallOf, type MessageId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ environment: { SEND_RATE: "100000" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

interface Scene {
  readonly slug: string;
  readonly rootId: MessageId;
}

async function send(person: Person, slug: string, body: Partial<CallOf<"sendMessage">["body"]>) {
  const message = { content: "text", ...body };
  return (await person.call("sendMessage", { params: { slug }, body: message })).message;
}

/** A room of alice and bob with a message of alice. */
async function aScene(): Promise<Scene> {
  const slug = await createRoomOf(world.alice, world.bob);
  return { slug, rootId: (await send(world.alice, slug, { content: "the root" })).id };
}

const reply = (person: Person, { slug, rootId: threadId }: Scene, body = {}) =>
  send(person, slug, { content: "a reply", threadId, ...body });

const readThread = (person: Person, { slug, rootId }: Scene, query = {}) =>
  person.call("getThread", { params: { slug, id: rootId }, query });

async function subscriptionOf(person: Person, slug: string) {
  const { results } = await person.call("listSubscriptions", {});
  return results.find((each) => each.sessionRoomSlug === slug);
}

const tabOf = async (person: Person, tab: "unread" | "following" | "all", { rootId }: Scene) => {
  const { results } = await person.call("listThreads", { query: { tab } });
  return results.find(({ root }) => root.id === rootId);
};

describe("a reply", () => {
  it("stands in its thread alone, is counted at its root, and is unread for its followers", async () => {
    const scene = await aScene();
    const first = await reply(world.bob, scene);
    const second = await reply(world.bob, { ...scene, rootId: first.id });
    expect([first, second]).toMatchObject([
      { threadId: scene.rootId, replyNo: 1, msgNo: null },
      { threadId: scene.rootId, replyNo: 2, msgNo: null },
    ]);

    const list = { params: { slug: scene.slug }, query: {} };
    const { messages } = await world.alice.call("listMessages", list);
    const root = messages.find(({ id }) => id === scene.rootId);
    expect(messages.map(({ id }) => id)).not.toContain(first.id);
    const repliers = [{ userId: world.bob.user.id, fullName: "Bob" }];
    expect(root?.thread).toMatchObject({ replyCount: 2, repliers });
    expect(await subscriptionOf(world.alice, scene.slug)).toMatchObject({ unreadCount: 0 });

    const page = await readThread(world.alice, scene);
    expect(page.messages.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(page.state).toMatchObject({ isFollowing: true, readReplyNo: 0, lastReplyNo: 2 });
    expect(await tabOf(world.alice, "unread", scene)).toMatchObject({ replies: [first, second] });
    expect(await tabOf(world.bob, "unread", scene)).toBeUndefined();
    expect(await tabOf(world.bob, "following", scene)).toBeDefined();
  });

  it("may stand in the room as well, as one message", async () => {
    const scene = await aScene();
    const both = await reply(world.bob, scene, { alsoSendToRoom: true });
    expect(both).toMatchObject({ replyNo: 1, msgNo: 2 });
    const list = { params: { slug: scene.slug }, query: {} };
    const { messages } = await world.alice.call("listMessages", list);
    expect(messages.filter(({ id }) => id === both.id)).toHaveLength(1);
    expect((await readThread(world.alice, scene)).messages).toMatchObject([{ id: both.id }]);
    expect(await subscriptionOf(world.alice, scene.slug)).toMatchObject({ unreadCount: 1 });
  });

  it("is numbered without gaps when many answer at once", async () => {
    const scene = await aScene();
    const people = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? world.alice : world.bob));
    const sent = await Promise.all(people.map((person) => reply(person, scene)));
    const numbers = sent
      .map(({ replyNo }) => replyNo)
      .toSorted((one, two) => (one ?? 0) - (two ?? 0));
    expect(numbers).toEqual(people.map((_, at) => at + 1));
    const page = await readThread(world.bob, scene);
    expect(page.root.thread).toMatchObject({ replyCount: 20 });
  });

  it("answers no line of the server, no message of another room, and none that is not there", async () => {
    const scene = await aScene();
    const other = await aScene();
    const list = { params: { slug: scene.slug }, query: {} };
    const { messages } = await world.alice.call("listMessages", list);
    const line = messages.find(({ type }) => type === "system");
    const roots = [line?.id, other.rootId, randomUUID() as MessageId];
    for (const rootId of roots)
      await expect(reply(world.bob, { ...scene, rootId: rootId ?? other.rootId })).rejects.toThrow(
        "THREAD_ROOT_INVALID",
      );
  });

  it("is all that the level COMMENT may write", async () => {
    const scene = await aScene();
    const params = { slug: scene.slug, participantId: world.bob.user.id };
    await world.alice.call("setAccessLevel", { params, body: { accessLevel: "COMMENT" } });
    expect(await reply(world.bob, scene)).toMatchObject({ replyNo: 1 });
    const refusal = "MESSAGE_SEND_NOT_ALLOWED";
    await expect(reply(world.bob, scene, { alsoSendToRoom: true })).rejects.toThrow(refusal);
    await expect(send(world.bob, scene.slug, {})).rejects.toThrow(refusal);
  });

  it("stays when its root is deleted, which may still be answered", async () => {
    const scene = await aScene();
    await reply(world.bob, scene);
    await world.alice.call("deleteMessage", { params: { slug: scene.slug, id: scene.rootId } });
    await reply(world.bob, scene);
    const page = await readThread(world.bob, scene);
    expect(page.root).toMatchObject({ isDeleted: true, thread: { replyCount: 2 } });
    expect(page.messages).toHaveLength(2);
  });
});

describe("a thread", () => {
  it("is read page by page, and around a reply", async () => {
    const scene = await aScene();
    const ids: MessageId[] = [];
    for (let at = 0; at < 7; at += 1) ids.push((await reply(world.bob, scene)).id);
    const pages = [
      [{ limit: "3" }, ids.slice(4), true],
      [{ limit: "3", before: "5" }, ids.slice(1, 4), true],
      [{ limit: "3", before: "2" }, ids.slice(0, 1), false],
      [{ limit: "3", after: "2" }, ids.slice(2, 5), true],
    ] as const;
    for (const [query, expected, hasMore] of pages) {
      const page = await readThread(world.alice, scene, query);
      expect(page.messages.map(({ id }) => id)).toEqual(expected);
      expect(page.hasMore).toBe(hasMore);
    }
    const [, , , fourth = scene.rootId] = ids;
    const around = await readThread(world.alice, { ...scene, rootId: fourth }, { limit: "4" });
    expect(around).toMatchObject({ root: { id: scene.rootId }, hasMore: true, hasNewer: true });
    expect(around.messages.map(({ id }) => id)).toEqual(ids.slice(1, 5));
  });

  it("is followed, left and read on all devices of a person", async () => {
    const scene = await aScene();
    await reply(world.bob, scene);
    const { id: lastReadReplyId } = await reply(world.bob, scene);
    const device = await connect(app, world.alice);
    const params = { slug: scene.slug, id: scene.rootId };
    const read = { params, body: { lastReadReplyId } };
    expect(await world.alice.call("markThreadRead", read)).toMatchObject({ readReplyNo: 2 });
    await device.until(
      ({ event, data }) =>
        event === "thread_changed" && JSON.stringify(data).includes('"readReplyNo":2'),
    );
    expect(await tabOf(world.alice, "unread", scene)).toBeUndefined();

    await world.alice.call("unfollowThread", { params });
    await reply(world.bob, scene);
    await reply(world.alice, scene);
    expect(await tabOf(world.alice, "following", scene)).toBeUndefined();
    expect(await tabOf(world.alice, "all", scene)).toBeDefined();
    expect(await world.alice.call("followThread", { params })).toMatchObject({
      isFollowing: true,
      readReplyNo: 4,
    });
  });

  it("follows those whom it mentions, and nobody sees it who left the room", async () => {
    const scene = await aScene();
    await world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: scene.slug } });
    const device = await connect(app, world.carol);
    await reply(world.bob, scene, { content: `look <@${world.carol.user.id}>` });
    await device.until(({ event }) => event === "thread_changed");
    const { results } = await world.carol.call("listFollowedThreads", {});
    expect(results).toMatchObject([{ rootId: scene.rootId, readReplyNo: 0, lastReplyNo: 1 }]);
    await world.carol.call("leaveRoom", { params: { slug: scene.slug } });
    expect(await world.carol.call("listFollowedThreads", {})).toEqual({ results: [] });
    expect(await tabOf(world.carol, "all", scene)).toBeUndefined();
    // Nothing is unread for those who come back, in threads as in the room.
    await reply(world.bob, scene, { content: `<@${world.carol.user.id}>` });
    await world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: scene.slug } });
    const state = { readReplyNo: 2, lastReplyNo: 2, mentionNos: [] };
    expect((await readThread(world.carol, scene)).state).toMatchObject(state);
    expect(await subscriptionOf(world.carol, scene.slug)).toMatchObject({ mentionCount: 0 });
  });

  it.each([
    "nonsense",
    `0_99999999999999999999_${randomUUID()}`,
    `0_8640000000000000_${randomUUID()}`,
  ])("is in no list behind the place %s", async (cursor) => {
    const refusal = await world.alice.refusal("listThreads", { query: { cursor } });
    expect(refusal.code).toBe("CURSOR_INVALID");
  });

  it.each(["following", "all"] as const)(
    "comes in the list %s by pages, unread ones first",
    async (tab) => {
      const scenes = [await aScene(), await aScene(), await aScene()];
      const [first] = scenes;
      if (!first) throw new Error("There are three");
      // A second one in the same room, and both at the same time.
      const { id: rootId } = await send(world.alice, first.slug, {});
      for (const scene of [...scenes, { ...first, rootId }]) await reply(world.bob, scene);
      // Their author has read what they wrote.
      for (const id of [rootId, first.rootId]) await reply(world.alice, { ...first, rootId: id });
      await app.database.pool.query(
        `update threads set last_reply_at = date_trunc('milliseconds', now()) where root_id = any ($1)`,
        [[first.rootId, rootId]],
      );
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { tab, limit: "1", ...(cursor && { cursor }) } as const;
        const page = await world.alice.call("listThreads", { query });
        seen.push(...page.results.map(({ root }) => root.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      const expected = [scenes[2]?.rootId, scenes[1]?.rootId, rootId, first.rootId];
      expect(seen.filter((id) => expected.includes(id as MessageId))).toEqual(expected);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  it("comes in pages behind more threads of one room than any page has", async () => {
    const scene = await aScene();
    await reply(world.bob, scene);
    await app.database.pool.query(
      `with made as (
        insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
        select m.room_id, 1000 + n, null, uuidv7(), m.author_id, 'many-' || n, '', 'text', 'text', now(), now()
        from messages m, generate_series(1, 600) n where m.id = $1 returning room_id, id
      )
      insert into threads select room_id, id, 1, now() - interval '1 day' * row_number() over (), '{}' from made`,
      [scene.rootId],
    );
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const query = { tab: "all", limit: "100", ...(cursor && { cursor }) } as const;
      const page = await world.alice.call("listThreads", { query });
      for (const { root } of page.results) seen.add(root.id);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.size).toBeGreaterThanOrEqual(600);
  });

  it("is not unread while its room is muted, and is followed all the same", async () => {
    const scene = await aScene();
    await reply(world.bob, scene);
    const params = { slug: scene.slug };
    const mute = (durationMinutes: number) =>
      world.alice.call("muteTemporarily", { params, body: { durationMinutes } });
    expect(await tabOf(world.alice, "unread", scene)).toBeDefined();
    await mute(10);
    expect(await tabOf(world.alice, "unread", scene)).toBeUndefined();
    expect(await tabOf(world.alice, "following", scene)).toBeDefined();
    app.clock.advance(10 * 60_000);
    expect(await tabOf(world.alice, "unread", scene)).toBeDefined();
  });

  it.each([
    ["all rooms", () => ({})],
    ["their room", ({ slug }: Scene) => ({ sessionRoomSlugs: [slug] })],
  ])("is read with %s, on all devices, and only by who reads", async (_, bodyOf) => {
    const [scene, other] = [await aScene(), await aScene()];
    for (const each of [scene, other]) {
      await reply(world.alice, each);
      await reply(world.bob, each, { content: `<@${world.alice.user.id}>` });
    }
    const his = await aScene();
    await reply(world.bob, his);
    await reply(world.alice, his);
    const device = await connect(app, world.alice);
    const body = bodyOf(scene);
    await world.alice.call("markAllRead", { body });
    const { rev } = await device.until(({ event }) => event === "threads_read");
    expect(rev).toEqual(expect.any(Number));
    const state = { readReplyNo: 2, lastReplyNo: 2, mentionNos: [] };
    expect((await readThread(world.alice, scene)).state).toMatchObject(state);
    expect(await tabOf(world.alice, "unread", scene)).toBeUndefined();
    expect(await subscriptionOf(world.alice, scene.slug)).toMatchObject({ mentionCount: 0 });
    const isOtherRead = (await tabOf(world.alice, "unread", other)) === undefined;
    expect(isOtherRead).toBe(!("sessionRoomSlugs" in body));
    expect(await tabOf(world.bob, "unread", his)).toBeDefined();
    // Nothing is unread any more: nobody is told.
    device.frames.length = 0;
    await world.alice.call("markAllRead", { body });
    await device.fence();
    expect(device.frames.filter(({ event }) => event === "threads_read")).toEqual([]);
  });
});

describe("a mention in a thread", () => {
  const told = { isFollowing: true, lastReplyNo: 2 };

  it.each([
    ["of a person", "alice", {}, { mentionCount: 1, threadMentionCount: 1 }],
    ["of everybody", "all", {}, { mentionCount: 1, threadMentionCount: 1 }],
    ["that stands in the room as well", "alice", { alsoSendToRoom: true }, { mentionCount: 1 }],
    ["of somebody else", "bob", {}, { mentionCount: 0 }],
  ] as const)("%s counts until it is read", async (_, who, how, counts) => {
    const mentionNos = "threadMentionCount" in counts ? [2] : [];
    const scene = await aScene();
    const named = who === "all" ? "<@all>" : `<@${world[who].user.id}>`;
    await reply(world.bob, scene);
    const { id } = await reply(world.bob, scene, { content: `look ${named}`, ...how });
    const summaryOf = async () =>
      (await world.alice.call("getUnreadSummary", {})).rooms.find(
        ({ sessionRoomSlug }) => sessionRoomSlug === scene.slug,
      );
    expect(await subscriptionOf(world.alice, scene.slug)).toMatchObject(counts);
    expect(await summaryOf()).toMatchObject(counts);
    expect((await readThread(world.alice, scene)).state).toMatchObject({ ...told, mentionNos });
    expect(await subscriptionOf(world.bob, scene.slug)).toMatchObject({ mentionCount: 0 });

    // The room is read without its threads, and the thread without its room.
    const params = { slug: scene.slug };
    const inThread = mentionNos.length;
    const read = { params, body: { lastReadMessageId: id } };
    expect(await world.alice.call("markRead", read)).toMatchObject({ mentionCount: inThread });
    const body = { lastReadReplyId: id };
    const state = await world.alice.call("markThreadRead", {
      params: { ...params, id: scene.rootId },
      body,
    });
    expect(state).toMatchObject({ readReplyNo: 2, mentionNos: [] });
    expect(await subscriptionOf(world.alice, scene.slug)).toMatchObject({ mentionCount: 0 });
  });

  it("follows those whom it mentions anew who had left the thread, from there on", async () => {
    const scene = await aScene();
    await reply(world.bob, scene);
    const params = { slug: scene.slug, id: scene.rootId };
    await world.alice.call("unfollowThread", { params });
    await reply(world.bob, scene, { content: "<@all>" });
    expect((await readThread(world.alice, scene)).state).toMatchObject({ isFollowing: false });
    expect(await subscriptionOf(world.alice, scene.slug)).toMatchObject({ mentionCount: 0 });
    const device = await connect(app, world.alice);
    await reply(world.bob, scene, { content: `<@${world.alice.user.id}>` });
    const { data } = await device.until(({ event }) => event === "thread_changed");
    const state = { isFollowing: true, readReplyNo: 2, lastReplyNo: 3, mentionNos: [3] };
    expect(data).toMatchObject(state);
    expect((await readThread(world.alice, scene)).state).toMatchObject(state);
    await world.alice.call("unfollowThread", { params });
    expect(await subscriptionOf(world.alice, scene.slug)).toMatchObject({ mentionCount: 0 });
  });

  it("counts no further than badges do", async () => {
    const scene = await aScene();
    await reply(world.bob, scene, { content: `<@${world.alice.user.id}>` });
    await app.database.pool.query(
      "update thread_follows set mention_nos = array(select generate_series(-200, -1)) where root_id = $1",
      [scene.rootId],
    );
    await app.database.pool.query(
      "update thread_follows set read_reply_no = -300 where root_id = $1",
      [scene.rootId],
    );
    await reply(world.bob, scene, { content: `<@${world.alice.user.id}>` });
    const { mentionNos = [] } = (await readThread(world.alice, scene)).state;
    expect([mentionNos.length, mentionNos.at(-1)]).toEqual([THREAD_MENTIONS_MAX, 2]);
  });
});
