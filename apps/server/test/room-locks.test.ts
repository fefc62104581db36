import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { listStatements } from "./statements.ts";
import { createRoomOf, createWorld, type World } from "./world.ts";

/*
 * Who changes a room holds its lock until the commit, and every send into the room waits for that. So what people do all day
 * asks the database few questions meanwhile.
 */

/** From the statement that takes the lock to the commit, both counted. */
const STATEMENTS_MAX = 7;
const locking = /from rooms where id = \S+ for no key update|write_reactions/;

let app: TestApp;
let world: World;
let slug: string;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
  slug = await createRoomOf(world.alice, world.bob);
});
afterAll(() => app.close());

/** A message of alice that bob reacted to. */
async function said(): Promise<{ readonly slug: string; readonly id: string }> {
  const { message } = await world.alice.call("sendMessage", {
    params: { slug },
    body: { content: "said" },
  });
  const params = { slug, id: message.id };
  await world.bob.call("addReaction", { params, body: { emoji: "👍" } });
  return params;
}

type Params = Awaited<ReturnType<typeof said>>;

it.each<[string, number, (params: Params) => Promise<unknown>]>([
  ["a reaction", 1, (params) => world.alice.call("addReaction", { params, body: { emoji: "👎" } })],
  [
    "a reaction that is taken back",
    1,
    (params) => world.bob.call("removeReaction", { params, body: { emoji: "👍" } }),
  ],
  [
    "an edit",
    STATEMENTS_MAX,
    (params) => world.alice.call("editMessage", { params, body: { content: "new" } }),
  ],
  ["a deletion", STATEMENTS_MAX, (params) => world.alice.call("deleteMessage", { params })],
])("%s holds the lock of its room for few statements", async (_, max, act) => {
  const params = await said();
  const statements = await listStatements(app.database, () => act(params));
  // Jobs and the followers of the logs ask for something of their own meanwhile.
  const holder = statements.find(({ text }) => locking.test(text))?.by;
  const texts = statements.filter(({ by }) => by === holder).map(({ text }) => text);
  const from = texts.findIndex((text) => locking.test(text));
  expect(from).toBeGreaterThan(-1);
  const isLonger =
    texts.slice(0, from).findLast((text) => /^(begin|commit)$/.test(text)) === "begin";
  // Without a transaction the statement itself is all.
  const to = isLonger ? texts.indexOf("commit", from) : from;
  expect(texts.slice(from, to + 1).length).toBeLessThanOrEqual(max);
});
