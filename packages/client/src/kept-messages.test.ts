import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { general, says, shown } from "../test/general.ts";
import { bob } from "../test/people.ts";
import type { Tab } from "../test/world.ts";

/** Alice has general open, with all of its messages loaded; there is another room to go to. */
async function loaded(count: number) {
  const all = await general();
  all.server.room("other");
  const texts = Array.from({ length: count }, (_, at) => `text ${at}`);
  for (const text of texts) all.room.send(bob, text, `temp_${text}`);
  await all.tab.chat.rooms.reload(toRoomId("general"));
  await loadAll(all.tab);
  expect(shown(all.tab)).toEqual(texts);
  return { ...all, texts };
}

function pageOf({ chat }: Tab) {
  return chat.store.getSnapshot().pages.get(toRoomId("general"));
}

async function loadAll(tab: Tab): Promise<void> {
  while (pageOf(tab)?.hasMore) await tab.chat.messages.loadOlder(toRoomId("general"));
}

async function readNewest({ chat }: Tab): Promise<void> {
  const newest = chat.store.getSnapshot().messages.get(toRoomId("general"))?.at(-1);
  await chat.messages.markRead(toRoomId("general"), newest?.id ?? "");
}

it("keeps the newest messages of a room that is left, and loads the older ones again without hole or double", async () => {
  const { tab, texts } = await loaded(430);
  tab.chat.rooms.leaveView();
  expect(shown(tab)).toEqual(texts.slice(-200));
  expect(pageOf(tab)).toMatchObject({ status: "ready", hasMore: true, isLoadingOlder: false });
  await tab.chat.rooms.open(toRoomId("general"));
  expect(shown(tab)).toEqual(texts.slice(-200));
  await loadAll(tab);
  expect(shown(tab)).toEqual(texts);
});

it("leaves a short room as it is", async () => {
  const { tab, texts } = await loaded(200);
  await tab.chat.rooms.open(toRoomId("other")).catch(() => undefined);
  expect(shown(tab)).toEqual(texts);
  expect(pageOf(tab)).toMatchObject({ hasMore: false });
});

it("drops an older page that comes after the room was left", async () => {
  const { server, time, tab, room } = await loaded(430);
  // All but the last two pages again, so that there is one to wait for.
  await tab.chat.rooms.reload(toRoomId("general"));
  for (let page = 0; page < 5; page += 1) await tab.chat.messages.loadOlder(toRoomId("general"));
  const before = tab.chat.store.getSnapshot().messages.get(toRoomId("general"))?.[0]?.id;
  let answer = () => {};
  server.onCall = ({ path, query }) =>
    path.endsWith("/messages") && query.has("before")
      ? new Promise((resolve) => {
          answer = () => resolve({ status: 200, body: room.toPage(50, before) });
        })
      : undefined;
  const loading = tab.chat.messages.loadOlder(toRoomId("general"));
  await time.settle();
  tab.chat.rooms.leaveView();
  answer();
  await loading;
  expect(shown(tab)).toHaveLength(200);
  expect(pageOf(tab)).toMatchObject({ hasMore: true, isLoadingOlder: false });
  server.onCall = () => undefined;
  await loadAll(tab);
  expect(shown(tab)).toHaveLength(430);
});

it("does not let a room grow that nobody looks at, and keeps what could not be sent there", async () => {
  const { server, time, tab, room } = await general();
  server.isDown = true;
  await tab.chat.messages.send(toRoomId("general"), "unsent");
  tab.chat.rooms.leaveView();
  server.isDown = false;
  server.onFrame = (_, { type }) => type === "CLIENT_SEND_MESSAGE";
  const texts = Array.from({ length: 700 }, (_, at) => `text ${at}`);
  says({ server }, room, ...texts);
  await time.settle();
  const list = shown(tab);
  expect(list.length).toBeLessThanOrEqual(401);
  expect(list.slice(-201)).toEqual([...texts.slice(-200), "unsent"]);
  await loadAll(tab);
  expect(shown(tab)).toEqual(["unsent", ...texts]);
});

it("does not let a room grow for ever that is followed at its end", async () => {
  const { server, tab, room } = await general();
  const texts = Array.from({ length: 1_501 }, (_, at) => `text ${at}`);
  says({ server }, room, ...texts);
  // Somebody who has not come to the end may look at any of them.
  expect(shown(tab)).toEqual(texts);
  const [first] = room.messages();
  await tab.chat.messages.markRead(toRoomId("general"), first?.id ?? "");
  expect(shown(tab)).toEqual(texts);
  await readNewest(tab);
  expect(shown(tab)).toEqual(texts.slice(-1_000));
  await loadAll(tab);
  expect(shown(tab)).toEqual(texts);
});

it("does not let a room grow for ever that is shown and looked at by nobody", async () => {
  const { server, tab, room } = await general();
  const texts = Array.from({ length: 5_001 }, (_, at) => `text ${at}`);
  says({ server }, room, ...texts);
  expect(shown(tab)).toEqual(texts.slice(-2_500));
  await tab.chat.messages.loadOlder(toRoomId("general"));
  expect(shown(tab)).toEqual(texts.slice(-2_550));
});

it("forgets with the messages under which name they were sent", async () => {
  const { server, time, tab, room } = await general();
  await tab.chat.messages.send(toRoomId("general"), "mine");
  await time.settle();
  expect(tab.chat.store.getSnapshot().sentAs.size).toBe(1);
  tab.chat.rooms.leaveView();
  says({ server }, room, ...Array.from({ length: 500 }, (_, at) => `text ${at}`));
  expect(tab.chat.store.getSnapshot().sentAs.size).toBe(0);
});
