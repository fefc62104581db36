import { randomUUID } from "node:crypto";
import { PUSH_SUBSCRIPTIONS_MAX, type RoomId } from "@colbin/protocol";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openPushService, type PushedRequest, type PushService } from "#test/push-service.ts";
import { openBrowser, signIn, type Person } from "#test/world.ts";
import type { OwnPush, Push } from "./push.rules.ts";
import { enqueuePushes, enqueueWithdrawals } from "./pushing.service.ts";
import { createPushSender, type PushResultOf } from "./sending.service.ts";
import { createOutgoing } from "#server/platform/outgoing/outgoing.ts";
import { createWebPush, type WebPush } from "#server/platform/push/web-push.ts";
import { loadPushKey } from "./keys.service.ts";

const manyCodes = {
  OTP_SENDS_PER_IP_HOUR: "100000",
  OTP_SENDS_PER_IDENTIFIER_HOUR: "1000",
  OTP_SENDS_PER_IDENTIFIER_DAY: "1000",
};
let service: PushService;
let app: TestApp;
let send: (push: OwnPush, again?: { deviceIds: string[] }) => Promise<readonly PushResultOf[]>;
let withdraw: (tag: string) => Promise<unknown>;
/** Happens once, while a browser takes the next push. */
let meanwhile: (() => Promise<unknown>) | undefined;
let bob: Person;
let address: string;
beforeAll(async () => {
  service = await openPushService();
  app = await startTestApp({
    environment: { ...manyCodes, OUTGOING_ALLOWED_HOSTS: service.host },
  });
  const { config, clock, jobs, database, lines } = app;
  // One case waits for it; a busy machine answers in less.
  const outgoing = createOutgoing({ ...config, clock, timeoutMs: 3_000 });
  const key = await loadPushKey(database.kysely);
  const pusher = createWebPush({ ...config, outgoing, clock, key });
  const webPush: Pick<WebPush, "push"> = {
    async push(...asked) {
      const answer = await pusher.push(...asked);
      await meanwhile?.();
      meanwhile = undefined;
      return answer;
    },
  };
  const sender = createPushSender({ db: database.kysely, clock, jobs, log: lines.log, webPush });
  send = (push, again) => sender.send([push], again);
  withdraw = (tag) => sender.withdraw([{ userId: bob.user.id, tag }]);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  // The queue goes by the database's clock: a job that is for later here is not due there.
  app.clock.advance(60_000);
  service.heard.length = 0;
  address = `bob-${randomUUID()}@example.org`;
  bob = await signIn(openBrowser(app.app.http.app), address);
});

const listed = async (person: Person) => (await person.call("listPushSubscriptions", {})).devices;

/** A browser of the person with a path of its own. */
async function subscribe(person: Person, path = `/${randomUUID()}`): Promise<string> {
  await person.call("addPushSubscription", { body: service.addBrowser(path) });
  return path;
}

/** One more browser of Bob, signed in by itself. */
const another = () => signIn(openBrowser(app.app.http.app), address);

function pushTo(person: Person, changes: Partial<Push["payload"]> = {}, room: Push["room"] = null) {
  const payload = {
    title: "Ana mentioned you",
    body: "look",
    url: "/chat/general",
    tag: "one",
    notificationId: null,
    icon: null,
    ...changes,
  };
  const madeAt = app.clock.now().toISOString();
  return { id: randomUUID(), madeAt, userId: person.user.id, payload, room } satisfies OwnPush;
}

/** A room of Bob's, in which nothing was said. */
const openRoom = () => bob.call("createRoom", { body: { title: "Talk", privacy: "public" } });

const nothing: Pick<PushedRequest, "headers" | "words"> = {
  headers: {},
  words: { kind: "withdraw", tag: "" },
};
const heardOf = (path: string) => service.heard.filter((each) => each.path === path);

describe("what is no address of a browser", () => {
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  it.each([
    ["http", (good: string) => good.replace("https:", "http:"), undefined],
    ["a network of its own", () => "https://10.0.0.1/push", undefined],
    ["this machine", () => "https://localhost/push", undefined],
    ["another port", () => "https://93.184.215.14:8443/push", undefined],
    ["with a password", () => "https://a:b@93.184.215.14/push", undefined],
    ["no address", () => "push", undefined],
    ["a key of no curve", (good: string) => good, keys],
  ])("%s", async (_name, toEndpoint, wrongKeys) => {
    const good = service.addBrowser("/good");
    const body = { endpoint: toEndpoint(good.endpoint), keys: wrongKeys ?? good.keys };
    const refused = await bob.refusal("addPushSubscription", { body });
    expect(refused.code).toBe("PUSH_ENDPOINT_INVALID");
    expect(await listed(bob)).toEqual([]);
  });
});

test("a session has one browser, which is its person's alone and ends with it", async () => {
  const path = await subscribe(bob);
  const [first] = await listed(bob);
  expect(first).toMatchObject({ isCurrent: true, userAgent: "Test browser" });
  expect(JSON.stringify(first)).not.toContain(path);
  await subscribe(bob, path);
  expect(await listed(bob)).toMatchObject([{ id: first?.id }]);
  await subscribe(bob);
  expect(await listed(bob)).toHaveLength(1);
  const other = await another();
  await subscribe(other, path);
  expect(await listed(other)).toMatchObject([{ isCurrent: true }, { isCurrent: false }]);
  const eve = await signIn(openBrowser(app.app.http.app), `eve-${randomUUID()}@example.org`);
  await subscribe(eve, path);
  expect([await listed(other), await listed(eve)]).toMatchObject([[{ isCurrent: false }], [{}]]);
  const [own] = await listed(eve);
  await bob.call("removePushSubscription", { params: { id: own?.id ?? "" } });
  expect(await listed(eve)).toHaveLength(1);
  await bob.call("logout", { body: {} });
  expect(await listed(other)).toEqual([]);
  await send(pushTo(bob));
  expect(service.heard).toEqual([]);
});

test("of too many browsers the one that was unused the longest goes", async () => {
  for (let n = 0; n <= PUSH_SUBSCRIPTIONS_MAX; n += 1) {
    await subscribe(n === 0 ? bob : await another());
    app.clock.advance(1_000);
  }
  const devices = await listed(bob);
  expect(devices).toHaveLength(PUSH_SUBSCRIPTIONS_MAX);
  expect(devices.some(({ isCurrent }) => isCurrent)).toBe(false);
});

test("a push is for its browser alone, names its sender, and is cut to what is shown", async () => {
  const path = await subscribe(bob);
  const devices = await send(pushTo(bob, { body: "👩‍👩‍👧 ".repeat(80) }));
  expect(devices.map(({ result }) => result)).toEqual(["sent"]);
  const [{ headers, words } = nothing] = heardOf(path);
  expect(words).toMatchObject({ kind: "show", title: "Ana mentioned you", url: "/chat/general" });
  expect(words).toMatchObject({ body: expect.stringMatching(/^(👩‍👩‍👧 )+(👩‍👩‍👧)?…$/u) as string });
  expect(headers).toMatchObject({ ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" });
  expect(headers["topic"]).toMatch(/^[\w-]{32}$/);
  const [, token = "", publicKey = ""] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  expect((await bob.call("listPushSubscriptions", {})).publicKey).toBe(publicKey);
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) =>
    each.toString("base64url"),
  );
  const keys = createLocalJWKSet({ keys: [{ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }] });
  const audience = `https://${service.host}`;
  await expect(
    jwtVerify(token, keys, { audience, currentDate: app.clock.now() }),
  ).resolves.toBeTruthy();
});

test("done again it is shown once, and a later one with its tag stays", async () => {
  const path = await subscribe(bob);
  const push = pushTo(bob);
  await send(push);
  await send(push);
  expect(heardOf(path)).toHaveLength(1);
  app.clock.advance(1_000);
  const later = pushTo(bob, { body: "later" });
  await send(later);
  const late = { ...pushTo(bob), madeAt: push.madeAt };
  await send(late);
  expect(heardOf(path).map(({ words }) => words.kind === "show" && words.body)).toEqual([
    "look",
    "later",
  ]);
});

test.each([
  ["gone", [410], "gone", 0],
  ["not there", [404], "gone", 0],
  ["a failure", [500], "failed", 1],
  ["a redirect", [302], "failed", 1],
  ["no answer in time", ["silent"], "failed", 1],
] as const)("an endpoint with %s", async (_name, answers, result, left) => {
  const [path, good] = [await subscribe(bob), await subscribe(await another())];
  service.answers.set(path, [...answers]);
  const push = pushTo(bob);
  const devices = await send(push);
  expect(devices.map((each) => each.result).toSorted()).toEqual([result, "sent"].toSorted());
  expect(await listed(bob)).toHaveLength(1 + left);
  const deviceIds = devices
    .filter((each) => each.result === "failed")
    .map(({ deviceId }) => deviceId);
  const again = await send(push, { deviceIds });
  expect(again.map((each) => each.result)).toEqual(left === 1 ? ["sent"] : []);
  expect(heardOf(good)).toHaveLength(1);
});

test("a failed push is tried three times in ten minutes, at the browser that failed alone", async () => {
  const path = await subscribe(bob);
  const good = await subscribe(await another());
  service.answers.set(path, [500, 503, 429]);
  const push = pushTo(bob);
  const waits: unknown[] = [];
  let data: unknown = { pushes: [{ ...push, userIds: [bob.user.id] }] };
  for (let tries = 0; tries < 3; tries += 1) {
    await run("push.send", data);
    const left = await findJob(push.id);
    waits.push(left?.inS);
    data = left?.data;
  }
  expect(waits).toEqual([60, 300, undefined]);
  expect([heardOf(path).length, heardOf(good).length]).toEqual([3, 1]);
});

/** The job that waits to try a push again, which is taken out of the queue. */
async function findJob(
  id: string,
): Promise<{ readonly data: unknown; readonly inS: number } | undefined> {
  const { rows } = await app.database.pool.query<{ data: unknown; startAfter: Date }>(
    `delete from jobs.job where name = 'push.send' and data -> 'pushes' -> 0 ->> 'id' = $1
     returning data, start_after as "startAfter"`,
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const inMs = row.startAfter.getTime() - app.clock.now().getTime();
  return { data: row.data, inS: Math.round(inMs / 1_000) };
}

/** Does a job here and now, whatever the queue does. */
async function run(name: string, data: unknown): Promise<void> {
  await app.app.workers.find(({ kind }) => kind.name === name)?.run(data);
}

test("one push about a room in ten seconds: the last of those that came meanwhile follows", async () => {
  const path = await subscribe(bob);
  const { roomId } = await openRoom();
  const about = (body: string) => pushTo(bob, { body, tag: "room" }, { roomId, msgNo: null });
  const texts = () => heardOf(path).map(({ words }) => words.kind === "show" && words.body);
  for (const body of ["one", "two", "three"]) await send(about(body));
  expect(texts()).toEqual(["one"]);
  app.clock.advance(10_000);
  const sendWaiting = () => run("push.send-waiting", { places: [{ userId: bob.user.id, roomId }] });
  await sendWaiting();
  expect(texts()).toEqual(["one", "three"]);
  await sendWaiting();
  expect(texts()).toEqual(["one", "three"]);
  await send(about("four"));
  await withdraw("room");
  app.clock.advance(10_000);
  await sendWaiting();
  expect(heardOf(path).map(({ words }) => words.kind)).toEqual(["show", "show", "withdraw"]);
});

test("only what is shown is withdrawn, once, in place of what the service still keeps", async () => {
  const [path, other] = [await subscribe(bob), await subscribe(await another())];
  service.answers.set(other, [500]);
  await send(pushTo(bob));
  await withdraw("one");
  await withdraw("one");
  await withdraw("unknown");
  const [shown, withdrawn, ...more] = heardOf(path);
  expect([withdrawn?.words, more]).toEqual([{ kind: "withdraw", tag: "one" }, []]);
  expect(withdrawn?.headers["topic"]).toBe(shown?.headers["topic"]);
  expect(heardOf(other)).toHaveLength(1);
});

test("what was read, and what is about a room that the person is not in, is not pushed", async () => {
  await subscribe(bob);
  const room = { roomId: randomUUID() as RoomId, msgNo: null };
  await send(pushTo(bob, { notificationId: randomUUID() }));
  await send(pushTo(bob, {}, { ...(await openRoom()), msgNo: 0 }));
  await send(pushTo(bob, {}, room));
  expect(service.heard).toEqual([]);
});

test("what is read while its browser takes the push is withdrawn", async () => {
  const path = await subscribe(bob);
  const { roomId, sessionRoomSlug: slug } = await openRoom();
  const { message } = await bob.call("sendMessage", {
    params: { slug },
    body: { content: "look" },
  });
  const { pool } = app.database;
  const readUpTo = (msgNo: number) =>
    pool.query("update participants set read_msg_no = $1 where room_id = $2", [msgNo, roomId]);
  await readUpTo(0);
  meanwhile = () => readUpTo(message.msgNo ?? 0);
  await send(pushTo(bob, {}, { roomId, msgNo: message.msgNo }));
  await expect
    .poll(() => heardOf(path).map(({ words }) => words.kind))
    .toEqual(["show", "withdraw"]);
});

test("pushes and withdrawals follow a commit, for who has a browser", async () => {
  const path = await subscribe(bob);
  const eve = await signIn(openBrowser(app.app.http.app), `eve-${randomUUID()}@example.org`);
  const { jobs, clock, database } = app;
  const tags = Array.from({ length: 25 }, (_, n) => `tag ${n}`);
  await database.kysely.transaction().execute((tx) => {
    const userIds = [bob.user.id, eve.user.id];
    const pushes = tags.map((tag) => ({
      userIds,
      payload: pushTo(bob, { tag }).payload,
      room: null,
    }));
    return enqueuePushes(tx, { jobs, clock }, pushes);
  });
  await expect.poll(() => heardOf(path).length).toBe(tags.length);
  await database.kysely.transaction().execute((tx) =>
    enqueueWithdrawals(
      tx,
      { jobs },
      ["tag 1", "tag 2"].map((tag) => ({ userId: bob.user.id, tag })),
    ),
  );
  await expect.poll(() => heardOf(path).length).toBe(tags.length + 2);
  expect(heardOf(path).at(-1)?.words).toMatchObject({ kind: "withdraw" });
});

test("no endpoint and no key is in the log", async () => {
  const path = await subscribe(bob);
  service.answers.set(path, [500]);
  await send(pushTo(bob));
  const { rows } = await app.database.pool.query<{ d: string }>(
    "select private_key ->> 'd' as d from push_keys",
  );
  const log = app.lines.text();
  expect([log.includes(path), log.includes(rows[0]?.d ?? "-")]).toEqual([false, false]);
});
