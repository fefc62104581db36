import type { MessageId } from "@colbin/protocol";
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
  // The queue goes by the database's clock: a job that is for later here is not due there.
  app.clock.advance(60_000);
  // Of one room a person is pushed to once in ten seconds.
  slug = await createRoomOf(alice, bob, carol);
  service.heard.length = 0;
});

const heard = () => service.heard.map(({ path, words }) => `${path} ${words.kind}`).toSorted();

/** Resolves once so many browsers have taken the push of a message, and that is noted. */
async function untilShown(messageId: string, browsers: number): Promise<void> {
  const count = async () => {
    const { rows } = await app.database.pool.query<{ count: number }>(
      "select count(*)::integer as count from pushes_shown where push_id = $1",
      [messageId],
    );
    return rows[0]?.count;
  };
  await expect.poll(count).toBe(browsers);
}

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
  await untilShown(id, 2);
  expect(heard()).toEqual(["/bob show", "/carol show"]);
  expect((await readJobs(id)).map(({ people }) => people)).toEqual([2]);
});

test("why a person was notified says that a browser was pushed to", async () => {
  const why = async (messageId: string) => {
    const query = { sessionRoomSlug: slug, messageId: messageId as MessageId };
    const { decisions } = await world.bob.call("getNotificationDecision", { query });
    return decisions.find(({ channel }) => channel === "PUSH");
  };
  const [first, second] = [await send("<@all> look"), await send("<@all> again")];
  await untilShown(first, 2);
  expect(await why(first)).toMatchObject({ result: "send", status: "SENT" });
  // Of one room a person gets one push in ten seconds.
  await expect.poll(() => why(second)).toMatchObject({ result: "send", status: "PENDING" });
});

test("a message that is deleted is closed where it is shown", async () => {
  const id = await send("<@all> look");
  await untilShown(id, 2);
  expect(heard()).toEqual(["/bob show", "/carol show"]);
  await remove(id);
  await expect
    .poll(heard)
    .toEqual(["/bob show", "/bob withdraw", "/carol show", "/carol withdraw"]);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ["it is read", (id) => world.bob.call("markNotificationRead", { params: { id } })],
  ["it is done", (id) => world.bob.call("markNotificationDone", { params: { id } })],
  [
    "it is put off",
    (id) => {
      const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
      return world.bob.call("snoozeNotification", { params: { id }, body: { until } });
    },
  ],
  [
    "all is read",
    () => world.bob.call("markAllNotificationsRead", { body: { before: "2100-01-01T00:00:00Z" } }),
  ],
])("a mention is closed on other screens when %s in the feed", async (_name, act) => {
  const read = async () => (await world.bob.call("listNotifications", { query: {} })).results;
  await untilShown(await send(`<@${world.bob.user.id}> look`), 1);
  const [mention] = await read();
  await act(mention?.id ?? "");
  await expect.poll(heard).toEqual(["/bob show", "/bob withdraw"]);
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
