import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openPushService, type PushService } from "#test/push-service.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

const HOUR_MS = 60 * 60_000;

let service: PushService;
let app: TestApp;
let world: World;
beforeAll(async () => {
  service = await openPushService();
  const environment = { OUTGOING_ALLOWED_HOSTS: service.host, ACCESS_TOKEN_S: "86400" };
  app = await startTestApp({ environment });
  world = await createWorld(app.app.http.app);
  await world.bob.call("addPushSubscription", { body: service.addBrowser("/bob") });
  await world.bob.call("updateMe", { body: { preferences: { pushNotifications: true } } });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const pause = (hours: number | null) => {
  const at = new Date(app.clock.now().getTime() + (hours ?? 0) * HOUR_MS);
  const until = hours === null ? null : at.toISOString();
  return world.bob.call("pauseNotifications", { body: { until } });
};
const readFeed = () =>
  world.bob.call("markAllNotificationsRead", { body: { before: app.clock.now().toISOString() } });

/** Sends the summaries that are due; answers how many people still wait for theirs. */
async function sendDue(): Promise<number> {
  await app.app.workers.find(({ kind }) => kind.name === "push.summaries")?.run({});
  return (await app.database.pool.query("select from push_summaries")).rows.length;
}

interface Case {
  readonly name: string;
  readonly change?: () => Promise<unknown>;
  readonly hours?: number;
  readonly waiting?: number;
  readonly title?: string;
}

test.each<Case>([
  { name: "at its end" },
  { name: "of what is unread alone", change: readFeed, title: "1 new notification" },
  { name: "when it is ended by hand", change: () => pause(null), hours: 0 },
  { name: "not before a longer end", change: () => pause(5), waiting: 1 },
])("of quiet time one summary is pushed: $name", async (each) => {
  const { change, hours = 2, waiting = 0, title = "2 new notifications" } = each;
  const { alice, bob } = world;
  await pause(null);
  await bob.call("markAllRead", { body: {} });
  await readFeed();
  const slug = await createRoomOf(alice, bob);
  const direct = await alice.call("openDirect", { body: { userId: bob.user.id } });
  await app.app.followers.settled();
  await app.database.pool.query("delete from push_summaries");
  await app.database.pool.query("delete from pushes_shown");
  service.heard.length = 0;
  await pause(1);
  for (const [to, content] of [
    [slug, `<@${bob.user.id}> look`],
    [direct.sessionRoomSlug, "hello"],
  ] as const)
    await alice.call("sendMessage", { params: { slug: to }, body: { content } });
  await app.app.followers.settled();
  await change?.();
  app.clock.advance(hours * HOUR_MS);
  expect(await sendDue()).toBe(waiting);
  app.clock.advance(4 * HOUR_MS);
  expect(await sendDue()).toBe(0);
  const titles = () => service.heard.map(({ words }) => "title" in words && words.title);
  await expect.poll(titles).toEqual([title]);
  // The database, which dates messages, has another clock.
  app.clock.set(-(hours + 4) * HOUR_MS);
});
