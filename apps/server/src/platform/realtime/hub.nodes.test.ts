import type { RoomId } from "@colbin/protocol";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startNats, type NatsProcess, type NatsProcessOptions } from "#test/nats-process.ts";
import { TestBusMetrics } from "#test/realtime/bus.conformance.ts";
import type { Bus } from "./bus.ts";
import { createLocalBus, type LocalExchange } from "./local-bus.ts";
import { createNatsBus } from "./nats-bus.ts";
import { connect, inRoom, open, send, type TestClient } from "#test/realtime/test-client.ts";
import {
  people,
  publishAll,
  range,
  TestLog,
  TestNodes,
  toRoomId,
  workspaceId,
  write,
  type Name,
  type TestNode,
  type TestNodeOptions,
} from "#test/realtime/test-node.ts";

const nodes = new TestNodes();
const buses: Bus[] = [];
const ownServers: NatsProcess[] = [];
let nats: NatsProcess;

beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());
afterEach(async () => {
  await nodes.stop();
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  await Promise.all(ownServers.splice(0).map((own) => own.stop()));
});

/** A NATS server for one test, which may do with it what it likes. */
async function startOwn(options: NatsProcessOptions = {}): Promise<NatsProcess> {
  const own = await startNats(options);
  ownServers.push(own);
  return own;
}

async function openNatsBus(url: string, prefix: string): Promise<Bus> {
  const metrics = new TestBusMetrics();
  const bus = createNatsBus({ url, prefix, metrics, log: pino({ level: "silent" }) });
  buses.push(bus);
  await expect.poll(() => bus.isUp()).toBe(true);
  return bus;
}

interface Two {
  readonly one: TestNode;
  readonly two: TestNode;
  readonly log: TestLog;
  /** What was subscribed so far reaches the others. */
  readonly settle: () => Promise<void>;
}

async function startOn(one: Bus, two: Bus, options: TestNodeOptions): Promise<Two> {
  const log = new TestLog();
  return {
    one: await nodes.start({ ...options, log, bus: one }),
    two: await nodes.start({ ...options, log, bus: two }),
    log,
    async settle() {
      await Promise.all([one.flush(), two.flush()]);
    },
  };
}

async function startOnNats(options: TestNodeOptions = {}, url = nats.url): Promise<Two> {
  const prefix = `colbin.${Math.random().toString(36).slice(2)}`;
  return startOn(await openNatsBus(url, prefix), await openNatsBus(url, prefix), options);
}

function startInProcess(options: TestNodeOptions = {}): Promise<Two> {
  const exchange: LocalExchange = new Set();
  return startOn(createLocalBus(exchange), createLocalBus(exchange), options);
}

describe.each([
  { where: "in one process", startTwo: startInProcess, isPrompt: true },
  // A machine that is busy takes longer than a gap waits for its event.
  { where: "on NATS", startTwo: startOnNats, isPrompt: false },
])("several nodes $where", ({ startTwo, isPrompt }) => {
  test("give everybody the same events in the same order", async () => {
    const { one, two, log, settle } = await startTwo();
    const [alice, bob] = [await inRoom(one, "alice"), await inRoom(two, "bob")];
    await settle();
    for (const number of range(1, 30)) {
      send(alice, "general", `a${number}`);
      send(bob, "general", `b${number}`);
    }
    for (const client of [alice, bob]) {
      await client.until((frame) => frame["seq"] === 60);
      expect(client.seqs("general")).toEqual(range(1, 60));
    }
    const toContent = (client: TestClient) =>
      client.frames.flatMap((frame) =>
        frame["event"] === "message_new" ? [frame["message"]] : [],
      );
    expect(toContent(alice)).toEqual(toContent(bob));
    if (isPrompt) expect(log.reads).toBe(0);
  });

  test("bring typing, frames of a person and of a workspace, newcomers and the end of a session", async () => {
    const { one, two, log, settle } = await startTwo();
    const alice = await inRoom(one, "alice");
    const bob = await inRoom(two, "bob");
    const carol = await connect(two, "carol");
    await settle();
    alice.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping: true });
    await bob.until((frame) => frame["event"] === "user_typing");

    one.hub.publish(log.change("secret", people.carol.userId, "add"));
    await carol.until((frame) => frame["sessionRoomSlug"] === "secret");

    const frame = { type: "SERVER_UNREAD_COUNT_UPDATE", sessionRoomSlug: "general" } as const;
    const counts = { unreadCount: 1, mentionCount: 0, lastReadAt: null };
    one.hub.sendToUser(people.bob.userId, workspaceId, { ...frame, ...counts, readMsgNo: 0 });
    await bob.until((each) => each.type === "SERVER_UNREAD_COUNT_UPDATE");

    const event = "emoji_changed";
    const told = { type: "SERVER_PERSONAL_EVENT", event, data: { workspaceId } } as const;
    one.hub.sendToWorkspace(workspaceId, told);
    for (const client of [alice, bob, carol]) await client.until((each) => each["event"] === event);

    one.hub.endSessions([people.bob.sessionId], "signed out");
    expect(await bob.closed).toEqual({ code: 4001, reason: "SESSION_ENDED" });
    expect(bob.frames.at(-1)).toMatchObject({
      code: "SESSION_ENDED",
      details: { reason: "signed out" },
    });

    log.endSession(people.carol.sessionId, "blocked");
    one.hub.refreshWorkspace(workspaceId);
    expect(await carol.closed).toEqual({ code: 4001, reason: "SESSION_ENDED" });
    await alice.fence();
  });

  test("end the audience of a removed person everywhere", async () => {
    const { one, two, log, settle } = await startTwo();
    const [alice, bob] = [await inRoom(one, "alice"), await inRoom(two, "bob")];
    await settle();
    publishAll(one, [
      ...write(log, "general", 1),
      log.change("general", people.bob.userId, "remove"),
      ...write(log, "general", 1),
    ]);
    await alice.until((frame) => frame["seq"] === 3);
    await bob.until((frame) => frame["seq"] === 2);
    await bob.fence();
    expect(bob.seqs("general")).toEqual([1, 2]);
  });
});

describe("the sweep, without a word from the bus", () => {
  /** Two nodes that share a log and nothing else. */
  async function startApart(options: TestNodeOptions = {}) {
    const log = new TestLog();
    const one = await nodes.start({ ...options, log });
    const two = await nodes.start({ sweepMs: 20, ...options, log });
    return { one, two, log };
  }

  test("brings what was written elsewhere", async () => {
    const { one, two } = await startApart();
    const [alice, bob] = [await inRoom(one, "alice"), await inRoom(two, "bob")];
    send(alice, "general", "a");
    send(alice, "general", "b");
    await bob.until((frame) => frame["seq"] === 2);
    expect(bob.seqs("general")).toEqual([1, 2]);
  });

  test("ends who was removed, after the event that says so", async () => {
    const { two, log } = await startApart();
    const bob = await inRoom(two, "bob");
    const carol = await inRoom(two, "carol");
    write(log, "general", 1);
    log.change("general", people.bob.userId, "remove");
    write(log, "general", 3);
    await carol.until((frame) => frame["seq"] === 5);
    await bob.fence();
    expect(bob.seqs("general")).toEqual([1, 2]);
  });

  test("closes the sockets of a session that has ended, and no other's", async () => {
    const { two, log } = await startApart();
    const [bob, tab] = [await inRoom(two, "bob"), await connect(two, "bob")];
    const carol = await inRoom(two, "carol");
    log.endSession(people.bob.sessionId, "blocked");
    for (const client of [bob, tab]) {
      expect(await client.closed).toEqual({ code: 4001, reason: "SESSION_ENDED" });
      expect(client.frames.at(-1)).toMatchObject({ details: { reason: "blocked" } });
    }
    await carol.fence();
  });

  test("looks once more at a socket whose session ended while it came in", async () => {
    const log = new TestLog();
    const node = await nodes.start({ log, sweepMs: 20 });
    await inRoom(node, "alice");
    await expect.poll(() => log.askedActors).toBe(1);
    // The counter was read with the change in it before the socket is known here: the change itself tells no more.
    log.endSession(people.bob.sessionId, "sign-out");
    await expect.poll(() => log.askedActors).toBe(2);
    // It may end before its first frame is answered.
    const bob = await open(node, "bob");
    expect((await bob.closed).code).toBe(4001);
  });

  describe("with a client that is still taking its replay", () => {
    /** Replays go to alice alone, and last until they are taken. */
    async function startWithReplay() {
      const log = new TestLog();
      const taken = Promise.withResolvers<void>();
      const hooks: TestNodeOptions["hooks"] = {
        onAuthenticated: async ({ actor }) => {
          if (actor.userId === people.alice.userId) await taken.promise;
        },
      };
      const node = await nodes.start({ log, sweepMs: 20, hooks });
      const [alice, bob] = [await connect(node, "alice"), await connect(node, "bob")];
      await expect.poll(() => log.askedActors).toBeGreaterThanOrEqual(2);
      /** Something changes, and the sweep has looked at it. */
      const change = async (): Promise<void> => {
        const { askedActors } = log;
        log.endSession(people.mallory.sessionId, "sign-out");
        await expect.poll(() => log.askedActors).toBeGreaterThan(askedActors);
      };
      const broughtUp = (name: Name) =>
        log.broughtUp.filter((userId) => userId === people[name].userId).length;
      return { log, node, alice, bob, change, broughtUp, take: taken.resolve };
    }

    test("takes access away from everybody at once, that client too", async () => {
      const { log, node, alice, bob, change } = await startWithReplay();
      await change();
      const carol = await connect(node, "carol");
      for (const [client, name] of [
        [bob, "bob"],
        [alice, "alice"],
      ] as const) {
        log.endSession(people[name].sessionId, "blocked");
        expect((await client.closed).code).toBe(4001);
      }
      await carol.fence();
    });

    test("brings that client up to date afterwards, once for all that changed", async () => {
      const { alice, bob, change, broughtUp, take } = await startWithReplay();
      for (let times = 1; times <= 3; times += 1) {
        await change();
        await expect.poll(() => broughtUp("bob")).toBe(times);
      }
      expect(broughtUp("alice")).toBe(0);
      take();
      await expect.poll(() => broughtUp("alice")).toBe(1);
      await Promise.all([alice.fence(), bob.fence()]);
      expect(broughtUp("alice")).toBe(1);
    });

    test("brings that client every room of which a look told while it was not ready", async () => {
      const { log, take } = await startWithReplay();
      const [rooms, scopes] = [["one", "two"].map(toRoomId), [] as unknown[]];
      log.resync = (_, scope) => Promise.resolve(void scopes.push(scope));
      for (const [place, roomId] of rooms.entries()) {
        const rev = 100 + place;
        const { askedActors } = log;
        log.readChanges = (known) => {
          const changed = [[people.alice.userId, new Set([roomId])] as const];
          const toChanges = (before: number | undefined) => ({
            rev,
            people: new Map(before === rev ? [] : changed),
            rooms: new Set<RoomId>(),
          });
          const changes = [...known].map(([id, before]) => [id, toChanges(before)] as const);
          return Promise.resolve(new Map(changes));
        };
        await expect.poll(() => log.askedActors).toBeGreaterThan(askedActors);
      }
      take();
      await expect.poll(() => scopes).toEqual([new Set(rooms)]);
    });
  });

  test("brings a socket up to date again when the database did not answer", async () => {
    const log = new TestLog();
    const node = await nodes.start({ log, sweepMs: 20 });
    await connect(node, "alice");
    await expect.poll(() => log.askedActors).toBe(1);
    log.isAway = true;
    log.endSession(people.mallory.sessionId, "sign-out");
    await expect.poll(() => log.askedActors).toBeGreaterThan(2);
    expect(log.broughtUp).toEqual([]);
    log.isAway = false;
    await expect.poll(() => log.broughtUp).toEqual([people.alice.userId]);
  });

  test("asks about sessions only when one came or access has changed", async () => {
    const log = new TestLog();
    const node = await nodes.start({ log, sweepMs: 10 });
    await inRoom(node, "alice");
    await inRoom(node, "carol");
    await expect.poll(() => log.askedActors).toBeGreaterThanOrEqual(2);
    const { askedActors, headReads } = log;
    await expect.poll(() => log.headReads).toBeGreaterThan(headReads + 10);
    expect(log.askedActors).toBe(askedActors);
    log.endSession(people.mallory.sessionId, "sign-out");
    await expect.poll(() => log.askedActors).toBe(askedActors + 2);
  });

  async function startWithPreviews(log: TestLog): Promise<TestNode> {
    const node: TestNode = await nodes.start({
      log,
      sweepMs: 20,
      handlers: {
        CLIENT_SUBSCRIBE_ROOMS({ requestId }, session) {
          const as = session.actor.userId === people.mallory.userId ? "preview" : "participant";
          node.hub.subscribe(session, { roomId: toRoomId("general"), headSeq: 0 }, as);
          session.send({
            type: "SERVER_SUBSCRIPTION_UPDATE",
            subscriptions: [],
            rev: 1,
            requestId,
          });
          return Promise.resolve();
        },
      },
    });
    return node;
  }

  test("ends previews of a room that is closed to them, and leaves its participants", async () => {
    const log = new TestLog();
    const node = await startWithPreviews(log);
    const [bob, mallory] = [await inRoom(node, "bob"), await inRoom(node, "mallory")];
    write(log, "general", 1);
    await mallory.until((frame) => frame["seq"] === 1);
    const { previewReads } = log;
    log.closePreviews("general");
    await expect.poll(() => log.previewReads).toBeGreaterThan(previewReads);
    write(log, "general", 1);
    await bob.until((frame) => frame["seq"] === 2);
    await mallory.fence();
    expect(mallory.seqs("general")).toEqual([1]);
  });

  test("leaves whoever becomes a participant while the database is asked about previews", async () => {
    const log = new TestLog();
    const node = await startWithPreviews(log);
    const mallory = await inRoom(node, "mallory");
    const listLost = log.listLostPreviews.bind(log);
    let hasJoined = false;
    log.listLostPreviews = async (previews) => {
      const lost = await listLost(previews);
      if (lost.length > 0 && !hasJoined) {
        hasJoined = true;
        node.hub.publish(log.change("general", people.mallory.userId, "add"));
      }
      return lost;
    };
    log.closePreviews("general");
    await expect.poll(() => hasJoined).toBe(true);
    node.hub.publish(log.append("general", people.bob.userId, "after"));
    await mallory.fence();
    expect(mallory.seqs("general")).toEqual([1, 2]);
  });
});

describe("over NATS", () => {
  test("a server that is killed and comes back empty costs a delay: everything arrives once and in order", async () => {
    const own = await startOwn();
    const { one, two, log, settle } = await startOnNats({ sweepMs: 2_000 }, own.url);
    const [alice, bob] = [await inRoom(one, "alice"), await inRoom(two, "bob")];
    await settle();
    for (const round of range(0, 2)) {
      send(alice, "general", "with NATS");
      await bob.until((frame) => frame["seq"] === 4 * round + 1);
      await own.kill();
      for (const word of ["one", "two", "three"]) send(alice, "general", word);
      await bob.until((frame) => frame["seq"] === 4 * round + 4);
      await own.start();
      await expect.poll(() => buses.every((bus) => bus.isUp())).toBe(true);
      await settle();
    }
    const reads = log.reads;
    send(bob, "general", "by NATS again");
    await alice.until((frame) => frame["seq"] === 13);
    for (const client of [alice, bob]) {
      await client.fence();
      expect(client.seqs("general")).toEqual(range(1, 13));
    }
    expect(log.reads).toBe(reads);
  });

  test("an event that NATS does not carry is read from the log", async () => {
    const own = await startOwn({ maxPayload: 4_096 });
    const { one, two, log, settle } = await startOnNats({}, own.url);
    const bob = await inRoom(two, "bob");
    await settle();
    one.hub.publish(log.append("general", people.carol.userId, "x".repeat(8_000)));
    publishAll(one, write(log, "general", 1));
    await bob.until((frame) => frame["seq"] === 2);
    expect(bob.seqs("general")).toEqual([1, 2]);
    expect(log.reads).toBeGreaterThan(0);
  });

  test("what is said while the first socket enters a room is looked up as soon as others know of it", async () => {
    const log = new TestLog();
    const bus = await openNatsBus(nats.url, "colbin.entering");
    const node: TestNode = await nodes.start({
      log,
      bus,
      handlers: {
        CLIENT_SUBSCRIBE_ROOMS({ requestId }, session) {
          const headSeq = log.headOf("general");
          // Written between the look at the head and the subscription, by somebody who knows of no listener.
          write(log, "general", 1);
          node.hub.subscribe(session, { roomId: toRoomId("general"), headSeq }, "participant");
          session.send({
            type: "SERVER_SUBSCRIPTION_UPDATE",
            subscriptions: [],
            rev: 1,
            requestId,
          });
          return Promise.resolve();
        },
      },
    });
    const bob = await connect(node, "bob");
    await bob.subscribe("general");
    await bob.until((frame) => frame["seq"] === 1);
    expect(bob.seqs("general")).toEqual([1]);
  });
});
