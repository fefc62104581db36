import { randomUUID } from "node:crypto";
import type { Message, ParticipantAccessLevel } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect, logEpochOf } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";
import { purgeDeleted } from "./edits.service.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

interface Scene {
  readonly slug: string;
  readonly message: Message;
  readonly params: { readonly slug: string; readonly id: string };
}

/** A room of alice and bob with a message of bob. */
async function aScene(content = "first"): Promise<Scene> {
  const slug = await createRoomOf(world.alice, world.bob);
  const { message } = await world.bob.call("sendMessage", { params: { slug }, body: { content } });
  return { slug, message, params: { slug, id: message.id } };
}

function query(sql: string, ...values: unknown[]) {
  return app.database.pool.query<Record<string, unknown>>(sql, values);
}

function setLevel({ slug }: Scene, level: ParticipantAccessLevel): Promise<unknown> {
  return query(
    `update participants p set access_level = $3 from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    slug,
    world.bob.user.id,
    level,
  );
}

async function show({ params }: Scene): Promise<Message> {
  return world.alice.call("getMessage", { params });
}

describe("editing", () => {
  it("changes the message for everybody and keeps what it said; numbers and times stay", async () => {
    const scene = await aScene();
    const alice = await connect(app, world.alice);
    const body = { content: " second " };

    const edited = await world.bob.call("editMessage", { params: scene.params, body });

    const { createdAt, msgNo, seq } = scene.message;
    const state = { content: "second", isEdited: true, revision: 2, createdAt, msgNo, seq };
    expect(edited).toMatchObject({ revision: 2, seq: seq + 1, message: state });
    expect(edited.message.stateSeq).toBe(edited.seq);
    const live = await alice.until(({ event }) => event === "message_edited");
    expect(live).toMatchObject({ seq: edited.seq, messageId: scene.message.id });
    expect(live["message"]).toEqual(edited.message);
    expect(await show(scene)).toEqual(edited.message);
    const { revisions } = await world.alice.call("listRevisions", { params: scene.params });
    expect(revisions.map(({ n, content }) => [n, content])).toEqual([
      [1, "first"],
      [2, "second"],
    ]);
    expect(revisions[0]?.at).toBe(createdAt);
  });

  it("to what it says already changes nothing", async () => {
    const scene = await aScene();
    const { params } = scene;
    // A repeated edit does not know that its first try arrived.
    const body = { content: "first\r\n", ifRevision: 7 };
    const same = await world.bob.call("editMessage", { params, body });
    expect(same).toEqual({ message: scene.message, revision: 1 });
    const { revisions } = await world.bob.call("listRevisions", { params });
    expect(revisions).toHaveLength(1);
  });

  it("keeps the first text and the newest of many", async () => {
    const { params } = await aScene("text 1");
    for (let n = 2; n <= 103; n += 1)
      await world.bob.call("editMessage", { params, body: { content: `text ${n}` } });
    const { revisions } = await world.bob.call("listRevisions", { params });
    expect(revisions).toHaveLength(100);
    expect(revisions.slice(0, 2).map(({ n, content }) => [n, content])).toEqual([
      [1, "text 1"],
      [5, "text 5"],
    ]);
    expect(revisions.at(-1)?.content).toBe("text 103");
  });

  it("of a repeated send shows the message as it is now", async () => {
    const slug = await createRoomOf(world.bob);
    const body = { content: "once", clientMessageId: `temp_${randomUUID()}` };
    const { message } = await world.bob.call("sendMessage", { params: { slug }, body });
    const params = { slug, id: message.id };
    await world.bob.call("editMessage", { params, body: { content: "changed" } });
    const again = await world.bob.call("sendMessage", { params: { slug }, body });
    expect(again).toMatchObject({ duplicate: true, message: { content: "changed" } });
  });

  it.each<[string, string, (scene: Scene) => Promise<unknown>, object?]>([
    [
      "a deleted message",
      "MESSAGE_DELETED",
      ({ params }) => world.bob.call("deleteMessage", { params }),
    ],
    ["a stale revision", "MESSAGE_REVISION_CONFLICT", async () => {}, { ifRevision: 2 }],
    ["blanks", "MESSAGE_EMPTY", async () => {}, { content: " \u200B " }],
    ["too much", "MESSAGE_TOO_LONG", async () => {}, { content: "x".repeat(10_001) }],
    [
      "a message in an archived room",
      "ROOM_ARCHIVED",
      ({ slug }) => query(`update rooms set status = 'ARCHIVED' where slug = $1`, slug),
    ],
    [
      "as somebody who may only comment",
      "MESSAGE_SEND_NOT_ALLOWED",
      (scene) => setLevel(scene, "COMMENT"),
    ],
    [
      "as somebody who has left",
      "NOT_A_PARTICIPANT",
      ({ slug }) => world.bob.call("leaveRoom", { params: { slug } }),
    ],
    [
      "a voice message",
      "MESSAGE_NOT_EDITABLE",
      ({ message }) => query(`update messages set type = 'voice' where id = $1`, message.id),
    ],
  ])("refuses %s: %s", async (_what, code, prepare, body = {}) => {
    const scene = await aScene();
    await prepare(scene);
    const before = await query(`select last_seq from rooms where slug = $1`, scene.slug);
    const input = { params: scene.params, body: { content: "second", ...body } };
    expect(await world.bob.refusal("editMessage", input)).toMatchObject({ code });
    const after = await query(`select last_seq from rooms where slug = $1`, scene.slug);
    expect(after.rows).toEqual(before.rows);
  });

  it.each(["not-an-id", randomUUID()])("finds no message %s", async (id) => {
    const { slug } = await aScene();
    const params = { slug, id };
    for (const refused of [
      world.bob.refusal("getMessage", { params }),
      world.bob.refusal("editMessage", { params, body: { content: "second" } }),
      world.bob.refusal("deleteMessage", { params }),
      world.bob.refusal("listRevisions", { params }),
    ])
      expect(await refused).toMatchObject({ code: "MESSAGE_NOT_FOUND", status: 404 });
  });

  it("of one person is limited by the minute", async () => {
    await using narrow = await startTestApp({ environment: { EDIT_RATE: "2" } });
    const { bob } = await createWorld(narrow.app.http.app);
    const slug = await createRoomOf(bob);
    const { message } = await bob.call("sendMessage", { params: { slug }, body: { content: "a" } });
    const edit = (content: string) => ({ params: { slug, id: message.id }, body: { content } });
    await bob.call("editMessage", edit("b"));
    await bob.call("editMessage", edit("c"));
    const refused = await bob.refusal("editMessage", edit("d"));
    expect(refused).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterMs: 30_000 } });
  });
});

describe("deleting", () => {
  it("leaves a tombstone at once and everywhere, whatever the level; again changes nothing", async () => {
    const scene = await aScene("secret words");
    const { params, slug } = scene;
    await world.bob.call("editMessage", { params, body: { content: "other secret words" } });
    await setLevel(scene, "READ");
    const alice = await connect(app, world.alice);

    const deleted = await world.bob.call("deleteMessage", { params });
    const again = await world.bob.call("deleteMessage", { params });

    const live = await alice.until(({ event }) => event === "message_deleted");
    expect(live).toMatchObject({ seq: deleted.seq, messageId: params.id });
    expect(again).toEqual({ messageId: params.id });
    const { seq, msgNo } = scene.message;
    const tombstone = { content: "", metadata: {}, isDeleted: true, isEdited: false, seq, msgNo };
    expect(await show(scene)).toMatchObject(tombstone);
    expect(await world.alice.refusal("listRevisions", { params })).toMatchObject({
      code: "MESSAGE_DELETED",
    });
    const page = await world.alice.call("listMessages", { params: { slug }, query: {} });
    const { results } = await world.alice.call("listSubscriptions", {});
    expect(JSON.stringify([page, results, live])).not.toContain("secret words");
    expect(results.find(({ sessionRoomSlug }) => sessionRoomSlug === slug)).toMatchObject({
      unreadCount: 1,
      lastMessage: { id: params.id, text: "" },
    });
  });

  it("cannot come back through the log, be it kept in memory or read again", async () => {
    const { slug, message, params } = await aScene("secret words");
    const first = await connect(app, world.alice);
    const logEpoch = logEpochOf(first);
    await world.bob.call("editMessage", { params, body: { content: "more secret words" } });
    await world.bob.call("deleteMessage", { params });
    await first.until(({ event }) => event === "message_deleted");
    const rooms = { [slug]: message.seq - 1 };
    // The first is answered from memory while somebody listens, the second from the database.
    for (const isHeard of [true, false]) {
      if (!isHeard) first.ws.terminate();
      const back = await connect(app, isHeard ? world.bob : world.alice, { logEpoch, rooms });
      const replay = back.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY");
      expect(JSON.stringify(replay)).not.toContain("secret words");
      const own = { seq: message.seq, message: { isDeleted: true, content: "" } };
      expect(replay?.["events"]).toMatchObject([
        { event: "message_new", ...own },
        { event: "message_edited", messageId: message.id },
        { event: "message_deleted", messageId: message.id },
      ]);
      back.ws.terminate();
    }
  });

  it.each<[string, string, (scene: Scene) => Promise<unknown>]>([
    [
      "in an archived room",
      "ROOM_ARCHIVED",
      ({ slug }) => query(`update rooms set status = 'ARCHIVED' where slug = $1`, slug),
    ],
    [
      "a line of the server",
      "MESSAGE_NOT_AUTHOR",
      ({ message }) => query(`update messages set type = 'system' where id = $1`, message.id),
    ],
    [
      "by somebody who has left",
      "NOT_A_PARTICIPANT",
      ({ slug }) => world.bob.call("leaveRoom", { params: { slug } }),
    ],
  ])("is refused %s: %s", async (_what, code, prepare) => {
    const scene = await aScene();
    await prepare(scene);
    const refused = await world.bob.refusal("deleteMessage", { params: scene.params });
    expect(refused).toMatchObject({ code });
    expect(await show(scene)).toMatchObject({ isDeleted: false, content: "first" });
  });

  it("purges the texts after their time", async () => {
    const { params } = await aScene("secret words");
    await world.bob.call("editMessage", { params, body: { content: "other words" } });
    await world.bob.call("deleteMessage", { params });
    // It would tell a short text to whoever tries all of them.
    const hasHash = async () =>
      (await query(`select sent_hash <> '' as yes from messages where id = $1`, params.id)).rows;
    const deps = { db: app.database.kysely, clock: app.clock };
    const count = async () => {
      await purgeDeleted(deps);
      const sql = `select count(*)::integer as count from message_revisions where message_id = $1`;
      return (await query(sql, params.id)).rows[0]?.["count"];
    };
    expect(await count()).toBe(2);
    app.clock.advance(30 * 24 * 60 * 60_000 - 1_000);
    expect(await count()).toBe(2);
    expect(await hasHash()).toEqual([{ yes: true }]);
    app.clock.advance(2_000);
    expect(await count()).toBe(0);
    expect(await hasHash()).toEqual([{ yes: false }]);
  });
});
