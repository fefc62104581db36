import { QUOTE_MAX_CHARS, type MessageId } from "@colbin/protocol";
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

/** A room of alice and bob, with a message of alice. */
async function aScene(content = "the first words") {
  const slug = await createRoomOf(world.alice, world.bob);
  const { message } = await world.alice.call("sendMessage", {
    params: { slug },
    body: { content },
  });
  return { slug, message, params: { slug, id: message.id } };
}

const quoting = (messageId: string, content = "as said") => ({
  content,
  metadata: { quote: { messageId: messageId as MessageId } },
});

describe("a quote", () => {
  it("shows its message as it is now, whatever becomes of it", async () => {
    const { slug, message, params } = await aScene("é".repeat(QUOTE_MAX_CHARS + 1));
    const alice = await connect(app, world.alice);
    const sent = await world.bob.call("sendMessage", {
      params: { slug },
      body: quoting(message.id),
    });
    const shown = {
      messageId: message.id,
      authorName: "Alice",
      text: "é".repeat(QUOTE_MAX_CHARS),
      isDeleted: false,
    };
    expect(sent.message).toMatchObject({ content: "as said", quote: shown });
    const live = await alice.until(({ event }) => event === "message_new");
    expect(live["message"]).toEqual(sent.message);

    const read = () => world.bob.call("getMessage", { params: { slug, id: sent.message.id } });
    await world.alice.call("editMessage", { params, body: { content: "other words" } });
    expect((await read()).quote).toMatchObject({ text: "other words" });
    await world.alice.call("deleteMessage", { params });
    expect((await read()).quote).toMatchObject({ text: "", isDeleted: true });
    const again = { params: { slug, id: sent.message.id } };
    await world.bob.call("deleteMessage", again);
    expect(await world.bob.call("getMessage", again)).not.toHaveProperty("quote");
  });

  it("is part of what a repeated send must repeat", async () => {
    const { slug, message } = await aScene();
    const clientMessageId = `temp_${crypto.randomUUID()}`;
    const send = (body: object) => ({
      params: { slug },
      body: { ...quoting(message.id), clientMessageId, ...body },
    });
    const first = await world.bob.call("sendMessage", send({}));
    expect(await world.bob.call("sendMessage", send({}))).toEqual({ ...first, duplicate: true });
    expect(await world.bob.refusal("sendMessage", send({ metadata: {} }))).toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
  });

  it.each<[string, () => Promise<string>]>([
    ["a message of another room", async () => (await aScene()).message.id],
    ["no message", () => Promise.resolve(crypto.randomUUID())],
    [
      "a line of the server",
      async () => {
        const { message } = await aScene();
        await app.database.pool.query(`update messages set type = 'system' where id = $1`, [
          message.id,
        ]);
        return message.id;
      },
    ],
  ])("is refused of %s", async (_of, find) => {
    const { slug } = await aScene();
    const input = { params: { slug }, body: quoting(await find()) };
    expect(await world.bob.refusal("sendMessage", input)).toMatchObject({
      code: "QUOTE_NOT_ALLOWED",
    });
  });
});
