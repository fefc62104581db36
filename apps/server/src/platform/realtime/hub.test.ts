import { afterEach, describe, expect, test } from "vitest";
import { connect, inRoom, send } from "#test/realtime/test-client.ts";
import {
  people,
  publishAll,
  range,
  TestLog,
  TestNodes,
  toRoomId,
  write,
  type TestNode,
} from "#test/realtime/test-node.ts";

const nodes = new TestNodes();

afterEach(() => nodes.stop());

describe("events of a room", () => {
  test("reach everybody in one order, and the requestId reaches the sender alone", async () => {
    const node = await nodes.start();
    const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    for (const number of range(1, 50)) {
      send(alice, "general", `a${number}`);
      send(bob, "general", `b${number}`);
    }
    for (const client of [alice, bob]) {
      await client.until((frame) => frame["seq"] === 100);
      expect(client.seqs("general")).toEqual(range(1, 100));
    }
    const own = alice.frames.filter((frame) => "requestId" in frame && "seq" in frame);
    expect(own.map((frame) => frame["requestId"])).toEqual(range(1, 50).map((n) => `a${n}`));
  });

  test("of one turn leave in one write to each socket, whatever their number and rooms", async () => {
    const node = await nodes.start();
    const clients = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    for (const client of clients) await client.subscribe("other");
    await Promise.all(clients.map((client) => client.fence()));
    const before = { writes: node.metrics.writes, deliveries: node.metrics.deliveries };
    const { log } = node;
    publishAll(node, [...write(log, "general", 100), ...write(log, "other", 20)]);
    for (const client of clients) {
      await client.until((frame) => frame["seq"] === 100);
      await client.until((f) => f["sessionRoomSlug"] === "other" && f["seq"] === 20);
      expect(client.seqs("general")).toEqual(range(1, 100));
      expect(client.seqs("other")).toEqual(range(1, 20));
    }
    expect(node.metrics.deliveries - before.deliveries).toBe(240);
    expect(node.metrics.writes - before.writes).toBe(2);
  });

  test("of one turn carry each sender's own copies in their places, still in one write", async () => {
    const waiting: (() => void)[] = [];
    const node = await nodes.start({
      handlers: {
        CLIENT_SEND_MESSAGE({ sessionRoomSlug, requestId }, session) {
          waiting.push(() => {
            const event = node.log.append(sessionRoomSlug, session.actor.userId, requestId);
            node.hub.publish(event, { origin: { socketId: session.id, requestId } });
          });
          // Like a batch of the writer: one commit, then all of its events at once.
          if (waiting.length === 20) for (const publish of waiting) publish();
          return Promise.resolve();
        },
      },
    });
    const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    const carol = await inRoom(node, "carol");
    const before = node.metrics.writes;
    for (const number of range(1, 10)) send(alice, "general", `a${number}`);
    for (const number of range(1, 10)) send(bob, "general", `b${number}`);
    for (const client of [alice, bob, carol]) {
      await client.until((frame) => frame["seq"] === 20);
      expect(client.seqs("general")).toEqual(range(1, 20));
    }
    for (const [client, letter] of [
      [alice, "a"],
      [bob, "b"],
      [carol, "none"],
    ] as const) {
      const own = client.frames.filter((frame) => "seq" in frame && "requestId" in frame);
      const wanted = letter === "none" ? [] : range(1, 10).map((n) => `${letter}${n}`);
      expect(own.map((frame) => frame["requestId"])).toEqual(wanted);
    }
    expect(node.metrics.writes - before).toBe(3);
  });

  test("are dropped when they come again, and acknowledged all the same", async () => {
    const node = await nodes.start({
      handlers: {
        CLIENT_SEND_MESSAGE({ sessionRoomSlug, requestId }, session) {
          const event = node.log.append(sessionRoomSlug, session.actor.userId, "hello");
          // Somebody else was faster: the log reader of another path has published it already.
          node.hub.publish(event);
          node.hub.publish(event, { origin: { socketId: session.id, requestId } });
          return Promise.resolve();
        },
      },
    });
    const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    send(alice, "general", "first");
    await alice.reply("first");
    await bob.until((frame) => frame["seq"] === 1);
    await bob.fence();
    expect(bob.seqs("general")).toEqual([1]);
  });

  test("are acknowledged to a sender whose socket does not hear the room", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice");
    send(alice, "general", "from outside");
    expect(await alice.reply("from outside")).toMatchObject({ event: "message_new", seq: 1 });
  });

  test("that come too early wait for those before them", async () => {
    const node = await nodes.start();
    const alice = await inRoom(node, "alice");
    const [first, second, third] = write(node.log, "general", 3);
    if (!first || !second || !third) throw new Error("Three events were written");
    publishAll(node, [third, second, first]);
    await alice.until((frame) => frame["seq"] === 3);
    expect(alice.seqs("general")).toEqual([1, 2, 3]);
    expect(node.log.reads).toBe(0);
  });

  test("that nobody brings are read from the log, and the sender's copy keeps its place", async () => {
    const node = await nodes.start({
      handlers: {
        CLIENT_SEND_MESSAGE({ sessionRoomSlug, requestId }, session) {
          write(node.log, sessionRoomSlug, 600);
          const event = node.log.append(sessionRoomSlug, session.actor.userId, "last");
          node.hub.publish(event, { origin: { socketId: session.id, requestId } });
          return Promise.resolve();
        },
      },
    });
    const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    send(alice, "general", "mine");
    expect(await alice.reply("mine")).toMatchObject({ seq: 601 });
    await bob.until((frame) => frame["seq"] === 601);
    expect(alice.seqs("general")).toEqual(range(1, 601));
    expect(bob.seqs("general")).toEqual(range(1, 601));
    expect(node.metrics.fromLog).toBe(601);
  });

  test("that a log no longer has do not stop those after them", async () => {
    const log = new TestLog();
    const node = await nodes.start({
      log,
      readLog: async (roomId, after, limit) =>
        (await log.read(roomId, after, limit)).filter((event) => event.seq !== 2),
    });
    const alice = await inRoom(node, "alice");
    publishAll(node, write(log, "general", 4).slice(3));
    await alice.until((frame) => frame["seq"] === 4);
    expect(alice.seqs("general")).toEqual([1, 3, 4]);
  });

  test("survive a log that cannot be read once", async () => {
    const log = new TestLog();
    let failures = 0;
    const node = await nodes.start({
      log,
      sweepMs: 20,
      readLog(...where) {
        if (failures > 0) return log.read(...where);
        failures += 1;
        return Promise.reject(new Error("The database is away"));
      },
    });
    const alice = await inRoom(node, "alice");
    publishAll(node, write(log, "general", 2).slice(1));
    await alice.until((frame) => frame["seq"] === 2);
    expect(failures).toBe(1);
    expect(alice.seqs("general")).toEqual([1, 2]);
  });

  test("that were committed and never published come with the sweep", async () => {
    const node = await nodes.start({ sweepMs: 20 });
    const alice = await inRoom(node, "alice");
    write(node.log, "general", 3);
    await alice.until((frame) => frame["seq"] === 3);
    expect(alice.seqs("general")).toEqual([1, 2, 3]);
  });
});

describe("a socket that subscribes", () => {
  /** Its subscribe call read the log before anything was in it. */
  async function startBehind(): Promise<TestNode> {
    const node = await nodes.start({
      handlers: {
        CLIENT_SUBSCRIBE_ROOMS({ requestId }, session) {
          node.hub.subscribe(session, { roomId: toRoomId("general"), headSeq: 0 }, "participant");
          const type = "SERVER_SUBSCRIPTION_UPDATE";
          session.send({ type, subscriptions: [], rev: 1, requestId });
          return Promise.resolve();
        },
      },
    });
    return node;
  }

  test("late is given what happened in between, from memory", async () => {
    const node = await startBehind();
    const alice = await inRoom(node, "alice");
    publishAll(node, write(node.log, "general", 5));
    await alice.until((frame) => frame["seq"] === 5);
    const bob = await inRoom(node, "bob");
    publishAll(node, write(node.log, "general"));
    await bob.until((frame) => frame["seq"] === 6);
    expect(bob.seqs("general")).toEqual(range(1, 6));
    expect(node.log.reads).toBe(0);
  });

  test("very late is given what happened in between, from the log", async () => {
    const node = await startBehind();
    const alice = await inRoom(node, "alice");
    publishAll(node, write(node.log, "general", 700));
    await alice.until((frame) => frame["seq"] === 700);
    const bob = await connect(node, "bob");
    const subscribed = bob.subscribe("general");
    publishAll(node, write(node.log, "general"));
    await subscribed;
    publishAll(node, write(node.log, "general"));
    await bob.until((frame) => frame["seq"] === 702);
    expect(bob.seqs("general")).toEqual(range(1, 702));
    expect(node.log.reads).toBeGreaterThan(0);
  });

  test("very late gets nothing twice that the log had already and the room had not", async () => {
    const node = await startBehind();
    const alice = await inRoom(node, "alice");
    publishAll(node, write(node.log, "general", 700));
    await alice.until((frame) => frame["seq"] === 700);
    const committed = write(node.log, "general", 2);
    const bob = await inRoom(node, "bob");
    await bob.until((frame) => frame["seq"] === 702);
    publishAll(node, [...committed, ...write(node.log, "general")]);
    await bob.until((frame) => frame["seq"] === 703);
    expect(bob.seqs("general")).toEqual(range(1, 703));
  });

  test("very late hears nobody type until it has what it missed: it might have been taken out meanwhile", async () => {
    const node = await startBehind();
    const [alice, carol] = [await inRoom(node, "alice"), await inRoom(node, "carol")];
    publishAll(node, [
      ...write(node.log, "general", 700),
      node.log.change("general", people.bob.userId, "remove"),
    ]);
    await alice.until((frame) => frame["seq"] === 701);
    const held = Promise.withResolvers<void>();
    node.log.held = held.promise;
    const bob = await connect(node, "bob");
    const reads = node.log.reads;
    const subscribed = bob.subscribe("general");
    await expect.poll(() => node.log.reads).toBeGreaterThan(reads);
    alice.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping: true });
    await carol.until((frame) => frame["event"] === "user_typing");
    held.resolve();
    await subscribed;
    await bob.until((frame) => frame["seq"] === 701);
    expect(bob.frames.some((frame) => frame["event"] === "user_typing")).toBe(false);
  });

  test("very late is closed to come back where the log cannot be read: it might have been taken out meanwhile", async () => {
    const node = await startBehind();
    const alice = await inRoom(node, "alice");
    publishAll(node, write(node.log, "general", 700));
    await alice.until((frame) => frame["seq"] === 700);
    node.log.isAway = true;
    const bob = await connect(node, "bob");
    bob.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId: "r", sessionRoomSlugs: ["general"] });
    expect(await bob.closed).toMatchObject({ code: 1013 });
    publishAll(node, write(node.log, "general"));
    await alice.until((frame) => frame["seq"] === 701);
    expect(bob.seqs("general")).toEqual([]);
  });

  test("ahead of the room gets nothing from before its place", async () => {
    const log = new TestLog();
    const node = await nodes.start({ log });
    const alice = await inRoom(node, "alice");
    const events = write(log, "general", 3);
    // Committed, so bob's read has seen them; published only now.
    const bob = await inRoom(node, "bob");
    publishAll(node, [...events, ...write(log, "general", 1)]);
    for (const client of [alice, bob]) await client.until((frame) => frame["seq"] === 4);
    expect(alice.seqs("general")).toEqual([1, 2, 3, 4]);
    expect(bob.seqs("general")).toEqual([4]);
  });

  test("in the middle of a turn gets what comes after, and who was there gets all", async () => {
    const log = new TestLog();
    const node = await nodes.start({ log });
    const alice = await inRoom(node, "alice");
    const bob = await connect(node, "bob");
    publishAll(node, write(log, "general", 3));
    const subscribed = bob.subscribe("general");
    publishAll(node, write(log, "general", 3));
    await subscribed;
    publishAll(node, write(log, "general", 1));
    for (const client of [alice, bob]) await client.until((frame) => frame["seq"] === 7);
    expect(alice.seqs("general")).toEqual(range(1, 7));
    expect(bob.seqs("general")).toEqual([7]);
  });

  test("and unsubscribes gets nothing more", async () => {
    const node = await nodes.start();
    const alice = await inRoom(node, "alice");
    const [bob] = [await inRoom(node, "bob")];
    bob.send({
      type: "CLIENT_UNSUBSCRIBE_ROOMS",
      requestId: "u",
      sessionRoomSlugs: ["general"],
    });
    await bob.reply("u");
    publishAll(node, write(node.log, "general"));
    await alice.until((frame) => frame["seq"] === 1);
    await bob.fence();
    expect(bob.seqs("general")).toEqual([]);
  });
});
