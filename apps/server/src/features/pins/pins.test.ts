import { PINS_MAX } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

interface Scene {
  readonly slug: string;
  readonly params: { readonly slug: string; readonly id: string };
}

/** A room of alice, who owns it, and bob with a message of alice. */
async function aScene(): Promise<Scene> {
  const slug = await createRoomOf(world.alice, world.bob);
  return { slug, params: await write(slug, "read this first") };
}

async function write(slug: string, content: string) {
  const { message } = await world.alice.call("sendMessage", {
    params: { slug },
    body: { content },
  });
  return { slug, id: message.id };
}

function query(sql: string, ...values: unknown[]) {
  return app.database.pool.query<Record<string, unknown>>(sql, values);
}

async function pinnedIn(slug: string): Promise<string[]> {
  const { messages } = await world.bob.call("listPinned", { params: { slug } });
  return messages.map(({ id }) => id);
}

async function roomOf(slug: string) {
  const { results } = await world.alice.call("listSubscriptions", {});
  return results.find((each) => each.sessionRoomSlug === slug);
}

describe("a pin", () => {
  it("is seen by everybody with who set it, is told by one line, and taken away without one", async () => {
    const { slug, params } = await aScene();
    const alice = await connect(app, world.alice);
    const by = { userId: world.bob.user.id, userName: "Bob" };
    const { seq, pin } = await world.bob.call("pinMessage", { params });
    expect(pin).toMatchObject(by);
    const live = await alice.until(({ event }) => event === "message_pinned");
    expect(live).toMatchObject({ ...by, messageId: params.id, isPinned: true, pin, seq });
    const { messages } = await world.alice.call("listMessages", { params: { slug }, query: {} });
    expect(messages.at(-2)).toMatchObject({ id: params.id, pin, stateSeq: seq });
    expect(messages.at(-1)).toMatchObject({ type: "system", content: "Bob pinned a message" });
    expect(await roomOf(slug)).toMatchObject({ pinCount: 1, pinnedBy: "WRITE", unreadCount: 0 });

    const again = await world.alice.call("pinMessage", { params });
    expect(again).toEqual({ messageId: params.id, pin, pinCount: 1 });

    const taken = await world.alice.call("unpinMessage", { params });
    expect(taken).toEqual({ messageId: params.id, pinCount: 0, seq: (seq ?? 0) + 2 });
    const none = await world.alice.call("unpinMessage", { params });
    expect(none).toEqual({ messageId: params.id, pinCount: 0 });
    expect((await world.bob.call("getMessage", { params })).pin).toBeUndefined();
    expect(await world.bob.call("getRoom", { params: { slug } })).toMatchObject({ pinCount: 0 });
  });

  it("stands in the list by when it was set, and goes with its message", async () => {
    const { slug, params: first } = await aScene();
    const second = await write(slug, "and this");
    for (const params of [second, first]) await world.bob.call("pinMessage", { params });
    expect(await pinnedIn(slug)).toEqual([first.id, second.id]);
    await world.alice.call("deleteMessage", { params: first });
    expect(await pinnedIn(slug)).toEqual([second.id]);
    expect(await roomOf(slug)).toMatchObject({ pinCount: 1 });
  });

  it("is set by those who lead the room alone where it has chosen that", async () => {
    const { slug, params } = await aScene();
    const body = { settings: { pinnedBy: "ADMIN" } } as const;
    await world.alice.call("updateRoom", { params: { slug }, body });
    for (const call of ["pinMessage", "unpinMessage"] as const)
      expect(await world.bob.refusal(call, { params })).toMatchObject({
        code: "ACCESS_LEVEL_TOO_LOW",
      });
    await world.alice.call("pinMessage", { params });
    expect(await roomOf(slug)).toMatchObject({ pinCount: 1, pinnedBy: "ADMIN" });
  });

  it.each<[string, string, (scene: Scene) => Promise<unknown>]>([
    [
      "of a deleted message",
      "MESSAGE_NOT_PINNABLE",
      ({ params }) => world.alice.call("deleteMessage", { params }),
    ],
    [
      "of a line of the server",
      "MESSAGE_NOT_PINNABLE",
      ({ params }) => query(`update messages set type = 'system' where id = $1`, params.id),
    ],
    [
      "in an archived room",
      "ROOM_ARCHIVED",
      ({ slug }) => query(`update rooms set status = 'ARCHIVED' where slug = $1`, slug),
    ],
    [
      `in a room with ${PINS_MAX} pins`,
      "PIN_LIMIT_REACHED",
      async ({ slug, params }) => {
        const others = Array.from({ length: PINS_MAX }, (_, n) => write(slug, `${n}`));
        const ids = (await Promise.all(others)).map(({ id }) => id);
        await query(
          `insert into message_pins (room_id, message_id, user_id, seq)
             select room_id, other, author_id, 1 from messages, unnest($2::uuid[]) other where id = $1`,
          params.id,
          ids,
        );
      },
    ],
  ])("is refused %s: %s", async (_what, code, prepare) => {
    const scene = await aScene();
    await prepare(scene);
    expect(await world.bob.refusal("pinMessage", scene)).toMatchObject({ code });
  });
});
