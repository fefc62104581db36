import { randomUUID } from "node:crypto";
import type { EndpointName, MessageId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import type { TestClient } from "./realtime/test-client.ts";
import { connect } from "./socket.ts";
import { createRoomOf, createWorld, toRequest, type World } from "./world.ts";

/*
 * CVE-2024-1402, -24988, -47003 and -4182 of Mattermost: a message, an emoji or a name ended the server or the clients of others. Every
 * value is tried at every place that takes text: it is refused with a reason, or it is written, and others go on.
 */

let app: TestApp;
let world: World;
let witness: TestClient;
let slug: string;
let id: MessageId;

beforeAll(async () => {
  app = await startTestApp({ environment: { DRAFT_RATE: "100000" } });
  world = await createWorld(app.app.http.app);
  const { alice, bob } = world;
  slug = await createRoomOf(alice, bob);
  const body = { content: "root" };
  ({ id } = (await alice.call("sendMessage", { params: { slug }, body })).message);
  witness = await connect(app, bob);
});
afterAll(() => app.close());

const deep = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
const family = "\u{1f469}\u200d".repeat(5_000);

const values: readonly (readonly [string, () => unknown])[] = [
  ["nothing", () => null],
  ["a number", () => 7],
  ["a list of texts", () => ["text"]],
  [
    "an object in place of a text",
    () => ({ $gt: "", toString: "x", constructor: { prototype: {} } }),
  ],
  ["lists in lists", () => deep(500)],
  ["an emoji that does not end", () => family],
  ["an emoji that does not exist", () => "\u{1faff}"],
  ["half a character", () => "\ud800"],
  ["a zero", () => "a\0b"],
  ["64 KiB", () => "x".repeat(65_536)],
  ["marks on one letter", () => `a${"\u0301".repeat(9_000)}`],
  ["marks of direction", () => "\u202e".repeat(5_000)],
  ["mentions of everybody", () => "<@all>".repeat(1_600)],
  ["ten thousand mentions", () => "<@here>".repeat(10_000)],
  ["mentions of one person", () => `<@${world.bob.user.id}>`.repeat(250)],
  ["mentions of many who do not exist", () => tokens("@")],
  ["rooms that do not exist", () => tokens("#")],
  ["quotes in quotes", () => `${"> ".repeat(4_900)}x`],
  ["backticks", () => "`a".repeat(4_900)],
  ["the syntax of a page", () => `<img src=x onerror="hacked = 1"><script>hacked = 1</script>`],
];

function tokens(sign: "@" | "#"): string {
  return Array.from({ length: 250 }, () => `<${sign}${randomUUID()}>`).join("");
}

type Place = readonly [EndpointName, (value: unknown) => Parameters<typeof toRequest>[1]];

const inAnHour = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString();
const params = () => ({ slug, id });
const places: readonly Place[] = [
  ["sendMessage", (content) => ({ params: { slug }, body: { content } })],
  ["sendMessage", (content) => ({ params: { slug }, body: { content, threadId: id } })],
  ["sendMessage", (threadId) => ({ params: { slug }, body: { content: "x", threadId } })],
  ["sendMessage", (metadata) => ({ params: { slug }, body: { content: "x", metadata } })],
  ["sendMessage", (quote) => ({ params: { slug }, body: { content: "x", metadata: { quote } } })],
  [
    "sendMessage",
    (messageId) => ({
      params: { slug },
      body: { content: "x", metadata: { quote: { messageId } } },
    }),
  ],
  ["editMessage", (content) => ({ params: params(), body: { content } })],
  ["addReaction", (emoji) => ({ params: params(), body: { emoji } })],
  ["forwardMessage", (comment) => ({ params: params(), body: { targetSlug: slug, comment } })],
  ["forwardMessage", (targetSlug) => ({ params: params(), body: { targetSlug } })],
  ["remindOfMessage", (note) => ({ params: params(), body: { remindAt: inAnHour(), note } })],
  [
    "remindOfMessage",
    (timeZone) => ({ params: params(), body: { remindAt: inAnHour(), timeZone } }),
  ],
  ["updateSaved", (note) => ({ params: { messageId: id }, body: { note } })],
  ["putDraft", (content) => ({ params: { slug }, body: { content, version: 0 } })],
  [
    "scheduleMessage",
    (content) => ({
      body: {
        sessionRoomSlug: slug,
        content,
        sendAt: inAnHour(),
        clientMessageId: `temp_${randomUUID()}`,
      },
    }),
  ],
  ["updateRoom", (title) => ({ params: { slug }, body: { title } })],
  ["updateMe", (fullName) => ({ body: { fullName } })],
];

describe.each(values)("%s", (_, toValue) => {
  it.each(places.map(([name, toInput], at) => ({ name, toInput, at })))(
    "$name ($at) ends nothing for others",
    async ({ name, toInput }) => {
      const { alice, bob } = world;
      const errors = () => app.lines.entries().filter(({ level }) => level === "error");
      const before = errors().length;
      const { status, body } = await alice.send(toRequest(name, toInput(toValue())));
      expect([status < 500, body]).toEqual([true, body]);
      const after = `after ${randomUUID()}`;
      await alice.call("sendMessage", { params: { slug }, body: { content: after } });
      await witness.until(
        ({ message }) => (message as { content?: string } | undefined)?.content === after,
      );
      const page = await bob.call("listMessages", { params: { slug }, query: {} });
      expect(page.messages.at(-1)?.content).toBe(after);
      expect(errors().slice(before)).toEqual([]);
    },
  );
});
