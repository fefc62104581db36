import { afterEach, describe, expect, test } from "vitest";
import { connect, inRoom, open, send, type TestClient } from "#test/realtime/test-client.ts";
import { people, range, TestNodes, workspaceId } from "#test/realtime/test-node.ts";

const nodes = new TestNodes();

afterEach(() => nodes.stop());

function authenticate(client: TestClient, more: { token?: string; requestId?: string } = {}) {
  client.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: "auth", ...more });
}

/** A promise that a test keeps when it likes. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe("the first frame", () => {
  test("authenticates, and then the feature's hook runs with what the client wants to resume", async () => {
    const seen: unknown[] = [];
    const node = await nodes.start({
      hooks: {
        onAuthenticated(session, resume) {
          seen.push(session.connectionId, session.actor.userId, resume);
          session.send({ type: "SERVER_SUBSCRIPTION_UPDATE", subscriptions: [], rev: 7 });
          return Promise.resolve();
        },
      },
    });
    const alice = await open(node, "alice");
    const resume = { logEpoch: "epoch-1", rooms: { general: 5 } };
    alice.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: "r", resume });
    await alice.until((frame) => frame.type === "SERVER_SUBSCRIPTION_UPDATE");
    expect(seen).toEqual(["tab-of-alice", people.alice.userId, resume]);
    const expires = new Date(node.clock.now().getTime() + 3_600_000).toISOString();
    expect(alice.frames[0]).toMatchObject({
      type: "SERVER_MULTI_ROOM_AUTH_SUCCESS",
      userId: people.alice.userId,
      connectionId: "tab-of-alice",
      logEpoch: "epoch-1",
      webBuild: "build-1",
      expires,
      requestId: "r",
    });
    expect(alice.frames[1]).toMatchObject({ rev: 7 });
  });

  test("must authenticate: anything else closes", async () => {
    const node = await nodes.start();
    const alice = await open(node, "alice");
    send(alice, "general", "too early");
    expect((await alice.closed).code).toBe(4001);
    expect(alice.frames).toMatchObject([
      { code: "NOT_AUTHENTICATED", requestId: "too early", status: 401 },
    ]);
  });

  test("must come within five seconds", async () => {
    const node = await nodes.start();
    const [late, inTime] = [await open(node, "alice"), await open(node, "bob")];
    node.clock.advance(4_000);
    authenticate(inTime);
    await inTime.reply("auth");
    node.clock.advance(3_000);
    expect((await late.closed).code).toBe(4001);
    expect(late.frames).toMatchObject([{ code: "NOT_AUTHENTICATED" }]);
    await inTime.fence();
  });

  test("lets the frames behind it wait for its answer, in their order", async () => {
    const node = await nodes.start({ settings: { resumeAuthRate: 1 } });
    await connect(node, "bob");
    const alice = await open(node, "alice");
    authenticate(alice);
    for (const number of range(1, 5)) send(alice, "general", `m${number}`);
    await alice.reply("m5");
    const order = alice.frames.map((frame) => frame["requestId"]);
    expect(order).toEqual(["auth", "m1", "m2", "m3", "m4", "m5"]);
  });

  test("is not followed by more frames than may wait: that is told, and closes", async () => {
    const settings = { resumeAuthRate: 1, frameRate: 1_000, frameBurst: 1_000 };
    const node = await nodes.start({ settings });
    await connect(node, "bob");
    const alice = await open(node, "alice");
    authenticate(alice);
    for (const number of range(1, 65)) send(alice, "general", `m${number}`);
    expect((await alice.closed).code).toBe(4029);
    expect(alice.frames).toMatchObject([
      { code: "RATE_LIMITED", retryable: true, retryAfterMs: 1_000 },
    ]);
  });

  test("makes the rest wait where too many come at once, and refuses nobody", async () => {
    const node = await nodes.start({ settings: { resumeAuthRate: 50 } });
    const start = performance.now();
    const names = range(1, 20).map((number) => (number % 2 ? "alice" : "bob"));
    const clients = await Promise.all(names.map((name) => connect(node, name)));
    expect(clients.every((client) => client.frames.length === 1)).toBe(true);
    // One passes at once, each of the others takes a fiftieth of a second.
    expect(performance.now() - start).toBeGreaterThan(350);
  });

  test("brings the rooms before anything else that names them, which may have been read earlier", async () => {
    const rooms = gate();
    const node = await nodes.start({
      hooks: {
        async onAuthenticated(session) {
          await rooms.opened;
          session.send({ type: "SERVER_SUBSCRIPTION_UPDATE", subscriptions: [], rev: 7 });
        },
      },
    });
    const alice = await connect(node, "alice");
    node.hub.sendToUser(people.alice.userId, workspaceId, {
      type: "SERVER_SUBSCRIPTION_UPDATE",
      subscriptions: [],
      rev: 8,
    });
    alice.send({
      type: "CLIENT_SUBSCRIBE_ROOMS",
      sessionRoomSlugs: ["general"],
      requestId: "asked",
    });
    // What names no rooms waits for nothing.
    send(alice, "general", "message");
    await alice.reply("message");
    rooms.open();
    await alice.reply("asked");
    const lists = alice.frames.filter(({ type }) => type === "SERVER_SUBSCRIPTION_UPDATE");
    expect(lists).toMatchObject([{ rev: 7 }, { rev: 8 }, { requestId: "asked" }]);
  });

  test("whose hook fails closes the socket, so that the client resumes again", async () => {
    const node = await nodes.start({
      hooks: { onAuthenticated: () => Promise.reject(new Error("secret cause")) },
    });
    const alice = await open(node, "alice");
    authenticate(alice);
    expect((await alice.closed).code).toBe(1013);
    const last = alice.frames.at(-1);
    expect(last).toMatchObject({ code: "UNKNOWN_ERROR", details: { requestId: "auth" } });
    expect(JSON.stringify(last)).not.toContain("secret cause");
  });
});

describe("the proof of a socket", () => {
  test("runs out: the client is told and the socket is closed", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice", { token: "token-alice-60" });
    node.clock.advance(62_000);
    expect((await alice.closed).code).toBe(4001);
    expect(alice.frames.at(-1)).toMatchObject({ code: "TOKEN_EXPIRED" });
  });

  test("is renewed by another token of the same session", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice", { token: "token-alice-60" });
    authenticate(alice, { token: "token-alice-600", requestId: "renew" });
    const expires = new Date(node.clock.now().getTime() + 600_000).toISOString();
    expect(await alice.reply("renew")).toMatchObject({ expires });
    node.clock.advance(80_000);
    await alice.fence();
    node.clock.advance(80_000);
    await alice.fence();
    expect(node.metrics.closes).toEqual([]);
  });

  test("of another workspace closes the socket, which is no sign-out", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice");
    authenticate(alice, { token: "token-alice-60-elsewhere", requestId: "renew" });
    expect(await alice.closed).toEqual({ code: 4009, reason: "WORKSPACE_CHANGED" });
    expect(alice.frames.at(-1)).toMatchObject({ requestId: "renew", status: 409 });
  });

  test("of somebody else, or forged closes the socket", async () => {
    const node = await nodes.start();
    for (const token of ["token-bob", "forged"]) {
      const alice = await connect(node, "alice");
      authenticate(alice, { token, requestId: "renew" });
      expect((await alice.closed).code).toBe(4001);
      expect(alice.frames.at(-1)).toMatchObject({ requestId: "renew", status: 401 });
    }
  });

  test("that cannot be checked just now leaves the socket as it is", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice");
    authenticate(alice, { token: "down-now", requestId: "renew" });
    expect(await alice.reply("renew")).toMatchObject({ code: "DB_UNAVAILABLE", retryable: true });
    await alice.fence();
  });
});

describe("a socket", () => {
  test("that says nothing for ninety seconds is closed; a ping keeps it", async () => {
    const node = await nodes.start();
    const [silent, alive] = [await connect(node, "alice"), await connect(node, "bob")];
    node.clock.advance(60_000);
    await alive.fence();
    node.clock.advance(31_000);
    expect((await silent.closed).code).toBe(1001);
    await alive.fence();
  });

  test("that says nothing is closed no later because somebody sets the time of the machine back", async () => {
    const node = await nodes.start();
    const silent = await connect(node, "alice");
    node.clock.set(-3_600_000);
    node.clock.advance(91_000);
    expect((await silent.closed).code).toBe(1001);
  });

  test("may name its heads with a ping, and is answered at once", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice");
    alice.send({ type: "ping", heads: { general: 3 } });
    await alice.fence();
    expect(alice.frames.map(({ type }) => type).slice(-2)).toEqual(["pong", "pong"]);
  });

  test("that floods hurts itself alone: what it may not send is refused, and nobody waits for it", async () => {
    const node = await nodes.start({ settings: { sendRate: 20, sendBurst: 60 } });
    const [mallory, bob] = [await inRoom(node, "mallory"), await inRoom(node, "bob")];
    for (const place of range(1, 100)) send(mallory, "general", `flood-${place}`);
    send(bob, "general", "bob");
    for (const place of range(101, 190)) send(mallory, "general", `flood-${place}`);
    await bob.reply("bob");
    await mallory.reply("flood-190");
    const refused = mallory.frames.filter(({ code }) => code === "RATE_LIMITED");
    expect(refused).toHaveLength(130);
    for (const each of refused) {
      expect(each).toMatchObject({
        retryable: true,
        retryAfterMs: 50,
      });
    }
    expect(node.log.headOf("general")).toBe(61);
    await bob.until(({ seq }) => seq === 61);
    expect(bob.seqs("general")).toHaveLength(61);
    // Two hundred in a minute are no mistake any more.
    for (const place of range(191, 300)) send(mallory, "general", `flood-${place}`);
    expect((await mallory.closed).code).toBe(4029);
    await bob.fence();
  });

  test("has its sends to one room handled in order, while other rooms and commands do not wait", async () => {
    const slow = gate();
    const handled: string[] = [];
    const node = await nodes.start({
      handlers: {
        async CLIENT_SEND_MESSAGE({ requestId, sessionRoomSlug }) {
          if (requestId === "first") await slow.opened;
          handled.push(`${sessionRoomSlug} ${requestId}`);
        },
        CLIENT_GET_UNREAD_SUMMARY({ requestId }, session) {
          const type = "SERVER_UNREAD_SUMMARY";
          session.send({ type, requestId, rooms: [], totalUnread: 0, organizations: [] });
          return Promise.resolve();
        },
      },
    });
    const alice = await connect(node, "alice");
    send(alice, "one", "first");
    send(alice, "one", "second");
    send(alice, "two", "third");
    alice.send({ type: "CLIENT_GET_UNREAD_SUMMARY", requestId: "summary" });
    await alice.reply("summary");
    expect(handled).toEqual(["two third"]);
    slow.open();
    await alice.fence();
    expect(handled).toEqual(["two third", "one first", "one second"]);
  });

  test("with very many commands on their way is not read until some are done", async () => {
    const slow = gate();
    let running = 0;
    const node = await nodes.start({
      handlers: {
        async CLIENT_SEND_MESSAGE() {
          running += 1;
          await slow.opened;
        },
      },
    });
    const alice = await connect(node, "alice");
    for (const number of range(1, 20)) {
      for (const room of range(1, 50)) send(alice, `room-${room}`, `${number}-${room}`);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    const bob = await connect(node, "bob");
    await bob.fence();
    expect(node.metrics.framesIn).toBeLessThan(900);
    slow.open();
    await alice.fence();
    expect(running).toBe(1_000);
  });

  test("that is gone while its command runs hurts nobody", async () => {
    const slow = gate();
    const done = gate();
    const node = await nodes.start({
      handlers: {
        async CLIENT_SEND_MESSAGE(frame, session) {
          await slow.opened;
          session.send({ type: "pong" });
          await session.drained();
          done.open();
          throw new Error("and it fails as well");
        },
      },
    });
    const [alice, bob] = [await connect(node, "alice"), await connect(node, "bob")];
    send(alice, "general", "last words");
    await alice.fence();
    alice.ws.terminate();
    await alice.closed;
    await bob.fence();
    slow.open();
    await done.opened;
    await bob.fence();
    expect(node.metrics.open).toBe(1);
  });
});

describe("limits of speed", () => {
  test("hold per person over all sockets, and say when to come again", async () => {
    const settings = { frameRate: 10, frameBurst: 5 };
    const node = await nodes.start({ settings });
    const [one, two] = [await connect(node, "alice"), await connect(node, "alice")];
    for (const client of [one, one, two]) await client.fence();
    two.send({ type: "CLIENT_GET_UNREAD_SUMMARY", requestId: "sixth" });
    expect(await two.reply("sixth")).toMatchObject({
      code: "RATE_LIMITED",
      status: 429,
      retryable: true,
      retryAfterMs: 100,
    });
    await (await connect(node, "bob")).fence();
    node.clock.advance(200);
    await one.fence();
  });

  test("are forgiven by time, not by a new socket", async () => {
    const node = await nodes.start({ settings: { frameRate: 1, frameBurst: 3 } });
    const first = await connect(node, "alice");
    await first.fence();
    await first.fence();
    first.ws.close();
    await first.closed;
    const second = await open(node, "alice");
    second.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: "auth" });
    expect(await second.reply("auth")).toMatchObject({ code: "RATE_LIMITED" });
    node.clock.advance(1_000);
    second.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: "again" });
    expect(await second.reply("again")).toMatchObject({ userId: people.alice.userId });
  });

  test("of sends leave other frames alone", async () => {
    const node = await nodes.start({ settings: { sendRate: 1, sendBurst: 2 } });
    const alice = await connect(node, "alice");
    for (const id of ["one", "two", "three"]) send(alice, "general", id);
    expect(await alice.reply("three")).toMatchObject({ code: "RATE_LIMITED" });
    expect(await alice.reply("two")).toMatchObject({ seq: 2 });
    await alice.fence();
  });

  test("drop typing without a word", async () => {
    const node = await nodes.start({ settings: { frameRate: 1, frameBurst: 2 } });
    const alice = await connect(node, "alice");
    for (const isTyping of [true, false, true]) {
      alice.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping });
    }
    await expect.poll(() => node.metrics.framesIn).toBe(4);
    node.clock.advance(2_000);
    await alice.fence();
    expect(alice.frames.map((frame) => frame.type)).toEqual([
      "SERVER_MULTI_ROOM_AUTH_SUCCESS",
      "pong",
    ]);
  });

  test("close a socket that does not listen to them, also one that only sends websocket pings", async () => {
    const node = await nodes.start({ settings: { frameRate: 1, frameBurst: 10 } });
    const [talker, pinger] = [await connect(node, "alice"), await connect(node, "bob")];
    for (let count = 0; count < 250; count += 1) talker.send({ type: "ping" });
    expect((await talker.closed).code).toBe(4029);
    pinger.ws.on("pong", () => pinger.ws.ping());
    pinger.ws.ping();
    expect((await pinger.closed).code).toBe(4029);
    await (await connect(node, "carol")).fence();
  });
});

describe("a drain", () => {
  test("lets commands finish, refuses new ones, tells everybody, and closes with 1012", async () => {
    const slow = gate();
    const node = await nodes.start({
      handlers: {
        async CLIENT_SEND_MESSAGE({ requestId }, session) {
          await slow.opened;
          const event = node.log.append("general", session.actor.userId, requestId);
          node.hub.publish(event, { origin: { socketId: session.id, requestId } });
        },
      },
    });
    const [alice, bob] = [await connect(node, "alice"), await connect(node, "bob")];
    send(alice, "general", "on its way");
    await alice.fence();
    const drained = node.sockets.drain(5_000);
    send(bob, "general", "too late");
    expect(await bob.reply("too late")).toMatchObject({ code: "DRAINING", retryable: true });
    const newcomer = await open(node, "carol");
    expect(await newcomer.closed).toEqual({ code: 1013, reason: "SERVER_DRAINING" });
    slow.open();
    expect(await alice.reply("on its way")).toMatchObject({ seq: 1 });
    for (const client of [alice, bob]) {
      expect((await client.closed).code).toBe(1012);
      const notice = client.frames.at(-1);
      expect(notice).toMatchObject({ code: "SERVER_DRAINING", retryable: true });
      expect(notice?.["retryAfterMs"]).toBeLessThan(10_000);
    }
    await drained;
    expect(node.metrics.open).toBe(0);
  });

  test("cuts at its deadline what does not say good-bye", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice");
    alice.ws.pause();
    await node.sockets.drain(200);
    const bob = await open(node, "bob");
    expect((await bob.closed).code).toBe(1013);
    alice.ws.resume();
    await alice.closed;
    expect(node.metrics.closes).toEqual([1012]);
  });
});
