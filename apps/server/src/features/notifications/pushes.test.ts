import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openPushService, type PushService } from "#test/push-service.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let service: PushService;
let app: TestApp;
let world: World;
let slug: string;
beforeAll(async () => {
  service = await openPushService();
  app = await startTestApp({ environment: { OUTGOING_ALLOWED_HOSTS: service.host } });
  world = await createWorld(app.app.http.app);
  const { bob, carol } = world;
  for (const [path, person] of [
    ["/bob", bob],
    ["/carol", carol],
  ] as const) {
    await person.call("addPushSubscription", { body: service.addBrowser(path) });
    await person.call("updateMe", { body: { preferences: { pushNotifications: true } } });
  }
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  const { alice, bob, carol } = world;
  // Of one room a person is pushed to once in ten seconds.
  slug = await createRoomOf(alice, bob, carol);
  service.heard.length = 0;
});

const heard = () => service.heard.map(({ path, words }) => `${path} ${words.kind}`).toSorted();

async function send(content: string): Promise<string> {
  const { message } = await world.alice.call("sendMessage", {
    params: { slug },
    body: { content },
  });
  await app.app.followers.settled();
  return message.id;
}

async function remove(messageId: string): Promise<void> {
  await world.alice.call("deleteMessage", { params: { slug, id: messageId } });
  await app.app.followers.settled();
}

/** The pushes of a message as jobs keep them. */
async function readJobs(
  messageId: string,
): Promise<{ readonly data: object; readonly people: number }[]> {
  const { rows } = await app.database.pool.query<{ data: object; people: number }>(
    `select data, jsonb_array_length(data -> 'pushes' -> 0 -> 'userIds') as people from jobs.job
     where name like 'push.send%' and data -> 'pushes' -> 0 ->> 'id' = $1`,
    [messageId],
  );
  return rows;
}

test("a call of everybody is one push of one job, which everybody's browsers take", async () => {
  const id = await send("<@all> look");
  await expect.poll(heard).toEqual(["/bob show", "/carol show"]);
  expect((await readJobs(id)).map(({ people }) => people)).toEqual([2]);
});

test("a message that is deleted is closed where it is shown", async () => {
  const id = await send("<@all> look");
  await expect.poll(heard).toEqual(["/bob show", "/carol show"]);
  await remove(id);
  await expect
    .poll(heard)
    .toEqual(["/bob show", "/bob withdraw", "/carol show", "/carol withdraw"]);
});

test.each([
  ["leaves", false, ["/bob show", "/carol show"]],
  ["goes with a message that is deleted meanwhile", true, []],
] as const)("a push that waits %s", async (_name, isDeleted, shown) => {
  await app.database.pool.query(
    `insert into presence (user_id, active_at) select id, now() + interval '1 hour' from users
     on conflict (user_id) do update set active_at = excluded.active_at`,
  );
  const id = await send("<@all> look");
  if (isDeleted) await remove(id);
  const sender = app.app.workers.find(({ kind }) => kind.name === "push.send");
  for (const { data } of await readJobs(id)) await sender?.run(data);
  expect(heard()).toEqual(shown);
});
