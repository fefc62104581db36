import { API_BASE_PATH, INCOMING_WEBHOOKS_MAX, MESSAGE_MAX_CHARS } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, openBrowser, type Person } from "#test/world.ts";

let app: TestApp;
let olga: Person;
let bob: Person;

beforeAll(async () => {
  ({
    app,
    people: [olga, bob],
  } = await startTogether(["Olga", "Bob"]));
});
afterAll(() => app.close());

const program = () => openBrowser(app.app.http.app);
const secretOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** A room of Olga and Bob, with a webhook. */
async function aWebhook(name = "Builds") {
  const slug = await createRoomOf(olga, bob);
  const { url, id } = await olga.call("createIncomingWebhook", {
    params: { slug },
    body: { name },
  });
  const secret = secretOf(url);
  const send = (text: string, more: object = {}) => {
    app.clock.advance(1_000);
    return program().call("sendByWebhook", { params: { secret }, body: { text, ...more } });
  };
  const refusal = async (text = "Late") => {
    app.clock.advance(1_000);
    return (await program().refusal("sendByWebhook", { params: { secret }, body: { text } })).code;
  };
  const read = async (person = bob) =>
    (await person.call("listMessages", { params: { slug }, query: {} })).messages;
  return { slug, id, url, secret, send, refusal, read };
}

test("a program writes into a room under the name of its webhook, and to everybody at once", async () => {
  const { slug, url, send, read } = await aWebhook();
  expect(url).toMatch(new RegExp(`^${app.config.publicUrl}${API_BASE_PATH}/incoming-webhooks/`));
  const socket = await connect(app, bob);
  const { messageId } = await send("Build <https://ci.example.org/1|number [1]> is **red**", {
    username: "ignored",
  });
  const frame = await socket.until(({ event }) => event === "message_new");
  socket.ws.close();
  expect(JSON.stringify(frame)).toContain(messageId);
  expect((await read()).at(-1)).toMatchObject({
    id: messageId,
    authorName: "Builds",
    metadata: { viaWebhook: true },
    content: "Build [number \\[1\\]](https://ci.example.org/1) is **red**",
  });
  const { results } = await bob.call("listSubscriptions", {});
  expect(results.find((each) => each.sessionRoomSlug === slug)?.unreadCount).toBe(1);
  const answer = { params: { slug }, body: { content: "Mended", threadId: messageId } };
  await bob.call("sendMessage", answer);
  const people = await olga.call("listParticipants", { params: { slug }, query: {} });
  expect(people.results.map(({ fullName }) => fullName)).not.toContain("Builds");
});

test("the same again is the message that was sent first", async () => {
  const { send, read } = await aWebhook();
  const clientMessageId = "temp_3f0e2f0c-6c0b-4a57-9f0e-0f7a3f3f9a11";
  const first = await send("Once", { clientMessageId });
  expect(await send("Once", { clientMessageId })).toEqual({ ...first, duplicate: true });
  expect((await read()).filter(({ content }) => content === "Once")).toHaveLength(1);
});

test("people whom it names are told of it, a room is not", async () => {
  const { send, read } = await aWebhook();
  await send(`<@${bob.user.id}> look, <@all> <!here> <!channel>`);
  const [message] = (await read()).slice(-1);
  expect(message?.content).toBe(`<@${bob.user.id}> look, @all @here @channel`);
  expect(message?.metadata.mentions).toMatchObject({ userIds: [bob.user.id], all: false });
  await app.app.followers.settled();
  const feed = async (person: Person) =>
    (await person.call("listNotifications", { query: {} })).results
      .filter(({ type }) => type === "MESSAGE_MENTION")
      .flatMap(({ actors }) => actors.map(({ fullName }) => fullName));
  expect(await feed(bob)).toContain("Builds");
  expect(await feed(olga)).toEqual([]);
});

describe("nothing is written", () => {
  it("more than once a second", async () => {
    const { secret, send } = await aWebhook();
    await send("First");
    const again = { params: { secret }, body: { text: "Second" } };
    expect((await program().refusal("sendByWebhook", again)).code).toBe("RATE_LIMITED");
  });

  it("that no message may be", async () => {
    const { refusal } = await aWebhook();
    expect(await refusal(" ")).toBe("MESSAGE_EMPTY");
    expect(await refusal("x".repeat(MESSAGE_MAX_CHARS + 1))).toBe("MESSAGE_TOO_LONG");
  });

  it("into an archived room", async () => {
    const { slug, refusal } = await aWebhook();
    await olga.call("archiveRoom", { params: { slug } });
    expect(await refusal()).toBe("ROOM_ARCHIVED");
  });

  const ends: [string, (hook: Awaited<ReturnType<typeof aWebhook>>) => Promise<unknown>][] = [
    [
      "by one that was removed",
      ({ slug, id }) => olga.call("removeIncomingWebhook", { params: { slug, webhookId: id } }),
    ],
    ["into a deleted room", ({ slug }) => olga.call("deleteRoom", { params: { slug } })],
    [
      "once the room is led by somebody else",
      async ({ slug }) => {
        const params = { slug, participantId: bob.user.id };
        await olga.call("setAccessLevel", { params, body: { accessLevel: "OWNER" } });
        await olga.call("leaveRoom", { params: { slug } });
        const { results } = await bob.call("listIncomingWebhooks", { params: { slug } });
        expect(results.map(({ isLive }) => isLive)).toEqual([false]);
      },
    ],
  ];
  it.each(ends)("%s", async (_, end) => {
    const hook = await aWebhook();
    await hook.send("Before");
    await end(hook);
    expect(await hook.refusal()).toBe("WEBHOOK_NOT_FOUND");
  });
});

test("people who lead a room see its webhooks without their addresses, and a bounded number", async () => {
  const { slug, secret, send } = await aWebhook();
  await send("Used");
  const params = { slug };
  const listed = await olga.call("listIncomingWebhooks", { params });
  expect(listed.results).toMatchObject([{ name: "Builds", createdBy: "Olga", isLive: true }]);
  expect(listed.results[0]?.lastUsedAt).toBe(app.clock.now().toISOString());
  expect(JSON.stringify(listed)).not.toContain(secret);
  const more = { params, body: { name: "More" } };
  for (let count = 1; count < INCOMING_WEBHOOKS_MAX; count += 1)
    await olga.call("createIncomingWebhook", more);
  const refused = await olga.refusal("createIncomingWebhook", more);
  expect(refused.code).toBe("WEBHOOK_LIMIT_REACHED");
});
