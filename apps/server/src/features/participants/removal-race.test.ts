import { randomUUID } from "node:crypto";
import type { MessageId } from "@colbin/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestClient } from "#test/realtime/test-client.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect, logEpochOf } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

/*
 * Somebody is removed, and the others go on talking, while everything that they asked for is under way: what they get
 * ends with the removal (quality.md, R4). REMOVAL_RACES makes it longer.
 */

const ROUNDS = Number(process.env["REMOVAL_RACES"] ?? 15);

/** Who talks on and who reads along at a time: a message follows the removal at once. */
const TALKERS = 6;
const READERS = 3;

let app: TestApp;
let world: World;
let slug: string;
let firstId: MessageId;

beforeAll(async () => {
  app = await startTestApp({
    environment: {
      FRAME_RATE: "100000",
      FRAME_BURST: "100000",
    },
  });
  world = await createWorld(app.app.http.app);
  slug = await createRoomOf(world.alice, world.bob);
  firstId = (await say("first")).id;
});
afterAll(() => app.close());

async function say(content: string): Promise<{ readonly id: MessageId; readonly seq: number }> {
  const { message } = await world.alice.call("sendMessage", {
    params: { slug },
    body: { content },
  });
  return message;
}

/** Every frame that brings messages of a room, all at once; refusals are as good as answers. */
function askForEverything(client: TestClient, afterSeq: number): Promise<unknown> {
  const ids = Array.from({ length: 3 }, () => randomUUID());
  const [subscribe = "", replay = "", page = ""] = ids;
  const sessionRoomSlug = slug;
  const type = "CLIENT_REQUEST_MESSAGE_HISTORY";
  client.send({ type, requestId: replay, sessionRoomSlug, afterSeq });
  client.send({ type, requestId: page, sessionRoomSlug });
  client.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId: subscribe, sessionRoomSlugs: [slug] });
  return Promise.all(ids.map((id) => client.reply(id)));
}

function askByRest(): Promise<unknown[]> {
  const queries = [{}, { after: firstId }, { around: firstId }, { before: firstId }];
  return Promise.all(
    queries.map((query) =>
      app.request(
        "listMessages",
        { params: { slug }, query },
        { as: world.bob.tokens.access.token },
      ),
    ),
  ).then((answers) => answers.map(({ body }) => body));
}

/** The last place of the log in anything that was received. */
function lastSeqIn(received: unknown): number {
  const places = JSON.stringify(received)
    .replaceAll("\\", "")
    .matchAll(/"seq":(\d+)/g);
  return Math.max(...Array.from(places, ([, seq]) => Number(seq)));
}

function range(count: number): undefined[] {
  return Array.from({ length: count });
}

/** Again and again, so that some of it meets the removal wherever it is just then. */
async function whileTalking<T>(
  talk: { readonly isOver: boolean },
  ask: () => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  while (!talk.isOver) answers.push(await ask());
  return answers;
}

async function setPrivate(): Promise<void> {
  // What is PUBLIC may be read from outside: there a removal takes nothing away.
  await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [slug]);
}

async function letBack(): Promise<void> {
  await app.database.pool.query(`update rooms set access_type = 'PUBLIC' where slug = $1`, [slug]);
  await world.bob.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  await setPrivate();
}

it(
  `what is asked for while one is removed never holds what came after it: ${ROUNDS} times`,
  { timeout: 60_000 + ROUNDS * 2_000 },
  async () => {
    const client = await connect(app, world.bob);
    const logEpoch = logEpochOf(client);
    const params = { slug, participantId: world.bob.user.id };
    let refused = 0;
    let answered = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await letBack();
      client.frames.length = 0;
      const before = await say(`before ${round}`);
      const talk = { isOver: false };
      const talking = Promise.all(range(TALKERS).map(() => whileTalking(talk, () => say("talk"))));
      const asked = Promise.all([
        whileTalking(talk, () => askForEverything(client, before.seq - 1)),
        ...range(READERS).map(() => whileTalking(talk, askByRest)),
      ]);
      const resumed = round % 10 === 0 ? resume(logEpoch, before.seq - 1) : undefined;
      const { seq = 0 } = await world.alice.call("removeParticipant", { params, body: {} });
      await say("behind their back");
      talk.isOver = true;
      const answers = await asked;
      const second = await resumed;
      await talking;
      await client.fence();
      expect(lastSeqIn([client.frames, second?.frames, answers])).toBeLessThanOrEqual(seq);
      refused += client.frames.filter(({ type }) => type === "SERVER_MULTI_ROOM_ERROR").length;
      answered += client.frames.filter(({ type }) => type === "SERVER_MESSAGE_HISTORY").length;
      second?.ws.close();
    }
    // Some came in time and some did not: it was a race.
    expect(refused).toBeGreaterThan(ROUNDS / 10);
    expect(answered).toBeGreaterThan(ROUNDS / 10);
  },
);

async function resume(logEpoch: string, seq: number): Promise<TestClient> {
  const second = await connect(app, world.bob, { logEpoch, rooms: { [slug]: seq } });
  await second.fence();
  return second;
}
