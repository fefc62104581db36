import type { MessageId, RoomEventEntry } from "@colbin/protocol";
import { expect, it } from "vitest";
import { toRoomId, type FakeRoom } from "../test/fake-room.ts";
import { general, says, subscription } from "../test/general.ts";
import { alice, bob } from "../test/people.ts";
import { snapshotOf, withListOf } from "../test/snapshots.ts";
import { world, type Tab } from "../test/world.ts";
import type { ChatState } from "./chat-state.ts";
import { RoomLogs, type DurableFrame } from "./room-logs.ts";
import { confirmedState } from "./selectors.ts";

interface Cut {
  readonly room: FakeRoom;
  readonly chat: Tab["chat"];
  /** The oldest message that is loaded. */
  readonly oldest: MessageId;
}

/** Changes while the channel is closed; the replay that follows has one body for all changes of a message. */
const meanwhile: readonly [string, (cut: Cut) => Promise<unknown>][] = [
  [
    "a page was read after the message and before its edit",
    async ({ room, chat }) => {
      const { message } = room.send(bob, "one", "temp_one");
      await chat.rooms.reload(toRoomId("general"));
      room.edit(message.id, "two");
    },
  ],
  [
    "an older page was read between two edits of a message",
    async ({ room, chat, oldest }) => {
      const [, , , message] = room.messages();
      if (!message) throw new Error("There are older messages than the loaded ones");
      room.edit(message.id, "one");
      await chat.messages.loadOlder(toRoomId("general"));
      room.edit(message.id, "two");
      room.edit(oldest, "three");
    },
  ],
];

it.each(meanwhile)("shows messages as they are after a cut in which %s", async (_, happen) => {
  const { server, time, room, tab } = await general();
  says({ server }, room, ...Array.from({ length: 60 }, (_text, at) => `${at}`));
  await tab.chat.rooms.reload(toRoomId("general"));
  const messages = () => tab.chat.store.getSnapshot().messages.get(toRoomId("general")) ?? [];
  const [oldest] = messages();
  if (!oldest) throw new Error("The room is opened");
  server.cutAll();
  await happen({ room, chat: tab.chat, oldest: oldest.id });
  await time.advance(1_000);
  expect(messages()).toEqual(room.toPage(messages().length).messages);
  const { lastMessage } = room.toSubscription(alice.id);
  expect(subscription(tab)?.lastMessage).toMatchObject({ ...lastMessage });
});

type Frames = readonly DurableFrame[];
type Known = "nothing" | "by the list" | "by list and page";

/** A message stands third in the log, and its edits follow; what arrives together is one list. */
const arrivals: readonly [string, Known, (live: Frames, replayed: Frames) => readonly Frames[]][] =
  [
    ["the replay", "by list and page", (_, replayed) => [replayed]],
    ["the replay", "by the list", (_, replayed) => [replayed]],
    ["the first edit, and the replay", "nothing", (live, replayed) => [live.slice(3, 4), replayed]],
    ["the replay, and live events late", "nothing", (live, replayed) => [replayed, live]],
    [
      "a page that was read while live events and the replay came",
      "by list and page",
      (live, replayed) => [[...live.slice(3, 4), ...replayed, ...live.slice(2, 3)]],
    ],
  ];

it.each(arrivals)("shows the last edit after %s; known before: %s", (_, known, arrive) => {
  const room = world().server.room("general", alice, bob);
  const nothing = snapshotOf(alice, [room]);
  const { message } = room.send(bob, "one", "temp_one");
  const states = {
    nothing,
    "by the list": withListOf(nothing, [room]),
    "by list and page": snapshotOf(alice, [room]),
  };
  for (const text of ["two", "three"]) room.edit(message.id, text);
  const toFrames = (entries: readonly RoomEventEntry[]): Frames =>
    entries.map((entry) => room.toFrame(entry));
  const logs = new RoomLogs();
  let state: ChatState = states[known];
  for (const frames of arrive(toFrames(room.log), toFrames(room.replay(2)))) {
    logs.put(room.roomId, frames);
    state = logs.drain(state, room.roomId);
  }
  expect(confirmedState(state)).toEqual(confirmedState(snapshotOf(alice, [room])));
});

it("shows a quote that was read before an edit, and comes after it, as its message is now", () => {
  const room = world().server.room("general", alice, bob);
  const { message: original } = room.send(bob, "one", "temp_one");
  const before = snapshotOf(alice, [room]);
  const { id: messageId, authorId, authorName, createdAt, stateSeq } = original;
  room.edit(messageId, "two");
  const { message } = room.send(bob, "as said", "temp_two");
  const shown = { messageId, authorId, authorName, createdAt, isDeleted: false };
  const quote = { ...shown, stateSeq, text: "one" };
  const frames = room.log.slice(1).map((entry) => room.toFrame(entry));
  const quoting = frames.map((frame) =>
    frame.event === "message_new" ? { ...frame, message: { ...message, quote } } : frame,
  );
  const logs = new RoomLogs();
  logs.put(room.roomId, quoting);
  const list = logs.drain(before, room.roomId).messages.get(room.roomId);
  expect(list?.at(-1)?.quote).toMatchObject({ text: "two" });
});
