import { randomUUID } from "node:crypto";
import {
  endpoints,
  type EndpointName,
  type EndpointShape,
  type MessageId,
  type Notification,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { comeAsGuest, makeGuestLink } from "./guests.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import type { Received } from "./realtime/test-client.ts";
import { connect, logEpochOf } from "./socket.ts";
import { createRoomOf, createWorld, toRequest, type Person, type World } from "./world.ts";

/*
 * Incidents of other products in which text reached people without access to it, tried with everything that hangs on messages: threads,
 * mentions, quotes, copies, pins, saved messages, reminders, drafts, scheduled messages, receipts. All of it says a word that must not
 * get out.
 */

let app: TestApp;
let world: World;
let gina: Person;
/** The only room of Gina, a link guest. */
let lobby: string;

beforeAll(async () => {
  app = await startTestApp({ environment: { ACCESS_TOKEN_S: "86400", GUEST_LINKS: "on" } });
  world = await createWorld(app.app.http.app);
  const { alice } = world;
  lobby = await createRoomOf(alice);
  const { code } = await makeGuestLink(alice, lobby);
  gina = await comeAsGuest(app, code);
});
afterAll(() => app.close());

const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const inAnHour = () => inMs(3_600_000);
const say = async (by: Person, slug: string, body: { content: string; threadId?: MessageId }) =>
  (await by.call("sendMessage", { params: { slug }, body })).message;

/** A room of Alice and Bob, with a title, and a message that both used in every way; all that is written there says the word. */
async function aScene() {
  const { alice, bob } = world;
  const word = `word-${randomUUID()}`;
  const title = `title-${randomUUID()}`;
  const slug = await createRoomOf(alice, bob);
  await alice.call("updateRoom", { params: { slug }, body: { title } });
  const { id, roomId } = await say(alice, slug, { content: `Root ${word}` });
  const params = { slug, id };
  await say(bob, slug, { content: "An answer", threadId: id });
  await say(alice, slug, { content: `<@${bob.user.id}> ${word}`, threadId: id });
  await say(alice, slug, { content: `<@${bob.user.id}> ${word}` });
  await alice.call("sendMessage", {
    params: { slug },
    body: { content: `As I said ${word}`, metadata: { quote: { messageId: id } } },
  });
  await alice.call("pinMessage", { params });
  await bob.call("saveMessage", { params });
  // One has come, and is in the feed; the next one waits.
  await bob.call("remindOfMessage", { params, body: { remindAt: inMs(90_000) } });
  app.clock.advance(90_000);
  await app.app.workers.find(({ kind }) => kind.name === "saved.remind")?.run({});
  await bob.call("remindOfMessage", { params, body: { remindAt: inAnHour() } });
  const clientMessageId = `temp_${randomUUID()}`;
  const later = { sessionRoomSlug: slug, content: "Mine", sendAt: inAnHour(), clientMessageId };
  await bob.call("scheduleMessage", { body: later });
  const draft = { content: "Mine", version: 0, metadata: { quote: { messageId: id } } };
  await bob.call("putDraft", { params: { slug }, query: {}, body: draft });
  await expect.poll(() => read(bob, "listNotifications")).toContain(title);
  await app.app.followers.settled();
  return { word, title, slug, id, roomId, params };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

const shapes: Readonly<Record<string, EndpointShape>> = endpoints;
/** Every call that reads and needs no more than a room, a message or nothing. */
const readings = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const { method = "", path = "", access } = shapes[name] ?? {};
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
  const isKnown = parameters.every((each) => each === "slug" || each === "id");
  return method === "GET" && access === "user" && isKnown;
});

async function read(person: Person, name: EndpointName, params = {}, query = {}): Promise<string> {
  const { body } = await person.send(toRequest(name, { params, query }));
  return JSON.stringify(body ?? null);
}

const queriesOf: Partial<Record<EndpointName, (word: string) => object[]>> = {
  listThreads: () => ["unread", "following", "all"].map((tab) => ({ tab })),
  searchMessages: (word) => [{ query: word }],
  searchAllMessages: (word) => ["mine", "public"].map((scope) => ({ query: word, scope })),
};

/** The calls whose answers say the word, or this one. */
async function findTelling(
  person: Person,
  { params, word }: Scene,
  secret = word,
): Promise<string[]> {
  const telling: string[] = [];
  for (const name of readings) {
    const queries = queriesOf[name]?.(word) ?? [{}];
    const answers = await Promise.all(queries.map((query) => read(person, name, params, query)));
    if (answers.join("").includes(secret)) telling.push(name);
  }
  return telling.toSorted();
}

// CVE-2026-1629 and CVE-2026-20796 of Mattermost, CVE-2024-27286 of Zulip.
describe("nothing is read of a room that was lost", () => {
  const remove = ({ slug }: Scene, ban: boolean): Promise<unknown> => {
    const params = { slug, participantId: world.bob.user.id };
    return world.alice.call("removeParticipant", { params, body: { ban } });
  };
  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    ["was taken out", (scene) => remove(scene, false)],
    ["was banned", (scene) => remove(scene, true)],
    ["left", ({ slug }) => world.bob.call("leaveRoom", { params: { slug } })],
    [
      "was in it when it was deleted",
      ({ slug }) => world.alice.call("deleteRoom", { params: { slug } }),
    ],
  ])("by somebody who %s", async (_, lose) => {
    const { alice, bob, carol } = world;
    const scene = await aScene();
    const target = await createRoomOf(bob, carol);
    const { id } = await say(bob, scene.slug, { content: "Copied" });
    const forward = {
      params: { slug: scene.slug, id },
      body: { targetSlug: target, confirmed: true },
    };
    const { message } = await bob.call("forwardMessage", forward);
    const copy = { params: { slug: target, id: message.id } };
    // With access each of them is told, so that the sweep looks at something.
    expect(await findTelling(bob, scene)).toEqual(
      expect.arrayContaining([
        "getMessage",
        "getThread",
        "listMessages",
        "listPinned",
        "listSaved",
        "listSavedOfRoom",
        "listThreads",
        "searchAllMessages",
        "searchMessages",
      ]),
    );
    expect(await findTelling(bob, scene, scene.title)).toEqual(
      expect.arrayContaining(["getRoom", "listMyRooms", "listRooms", "listScheduledMessages"]),
    );
    const body = { accessType: "PRIVATE" } as const;
    await alice.call("changeAccessType", { params: { slug: scene.slug }, body });
    await lose(scene);
    expect(await findTelling(bob, scene)).toEqual([]);
    const naming = await findTelling(bob, scene, scene.title);
    expect(naming.filter((name) => name !== "listNotifications")).toEqual([]);
    const feed = await bob.call("listNotifications", { query: {} });
    // The news of the loss names the room.
    const others = feed.results.filter(({ type }) => type !== "ROOM_LEFT");
    expect(JSON.stringify(others)).not.toContain(scene.title);
    // The copy stays as it was, and does not say how the room is called that it came from.
    for (const reader of [bob, carol]) {
      const kept = await reader.call("getMessage", copy);
      expect(kept.content).toContain("Copied");
      expect(JSON.stringify(kept)).not.toContain(scene.title);
    }
    expect((await bob.refusal("forwardMessage", forward)).code).toBe("ROOM_NOT_FOUND");
    const { results } = await bob.call("listSaved", { query: {} });
    const stub = results.find(({ messageId }) => messageId === scene.id);
    expect(stub?.message ?? null).toBeNull();
  });
});

/** Alice does with messages what can be done; all that she writes says the word. */
async function act({ slug, params, word }: Scene, mentioned: readonly Person[]): Promise<void> {
  const { alice } = world;
  const mentions = `${mentioned.map(({ user }) => `<@${user.id}>`).join(" ")} <@all> ${word}`;
  const reply = await say(alice, slug, { content: mentions, threadId: params.id });
  const { id } = await say(alice, slug, { content: mentions });
  const at = { params: { slug, id } };
  await alice.call("editMessage", { ...at, body: { content: `${mentions} edited` } });
  await alice.call("addReaction", { ...at, body: { emoji: "👍" } });
  await alice.call("pinMessage", at);
  await alice.call("updateRoom", { params: { slug }, body: { title: `New ${word}` } });
  for (const each of [id, reply.id, params.id])
    await alice.call("deleteMessage", { params: { slug, id: each } });
}

/** Opens a socket; ends in all that it has heard of the room since. */
async function listen(person: Person, { roomId, word }: Scene) {
  const socket = await connect(app, person);
  const from = socket.frames.length;
  return async (): Promise<readonly Received[]> => {
    await socket.fence();
    socket.ws.close();
    return socket.frames
      .slice(from)
      .filter((frame) => [roomId, word].some((sign) => JSON.stringify(frame).includes(sign)));
  };
}

// CVE-2026-100404 and CVE-2022-31017 of Zulip.
describe("nobody hears of a room that they are not in", () => {
  it.each(["PUBLIC", "PROTECTED", "PRIVATE"] as const)("which is %s", async (accessType) => {
    const { alice, bob, carol, mallory } = world;
    const scene = await aScene();
    const params = { slug: scene.slug };
    if (accessType !== "PUBLIC")
      await alice.call("changeAccessType", { params, body: { accessType } });
    const body = { ban: false };
    const participantId = bob.user.id;
    await alice.call("removeParticipant", { params: { ...params, participantId }, body });
    const outsiders = [bob, carol, mallory, gina];
    const outAt = app.clock.now().toISOString();
    app.clock.advance(1_000);
    const ears = await Promise.all(outsiders.map((each) => listen(each, scene)));
    const own = await listen(alice, scene);
    await act(scene, outsiders);
    for (const heard of ears) {
      const frames = await heard();
      // The news that Bob is out, and of what was before, may come as late as this.
      const isLate = ({ notificationType: type, notification }: Received) =>
        type === "ROOM_LEFT" || (notification as Notification | undefined)?.updatedAt === outAt;
      expect(frames.filter((frame) => !isLate(frame))).toEqual([]);
    }
    expect((await own()).length).toBeGreaterThan(5);
  });
});

/** Now and then a socket is brought up to date with the places of its own person. Of the room Alice alone is the owner. */
function isOfOwner({ type, changed }: Received): boolean {
  const places = changed as { role: string }[] | undefined;
  return type === "SERVER_SUBSCRIPTION_UPDATE" && !!places?.every(({ role }) => role === "OWNER");
}

// CVE-2023-48732 of Mattermost.
describe("the state of one person is told to nobody else", () => {
  it.each<[EndpointName, (scene: Scene) => Parameters<typeof toRequest>[1]]>([
    ["saveMessage", ({ params }) => ({ params })],
    [
      "updateSaved",
      ({ id }) => ({ params: { messageId: id }, body: { note: "Mine", status: "done" } }),
    ],
    ["remindOfMessage", ({ params }) => ({ params, body: { remindAt: inAnHour() } })],
    ["unsaveMessage", ({ params }) => ({ params })],
    [
      "putDraft",
      ({ slug, id }) => ({
        params: { slug },
        query: { threadId: id },
        body: { content: "Mine too", version: 0 },
      }),
    ],
    [
      "scheduleMessage",
      ({ slug }) => ({
        body: {
          sessionRoomSlug: slug,
          content: "x",
          sendAt: inAnHour(),
          clientMessageId: `temp_${randomUUID()}`,
        },
      }),
    ],
    ["markRead", ({ slug, id }) => ({ params: { slug }, body: { lastReadMessageId: id } })],
    ["markUnread", ({ slug, id }) => ({ params: { slug }, body: { fromMessageId: id } })],
    ["unfollowThread", ({ params }) => ({ params })],
    ["followThread", ({ params }) => ({ params })],
    ["updateNotificationSettings", ({ slug }) => ({ params: { slug }, body: { muted: true } })],
  ])("by %s", async (name, toInput) => {
    const scene = await aScene();
    const { alice, bob } = world;
    const ears = await Promise.all([alice, world.mallory].map((each) => listen(each, scene)));
    const { status, body } = await bob.send(toRequest(name, toInput(scene)));
    expect([status < 300, body]).toEqual([true, body]);
    for (const heard of ears)
      expect((await heard()).filter((frame) => !isOfOwner(frame))).toEqual([]);
  });

  test("nor with a message that everybody is shown", async () => {
    const { alice, bob, carol } = world;
    const scene = await aScene();
    await carol.call("createOrJoinRooms", { body: { sessionRoomSlug: scene.slug } });
    const own = await listen(carol, scene);
    const body = { content: "edited" };
    await alice.call("editMessage", { params: scene.params, body });
    await bob.call("addReaction", { params: scene.params, body: { emoji: "👍" } });
    // Her own place in the room, which her coming in may still tell her, holds her own state.
    const heard = (await own()).filter(({ type }) => type !== "SERVER_SUBSCRIPTION_UPDATE");
    const frames = JSON.stringify(heard);
    expect(frames).toContain("edited");
    for (const key of [
      "personal",
      "saved",
      "remindAt",
      "readMsgNo",
      "readReplyNo",
      "mentionCount",
      "draft",
      "isFollowing",
    ])
      expect(frames).not.toContain(`"${key}":`);
  });
});

// CVE-2026-2578 and CVE-2026-19621 of Mattermost.
describe("a deletion tells nothing of the text", () => {
  test("to people who hear it, nor to people who come back", async () => {
    const { alice, bob } = world;
    const scene = await aScene();
    const { slug, word } = scene;
    const { messages } = await alice.call("listMessages", { params: { slug }, query: {} });
    const thread = await alice.call("getThread", { params: scene.params, query: {} });
    const told = await connect(app, bob);
    const head = Math.max(...messages.map(({ seq }) => seq));
    const epoch = logEpochOf(told);
    const from = told.frames.length;
    const all = [...thread.messages, ...messages].filter(({ content }) => content.includes(word));
    for (const { id } of all) await alice.call("deleteMessage", { params: { slug, id } });
    await told.fence();
    const heard = told.frames.slice(from);
    const deletions = heard.filter(({ event }) => event === "message_deleted");
    expect(deletions.map(({ messageId }) => messageId)).toEqual(all.map(({ id }) => id));
    for (const frame of deletions)
      expect(Object.keys(frame).toSorted()).toEqual([
        "event",
        "messageId",
        "seq",
        "sessionRoomSlug",
        "type",
      ]);
    expect(JSON.stringify(heard)).not.toContain(word);
    told.ws.close();
    const back = await connect(app, bob, {
      logEpoch: epoch,
      rooms: { [slug]: Math.max(0, head - 8) },
    });
    await back.fence();
    expect(
      JSON.stringify(back.frames.filter(({ type }) => type === "SERVER_ROOM_EVENT")),
    ).not.toContain(word);
    back.ws.close();
    expect(await findTelling(bob, scene)).toEqual([]);
  });
});
