import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ environment: { REACTION_RATE: "100000" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

interface Scene {
  readonly slug: string;
  readonly params: { readonly slug: string; readonly id: string };
}

/** A room of alice and bob with a message of alice. */
async function aScene(): Promise<Scene> {
  const slug = await createRoomOf(world.alice, world.bob);
  const body = { content: "react to this" };
  const { message } = await world.alice.call("sendMessage", { params: { slug }, body });
  return { slug, params: { slug, id: message.id } };
}

function query(sql: string, ...values: unknown[]) {
  return app.database.pool.query<Record<string, unknown>>(sql, values);
}

describe("a reaction", () => {
  it("is seen by everybody, over either door, and taken back by a second click", async () => {
    const { slug, params } = await aScene();
    const [alice, bob] = [await connect(app, world.alice), await connect(app, world.bob)];
    await world.alice.call("addReaction", { params, body: { emoji: "👍" } });
    const type = "CLIENT_MESSAGE_REACTION";
    const react = { type, sessionRoomSlug: slug, messageId: params.id } as const;
    bob.send({ ...react, requestId: "add", emoji: "👍", action: "add" });
    const added = await bob.reply("add");
    const live = await alice.until((frame) => frame["userId"] === world.bob.user.id);

    const { alice: first, bob: second } = world;
    const users = [first.user.id, second.user.id];
    const both = { emoji: "👍", count: 2, users, userNames: ["Alice", "Bob"] };
    expect(added).toMatchObject({ type: "SERVER_REACTION_UPDATE", reactions: [both] });
    expect(live).toMatchObject({ event: "reaction_added", userName: "Bob", reactions: [both] });
    expect(live["seq"]).toBe(added["seq"]);
    const shown = await world.bob.call("getMessage", { params });
    expect(shown).toMatchObject({ reactions: [both], stateSeq: added["seq"] });

    bob.send({ ...react, requestId: "remove", emoji: "👍", action: "remove" });
    expect(await bob.reply("remove")).toMatchObject({ reactions: [{ count: 1 }] });
    const { results } = await world.bob.call("listSubscriptions", {});
    const room = results.find((each) => each.sessionRoomSlug === slug);
    expect(room?.unreadCount).toBe(1);
  });

  it("changes nothing the second time, nor when there is none to take back", async () => {
    const { params } = await aScene();
    const body = { emoji: "❤" };
    const { seq } = await world.bob.call("addReaction", { params, body });
    expect(seq).toBeGreaterThan(0);
    const again = await world.bob.call("addReaction", { params, body: { emoji: "❤️" } });
    expect(again.seq).toBeUndefined();
    expect(again.reactions).toMatchObject([{ emoji: "❤️", count: 1 }]);
    const none = await world.alice.call("removeReaction", { params, body });
    expect(none).toEqual({ messageId: params.id, reactions: again.reactions });
  });

  it("goes with the text of a deleted message", async () => {
    const { params } = await aScene();
    await world.bob.call("addReaction", { params, body: { emoji: "🎉" } });
    await world.alice.call("deleteMessage", { params });
    expect((await world.bob.call("getMessage", { params })).reactions).toEqual([]);
    const left = await query(`select from message_reactions where message_id = $1`, params.id);
    expect(left.rowCount).toBe(0);
    const alice = await connect(app, world.alice);
    const ask = { type: "CLIENT_REQUEST_MESSAGE_HISTORY", requestId: "log", afterSeq: 0 } as const;
    alice.send({ ...ask, sessionRoomSlug: params.slug });
    const { events } = await alice.reply("log");
    expect(JSON.stringify(events)).not.toContain("🎉");
  });

  it("keeps skin tones apart and counts more people than it names", async () => {
    const { slug, params } = await aScene();
    await world.bob.call("addReaction", { params, body: { emoji: "👍" } });
    await query(
      `with made as (insert into users (full_name, username) select 'Somebody', 'crowd-' || n from generate_series(1, 120) n returning id)
       insert into message_reactions (room_id, message_id, user_id, emoji, seq)
       select room_id, message_id, made.id, '👍', 1000 from message_reactions, made where message_id = $1`,
      params.id,
    );
    const { reactions } = await world.bob.call("addReaction", { params, body: { emoji: "👍🏽" } });
    expect(reactions.map(({ emoji, count }) => [emoji, count])).toEqual([
      ["👍", 121],
      ["👍🏽", 1],
    ]);
    expect(reactions.flatMap(({ users }) => users)).toHaveLength(100);
    // Whoever came last is not named, and is told by each page, be it shared or their own.
    await world.alice.call("addReaction", { params, body: { emoji: "👍" } });
    for (const side of [{}, { around: params.id }])
      for (const [person, emoji] of [
        [world.alice, ["👍"]],
        [world.bob, ["👍", "👍🏽"]],
      ] as const) {
        const page = await person.call("listMessages", { params: { slug }, query: side });
        expect(page.personal).toEqual({ [params.id]: { ownReactions: emoji } });
      }
  });

  it("is written with others at once, each judged by those before it", async () => {
    const [{ slug, params }, elsewhere] = [await aScene(), await aScene()];
    const content = "and to this";
    const second = await world.bob.call("sendMessage", { params: { slug }, body: { content } });
    const holder = await app.database.pool.connect();
    await holder.query("begin");
    await holder.query(`select from rooms where slug = $1 for no key update`, [slug]);
    const faces = Array.from({ length: 21 }, (_, n) => String.fromCodePoint(0x1f600 + n));
    const asked = [
      ...faces.map((emoji) => world.bob.call("addReaction", { params, body: { emoji } })),
      ...["👍", "👍"].map((emoji) => world.alice.call("addReaction", { params, body: { emoji } })),
      world.alice.call("addReaction", {
        params: { slug, id: second.message.id },
        body: { emoji: "👍" },
      }),
    ];
    // The other rooms do not wait with this one.
    await world.bob.call("addReaction", { params: elsewhere.params, body: { emoji: "👍" } });
    await holder.query("commit");
    holder.release();
    const settled = await Promise.allSettled(asked);
    const seqs = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value.seq] : []));
    // Bob has twenty at most, and alice asked twice for the same one.
    expect(seqs).toHaveLength(20 + 3);
    const written = seqs.filter((seq) => seq !== undefined);
    const from = second.message.seq + 1;
    expect(new Set(written)).toEqual(new Set(Array.from({ length: 20 + 2 }, (_, n) => from + n)));
    const { reactions } = await world.bob.call("getMessage", { params });
    expect(reactions.map(({ count }) => count)).toEqual(Array.from({ length: 21 }, () => 1));
  });

  it.each<[string, string, string, (scene: Scene) => Promise<unknown>]>([
    ["with a word", "EMOJI_INVALID", "ok", async () => {}],
    ["with two emoji", "EMOJI_INVALID", "👍👍", async () => {}],
    ["with the emoji of no organization", "EMOJI_INVALID", ":party:", async () => {}],
    [
      "to a deleted message",
      "MESSAGE_NOT_REACTABLE",
      "👍",
      ({ params }) => world.alice.call("deleteMessage", { params }),
    ],
    [
      "to a line of the server",
      "MESSAGE_NOT_REACTABLE",
      "👍",
      ({ params }) => query(`update messages set type = 'system' where id = $1`, params.id),
    ],
    [
      "in an archived room",
      "ROOM_ARCHIVED",
      "👍",
      ({ slug }) => query(`update rooms set status = 'ARCHIVED' where slug = $1`, slug),
    ],
    ...[
      [20, "bob"],
      [50, "carol"],
    ].map(([count, username]): [string, string, string, (scene: Scene) => Promise<unknown>] => [
      `of which ${username} has added ${count}`,
      "REACTION_LIMIT_REACHED",
      "👍",
      ({ params }) =>
        query(
          `insert into message_reactions (room_id, message_id, user_id, emoji, seq)
             select m.room_id, m.id, u.id, 'emoji ' || n, n from messages m, users u, generate_series(1, $2::integer) n
             where m.id = $1 and u.username = $3`,
          params.id,
          count,
          username,
        ),
    ]),
  ])("is refused %s: %s", async (_what, code, emoji, prepare) => {
    const scene = await aScene();
    await prepare(scene);
    const input = { params: scene.params, body: { emoji } };
    expect(await world.bob.refusal("addReaction", input)).toMatchObject({ code });
  });
});
