import type { MessageId } from "@colbin/protocol";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { general, shown, subscription } from "../test/general.ts";
import { alice, bob } from "../test/people.ts";
import type { Tab } from "../test/world.ts";
import { shownMessages } from "./selectors.ts";

const nowhereId = "00000000-0000-7000-8000-000000000000" as MessageId;

/** Alice has general open at its newest messages, of which she has read some. */
async function reader(count: number, read = count) {
  const all = await general();
  for (let at = 1; at <= count; at += 1) all.room.send(bob, `${at}`, `temp_${at}`);
  all.room.read(alice.id, read);
  await all.tab.chat.rooms.load();
  await all.tab.chat.rooms.reload(toRoomId("general"));
  const idOf = (text: string) => {
    const found = all.room.messages().find((each) => each.content === text);
    if (!found) throw new Error("The test names a message of the room");
    return found.id;
  };
  return { ...all, idOf };
}

function seen({ chat }: Tab): string[] {
  return shownMessages(chat.store.getSnapshot(), toRoomId("general")).map((each) => each.content);
}

function from(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `${first + at}`);
}

function windowOf({ chat }: Tab) {
  return chat.store.getSnapshot().windows.get(toRoomId("general"));
}

it("opens at the first unread message however many follow, and grows together with the newest", async () => {
  const { tab } = await reader(500, 99);
  const { messages } = tab.chat;
  await messages.showUnread(toRoomId("general"));
  expect(seen(tab)).toEqual(from(75, 124));
  expect(shown(tab)).toEqual(from(451, 500));
  await messages.loadOlder(toRoomId("general"));
  expect(seen(tab)).toEqual(from(25, 124));
  while (windowOf(tab)) await messages.loadNewer(toRoomId("general"));
  expect(shown(tab)).toEqual(from(25, 500));
  expect(tab.chat.store.getSnapshot().pages.get(toRoomId("general"))).toMatchObject({
    place: "no_100",
  });
});

it("shows the newest messages where the first unread one is among them, or there is none", async () => {
  for (const read of [460, 500]) {
    const { tab, server } = await reader(500, read);
    const before = server.requests.length;
    await tab.chat.messages.showUnread(toRoomId("general"));
    expect([seen(tab), server.requests.length - before]).toEqual([from(451, 500), 0]);
  }
});

it("meets the newest messages at once where the window reaches them", async () => {
  const { tab, idOf } = await reader(500);
  await tab.chat.messages.show(toRoomId("general"), idOf("440"));
  expect(windowOf(tab)).toBeUndefined();
  expect(seen(tab)).toEqual(from(415, 500));
});

it("leaves the window for a message among the newest, for what is written, and with the room", async () => {
  const { tab, idOf } = await reader(500);
  const { messages, rooms } = tab.chat;
  const leave: readonly (() => unknown)[] = [
    () => messages.show(toRoomId("general"), idOf("480")),
    () => messages.showNewest(toRoomId("general")),
    () => messages.send(toRoomId("general"), "mine"),
    () => rooms.leaveView(),
  ];
  for (const act of leave) {
    await messages.show(toRoomId("general"), idOf("100"));
    expect(seen(tab)).toContain("100");
    await act();
    expect(windowOf(tab)).toBeUndefined();
    expect(seen(tab)).toContain("500");
  }
});

it("says that a message is not there, and shows what it did", async () => {
  const { tab, idOf } = await reader(500);
  await tab.chat.messages.show(toRoomId("general"), idOf("100"));
  const nowhere = tab.chat.messages.show(toRoomId("general"), nowhereId);
  await expect(nowhere).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
  expect(seen(tab)).toContain("100");
});

it("ignores an answer that comes after another place was asked for", async () => {
  const { tab, server, idOf, time } = await reader(500);
  const answers: (() => void)[] = [];
  server.onCall = ({ query }) =>
    query.has("around")
      ? new Promise((resolve) => {
          answers.push(() => resolve({ status: 404, body: {} }));
        })
      : undefined;
  const first = tab.chat.messages.show(toRoomId("general"), idOf("100"));
  await time.advance(0);
  server.onCall = () => undefined;
  await tab.chat.messages.show(toRoomId("general"), idOf("300"));
  for (const answer of answers) answer();
  await expect(first).rejects.toMatchObject({ status: 404 });
  expect(seen(tab)).toContain("300");
});

const change = fc.record({
  what: fc.constantFrom("edit", "delete", "react", "send", "older", "newer", "show", "newest"),
  at: fc.integer({ min: 1, max: 160 }),
});

it("knows every change of the messages in a window, whenever it comes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
      const { tab, server, room, idOf, time } = await reader(160);
      const { messages } = tab.chat;
      const ids = from(1, 160).map(idOf);
      const doings: Promise<unknown>[] = [];
      for (const { what, at } of changes) {
        const id = ids[at - 1] ?? idOf("1");
        const act = {
          edit: () => room.message(id).isDeleted || room.edit(id, `edited ${room.headSeq}`),
          delete: () => room.message(id).isDeleted || room.delete(id),
          react: () => room.message(id).isDeleted || room.react(bob, id, { emoji: "👍" }),
          send: () => room.send(bob, "more", `temp_more_${room.headSeq}`),
        };
        const look = {
          older: () => messages.loadOlder(toRoomId("general")),
          newer: () => messages.loadNewer(toRoomId("general")),
          show: () => messages.show(toRoomId("general"), id),
          newest: () => Promise.resolve(messages.showNewest(toRoomId("general"))),
        };
        if (what in act) server.publish(room, () => void act[what as keyof typeof act]());
        else doings.push(look[what as keyof typeof look]());
        if (at % 2 === 0) await Promise.all(doings);
      }
      await Promise.all(doings);
      await time.advance(1_000);
      const state = tab.chat.store.getSnapshot();
      const held = windowOf(tab)?.messages ?? state.messages.get(toRoomId("general")) ?? [];
      const seqs = new Set(held.map((each) => each.seq));
      const [first = 0, last = 0] = [held[0]?.seq, held.at(-1)?.seq];
      const there = room.messages().filter(({ seq }) => seq >= first && seq <= last);
      expect(held).toEqual(there);
      expect(seqs.size).toBe(held.length);
      expect(subscription(tab)?.headSeq).toBe(room.headSeq);
    }),
    { numRuns: 100 },
  );
});
