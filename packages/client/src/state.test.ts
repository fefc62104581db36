import type { Message, MessageId, RoomEventFrame, RoomId, Subscription } from "@colbin/protocol";
import { describe, expect, it } from "vitest";
import { FakeRoom, toRoomId } from "../test/fake-room.ts";
import { alice, bob, person } from "../test/people.ts";
import { snapshotOf } from "../test/snapshots.ts";
import type { ChatState } from "./chat-state.ts";
import { withMessagePage, withPage } from "./reducers/messages.ts";
import { withPending } from "./reducers/pending.ts";
import {
  withLocalRead,
  withoutRoom,
  withReadPosition,
  withSubscriptions,
  withUnreadCount,
  withUnreadSummary,
} from "./reducers/subscriptions.ts";
import { withOlderPage } from "./reducers/windows.ts";
import { withActiveRoom, withoutCaches } from "./reducers/view.ts";
import {
  matchesSearch,
  orderedSubscriptions,
  typingUsersOf,
  visibleMessages,
} from "./selectors.ts";
import { applyEvent, withoutArrived, headOf } from "./state.ts";

let seconds = 0;

function room(slug = "general"): FakeRoom {
  return new FakeRoom(slug, () => {
    seconds += 1;
    return new Date(1_800_000_000_000 + seconds * 1000).toISOString();
  });
}

/** Alice's state, and what happened in the room afterwards. */
function after(change: (general: FakeRoom) => void): {
  readonly before: ChatState;
  readonly frames: RoomEventFrame[];
  readonly general: FakeRoom;
} {
  const general = room();
  general.enter(alice);
  general.enter(bob);
  general.send(bob, "first", "temp_first");
  const before = snapshotOf(alice, [general]);
  const head = general.headSeq;
  change(general);
  const frames = general.log.slice(head).map((each) => general.toFrame(each));
  return { before, frames, general };
}

function apply(state: ChatState, frames: readonly RoomEventFrame[]): ChatState {
  return frames.reduce((next, frame) => applyEvent(next, frame), state);
}

function subscription(state: ChatState, slug = "general"): Subscription {
  const found = state.subscriptions.get(toRoomId(slug));
  if (!found) throw new Error(`The state has a subscription of ${slug}`);
  return found;
}

function messageFrame(frames: readonly RoomEventFrame[]) {
  const [frame] = frames;
  if (frame?.event !== "message_new") throw new Error("The frame is a new message");
  return frame;
}

describe("a new message", () => {
  it("stands at the end, counts as unread and is the last message", () => {
    const { before, frames } = after((general) => general.send(bob, "two\n lines", "temp_2"));
    const state = apply(before, frames);
    expect(state.messages.get(toRoomId("general"))?.map((each) => each.content)).toEqual([
      "first",
      "two\n lines",
    ]);
    expect(subscription(state)).toMatchObject({ unreadCount: 2, lastMsgNo: 2 });
    expect(subscription(state).lastMessage?.text).toBe("two lines");
    expect(state.totalUnread).toBe(2);
  });

  it("changes nothing the second time", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const once = apply(before, frames);
    expect(apply(once, frames)).toBe(once);
  });

  it("reads everything when it is one's own", () => {
    const { before, frames } = after((general) => general.send(alice, "mine", "temp_2"));
    const state = apply(before, frames);
    expect(subscription(state)).toMatchObject({ unreadCount: 0, readMsgNo: 2 });
  });

  it("counts for nobody when it is a line of the server", () => {
    const { before, frames } = after((general) => general.note(bob, "Bob joined"));
    const state = apply(before, frames);
    expect(state.messages.get(toRoomId("general"))).toHaveLength(2);
    expect(subscription(state)).toMatchObject({ unreadCount: 1, headSeq: 4 });
    expect(subscription(state).lastMessage?.text).toBe("first");
  });

  it.each([
    [{ name: "Bob", days: "30" }, 30],
    [{ name: "Bob" }, undefined],
  ])("says for how long messages are kept: %o", (values, days) => {
    const { before, frames } = after((general) => general.note(bob, "Bob set messages to be kept"));
    const frame = messageFrame(frames);
    const kind = "retention_changed" as const;
    const metadata = { system: { kind, actorId: bob.id, targetIds: [], values } };
    const told = { ...frame, message: { ...frame.message, metadata } };
    expect(subscription(applyEvent(before, told)).messageRetentionDays).toBe(days);
  });

  it.each(["id", "content", "authorId", "authorName"])("is ignored without %s", (key) => {
    const { before, frames } = after((general) => general.send(bob, "broken", "temp_2"));
    const frame = messageFrame(frames);
    const message: Message = { ...frame.message, [key]: undefined };
    const state = applyEvent(before, { ...frame, message });
    expect(state.messages.get(toRoomId("general"))).toHaveLength(1);
    // The place in the log is used up all the same: there is no gap to ask for.
    expect(subscription(state).headSeq).toBe(4);
  });

  it("is cut for the preview by characters, not in the middle of one", () => {
    const { before, frames } = after((general) => general.send(bob, "😀".repeat(60), "temp_2"));
    expect(subscription(apply(before, frames)).lastMessage?.text).toBe("😀".repeat(50));
  });

  it("leaves a room that is not opened without messages", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const closed = { ...before, messages: new Map(), pages: new Map() };
    const state = apply(closed, frames);
    expect(state.messages.size).toBe(0);
    expect(subscription(state).unreadCount).toBe(2);
  });

  it("ends the typing of its author", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const typing = applyEvent(before, typingFrame(true));
    expect(typingUsersOf(apply(typing, frames), toRoomId("general"))).toEqual([]);
  });

  it("does not take another person's clientMessageId for one's own", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_mine"));
    const pending = withPending(before, { ...entry("temp_mine"), acknowledgedSeq: null });
    expect(apply(pending, frames).pending.get(toRoomId("general"))).toHaveLength(1);
  });
});

function entry(clientMessageId: string, position = 1) {
  return {
    clientMessageId,
    roomId: toRoomId("general"),
    userId: alice.id,
    sessionRoomSlug: "general",
    kind: "send" as const,
    anchorSeq: 100,
    content: "mine",
    type: "text" as const,
    position,
    failure: null,
  };
}

function typingFrame(isTyping: boolean, who = bob, threadId?: MessageId): RoomEventFrame {
  return {
    type: "SERVER_ROOM_EVENT",
    event: "user_typing",
    sessionRoomSlug: "general",
    userId: who.id,
    userName: who.fullName,
    isTyping,
    ...(threadId && { threadId }),
  };
}

describe("typing", () => {
  it("in a thread is not typing in its room, and ends by itself", () => {
    const { before } = after(() => {});
    const threadId = "01890000-0000-7000-8000-000000000001" as MessageId;
    const names = (of: ChatState, place: MessageId | RoomId) =>
      typingUsersOf(of, place).map(({ userName }) => userName);
    const typing = apply(before, [typingFrame(true, bob, threadId), typingFrame(true)]);
    const [inThread, inRoom] = [names(typing, threadId), names(typing, toRoomId("general"))];
    expect([inThread, inRoom]).toEqual([["Bob"], ["Bob"]]);
    const ended = applyEvent(typing, typingFrame(false, bob, threadId));
    expect([names(ended, threadId), names(ended, toRoomId("general"))]).toEqual([[], ["Bob"]]);
  });

  it("names each person once, in the order in which they began, and never oneself", () => {
    const { before } = after(() => {});
    const carol = person("Carol", 3);
    const frames = [carol, bob, carol, alice].map((who) => typingFrame(true, who));
    const state = apply(before, frames);
    expect(typingUsersOf(state, toRoomId("general")).map((each) => each.userName)).toEqual([
      "Carol",
      "Bob",
    ]);
    const ended = applyEvent(state, typingFrame(false, carol));
    expect(typingUsersOf(ended, toRoomId("general")).map((each) => each.userName)).toEqual(["Bob"]);
  });
});

describe("a change of a participant", () => {
  it("carries the number of people, and an own new level", () => {
    const { before, frames } = after((general) => general.enter(person("Carol", 3)));
    expect(subscription(apply(before, frames))).toMatchObject({
      memberCount: 3,
      participantCount: 3,
      headSeq: 4,
    });
    const promoted = frames.map((frame) => ({
      ...frame,
      userId: alice.id,
      accessLevel: "ADMIN" as const,
    })) as RoomEventFrame[];
    expect(subscription(apply(before, promoted)).role).toBe("ADMIN");
  });

  it("takes who left a group out of it, and out of its name where nobody named it", () => {
    const { before, frames } = after((general) => general.leave(bob));
    const [bobs, carols] = [bob, person("Carol", 3)].map(({ id, fullName }) => ({
      sessionUserId: id,
      fullName,
      username: fullName.toLowerCase(),
      avatar_url: null,
    }));
    if (!bobs || !carols) throw new Error("There are two others");
    const named = (roomName: string, roomType: Subscription["roomType"] = "group") => {
      const group = { ...subscription(before), roomType, roomName, participants: [bobs, carols] };
      const { roomName: name, participants } = subscription(
        apply(withSubscriptions(before, [group]), frames),
      );
      return [name, participants.length];
    };
    expect(named("Bob, Carol")).toEqual(["Carol", 1]);
    expect(named("The three of us")).toEqual(["The three of us", 1]);
    expect(named("Bob", "direct")).toEqual(["Bob", 2]);
  });

  it("takes the whole room away from the person who was removed, but not unsent text", () => {
    const { before, frames } = after((general) => general.leave(alice));
    const pending = withPending(before, { ...entry("temp_1"), acknowledgedSeq: null });
    const state = apply(pending, frames);
    expect([state.subscriptions.size, state.messages.size, state.pages.size]).toEqual([0, 0, 0]);
    expect(state.totalUnread).toBe(0);
    expect(state.pending.get(toRoomId("general"))).toHaveLength(1);
  });
});

describe("the list of subscriptions", () => {
  function listed(...changes: readonly Partial<Subscription>[]): ChatState {
    const { before } = after(() => {});
    const base = subscription(before);
    const list = changes.map((change, at) => ({
      ...base,
      roomId: toRoomId(`${at}`),
      sessionRoomSlug: `room-${at}`,
      lastMsgNo: 0,
      readMsgNo: 0,
      lastMessage: null,
      ...change,
    }));
    return withSubscriptions(before, list);
  }

  it.each<[string, readonly Partial<Subscription>[], readonly string[]]>([
    ["unread before read", [{}, { lastMsgNo: 1 }], ["room-1", "room-0"]],
    ["more unread first", [{ lastMsgNo: 2 }, { lastMsgNo: 5 }], ["room-1", "room-0"]],
    [
      "then the latest message",
      [
        {
          lastMessage: {
            id: alice.id as unknown as Message["id"],
            createdAt: "2026-01-01",
            text: "",
          },
        },
        {
          lastMessage: {
            id: bob.id as unknown as Message["id"],
            createdAt: "2026-01-02",
            text: "",
          },
        },
      ],
      ["room-1", "room-0"],
    ],
    [
      "then the latest activity",
      [{ lastActivityAt: "2026-01-01" }, { lastActivityAt: "2026-01-02" }],
      ["room-1", "room-0"],
    ],
    [
      "a muted room as if it were read",
      [{ lastMsgNo: 9, isMuted: true }, { lastMsgNo: 1 }],
      ["room-1", "room-0"],
    ],
    [
      "a muted room that holds a mention as any other",
      [{ lastMsgNo: 1 }, { lastMsgNo: 9, isMuted: true, mentionCount: 1 }],
      ["room-1", "room-0"],
    ],
  ])("stands in order: %s", (_, changes, order) => {
    expect(listed(...changes).order).toEqual(order);
  });

  it("leaves muted rooms out of the total", () => {
    const state = listed({ lastMsgNo: 9, isMuted: true }, { lastMsgNo: 2 }, { lastMsgNo: 3 });
    expect(state.totalUnread).toBe(5);
  });

  it("means every message of a direct room for the person", () => {
    const state = listed({ lastMsgNo: 4, roomType: "direct" });
    expect(subscription(state, "0").mentionCount).toBe(4);
  });

  it("does not take back events that are newer than the list", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const old = subscription(before);
    const state = withSubscriptions(apply(before, frames), [
      { ...old, isMuted: true, roomName: "old" },
    ]);
    expect(subscription(state)).toMatchObject({
      isMuted: true,
      roomName: old.roomName,
      headSeq: 4,
      lastMsgNo: 2,
      unreadCount: 2,
    });
  });

  it("never moves a read position back", () => {
    const { before } = after(() => {});
    const read = withReadPosition(before, toRoomId("general"), 1);
    const state = withSubscriptions(read, [subscription(before)]);
    expect(subscription(state)).toMatchObject({ readMsgNo: 1, unreadCount: 0 });
  });

  it("forgets rooms that are missing in it, with everything of theirs, but no room that is only looked at", () => {
    const { before } = after(() => {});
    const open = room("open");
    open.send(bob, "hello", "temp_open");
    const looking = withMessagePage(before, toRoomId("open"), open.toPage(50));
    const state = withSubscriptions(applyEvent(looking, typingFrame(true)), []);
    expect([...state.messages.keys()]).toEqual([open.roomId]);
    expect(state.typingUsers.size).toBe(0);
    expect(state.order).toEqual([]);
  });

  it("only adds when it is told so", () => {
    const { before } = after(() => {});
    const other = room("other");
    other.enter(alice);
    const state = withSubscriptions(before, [other.toSubscription(alice.id)], "add");
    expect([...state.subscriptions.keys()]).toEqual([toRoomId("general"), other.roomId]);
  });
});

describe("reading", () => {
  it("is shown at once, taken back when it is refused, and kept when it is stored", () => {
    const { before } = after((general) => general.send(bob, "second", "temp_2"));
    const local = withLocalRead(before, toRoomId("general"), 1);
    expect(subscription(local)).toMatchObject({ unreadCount: 0, readMsgNo: 0 });
    expect(local.totalUnread).toBe(0);
    expect(subscription(withLocalRead(local, toRoomId("general"), null)).unreadCount).toBe(1);
    const stored = withLocalRead(
      withReadPosition(local, toRoomId("general"), 1),
      toRoomId("general"),
      null,
    );
    expect(subscription(stored)).toMatchObject({ unreadCount: 0, readMsgNo: 1 });
  });

  it("counts what came after the read message", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const state = apply(withLocalRead(before, toRoomId("general"), 1), frames);
    expect(subscription(state).unreadCount).toBe(1);
  });

  it("follows the other devices, and ignores what is older", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const update = {
      sessionRoomSlug: "general",
      unreadCount: 0,
      mentionCount: 0,
      lastReadAt: "2030-01-01T00:00:00.000Z",
      totalUnread: 0,
      readMsgNo: 2,
    };
    const read = withUnreadCount(apply(before, frames), update);
    expect(subscription(read)).toMatchObject({ unreadCount: 0, lastReadAt: update.lastReadAt });
    expect(withUnreadCount(read, { ...update, readMsgNo: 1 })).toBe(read);
  });

  it("takes mentions and the other workspaces from a summary, and no unread numbers", () => {
    const { before } = after(() => {});
    const state = withUnreadSummary(before, {
      rooms: [
        { sessionRoomSlug: "general", unreadCount: 99, mentionCount: 1, lastMessage: null },
        { sessionRoomSlug: "unknown", unreadCount: 1, mentionCount: 1, lastMessage: null },
      ],
      totalUnread: 100,
      organizations: [{ orgId: "one", totalUnread: 3, mentionCount: 0 }],
    });
    expect(subscription(state)).toMatchObject({ unreadCount: 1, mentionCount: 1 });
    expect(state.totalUnread).toBe(1);
    expect(state.otherWorkspaces).toHaveLength(1);
    expect(state.subscriptions.size).toBe(1);
  });
});

describe("the view", () => {
  it("clears the selected message when another room is chosen", () => {
    const { before } = after(() => {});
    const selected = {
      ...withActiveRoom(before, toRoomId("general")),
      selectedMessageId: "a message",
    };
    expect(withActiveRoom(selected, toRoomId("general")).selectedMessageId).toBe("a message");
    expect(withActiveRoom(selected, toRoomId("other")).selectedMessageId).toBeNull();
  });

  it("gives the same arrays for the same state, also for rooms without messages", () => {
    const { before } = after(() => {});
    const one = withPending(before, { ...entry("temp_1"), acknowledgedSeq: null });
    const two = {
      ...one,
      messages: new Map(),
      pending: new Map(one.pending).set(toRoomId("other"), [
        { ...entry("temp_2"), acknowledgedSeq: null },
      ]),
    };
    expect(visibleMessages(one, toRoomId("general"))).toBe(
      visibleMessages({ ...one }, toRoomId("general")),
    );
    const first = visibleMessages(two, toRoomId("general"));
    const second = visibleMessages(two, toRoomId("other"));
    expect(visibleMessages(two, toRoomId("general"))).toBe(first);
    expect(visibleMessages(two, toRoomId("other"))).toBe(second);
    expect(orderedSubscriptions(one)).toBe(orderedSubscriptions({ ...one }));
  });

  it("shows what waits anew where the own name is another, and where nothing older is left", () => {
    const { before, general } = after((each) => each.send(bob, "old", "temp_old"));
    const { roomId } = general;
    const page = { ...general.toPage(1), hasMore: true };
    const late = { ...entry("temp_1"), anchorSeq: 0, acknowledgedSeq: null };
    const pending = withPending(withMessagePage(before, roomId, page), late);
    const said = (state: ChatState) =>
      visibleMessages(state, roomId).map(({ authorName, content }) => `${authorName}: ${content}`);
    expect(said(pending)).toEqual(["Bob: old", "Alice: mine"]);
    const renamed = { ...pending, currentUser: { ...alice, fullName: "Alicia" } };
    expect(said(renamed)).toEqual(["Bob: old", "Alicia: mine"]);
    expect(said(withPage(renamed, roomId, { hasMore: false }))).toEqual([
      "Alicia: mine",
      "Bob: old",
    ]);
  });

  it("gives a confirmed message the same object however the list grows", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const [first] = visibleMessages(before, toRoomId("general"));
    expect(visibleMessages(apply(before, frames), toRoomId("general"))[0]).toBe(first);
  });

  it("shows unsent messages behind what was known when they were written, in the order of writing", () => {
    const { before, frames } = after((general) => general.send(bob, "second", "temp_2"));
    const anchorSeq = headOf(before, toRoomId("general")) ?? 0;
    const late = withPending(before, {
      ...entry("temp_late", 2),
      anchorSeq,
      acknowledgedSeq: null,
    });
    const both = withPending(late, { ...entry("temp_early"), anchorSeq, acknowledgedSeq: 9 });
    const shown = visibleMessages(apply(both, frames), toRoomId("general"));
    expect(shown.slice(1).map(({ content, key, status }) => [content, key, status])).toEqual([
      ["mine", "temp_early", "sent"],
      ["mine", "temp_late", "sending"],
      ["second", expect.any(String), "sent"],
    ]);
  });

  it("takes an acknowledged message away when a page contains it", () => {
    const { before, general } = after((each) => each.send(alice, "mine", "temp_1"));
    const pending = withPending(before, { ...entry("temp_1"), acknowledgedSeq: 4 });
    expect(withMessagePage(pending, toRoomId("general"), general.toPage(50)).pending.size).toBe(0);
  });

  it("keeps an acknowledged message until the log has come that far", () => {
    const { before, frames } = after((each) => each.send(bob, "earlier", "temp_2"));
    const pending = withPending(before, { ...entry("temp_1"), acknowledgedSeq: 5 });
    expect(apply(pending, frames).pending.get(toRoomId("general"))).toHaveLength(1);
  });

  it("takes an acknowledged message away when the list has come that far", () => {
    const { before, general } = after((each) => each.send(alice, "mine", "temp_1"));
    const list = [...snapshotOf(alice, [general]).subscriptions.values()];
    const unopened = { ...before, pages: new Map(), messages: new Map() };
    const pending = withPending(unopened, { ...entry("temp_1"), acknowledgedSeq: 4 });
    expect(withoutArrived(pending).pending.size).toBe(1);
    expect(withoutArrived(withSubscriptions(pending, list)).pending.size).toBe(0);
  });

  it("takes acknowledged messages away with their room, and keeps the unsent ones", () => {
    const { before } = after(() => {});
    const sent = withPending(before, { ...entry("temp_1", 1), acknowledgedSeq: 9 });
    const both = withPending(sent, { ...entry("temp_2", 2), acknowledgedSeq: null });
    const left = withoutRoom(both, toRoomId("general")).pending.get(toRoomId("general"));
    expect(left?.map((each) => each.clientMessageId)).toEqual(["temp_2"]);
  });

  it("keeps of the messages under way only the unsent ones when the log begins anew", () => {
    const { before } = after(() => {});
    const sent = withPending(before, { ...entry("temp_1", 1), acknowledgedSeq: 9 });
    const both = withPending(sent, { ...entry("temp_2", 2), acknowledgedSeq: null });
    const left = withoutCaches(both).pending.get(toRoomId("general"));
    expect(left?.map((each) => each.clientMessageId)).toEqual(["temp_2"]);
  });

  it("never takes a read position back for an own message that comes late", () => {
    const { before, frames } = after((each) => {
      each.send(alice, "from the other tab", "temp_1");
      each.send(bob, "read there as well", "temp_2");
    });
    const read = withReadPosition(before, toRoomId("general"), 3);
    const positions = [apply(read, frames.slice(0, 1)), apply(read, frames)].map(
      (state) => subscription(state).readMsgNo,
    );
    expect(positions).toEqual([3, 3]);
  });

  it("puts older messages in front, each once", () => {
    const general = room();
    for (let at = 0; at < 6; at += 1) general.send(bob, `${at}`, `temp_${at}`);
    const before = withMessagePage(snapshotOf(alice, []), general.roomId, general.toPage(3));
    const older = general.toPage(4, general.messages()[4]?.id);
    const state = withOlderPage(before, toRoomId("general"), older);
    expect(state.messages.get(toRoomId("general"))?.map((each) => each.content)).toEqual([
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
    ]);
    expect(state.pages.get(toRoomId("general"))?.hasMore).toBe(false);
  });

  it.each([
    { kept: 1, left: ["second"], ends: { hasMore: true, isLoadingOlder: false } },
    { kept: 0, left: [], ends: { hasMore: false, nextCursor: null, isLoadingOlder: false } },
  ])("goes on before the $kept messages that a purge left while older ones loaded", (row) => {
    const { before, frames, general } = after((each) => each.send(bob, "second", "temp_2"));
    const roomId = toRoomId("general");
    const loading = { hasMore: true, nextCursor: "gone", isLoadingOlder: true };
    const state = withPage(apply(before, frames), roomId, loading);
    const seq = general.headSeq;
    const purge = { upToSeq: seq - row.kept, before: new Date(0).toISOString(), keptIds: [] };
    const frame = { ...messageFrame(frames), event: "messages_purged", seq: seq + 1, ...purge };
    const next = applyEvent(state, frame as RoomEventFrame);
    const list = next.messages.get(roomId) ?? [];
    expect(list.map(({ content }) => content)).toEqual(row.left);
    const nextCursor = list[0]?.id ?? null;
    expect(next.pages.get(roomId)).toMatchObject({ nextCursor, ...row.ends });
  });

  it("knows rooms by any name, also those that objects have", () => {
    const { before } = after(() => {});
    for (const slug of ["constructor", "__proto__", "tostring"]) {
      expect(visibleMessages(before, slug as RoomId)).toEqual([]);
      expect(withoutRoom(before, slug as RoomId).subscriptions.size).toBe(1);
    }
  });

  it.each([
    ["GENERAL", true],
    [" tea ", true],
    ["coffee", false],
    ["", true],
  ])("finds a room by '%s': %s", (query, isFound) => {
    const found = { roomName: "general", description: "All about Tea" };
    expect(matchesSearch(found, query)).toBe(isFound);
  });
});
