import type { MessageId } from "@colbin/protocol";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ environment: { SEND_RATE: "100000" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function send(person: Person, slug: string, content: string) {
  const { message } = await person.call("sendMessage", { params: { slug }, body: { content } });
  return message;
}

async function mentionsOf(person: Person, slug: string): Promise<number | undefined> {
  const { results } = await person.call("listSubscriptions", {});
  return results.find((each) => each.sessionRoomSlug === slug)?.mentionCount;
}

describe("a mention", () => {
  it("names a person of the room as they are called now, and counts until it is read", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const bobId = world.bob.user.id;
    const sent = await send(world.alice, slug, `hello <@${bobId}> and <@${randomUUID()}>`);
    const mentions = { userIds: [bobId], here: false, all: false, roomIds: [] };
    const mentioned = [{ userId: bobId, fullName: "Bob" }];
    expect(sent).toMatchObject({ metadata: { mentions }, mentioned });
    expect(await mentionsOf(world.bob, slug)).toBe(1);
    expect(await mentionsOf(world.alice, slug)).toBe(0);

    await world.bob.call("updateMe", { body: { fullName: "Robert" } });
    const params = { slug, id: sent.id };
    expect(await world.alice.call("getMessage", { params })).toMatchObject({
      mentioned: [{ userId: bobId, fullName: "Robert" }],
    });
    await world.bob.call("updateMe", { body: { fullName: "Bob" } });
    await world.bob.call("markRead", { params: { slug }, body: { lastReadMessageId: sent.id } });
    expect(await mentionsOf(world.bob, slug)).toBe(0);
  });

  it.each([
    ["in code", (token: string) => `\`${token}\``],
    ["in a code block", (token: string) => `\`\`\`\n${token}\n\`\`\``],
    ["in a quote", (token: string) => `> ${token}`],
    ["as plain text", () => "@Bob"],
  ])("%s is none", async (_, textOf) => {
    const slug = await createRoomOf(world.alice, world.bob);
    const sent = await send(world.alice, slug, textOf(`<@${world.bob.user.id}>`));
    expect(sent.metadata.mentions).toBeUndefined();
    expect(await mentionsOf(world.bob, slug)).toBe(0);
  });

  it("of everybody is one row, and only for those who may", async () => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    const sent = await send(world.bob, slug, "all of you: <@all>");
    const rows = await app.database.pool.query("select from mentions where message_id = $1", [
      sent.id,
    ]);
    expect(rows.rowCount).toBe(1);
    expect(await mentionsOf(world.carol, slug)).toBe(1);
    const settings = { allowWildcardMention: false };
    await world.alice.call("updateRoom", { params: { slug }, body: { settings } });
    await expect(send(world.bob, slug, "<@here>")).rejects.toThrow("WILDCARD_NOT_ALLOWED");
    await send(world.alice, slug, "<@here>");
    expect(await mentionsOf(world.carol, slug)).toBe(2);
  });

  it("of everybody is refused to people who may only comment, in a new reply and in an edited one", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const { id: threadId } = await send(world.alice, slug, "root");
    const params = { slug, participantId: world.bob.user.id };
    await world.alice.call("setAccessLevel", { params, body: { accessLevel: "COMMENT" } });
    const reply = async (content: string) =>
      world.bob.call("sendMessage", { params: { slug }, body: { content, threadId } });
    await expect(reply("<@all>")).rejects.toThrow("WILDCARD_NOT_ALLOWED");
    const { id } = (await reply("plain")).message;
    const edit = { params: { slug, id }, body: { content: "<@all>" } };
    expect((await world.bob.refusal("editMessage", edit)).code).toBe("WILDCARD_NOT_ALLOWED");
  });

  it("of more than fifty people is refused", async () => {
    const slug = await createRoomOf(world.alice);
    const content = Array.from({ length: 51 }, () => `<@${randomUUID()}>`).join(" ");
    await expect(send(world.alice, slug, content)).rejects.toThrow("MENTION_LIMIT_REACHED");
  });

  it("that an edit adds is named, and makes nothing unread", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const { id } = await send(world.alice, slug, "nobody");
    const content = `now <@${world.bob.user.id}>`;
    const params = { slug, id };
    const { message } = await world.alice.call("editMessage", { params, body: { content } });
    expect(message.mentioned).toMatchObject([{ userId: world.bob.user.id }]);
    expect(await mentionsOf(world.bob, slug)).toBe(0);
    const mentions = { userIds: [world.bob.user.id], here: false, all: false, roomIds: [] };
    expect(message.metadata).toMatchObject({ mentions, plainText: "now @Bob" });

    const body = { content: "nobody again" };
    const { message: later } = await world.alice.call("editMessage", { params, body });
    expect(later).not.toHaveProperty("mentioned");
    expect(later.metadata).toEqual({});
  });

  it.each(["<@all>", "<@here>"])(
    "of everybody is no way around the room in an edit: %s",
    async (content) => {
      const slug = await createRoomOf(world.alice, world.bob);
      const edit = async (person: Person, id: MessageId, text: string) =>
        person.call("editMessage", { params: { slug, id }, body: { content: text } });
      const meant = await send(world.bob, slug, `before ${content}`);
      const [own, leads] = [
        await send(world.bob, slug, "one"),
        await send(world.alice, slug, "two"),
      ];
      const settings = { allowWildcardMention: false };
      await world.alice.call("updateRoom", { params: { slug }, body: { settings } });
      await expect(edit(world.bob, own.id, content)).rejects.toThrow("WILDCARD_NOT_ALLOWED");
      expect((await edit(world.alice, leads.id, content)).message.metadata.mentions).toBeDefined();
      // It was said when it was allowed: its other words may be mended.
      expect((await edit(world.bob, meant.id, `then ${content}`)).message.isEdited).toBe(true);
      const tokens = Array.from({ length: 51 }, () => `<@${randomUUID()}>`).join(" ");
      await expect(edit(world.bob, own.id, tokens)).rejects.toThrow("MENTION_LIMIT_REACHED");
    },
  );
});
