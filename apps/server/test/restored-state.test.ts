import { randomUUID } from "node:crypto";
import { confirmedState, roomKeyOf, memorySnapshotStore, type ChatState } from "@colbin/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { openSharedBrowser, openTab, type Shared, type Tab } from "./tabs.ts";
import { createRoomOf, openProgram, signIn, type Person } from "./world.ts";

/*
 * What an earlier page has kept + what happened since = what a page knows that begins with nothing. Alice's page is closed, something
 * happens in each of her rooms and on another device of hers, and she opens it again: first without a network, then with one.
 */

interface Scene {
  /** On the device where the page is closed. */
  readonly alice: Person;
  readonly bob: Person;
  readonly slug: string;
  /** Of Bob's three messages in the room. */
  readonly ids: readonly [string, string, string];
}

type Act = (scene: Scene) => Promise<unknown>;

/** In a room that she had open. */
const acts: Readonly<Record<string, Act>> = {
  written: ({ bob, slug }) => write(bob, slug, "new"),
  async changed({ bob, alice, slug, ids: [one, two, three] }) {
    await bob.call("editMessage", { params: { slug, id: one }, body: { content: "edited" } });
    await bob.call("deleteMessage", { params: { slug, id: three } });
    await alice.call("addReaction", { params: { slug, id: two }, body: { emoji: "👍" } });
  },
  readdressed: ({ bob, slug }) =>
    bob.call("updateRoom", {
      params: { slug },
      body: { title: "Elsewhere", slug: "elsewhere" },
    }),
  archived: ({ bob, slug }) => bob.call("archiveRoom", { params: { slug } }),
  removed: ({ bob, alice, slug }) =>
    bob.call("removeParticipant", { params: { slug, participantId: alice.user.id }, body: {} }),
};

/** In a room that was only in her list. */
const listedActs: Readonly<Record<string, Act>> = {
  heard: ({ bob, slug }) => write(bob, slug, "new"),
  read: ({ alice, slug, ids }) =>
    alice.call("markRead", { params: { slug }, body: { lastReadMessageId: ids[1] } }),
  unread: ({ alice, slug, ids }) =>
    alice.call("markUnread", { params: { slug }, body: { fromMessageId: ids[0] } }),
  muted: ({ alice, slug }) =>
    alice.call("updateNotificationSettings", { params: { slug }, body: { muted: true } }),
  renamed: ({ bob, slug }) => bob.call("updateRoom", { params: { slug }, body: { title: "New" } }),
  deleted: ({ bob, slug }) => bob.call("deleteRoom", { params: { slug } }),
  left: ({ alice, slug }) => alice.call("leaveRoom", { params: { slug } }),
};

let app: TestApp;
const tabs: Tab[] = [];

beforeAll(async () => {
  app = await startTestApp({ environment: { SEND_RATE: "1000", API_RATE: "100000" } });
});
afterAll(async () => {
  for (const { chat } of tabs) chat.close();
  await app.close();
});

async function write(by: Person, slug: string, content: string): Promise<string> {
  const sent = await by.call("sendMessage", { params: { slug }, body: { content } });
  return sent.message.id;
}

async function begin(alice: Person, bob: Person): Promise<Scene> {
  const slug = await createRoomOf(bob, alice);
  const ids = [
    await write(bob, slug, "one"),
    await write(bob, slug, "two"),
    await write(bob, slug, "three"),
  ] as const;
  return { alice, bob, slug, ids };
}

function open(shared: Shared, session?: Person): Tab {
  const tab = openTab(app.url, shared);
  tabs.push(tab);
  if (session) tab.account.tokens.begin(session);
  return tab;
}

async function visit(tab: Tab, slugs: readonly string[]): Promise<void> {
  tab.chat.connection.connect();
  await until(
    tab,
    ({ hasSubscriptions, connectionStatus }) =>
      hasSubscriptions && connectionStatus === "connected",
  );
  for (const slug of slugs)
    await tab.chat.rooms.open(roomKeyOf(tab.chat.store.getSnapshot(), slug));
}

function until({ chat }: Tab, isSo: (state: ChatState) => boolean): Promise<unknown> {
  return vi.waitUntil(() => isSo(chat.store.getSnapshot()), { timeout: 15_000, interval: 20 });
}

/** All that is kept, as far as a page that begins with nothing knows it. */
function known({ chat }: Tab, slugs: readonly string[]) {
  const state = chat.store.getSnapshot();
  const pages = slugs.map((slug) => state.pages.get(roomKeyOf(state, slug)));
  const confirmed = confirmedState(state);
  const messages = slugs.map((slug) => confirmed.messages.get(roomKeyOf(state, slug)));
  const { sidebar, otherWorkspaces } = state;
  return { ...confirmed, messages, pages, sidebar, otherWorkspaces };
}

test("what was kept and then caught up is what a page knows that begins with nothing", async () => {
  const bob = await signIn(openProgram(app.app.http.app), "bob@example.org");
  const alice = await signIn(openProgram(app.app.http.app), "alice@example.org");
  const scenes = await Promise.all(
    [...Object.values(acts), ...Object.values(listedActs)].map(async (act) => ({
      act,
      ...(await begin(alice, bob)),
    })),
  );
  const opened = scenes.slice(0, Object.keys(acts).length).map(({ slug }) => slug);
  const storage = openSharedBrowser();
  const shared = { ...storage, snapshots: memorySnapshotStore() };
  const { id: userId } = alice.user;
  const readKept = async (workspaceId = before.account.workspaceId()) =>
    JSON.stringify(workspaceId && (await shared.snapshots.read({ userId, workspaceId })));
  const before = open(shared, alice);
  await visit(before, opened);
  before.hide();
  const firstId = roomKeyOf(before.chat.store.getSnapshot(), opened[0] ?? "");
  expect(await readKept()).toContain(`"roomId":"${firstId}","headSeq"`);
  before.chat.close();
  before.account.close();

  for (const { act, ...scene } of scenes) await act(scene);
  const section = { id: randomUUID(), title: "Mine", roomIds: [] };
  await alice.call("updateSidebar", { body: { sections: [section], rev: 0 } });
  await createRoomOf(alice);

  const again = open(shared);
  again.goOffline();
  await again.chat.whenRestored();
  expect({ ...known(again, opened), pages: [] }).toEqual({ ...known(before, opened), pages: [] });
  again.goOnline();
  const fresh = open(openSharedBrowser(), alice);
  const kept = ["elsewhere", ...opened.filter((slug) => slug !== scenes[2]?.slug).slice(0, 2)];
  for (const tab of [again, fresh]) await visit(tab, kept);
  await until(again, ({ pages }) => [...pages.values()].every(({ isRestored }) => !isRestored));
  await vi.waitFor(() => expect(known(again, kept)).toEqual(known(fresh, kept)), {
    timeout: 15_000,
  });
  expect(again.chat.store.getSnapshot().pages.size).toBe(kept.length);
  again.hide();
  expect(await readKept()).not.toContain(`"${scenes[4]?.slug}"`);
}, 60_000);
