import { Socket } from "node:net";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { connect, inRoom, type TestClient } from "#test/realtime/test-client.ts";
import {
  people,
  publishAll,
  TestNodes,
  workspaceId,
  type TestNode,
} from "#test/realtime/test-node.ts";

const nodes = new TestNodes();

afterEach(() => nodes.stop());

const LONG = "x".repeat(50_000);
const MEGABYTE = 1024 * 1024;

/** Publishes long messages, at the pace of a reader that reads, until something is so. */
async function fill(node: TestNode, reader: TestClient, isEnough: () => boolean): Promise<void> {
  for (let count = 0; count < 1_000 && !isEnough(); count += 1) {
    const event = node.log.append("general", people.carol.userId, LONG);
    publishAll(node, [event]);
    await reader.until((frame) => frame["seq"] === event.seq);
  }
  expect(isEnough()).toBe(true);
}

function isCongested(node: TestNode): boolean {
  return [...node.hub.writers.lagging].some((writer) => writer.isCongested);
}

/** Turns the clock, and waits until the server has looked at it: the token of a bystander runs out meanwhile. */
async function passTime(node: TestNode, ms: number): Promise<void> {
  const bystander = await connect(node, "carol", { token: "token-carol-1" });
  node.clock.advance(ms);
  await bystander.closed;
}

/** An answer of this size that goes to all sockets of alice. */
function sendAnswer(node: TestNode, rev: number, bytes: number): void {
  node.hub.sendToUser(people.alice.userId, workspaceId, {
    type: "SERVER_SUBSCRIPTION_UPDATE",
    subscriptions: [],
    rev,
    requestId: "z".repeat(bytes),
  });
}

function waitingBytes(node: TestNode): number {
  return [...node.hub.writers.lagging].reduce((sum, writer) => sum + writer.waitingBytes, 0);
}

function tooSlow(node: TestNode): number {
  return node.metrics.closes.filter((code) => code === 4008).length;
}

describe("a client that does not read", () => {
  test("costs its socket no more the more often it falls behind", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice");
    const warnings: string[] = [];
    const note = ({ message }: Error): void => void warnings.push(message);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    for (let rev = 1; rev <= 20; rev += 1) {
      sendAnswer(node, rev, 4 * MEGABYTE);
      await alice.until((frame) => frame["rev"] === rev);
    }
    // Node warns of a listener that is added again and again.
    expect(warnings.filter((message) => message.includes("drain"))).toEqual([]);
  });

  test("is closed with 4008 when too much waits for it, while the others get everything", async () => {
    const node = await nodes.start();
    const [slow, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    slow.ws.pause();
    await fill(node, bob, () => node.hub.writers.lagging.size > 0);
    const before = node.log.headOf("general");
    const socket = [...node.hub.writers.lagging][0];
    let most = 0;
    await fill(node, bob, () => {
      most = Math.max(most, socket?.waitingBytes ?? 0);
      return node.log.headOf("general") > before + 40;
    });
    slow.ws.resume();
    expect((await slow.closed).code).toBe(4008);
    await expect.poll(() => node.metrics.closes).toEqual([4008]);
    expect(most).toBeGreaterThan(900_000);
    expect(most).toBeLessThan(1_200_000);
    const got = slow.seqs("general");
    expect(got).toEqual(got.map((_, index) => index + 1));
    expect(bob.seqs("general")).toHaveLength(node.log.headOf("general"));
    await bob.fence();
  });

  test("is closed with 4008 when it takes nothing for ten seconds, not before", async () => {
    const node = await nodes.start();
    const [slow, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    slow.ws.pause();
    await fill(node, bob, () => isCongested(node));
    // The system may still take something of what was written last.
    await passTime(node, 1_000);
    await passTime(node, 8_000);
    expect(tooSlow(node)).toBe(0);
    expect(slowIsClosing(node)).toBe(false);
    await passTime(node, 2_000);
    expect(slowIsClosing(node)).toBe(true);
    slow.ws.resume();
    expect((await slow.closed).code).toBe(4008);
    await bob.fence();
  });

  test("but now and then takes a little stays", async () => {
    const node = await nodes.start();
    const net = new Socket();
    const createConnection = () => net.connect(node.port, "127.0.0.1");
    const slow = await connect(node, "alice", { options: { createConnection } });
    slow.ws.pause();
    let answers = 0;
    for (let round = 0; round < 3; round += 1) {
      for (; waitingBytes(node) < 7 * MEGABYTE; answers += 1) sendAnswer(node, answers, MEGABYTE);
      await passTime(node, 9_000);
      const [writer] = node.hub.writers.lagging;
      const before = writer?.progress;
      // The network's own buffers are large: only what leaves the server shows that the client takes something.
      const takeALittle = (): number | undefined => {
        net.read();
        return writer?.progress;
      };
      await expect.poll(takeALittle, { interval: 1, timeout: 10_000 }).not.toBe(before);
    }
    slow.ws.resume();
    await slow.until(({ rev }) => rev === answers - 1);
    expect(tooSlow(node)).toBe(0);
  });

  test("is closed with 4008 when too much comes for its person while it is brought its rooms", async () => {
    const node = await nodes.start({
      hooks: { onAuthenticated: () => new Promise(() => undefined) },
    });
    const alice = await connect(node, "alice");
    const MIB = 1024 * 1024;
    for (let rev = 1; rev <= 7; rev += 1) sendAnswer(node, rev, MIB);
    await alice.fence();
    for (let rev = 8; rev <= 9; rev += 1) sendAnswer(node, rev, MIB);
    expect((await alice.closed).code).toBe(4008);
    expect(alice.frames.some(({ type }) => type === "SERVER_SUBSCRIPTION_UPDATE")).toBe(false);
  });

  test("loses typing, and nothing of what is for its person", async () => {
    const node = await nodes.start();
    const [slow, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    slow.ws.pause();
    await fill(node, bob, () => isCongested(node));
    bob.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping: true });
    await bob.fence();
    const counts = { mentionCount: 0, lastReadAt: null, readMsgNo: 0 };
    for (const sessionRoomSlug of ["general", "other"]) {
      for (const unreadCount of [1, 2, 3]) {
        node.hub.sendToUser(people.alice.userId, workspaceId, {
          type: "SERVER_UNREAD_COUNT_UPDATE",
          sessionRoomSlug,
          unreadCount,
          ...counts,
        });
      }
    }
    expect(node.metrics.drops).toEqual(["typing"]);
    slow.ws.resume();
    await slow.until((frame) => frame["sessionRoomSlug"] === "other" && frame["unreadCount"] === 3);
    const updates = slow.frames.filter(({ type }) => type === "SERVER_UNREAD_COUNT_UPDATE");
    expect(updates.map((frame) => frame["unreadCount"])).toEqual([1, 2, 3, 1, 2, 3]);
    expect(slow.frames.some((frame) => frame["event"] === "user_typing")).toBe(false);
    expect(slow.seqs("general")).toHaveLength(node.log.headOf("general"));
  });
});

describe("many clients that do not read", () => {
  test("cost no more memory than the bound of the process: the worst are cut first", async () => {
    const node = await nodes.start({ waitingBytesMax: 1_500_000 });
    const reader = await inRoom(node, "bob");
    const worst = await inRoom(node, "alice");
    worst.ws.pause();
    await fill(node, reader, () => isCongested(node));
    const late = [await inRoom(node, "carol"), await inRoom(node, "carol")];
    for (const client of late) client.ws.pause();
    let most = 0;
    await fill(node, reader, () => {
      most = Math.max(most, node.hub.writers.waiting.bytes);
      return tooSlow(node) > 0;
    });
    expect(most).toBeLessThanOrEqual(1_500_000);
    worst.ws.resume();
    expect((await worst.closed).code).toBe(1006);
    for (const client of late) client.ws.resume();
    await Promise.all(
      late.map((client) => client.until(({ seq }) => seq === node.log.headOf("general"))),
    );
    expect(tooSlow(node)).toBe(1);
    await expect.poll(() => node.hub.writers.lagging.size).toBe(0);
    expect(node.hub.writers.waiting.bytes).toBe(0);
  });
});

describe("large answers", () => {
  const PAGE = "y".repeat(MEGABYTE);

  function startWithHistory(rooms: number) {
    return nodes.start({
      handlers: {
        async CLIENT_REQUEST_MESSAGE_HISTORY({ sessionRoomSlug, requestId }, session) {
          const base = { type: "SERVER_MESSAGE_HISTORY", sessionRoomSlug, requestId } as const;
          for (let room = 0; room < rooms; room += 1) {
            const page = { headSeq: 0, hasMore: false, nextCursor: PAGE };
            session.send({ ...base, ...page, mode: "page", messages: [] });
            await session.drained();
          }
        },
      },
    });
  }

  function askForHistory(client: TestClient, requestId: string): void {
    const sessionRoomSlug = "general";
    client.send({ type: "CLIENT_REQUEST_MESSAGE_HISTORY", sessionRoomSlug, requestId, limit: 50 });
  }

  test("do not count as slowness, and live events wait behind them", async () => {
    const node = await startWithHistory(1);
    const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    alice.ws.pause();
    for (const id of ["a", "b", "c", "d", "e", "f", "g"]) askForHistory(alice, id);
    await fill(node, bob, () => node.log.headOf("general") > 5);
    expect(node.metrics.closes).toEqual([]);
    alice.ws.resume();
    await alice.until((frame) => frame["seq"] === 6);
    expect(await alice.reply("g")).toMatchObject({ nextCursor: PAGE });
  });

  test("that go to all sockets of a person do not count as slowness either", async () => {
    const node = await nodes.start();
    const alice = await connect(node, "alice");
    alice.ws.pause();
    sendAnswer(node, 1, 6 * MEGABYTE);
    await expect.poll(() => node.hub.writers.lagging.size).toBe(1);
    expect(slowIsClosing(node)).toBe(false);
    alice.ws.resume();
    await alice.until(({ rev }) => rev === 1);
  });

  test("that wait for each other never pile up, however much is replayed", async () => {
    const node = await startWithHistory(40);
    const alice = await connect(node, "alice");
    askForHistory(alice, "replay");
    await alice.until(
      () => alice.frames.filter(({ type }) => type === "SERVER_MESSAGE_HISTORY").length === 40,
    );
    expect(node.metrics.closes).toEqual([]);
  });

  test("that a client asks for without reading them end with 4008", async () => {
    const node = await startWithHistory(1);
    const alice = await connect(node, "alice");
    alice.ws.pause();
    for (let count = 0; count < 40; count += 1) askForHistory(alice, `h${count}`);
    await expect.poll(() => node.hub.writers.lagging.size).toBe(1);
    await expect.poll(() => slowIsClosing(node)).toBe(true);
    alice.ws.resume();
    expect((await alice.closed).code).toBe(4008);
  });
});

/** Nothing more is queued for any socket that lags. */
function slowIsClosing(node: TestNode): boolean {
  return [...node.hub.writers.lagging].every((writer) => writer.isClosing);
}
