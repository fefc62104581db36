import { randomUUID } from "node:crypto";
import type { CallOf, Message, MessageId, PollInput } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestClient } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { startTwoServers, type TwoServers } from "#test/two-servers.ts";
import { createRoomOf, createWorld, openProgram, type Client, type World } from "#test/world.ts";

const MINUTE_MS = 60_000;

/** Two processes: of the votes that both take a room hears as of those of one. */
let servers: TwoServers;
let world: World;
/** Bob's votes go to the second one. */
let bob: Client;

beforeAll(async () => {
  servers = await startTwoServers({ environment: { ACCESS_TOKEN_S: "86400" } });
  world = await createWorld(servers.one.app.http.app);
  bob = openProgram(servers.two.app.http.app);
  bob.accessToken = world.bob.accessToken;
});
afterAll(() => servers.close());

const inMs = (ms: number) => new Date(servers.one.clock.now().getTime() + ms).toISOString();
const run = async (job: string) =>
  servers.one.app.workers.find(({ kind }) => kind.name === job)?.run({});
const query = async (sql: string, ...values: unknown[]) =>
  (await servers.one.database.pool.query<Record<string, unknown>>(sql, values)).rows;

interface Scene {
  readonly slug: string;
  readonly params: { readonly slug: string; readonly id: MessageId };
  readonly message: Message;
}

const plain = { options: ["Thursday", "Friday", "Never"], multiple: false, anonymous: false };
const toBody = (poll: Partial<PollInput> = {}): CallOf<"sendMessage">["body"] => ({
  content: "When is the review?",
  metadata: { poll: { ...plain, ...poll } },
});

/** A room of alice, bob and carol, who only reads, with a poll of bob. */
async function aScene(poll: Partial<PollInput> = {}): Promise<Scene> {
  const slug = await createRoomOf(world.alice, world.bob, world.carol);
  const level = {
    params: { slug, participantId: world.carol.user.id },
    body: { accessLevel: "READ" },
  } as const;
  await world.alice.call("setAccessLevel", level);
  const { message } = await bob.call("sendMessage", { params: { slug }, body: toBody(poll) });
  return { slug, message, params: { slug, id: message.id } };
}

const vote = (by: Client, { params }: Scene, ...optionIds: string[]) =>
  by.call("votePoll", { params, body: { optionIds } });
const newsIn = ({ frames }: TestClient, { params }: Scene) =>
  frames.filter(
    ({ event, messageId }: Record<string, unknown>) =>
      event === "message_edited" && messageId === params.id,
  );

describe("a vote", () => {
  it("is told to the room once a second, over two servers, and counts for nobody as unread", async () => {
    const scene = await aScene({ closesAt: inMs(60 * MINUTE_MS) });
    expect(scene.message).toMatchObject({
      metadata: {},
      poll: {
        ...plain,
        options: [{ id: "1", text: "Thursday", votes: 0, voters: [] }, {}, {}],
        version: 0,
      },
    });
    const [alice, other] = [
      await connect(servers.one, world.alice),
      await connect(servers.two, world.bob),
    ];
    const { poll, ownVote } = await vote(world.carol, scene, "2");
    expect(poll).toMatchObject({ voterCount: 1, version: 1 });
    expect(ownVote).toEqual({ optionIds: ["2"], version: 1 });
    const told = await alice.until(({ event }) => event === "message_edited");
    const carol = { userId: world.carol.user.id, fullName: "Carol" };
    expect(told).toMatchObject({
      message: { isEdited: false, poll: { options: [{}, { votes: 1, voters: [carol] }, {}] } },
    });

    await vote(world.alice, scene, "2");
    await vote(bob, scene, "1");
    await vote(bob, scene, "3");
    servers.one.clock.advance(6_000);
    await run("polls.tell");
    for (const client of [alice, other]) {
      const last = await client.until(
        ({ message }) => (message as Message | undefined)?.poll?.version === 4,
      );
      expect(last).toMatchObject({
        message: { poll: { voterCount: 3, options: [{ votes: 0 }, { votes: 2 }, { votes: 1 }] } },
      });
      await client.fence();
      expect(newsIn(client, scene)).toHaveLength(2);
    }
    const { results } = await world.alice.call("listSubscriptions", {});
    expect(results.find((each) => each.sessionRoomSlug === scene.slug)?.unreadCount).toBe(1);
    await other.until(
      ({ event, data }) =>
        event === "poll_voted" && (data as { ownVote: unknown }).ownVote !== null,
    );
  });

  it("is changed and withdrawn, and the same again changes nothing", async () => {
    const scene = await aScene({ multiple: true });
    expect(await vote(bob, scene, "3", "1", "1")).toMatchObject({
      ownVote: { optionIds: ["1", "3"] },
    });
    const { poll } = await vote(bob, scene, "1", "3");
    expect(poll).toMatchObject({
      version: 1,
      voterCount: 1,
      options: [{ votes: 1 }, { votes: 0 }, { votes: 1 }],
    });
    expect((await vote(bob, scene)).poll).toMatchObject({ version: 2, voterCount: 0 });
    expect(await query(`select from poll_votes where message_id = $1`, scene.params.id)).toEqual(
      [],
    );
  });

  it("in an anonymous poll is told to its person alone", async () => {
    const scene = await aScene({ anonymous: true });
    await vote(world.carol, scene, "1");
    const {
      params: { slug },
    } = scene;
    for (const person of [world.carol, world.alice, bob]) {
      const { messages, personal } = await person.call("listMessages", {
        params: { slug },
        query: {},
      });
      const { poll } = messages.find(({ id }) => id === scene.params.id) ?? {};
      expect(poll?.options[0]).toEqual({ id: "1", text: "Thursday", votes: 1 });
      const own =
        person === world.carol ? { ownVote: { optionIds: ["1"], version: 1 } } : undefined;
      expect(personal?.[scene.params.id]).toEqual(own);
    }
  });

  it("stays when its person leaves, and goes with the message", async () => {
    const scene = await aScene();
    await vote(world.carol, scene, "1");
    await world.carol.call("leaveRoom", { params: { slug: scene.slug } });
    expect((await world.alice.call("getMessage", scene)).poll?.voterCount).toBe(1);
    await bob.call("deleteMessage", scene);
    expect((await world.alice.call("getMessage", scene)).poll).toBeUndefined();
    const rows = `select from poll_votes where message_id = $1 union all select from polls where message_id = $1`;
    expect(await query(rows, scene.params.id)).toEqual([]);
  });

  const closed = (scene: Scene) => bob.call("closePoll", scene);
  it.each<[string, string, (scene: Scene) => Promise<unknown>, string[]?]>([
    ["for an option that is not there", "POLL_OPTION_INVALID", async () => {}, ["4"]],
    ["for what is no option", "POLL_OPTION_INVALID", async () => {}, ["one"]],
    ["for two where one may be chosen", "POLL_OPTION_INVALID", async () => {}, ["1", "2"]],
    ["in a closed poll", "POLL_CLOSED", closed],
    [
      "after its time, before it is closed",
      "POLL_CLOSED",
      async () => servers.one.clock.advance(61 * MINUTE_MS),
    ],
    ["in a deleted poll", "MESSAGE_DELETED", (scene) => bob.call("deleteMessage", scene)],
    [
      "in an archived room",
      "ROOM_ARCHIVED",
      ({ slug }) => query(`update rooms set status = 'ARCHIVED' where slug = $1`, slug),
    ],
  ])("is refused %s: %s", async (_what, code, prepare, optionIds = ["1"]) => {
    const scene = await aScene({ closesAt: inMs(60 * MINUTE_MS) });
    await prepare(scene);
    const { params } = scene;
    const body = { optionIds: [...optionIds] };
    expect(await world.carol.refusal("votePoll", { params, body })).toMatchObject({ code });
  });
});

describe("a poll", () => {
  const lines = async ({ slug }: Scene) => {
    const { messages } = await world.alice.call("listMessages", { params: { slug }, query: {} });
    return messages.filter(({ metadata }) => metadata.system?.kind === "poll_closed");
  };

  it.each<[string, () => Client, string]>([
    ["its author", () => bob, "Bob"],
    ["one who leads the room", () => world.alice, "Alice"],
  ])("is closed by %s, once, with a line", async (_who, by, name) => {
    const scene = await aScene();
    await vote(world.carol, scene, "1");
    const other = await connect(servers.two, world.bob);
    const { poll, seq } = await by().call("closePoll", scene);
    expect(poll).toMatchObject({
      isClosed: true,
      closesAt: expect.any(String) as string,
      voterCount: 1,
    });
    // Votes of an earlier case may be told now, in another room at the same seq.
    const told = await other.until(
      (frame) => frame["messageId"] === scene.params.id && frame["seq"] === seq,
    );
    expect(told).toMatchObject({ event: "message_edited", message: { poll, stateSeq: seq } });
    expect((await by().call("closePoll", scene)).seq).toBeUndefined();
    expect(await lines(scene)).toMatchObject([{ content: `${name} closed a poll` }]);
  });

  it("is closed by nobody else", async () => {
    const scene = await aScene();
    expect(await world.carol.refusal("closePoll", scene)).toMatchObject({
      code: "ACCESS_LEVEL_TOO_LOW",
    });
  });

  it("closes by itself at its time, once", async () => {
    const scene = await aScene({ closesAt: inMs(2 * MINUTE_MS) });
    await run("polls.close");
    expect((await world.alice.call("getMessage", scene)).poll?.isClosed).toBe(false);
    servers.one.clock.advance(2 * MINUTE_MS);
    await Promise.all([run("polls.close"), run("polls.close")]);
    const { poll } = await world.alice.call("getMessage", scene);
    expect(poll).toMatchObject({ isClosed: true, closesAt: scene.message.poll?.closesAt });
    expect(await lines(scene)).toMatchObject([{ content: "A poll has closed" }]);
  });

  it("closes in an archived room once it is active again", async () => {
    const scene = await aScene({ closesAt: inMs(2 * MINUTE_MS) });
    await world.alice.call("archiveRoom", { params: { slug: scene.slug } });
    servers.one.clock.advance(2 * MINUTE_MS);
    await run("polls.close");
    expect((await world.alice.call("getMessage", scene)).poll?.isClosed).toBe(false);
    expect(await lines(scene)).toEqual([]);
    await world.alice.call("unarchiveRoom", { params: { slug: scene.slug } });
    await run("polls.close");
    expect((await world.alice.call("getMessage", scene)).poll?.isClosed).toBe(true);
    expect(await lines(scene)).toHaveLength(1);
  });

  it("can be asked otherwise until somebody has voted, and is not passed on", async () => {
    const scene = await aScene();
    const edit = (content: string) => ({ ...scene, body: { content } });
    const { message } = await bob.call("editMessage", edit("And the one after?"));
    expect(message).toMatchObject({ isEdited: true, poll: { version: 0 } });
    await vote(world.carol, scene, "1");
    expect(await bob.refusal("editMessage", edit("No?"))).toMatchObject({
      code: "MESSAGE_NOT_EDITABLE",
    });
    await vote(world.carol, scene);
    await bob.call("editMessage", edit("No?"));
    const body = { targetSlug: scene.slug };
    expect(await world.alice.refusal("forwardMessage", { ...scene, body })).toMatchObject({
      code: "MESSAGE_NOT_FORWARDABLE",
    });
  });

  it("is sent once, also when it is repeated after its time", async () => {
    const { slug } = await aScene();
    const body = {
      ...toBody({ closesAt: inMs(2 * MINUTE_MS) }),
      clientMessageId: `temp_${randomUUID()}`,
    };
    const { message } = await bob.call("sendMessage", { params: { slug }, body });
    servers.one.clock.advance(3 * MINUTE_MS);
    const again = await bob.call("sendMessage", { params: { slug }, body });
    expect(again).toMatchObject({
      duplicate: true,
      message: { id: message.id, poll: message.poll },
    });
    const late = { params: { slug }, body: { ...body, clientMessageId: `temp_${randomUUID()}` } };
    expect(await bob.refusal("sendMessage", late)).toMatchObject({ code: "POLL_CLOSED" });
  });

  it.each<[string, Partial<PollInput>]>([
    ["two of the same", { options: ["Yes", " Yes "] }],
    ["one that says nothing", { options: ["Yes", "\u200b"] }],
    ["one that is too long", { options: ["Yes", "n".repeat(101)] }],
    ["a single one", { options: ["Yes"] }],
    ["eleven", { options: Array.from({ length: 11 }, (_, n) => `${n}`) }],
    ["a time that is too far", { closesAt: "2999-01-01T00:00:00.000Z" }],
  ])("is refused with %s", async (_what, poll) => {
    const slug = await createRoomOf(world.alice, world.bob);
    const refusal = await bob.refusal("sendMessage", { params: { slug }, body: toBody(poll) });
    expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("is not asked by those who may only comment, in no thread either", async () => {
    const { slug, params } = await aScene();
    const level = {
      params: { slug, participantId: world.carol.user.id },
      body: { accessLevel: "COMMENT" },
    } as const;
    await world.alice.call("setAccessLevel", level);
    const body = { ...toBody(), threadId: params.id };
    const refusal = await world.carol.refusal("sendMessage", { params: { slug }, body });
    expect(refusal).toMatchObject({ code: "MESSAGE_SEND_NOT_ALLOWED" });
  });
});
