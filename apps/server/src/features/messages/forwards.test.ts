import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

/** A message of alice in a room of her and bob, and a room of bob and carol. */
async function aScene() {
  const { alice, bob, carol } = world;
  const [slug, targetSlug] = [await createRoomOf(alice, bob), await createRoomOf(bob, carol)];
  const body = { content: "The survey car uploads at 19:00" };
  const { message } = await alice.call("sendMessage", { params: { slug }, body });
  return { slug, targetSlug, message, params: { slug, id: message.id } };
}

async function restrict(slug: string, by = world.alice): Promise<void> {
  const body = { accessType: "PRIVATE" } as const;
  await by.call("changeAccessType", { params: { slug }, body });
}

const refusal = (person: Person, params: { slug: string; id: string }, body: object) =>
  person.refusal("forwardMessage", { params, body: { targetSlug: "", ...body } });

describe("a forwarded message", () => {
  it("is a copy with its author and time, which stays as it was and cannot be changed", async () => {
    const { targetSlug, message, params } = await aScene();
    const body = { targetSlug, comment: " For the import " };
    const { message: copy } = await world.bob.call("forwardMessage", { params, body });
    const { id: messageId, roomId, authorId, createdAt } = message;
    expect(copy).toMatchObject({
      sessionRoomSlug: targetSlug,
      authorName: "Bob",
      content: `For the import\n\n${message.content}`,
      metadata: { forward: { messageId, roomId, authorId, createdAt, textFrom: 16 } },
      forward: { authorName: "Alice", authorAvatar: null },
    });
    await world.alice.call("editMessage", { params, body: { content: "changed" } });
    const at = { params: { slug: targetSlug, id: copy.id } };
    expect(await world.carol.call("getMessage", at)).toEqual(copy);
    expect(
      await world.bob.refusal("editMessage", { ...at, body: { content: "Mine" } }),
    ).toMatchObject({ code: "MESSAGE_NOT_EDITABLE" });

    // Passed on once more it is of its author still, without what was said to it.
    const again = { ...at, body: { targetSlug } };
    const { message: second } = await world.carol.call("forwardMessage", again);
    expect(second).toMatchObject({ authorName: "Carol", content: message.content });
    expect(second.metadata.forward).toEqual({
      messageId,
      roomId,
      authorId,
      createdAt,
      textFrom: 0,
    });
  });

  it("asks first where people read it who cannot read the source, and names no room to them", async () => {
    const { slug, targetSlug, params } = await aScene();
    await restrict(slug);
    // A public room is read by everybody of the workspace, a private one by its people.
    const count =
      "select count(*)::integer as n from users where role <> 'GUEST' and username <> all ($1)";
    const insiders = [world.alice, world.bob].map(({ user }) => user.username);
    const { rows } = await app.database.pool.query<{ n: number }>(count, [insiders]);
    const growth = async () => (await refusal(world.bob, params, { targetSlug })).details;
    expect(await growth()).toEqual({ newReaders: rows[0]?.n, guests: 0 });
    await restrict(targetSlug, world.bob);
    expect(await refusal(world.bob, params, { targetSlug })).toMatchObject({
      code: "AUDIENCE_GROWS",
      details: { newReaders: 1, guests: 0 },
    });
    const body = { targetSlug, confirmed: true };
    const { message } = await world.bob.call("forwardMessage", { params, body });
    expect(message.forward).toEqual({ authorName: "Alice", authorAvatar: null });
    expect(JSON.stringify(message)).not.toContain(slug);
  });

  it("is one, however often it is sent", async () => {
    const { targetSlug, params } = await aScene();
    const clientMessageId = `temp_${crypto.randomUUID()}`;
    const input = { params, body: { targetSlug, clientMessageId } };
    const first = await world.bob.call("forwardMessage", input);
    const again = await world.bob.call("forwardMessage", input);
    expect(again).toEqual({ ...first, duplicate: true });
  });

  it("takes no comment that is too long, however it is written", async () => {
    const { targetSlug, params } = await aScene();
    const comment = "\u0315\u0300".repeat(50_000);
    expect(await refusal(world.bob, params, { targetSlug, comment })).toMatchObject({
      code: "MESSAGE_TOO_LONG",
    });
  });

  type Scene = Awaited<ReturnType<typeof aScene>>;
  it.each<[string, string, () => Person, (scene: Scene) => Promise<unknown>]>([
    [
      "that was deleted",
      "MESSAGE_NOT_FORWARDABLE",
      () => world.bob,
      ({ params }) => world.alice.call("deleteMessage", { params }),
    ],
    [
      "that is a line of the server",
      "MESSAGE_NOT_FORWARDABLE",
      () => world.bob,
      ({ message }) =>
        app.database.pool.query(`update messages set type = 'system' where id = $1`, [message.id]),
    ],
    [
      "from a room that is hidden",
      "ROOM_NOT_FOUND",
      () => world.carol,
      ({ slug }) => restrict(slug),
    ],
    ["into a room of others", "NOT_SUBSCRIBED", () => world.alice, () => Promise.resolve()],
    [
      "into a room where they only read",
      "MESSAGE_SEND_NOT_ALLOWED",
      () => world.carol,
      ({ targetSlug: slug }) =>
        world.bob.call("setAccessLevel", {
          params: { slug, participantId: world.carol.user.id },
          body: { accessLevel: "READ" },
        }),
    ],
  ])("is refused %s: %s", async (_what, code, who, prepare) => {
    const scene = await aScene();
    await prepare(scene);
    const { params, targetSlug } = scene;
    expect(await refusal(who(), params, { targetSlug })).toMatchObject({ code });
  });
});
