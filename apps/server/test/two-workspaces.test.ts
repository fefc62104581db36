import {
  inProcessLocks,
  memoryOutboxStore,
  roomKeyOf,
  visibleMessages,
  type Chat,
  type ChatState,
} from "@colbin/client";
import { expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { createOrganization, setMember, switchTo } from "./organizations.ts";
import { openTab, type Shared } from "./tabs.ts";
import { openProgram, signIn, type Person } from "./world.ts";

/*
 * Two tabs of one person in two workspaces that have rooms of the same addresses. They share what the tabs of a browser share:
 * the outbox and its locks. What is written and read offline must find its own workspace, though each tab has gone to the other.
 */

const ROOMS = ["to-read", "general"];
const PATIENCE = { timeout: 30_000, interval: 20 };

type Tab = ReturnType<typeof openWatchedTab>;

function idOf({ store }: Chat, slug: string) {
  return roomKeyOf(store.getSnapshot(), slug);
}

function openWatchedTab(url: string, shared: Shared) {
  const { account, chat, goOffline, goOnline } = openTab(url, shared);
  /** Own texts that were on the screen, each with the workspace that it showed. */
  const shown = new Set<string>();
  const look = (): void => {
    const state = chat.store.getSnapshot();
    for (const { content, type, authorId } of visibleMessages(state, roomKeyOf(state, "general")))
      if (authorId === state.currentUser?.id && type === "text")
        shown.add(`${account.workspaceId()} ${content}`);
  };
  // Nothing is painted before the task has ended that changes the state.
  chat.store.subscribe(() => queueMicrotask(look));
  return {
    chat,
    shown,
    /** Has the tokens of this session from now on, and a network. */
    enter(session: Person) {
      goOnline();
      account.tokens.begin(session);
      chat.connection.connect();
    },
    leave: goOffline,
  };
}

/** Rooms of the same addresses, with three messages of Bob's in the one to be read. */
async function fill(alice: Person, bob: Person): Promise<readonly string[]> {
  for (const sessionRoomSlug of ROOMS)
    for (const person of [alice, bob])
      await person.call("createOrJoinRooms", { body: { sessionRoomSlug } });
  const ids: string[] = [];
  for (const content of ["one", "two", "three"]) {
    const input = { params: { slug: "to-read" }, body: { content } };
    ids.push((await bob.call("sendMessage", input)).message.id);
  }
  return ids;
}

/** What Alice wrote and how far she has read the other room, by workspace. */
async function stored({ database }: TestApp, { user }: Person) {
  const { rows } = await database.pool.query<{ place: string; texts: string[]; read: number }>(
    `select place, array_remove(array_agg(content order by seq), null) as texts,
        (max(read_msg_no) filter (where slug = 'to-read'))::int as read
      from (select id, workspace_id as place, slug, read_msg_no
        from rooms join participants on room_id = id and user_id = $1) as own
      left join messages on messages.room_id = own.id and author_id = $1 and msg_no is not null
      group by place`,
    [user.id],
  );
  return Object.fromEntries(rows.map(({ place, texts, read }) => [place, { texts, read }]));
}

function until(tabs: readonly Tab[], isSo: (state: ChatState) => boolean): Promise<unknown> {
  return vi.waitUntil(() => tabs.every(({ chat }) => isSo(chat.store.getSnapshot())), PATIENCE);
}

test("what two tabs write and read offline in two workspaces reaches no room of the other one", async () => {
  await using app = await startTestApp();
  const session = (name: string) => signIn(openProgram(app.app.http.app), `${name}@example.org`);
  const there = await createOrganization(app);
  const [alice, bob] = [await session("alice"), await session("bob")];
  const [, second = ""] = await fill(alice, bob);
  app.clock.advance(60_000);
  const aliceThere = await session("alice");
  for (const person of [aliceThere, bob]) {
    await setMember(app, there, person.user.id);
    await switchTo(app, person, there);
  }
  const [, , third = ""] = await fill(aliceThere, bob);
  const here = Object.keys(await stored(app, alice)).find((place) => place !== there) ?? "";
  const expected = (readHere: number, readThere: number) => ({
    [here]: { texts: ["for here"], read: readHere },
    [there]: { texts: ["for there"], read: readThere },
  });
  const shared = { locks: inProcessLocks(), outbox: memoryOutboxStore() };
  const [one, other] = [openWatchedTab(app.url, shared), openWatchedTab(app.url, shared)];
  const tabs = [one, other];
  const enter = async (ofOne: Person, ofOther: Person) => {
    one.enter(ofOne);
    other.enter(ofOther);
    await until(tabs, ({ connectionStatus }) => connectionStatus === "connected");
    for (const { chat } of tabs) for (const slug of ROOMS) await chat.rooms.open(idOf(chat, slug));
  };
  await enter(alice, aliceThere);
  const leave = async () => {
    for (const tab of tabs) tab.leave();
    await until(tabs, ({ connectionStatus }) => connectionStatus !== "connected");
  };
  await leave();
  await one.chat.messages.send(idOf(one.chat, "general"), "for here");
  await other.chat.messages.send(idOf(other.chat, "general"), "for there");
  await one.chat.messages.markRead(idOf(one.chat, "to-read"), second);
  await other.chat.messages.markRead(idOf(other.chat, "to-read"), third);

  // Each sends what the other one has written, and keeps the read of its own.
  await enter(aliceThere, alice);
  await vi.waitUntil(async () => (await shared.outbox.list(alice.user.id)).length === 0, PATIENCE);
  expect(await stored(app, alice)).toEqual(expected(0, 0));
  await vi.waitUntil(() => tabs.every(({ shown }) => shown.size === 2), PATIENCE);
  await leave();
  await enter(alice, aliceThere);
  await until(tabs, ({ localReads }) => localReads.size === 0);
  expect(await stored(app, alice)).toEqual(expected(2, 3));
  for (const { shown } of tabs)
    expect([...shown].toSorted()).toEqual([`${here} for here`, `${there} for there`].toSorted());
  for (const { chat } of tabs) chat.close();
});
