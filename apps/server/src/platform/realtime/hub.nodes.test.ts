import { afterEach, describe, expect, test } from "vitest";
import { createLocalBus, type LocalExchange } from "./local-bus.ts";
import { connect, inRoom, send, type TestClient } from "./test-client.ts";
import {
  people,
  publishAll,
  range,
  TestLog,
  TestNodes,
  workspaceId,
  write,
  type TestNodeOptions,
} from "./test-node.ts";

const nodes = new TestNodes();

afterEach(() => nodes.stop());

describe("several nodes", () => {
  async function startTwo(options: TestNodeOptions = {}) {
    const exchange: LocalExchange = new Set();
    const log = new TestLog();
    const one = await nodes.start({ ...options, log, bus: createLocalBus(exchange) });
    const two = await nodes.start({ ...options, log, bus: createLocalBus(exchange) });
    return { one, two, log };
  }

  test("give everybody the same events in the same order, without reading the log", async () => {
    const { one, two, log } = await startTwo();
    const [alice, bob] = [await inRoom(one, "alice"), await inRoom(two, "bob")];
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
    expect(log.reads).toBe(0);
  });

  test("bring typing, frames of a person, newcomers and the end of a session", async () => {
    const { one, two, log } = await startTwo();
    const alice = await inRoom(one, "alice");
    const bob = await inRoom(two, "bob");
    const carol = await connect(two, "carol");
    alice.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping: true });
    await bob.until((frame) => frame["event"] === "user_typing");

    one.hub.publish(log.change("secret", people.carol.userId, "add"));
    await carol.until((frame) => frame["sessionRoomSlug"] === "secret");

    const frame = { type: "SERVER_UNREAD_COUNT_UPDATE", sessionRoomSlug: "general" } as const;
    const counts = { unreadCount: 1, mentionCount: 0, lastReadAt: null, totalUnread: 1 };
    one.hub.sendToUser(people.bob.userId, workspaceId, { ...frame, ...counts, readMsgNo: 0 });
    await bob.until((each) => each.type === "SERVER_UNREAD_COUNT_UPDATE");

    one.hub.endSessions([people.bob.sessionId], "signed out");
    expect(await bob.closed).toEqual({ code: 4001, reason: "SESSION_ENDED" });
    expect(bob.frames.at(-1)).toMatchObject({
      code: "SESSION_ENDED",
      details: { reason: "signed out" },
    });
  });

  test("end the audience of a removed person everywhere", async () => {
    const { one, two, log } = await startTwo();
    const [alice, bob] = [await inRoom(one, "alice"), await inRoom(two, "bob")];
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

  test("catch up by the sweep when the bus lost everything", async () => {
    const log = new TestLog();
    const one = await nodes.start({ log });
    const two = await nodes.start({ log, sweepMs: 20 });
    const [alice, bob] = [await inRoom(one, "alice"), await inRoom(two, "bob")];
    send(alice, "general", "a");
    send(alice, "general", "b");
    await bob.until((frame) => frame["seq"] === 2);
    expect(bob.seqs("general")).toEqual([1, 2]);
  });
});
