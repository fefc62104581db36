import type { CallOf } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import type { TestClient } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

/* Which address a room gets, and where a former one leads: moved by the call that changes a room. */

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

type Frame = TestClient["frames"][number];

/** The event by which a socket hears that the room changed. */
function heard(client: TestClient): Promise<Frame> {
  return client.until((frame) => frame["event"] === "room_updated");
}

const at = (slug: string) => ({ params: { slug } });

async function update(
  who: Person,
  slug: string,
  body: CallOf<"updateRoom">["body"],
): Promise<string> {
  const room = await who.call("updateRoom", { ...at(slug), body });
  return room.sessionRoomSlug;
}

async function setLevel(slug: string, { user }: Person, level: string): Promise<void> {
  await app.database.pool.query(
    `update participants p set access_level = $3 from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    [slug, user.id, level],
  );
}

describe("another address", () => {
  it("is told under the one before, which leads to the room for ever", async () => {
    const old = await createRoomOf(world.alice, world.bob);
    const ears = await connect(app, world.bob);
    const slug = await update(world.alice, old, { slug: `New ${old}!` });
    expect(slug).toBe(`new-${old}`);
    expect(await heard(ears)).toMatchObject({
      sessionRoomSlug: old,
      previousSlug: old,
      room: { sessionRoomSlug: slug },
    });
    const body = { content: "By the old address" };
    const { message } = await world.alice.call("sendMessage", { ...at(old), body });
    expect(message.sessionRoomSlug).toBe(slug);
    await ears.until(
      (frame) => frame["event"] === "message_new" && frame["sessionRoomSlug"] === slug,
    );
    // By a socket that sent to it before, and by one that comes back with what it knew.
    ears.send({
      type: "CLIENT_SEND_MESSAGE",
      requestId: "send",
      sessionRoomSlug: old,
      content: "Again",
      metadata: {},
    } as never);
    expect(await ears.reply("send")).toMatchObject({ event: "message_new", sessionRoomSlug: slug });
    expect(await world.bob.call("getRoom", at(old))).toMatchObject({ sessionRoomSlug: slug });
    const { results } = await world.bob.call("subscribeRooms", {
      body: { sessionRoomSlugs: [old, slug] },
    });
    expect(results.map(({ sessionRoomSlug }) => sessionRoomSlug)).toEqual([slug]);
    const { logEpoch } = ears.frames[0] as unknown as { logEpoch: string };
    const back = await connect(app, world.bob, { logEpoch, rooms: { [old]: 2 } });
    expect(back.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY")).toMatchObject({
      sessionRoomSlug: slug,
    });
  });

  it("is nobody else's, and may be taken back", async () => {
    const first = await createRoomOf(world.alice);
    // By somebody who looks in from outside.
    await world.carol.call("validateRoom", at(first));
    const second = await update(world.alice, first, { slug: `${first}-b` });
    await world.carol.call("validateRoom", at(second));
    const made = await world.bob.call("createRoom", { body: { title: first } });
    expect(made.sessionRoomSlug).toMatch(new RegExp(`^${first}-[a-z0-9]{4}$`));
    const other = await createRoomOf(world.bob);
    const moved = await update(world.bob, other, { slug: first });
    expect(moved).toMatch(/-[a-z0-9]{4}$/);
    expect(await update(world.bob, moved, { slug: "create" })).toMatch(/^create-[a-z0-9]{4}$/);
    expect(await update(world.alice, second, { slug: first })).toBe(first);
    expect(await world.alice.call("findRoom", at(second))).toEqual({ exists: true });
  });

  it.each<[string, boolean, (slug: string) => Promise<unknown>]>([
    ["nobody else has opened", true, (slug) => world.alice.call("getRoom", at(slug))],
    ["somebody else has opened", false, (slug) => world.carol.call("getRoom", at(slug))],
    [
      "somebody has read from outside",
      false,
      (slug) => world.carol.call("listMessages", { ...at(slug), query: {} }),
    ],
    [
      "somebody was brought to, who has left",
      false,
      async (slug) => {
        await world.bob.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
        await world.bob.call("leaveRoom", at(slug));
      },
    ],
    ["was the room's for ten minutes", false, async () => app.clock.advance(10 * 60_000)],
    [
      "was the room's before",
      false,
      async (slug) => {
        await world.carol.call("getRoom", at(slug));
        await update(world.alice, await update(world.alice, slug, { slug: `${slug}-x` }), { slug });
      },
    ],
  ])("that %s is given back: %s", async (_what, isGivenBack, meet) => {
    const slug = await createRoomOf(world.alice);
    await meet(slug);
    const moved = await update(world.alice, slug, { slug: `${slug}-moved` });
    expect(await world.carol.call("findRoom", at(slug))).toEqual({ exists: !isGivenBack });
    const made = await world.alice.call("createRoom", { body: { title: slug } });
    expect(made.sessionRoomSlug === slug).toBe(isGivenBack);
    expect(moved).toBe(`${slug}-moved`);
  });

  it("goes to one room when two want it at once", async () => {
    const rooms = await Promise.all([1, 2, 3].map(() => createRoomOf(world.alice)));
    const slugs = await Promise.all([
      ...rooms.map((slug) => update(world.alice, slug, { slug: "wanted" })),
      world.bob.call("createRoom", { body: { title: "Wanted" } }).then((r) => r.sessionRoomSlug),
    ]);
    expect(new Set(slugs).size).toBe(4);
    expect(slugs.filter((slug) => slug === "wanted")).toHaveLength(1);
  });
});

/** The world of a day on which nobody has made rooms yet. */
async function newDay(): Promise<void> {
  app.clock.advance(24 * 60 * 60_000);
  for (const person of Object.values(world) as Person[])
    await person.call("refreshTokens", { body: { refreshToken: "cookie" } }).then(({ tokens }) => {
      person.accessToken = tokens.access.token;
    });
}

describe("addresses in a day", () => {
  const moves = async (who: Person, slug: string, times: number) => {
    let now = slug;
    for (let count = 0; count < times; count += 1)
      now = await update(who, now, { slug: `${slug}-${count}` });
    return now;
  };
  const refused = async (who: Person, slug: string) =>
    (await who.refusal("updateRoom", { ...at(slug), body: { slug: `${slug}-more` } })).code;

  it("are ten of a room, whoever changes them, and thirty of a person", async () => {
    await newDay();
    const rooms = [];
    for (let count = 0; count < 4; count += 1)
      rooms.push(await createRoomOf(world.alice, world.bob));
    const [first = "", second = "", third = "", last = ""] = rooms;
    await setLevel(first, world.bob, "ADMIN");
    const moved = await moves(world.alice, first, 10);
    expect(await refused(world.alice, moved)).toBe("ROOM_MOVE_LIMIT_REACHED");
    expect(await refused(world.bob, moved)).toBe("ROOM_MOVE_LIMIT_REACHED");
    expect(await update(world.alice, moved, { title: "Still mine", slug: moved })).toBe(moved);
    for (const slug of [second, third]) await moves(world.alice, slug, 10);
    expect(await refused(world.alice, last)).toBe("ROOM_MOVE_LIMIT_REACHED");
    await newDay();
    expect(await update(world.alice, moved, { slug: `${first}-later` })).toBe(`${first}-later`);
  });

  it("that are not to be had count like rooms that are made", async () => {
    await newDay();
    const taken = await createRoomOf(world.carol);
    const rooms = [];
    for (let count = 0; count < 3; count += 1) rooms.push(await createRoomOf(world.alice));
    for (const slug of rooms) {
      await world.carol.call("getRoom", at(slug));
      for (let count = 0; count < 9; count += 1)
        expect(await update(world.alice, slug, { slug: taken })).not.toBe(taken);
    }
    const refusal = await world.alice.refusal("createRoom", { body: { title: "One more" } });
    expect(refusal.code).toBe("ROOM_LIMIT_REACHED");
    expect(await refused(world.alice, rooms[0] ?? "")).toBe("ROOM_MOVE_LIMIT_REACHED");
  });
});

/*
 * What stays visible: that a word is not to be had, at most thirty times a day and person. By what it is taken stays hidden: a room that
 * the caller does not see, an address that leads nowhere any more and a reserved word are answered alike.
 */
it("a hidden room, a deleted one and a reserved word give the same answers to whoever asks for their address", async () => {
  await newDay();
  for (const title of ["hidden-plans", "deleted-plans"])
    await world.alice.call("createRoom", { body: { title, privacy: "private" } });
  await world.alice.call("deleteRoom", at("deleted-plans"));
  const own = await createRoomOf(world.bob);
  await world.carol.call("getRoom", at(own));
  const answersTo = async (word: string) => {
    const create = { method: "POST", url: "/v1/session-room/create" } as const;
    const joining = { method: "POST", url: "/v1/multi-room-chat/create-or-join" } as const;
    const moving = { method: "PUT", url: `/v1/session-room/${own}` } as const;
    const answers = [
      await world.bob.send({ ...create, payload: { title: word } }),
      await world.bob.send({ ...joining, payload: { sessionRoomSlug: word } }),
      await world.bob.send({ ...moving, payload: { slug: word } }),
    ];
    return answers.map(({ status, body }) => [
      status,
      JSON.stringify(body)
        .replaceAll(new RegExp(`${word}-[a-z0-9]{4}\\b`, "g"), "given")
        .replaceAll(word, "asked")
        .replaceAll(/"[\da-f-]{36}"|"20[^"]+Z"|"seq":\d+|"lastSeq":\d+/g, "0"),
    ]);
  };
  const answers = [];
  for (const word of ["hidden-plans", "deleted-plans", "my-rooms", "suggest-domain"])
    answers.push(await answersTo(word));
  const [first, ...others] = answers;
  expect(first?.map(([status]) => status)).toEqual([201, 200, 200]);
  expect(JSON.stringify(first)).toContain("given");
  for (const each of others) expect(each).toEqual(first);
});
