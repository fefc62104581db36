import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { refusal } from "../test/fake-calls.ts";
import { general, says, subscription } from "../test/general.ts";
import { alice } from "../test/people.ts";
import { browser, type Tab } from "../test/world.ts";

/** Alice has read three messages of Bob's in two tabs, in one of which the room is on the screen. */
async function read() {
  const all = await general();
  const { room, time, tab } = all;
  says(all, room, "one", "two", "three");
  const [first = "", , third = ""] = room.messages().map(({ id }): string => id);
  await tab.chat.messages.markRead(toRoomId("general"), third);
  const other = await all.connected(alice, browser());
  await time.settle();
  return { ...all, first, third, other };
}

/** From the first message on, in the tab that has the room on the screen. */
async function mark({ tab, other, time, first }: Awaited<ReturnType<typeof read>>): Promise<void> {
  // Changes of the list are numbered by the time.
  await time.advance(10);
  await tab.chat.messages.markUnread(toRoomId("general"), first);
  await time.advance(10);
  for (const each of [tab, other]) expect(counts(each)).toEqual(isUnread);
}

function counts(tab: Tab) {
  const { unreadCount, readMsgNo, unreadFromMsgNo } = subscription(tab) ?? {};
  return {
    unreadCount,
    readMsgNo,
    unreadFromMsgNo,
    total: tab.chat.store.getSnapshot().totalUnread,
  };
}

const isRead = { unreadCount: 0, readMsgNo: 3, unreadFromMsgNo: undefined, total: 0 };
const isUnread = { unreadCount: 3, readMsgNo: 3, unreadFromMsgNo: 1, total: 3 };

it("counts as unread in all tabs, and being shown does not read it until it is opened again", async () => {
  const all = await read();
  const { tab, other, time, third } = all;
  await mark(all);
  await tab.chat.messages.markRead(toRoomId("general"), third);
  expect(counts(tab)).toEqual(isUnread);
  tab.chat.rooms.leaveView();
  await tab.chat.rooms.open(toRoomId("general"));
  await tab.chat.messages.markRead(toRoomId("general"), third);
  await time.settle();
  for (const each of [tab, other]) expect(counts(each)).toEqual(isRead);
});

const ends = {
  "an own message": async ({ tab }) => tab.chat.messages.send(toRoomId("general"), "mine"),
  "an own message whose place was told first": async ({ room, server }) => {
    const update = { unreadCount: 0, mentionCount: 0, lastReadAt: null, readMsgNo: 4 };
    for (const socket of server.open)
      server.sendNow(socket, {
        type: "SERVER_UNREAD_COUNT_UPDATE",
        sessionRoomSlug: "general",
        ...update,
      });
    server.publish(room, () => room.send(alice, "mine", "temp_mine"));
  },
  "a mark in another tab": async ({ other, third }) => {
    await other.chat.rooms.open(toRoomId("general"));
    await other.chat.messages.markRead(toRoomId("general"), third);
  },
} satisfies Record<string, (all: Awaited<ReturnType<typeof read>>) => Promise<void>>;
it.each(Object.entries(ends))("ends in all tabs with %s", async (_, end) => {
  const all = await read();
  const { tab, other, time } = all;
  await mark(all);
  await end(all);
  await time.settle();
  for (const each of [tab, other]) expect(counts(each)).toMatchObject({ unreadCount: 0, total: 0 });
});

it("leaves everything as it was where the server refuses it", async () => {
  const { tab, other, server, time, first } = await read();
  const before = tab.chat.store.getSnapshot();
  server.onCall = ({ path }) =>
    path.startsWith("/multi-room-chat/mark-unread/")
      ? refusal(404, "MESSAGE_NOT_FOUND")
      : undefined;
  await expect(tab.chat.messages.markUnread(toRoomId("general"), first)).rejects.toMatchObject({
    code: "MESSAGE_NOT_FOUND",
  });
  await time.settle();
  for (const each of [tab, other]) expect(counts(each)).toEqual(isRead);
  expect(tab.chat.store.getSnapshot().keptUnread).toBe(before.keptUnread);
});

it("is read again by REST where no channel tells of it", async () => {
  const { tab, server, first } = await read();
  server.cutAll();
  await tab.chat.messages.markUnread(toRoomId("general"), first);
  expect(counts(tab)).toEqual(isUnread);
});
