import { afterEach, describe, expect, test, vi } from "vitest";
import { connect, inRoom, open } from "#test/realtime/test-client.ts";
import type { SessionHooks } from "./handler.ts";
import type { RoomEvent } from "./live.ts";
import {
  people,
  publishAll,
  range,
  TestNodes,
  toRoomId,
  write,
  type TestNode,
} from "#test/realtime/test-node.ts";

const nodes = new TestNodes();

afterEach(() => nodes.stop());

/** Carol looks at the room from outside, from this place of its log on. */
function carolPreviews(node: () => TestNode, headSeq: number): Partial<SessionHooks> {
  return {
    onAuthenticated(session) {
      if (session.actor.userId === people.carol.userId)
        node().hub.subscribe(session, { roomId: toRoomId("general"), headSeq }, "preview");
      return Promise.resolve();
    },
  };
}

describe("who hears a room", () => {
  test("changes with the event: the removal is the last that a person gets, in the same turn too", async () => {
    const node = await nodes.start();
    const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    const second = await inRoom(node, "bob");
    publishAll(node, [
      ...write(node.log, "general", 2),
      node.log.change("general", people.bob.userId, "remove"),
      ...write(node.log, "general", 2),
    ]);
    await alice.until((frame) => frame["seq"] === 5);
    for (const socket of [bob, second]) {
      await socket.fence();
      expect(socket.seqs("general")).toEqual([1, 2, 3]);
    }
    expect(alice.seqs("general")).toEqual(range(1, 5));
  });

  test("changes with the event: joining is the first that a person gets, on all their sockets", async () => {
    const node = await nodes.start();
    const alice = await inRoom(node, "alice");
    const sockets = [await connect(node, "bob"), await connect(node, "bob")];
    publishAll(node, [
      ...write(node.log, "general", 2),
      node.log.change("general", people.bob.userId, "add"),
      ...write(node.log, "general", 2),
    ]);
    for (const socket of sockets) {
      await socket.until((frame) => frame["seq"] === 5);
      expect(socket.seqs("general")).toEqual([3, 4, 5]);
    }
    await alice.until((frame) => frame["seq"] === 5);
  });

  test.each([
    [true, []],
    [false, [3]],
  ])("does not include those who hid it after their rooms were read (%s)", async (hides, seqs) => {
    const node = await nodes.start({
      hooks: {
        onAuthenticated(session) {
          const { hub, log } = node;
          const room = { roomId: toRoomId("general"), headSeq: log.headOf("general") };
          const leaves = hub.countLeaves();
          if (hides) hub.unsubscribeUser(session.actor.userId, room.roomId);
          hub.subscribe(session, { ...room, leaves }, "participant");
          return Promise.resolve();
        },
      },
    });
    write(node.log, "general", 2);
    const bob = await connect(node, "bob");
    publishAll(node, write(node.log, "general"));
    await bob.fence();
    expect(bob.seqs("general")).toEqual(seqs);
    // To open the room again is another matter.
    await bob.subscribe("general");
    publishAll(node, write(node.log, "general"));
    await bob.until((frame) => frame["seq"] === 4);
  });

  test("includes a newcomer to a room that nobody here has heard", async () => {
    const node = await nodes.start();
    const bob = await connect(node, "bob");
    write(node.log, "general", 7);
    node.hub.publish(node.log.change("general", people.bob.userId, "add"));
    publishAll(node, write(node.log, "general"));
    await bob.until((frame) => frame["seq"] === 9);
    expect(bob.seqs("general")).toEqual([8, 9]);
  });

  test("includes a newcomer to a room that was opened here further on, before their node heard of them", async () => {
    const node = await nodes.start();
    const bob = await connect(node, "bob");
    const events = [
      ...write(node.log, "general", 2),
      node.log.change("general", people.bob.userId, "add"),
      ...write(node.log, "general", 1),
    ];
    // Committed, so what Alice is told contains them; published only now.
    const alice = await inRoom(node, "alice");
    publishAll(node, [...events, ...write(node.log, "general", 1)]);
    for (const socket of [alice, bob]) await socket.until((frame) => frame["seq"] === 5);
    expect(alice.seqs("general")).toEqual([5]);
    expect(bob.seqs("general")).toEqual([3, 4, 5]);
  });

  test("does not include a person's sockets of another workspace", async () => {
    const node = await nodes.start();
    const alice = await inRoom(node, "alice");
    const elsewhere = await connect(node, "bob", { token: "token-bob-3600-elsewhere" });
    for (const room of ["general", "unheard"]) {
      node.hub.publish(node.log.change(room, people.bob.userId, "add"));
    }
    await alice.until((frame) => frame["seq"] === 1);
    const here = await connect(node, "bob");
    node.hub.publish(node.log.change("unheard", people.bob.userId, "add"));
    await here.until((frame) => frame["sessionRoomSlug"] === "unheard");
    await elsewhere.fence();
    expect(elsewhere.seqs("general")).toEqual([]);
    expect(elsewhere.seqs("unheard")).toEqual([]);
  });

  test("does not include a socket that asked before the removal and was answered after it", async () => {
    const node = await nodes.start({
      handlers: {
        CLIENT_SUBSCRIBE_ROOMS({ requestId }, session) {
          // The access of this call was judged at 2; the removal is 3.
          const room = { roomId: toRoomId("general"), headSeq: 2 };
          const isBob = session.actor.userId === people.bob.userId;
          const place = isBob ? room : { ...room, headSeq: 0 };
          node.hub.subscribe(session, place, "participant");
          const type = "SERVER_SUBSCRIPTION_UPDATE";
          session.send({ type, subscriptions: [], rev: 1, requestId });
          return Promise.resolve();
        },
      },
    });
    const alice = await inRoom(node, "alice");
    publishAll(node, [
      ...write(node.log, "general", 2),
      node.log.change("general", people.bob.userId, "remove"),
      ...write(node.log, "general", 1),
    ]);
    await alice.until((frame) => frame["seq"] === 4);
    const bob = await inRoom(node, "bob");
    publishAll(node, write(node.log, "general", 1));
    await alice.until((frame) => frame["seq"] === 5);
    await bob.fence();
    expect(bob.seqs("general")).toEqual([3]);
  });
});

test("a socket that has left a room hears nothing of it twice, whatever was read before it left", async () => {
  const node: TestNode = await nodes.start();
  const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
  const removal = node.log.change("general", people.bob.userId, "remove");
  publishAll(node, [removal, ...write(node.log, "general", 1)]);
  await alice.until((frame) => frame["seq"] === 2);
  // Bob's next call reads the room as it was before the removal.
  const headOf = vi.spyOn(node.log, "headOf").mockReturnValue(0);
  await bob.subscribe("general");
  // Nor does a late event by which bob had come in.
  node.hub.publish({ ...removal, audience: { ...removal.audience, change: "add" } } as RoomEvent);
  headOf.mockRestore();
  publishAll(node, write(node.log, "general", 1));
  await alice.until((frame) => frame["seq"] === 3);
  await bob.fence();
  expect(bob.seqs("general")).toEqual([1]);
  publishAll(node, [node.log.change("general", people.bob.userId, "add")]);
  await bob.until((frame) => frame["seq"] === 4);
});

test("somebody who looks at a room from outside stays there, whatever their node hears late of their stay before", async () => {
  const node: TestNode = await nodes.start({ hooks: carolPreviews(() => node, 3) });
  const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
  const carol = await connect(node, "carol");
  publishAll(node, [
    node.log.change("general", people.carol.userId, "add"),
    node.log.change("general", people.carol.userId, "remove"),
    ...write(node.log, "general", 2),
  ]);
  await carol.until((frame) => frame["seq"] === 4);
  expect(carol.seqs("general")).toEqual([4]);
  alice.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping: true });
  await bob.until((each) => each["event"] === "user_typing");
  await carol.fence();
  expect(carol.frames.some((each) => each["event"] === "user_typing")).toBe(false);
});

test("somebody who asks to look at a room from outside stays there, whenever their node hears that they left", async () => {
  let as: "participant" | "preview" = "participant";
  const node: TestNode = await nodes.start({
    handlers: {
      CLIENT_SUBSCRIBE_ROOMS({ requestId }, session) {
        const headSeq = as === "preview" ? 2 : 0;
        node.hub.subscribe(session, { roomId: toRoomId("general"), headSeq }, as);
        session.send({ type: "SERVER_SUBSCRIPTION_UPDATE", subscriptions: [], rev: 1, requestId });
        return Promise.resolve();
      },
    },
  });
  const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
  const late = [
    ...write(node.log, "general", 1),
    node.log.change("general", people.bob.userId, "remove"),
  ];
  as = "preview";
  bob.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId: "again", sessionRoomSlugs: ["general"] });
  await bob.until((frame) => frame["requestId"] === "again");
  publishAll(node, [...late, ...write(node.log, "general", 1)]);
  await bob.until((frame) => frame["seq"] === 3);
  expect(bob.seqs("general")).toEqual([1, 2, 3]);
  as = "participant";
  const carol = await inRoom(node, "carol");
  carol.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping: true });
  await alice.until((each) => each["event"] === "user_typing");
  await bob.fence();
  expect(bob.frames.some((each) => each["event"] === "user_typing")).toBe(false);
});

describe("typing", () => {
  test("reaches the others, but neither who types nor a preview", async () => {
    const node: TestNode = await nodes.start({ hooks: carolPreviews(() => node, 0) });
    const [alice, bob] = [await inRoom(node, "alice"), await inRoom(node, "bob")];
    const carol = await connect(node, "carol");
    alice.send({ type: "CLIENT_TYPING", roomSlug: "general", isTyping: true });
    const frame = await bob.until((each) => each["event"] === "user_typing");
    expect(frame).toMatchObject({ userId: people.alice.userId, isTyping: true });
    expect(frame).not.toHaveProperty("seq");
    for (const client of [alice, carol]) {
      await client.fence();
      expect(client.frames.some((each) => each["event"] === "user_typing")).toBe(false);
    }
    publishAll(node, write(node.log, "general"));
    await carol.until((each) => each["seq"] === 1);
  });
});

describe("sessions that end", () => {
  test("close every socket of theirs, and no other", async () => {
    const node = await nodes.start();
    const sockets = [await connect(node, "alice"), await connect(node, "alice")];
    const bob = await connect(node, "bob");
    node.hub.endSessions([people.alice.sessionId], "signed out");
    for (const socket of sockets) expect((await socket.closed).code).toBe(4001);
    await bob.fence();
    expect(node.metrics.closes).toEqual([4001, 4001]);
    expect(node.metrics.open).toBe(1);
  });

  test("also close a socket that was checked just before", async () => {
    const node = await nodes.start();
    node.hub.endSessions([people.alice.sessionId], "signed out");
    const late = await open(node, "alice");
    expect(await late.closed).toEqual({ code: 4001, reason: "SESSION_ENDED" });
  });
});
