import type { WorkspaceId } from "@colbin/protocol";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { refusal } from "../test/fake-calls.ts";
import { says, shown, subscription } from "../test/general.ts";
import { alice, bob, person } from "../test/people.ts";
import { keepingBrowser, world, type Browser, type Tab } from "../test/world.ts";
import type { ChatState } from "./chat-state.ts";
import type { SnapshotStore } from "./snapshot-store.ts";
import { resumeHeads } from "./resume-point.ts";
import { countUnsent } from "./selectors.ts";

/** Alice had general on the screen, in which Bob had written; her page is closed, and the server does not answer. */
async function closed() {
  const all = world();
  const { server, time } = all;
  const rooms = {
    general: server.room("general", alice, bob),
    other: server.room("other", alice, bob),
  };
  const shared = keepingBrowser(server);
  const before = await all.connected(alice, shared);
  await before.chat.rooms.open(toRoomId("general"));
  says(all, rooms.general, "one", "two");
  says(all, rooms.other, "unread");
  await time.advance(10_000);
  close(before);
  server.isDown = true;
  const open = async (more: Partial<Browser> = {}): Promise<Tab> => {
    const tab = all.tab({ ...shared, ...more });
    await tab.chat.whenRestored();
    tab.chat.connection.connect();
    void tab.chat.rooms.open(toRoomId("general")).catch(() => undefined);
    await time.settle();
    return tab;
  };
  const answer = async (): Promise<void> => {
    server.isDown = false;
    await time.advance(20_000);
  };
  return { ...all, ...rooms, shared, before, open, answer };
}

/** The snapshot that the device keeps of Alice, as a text. */
async function kept({
  shared,
  server,
}: Pick<Awaited<ReturnType<typeof closed>>, "shared" | "server">) {
  const { workspaceId } = server;
  return JSON.stringify(await shared.snapshots.read({ userId: alice.id, workspaceId }));
}

function close({ chat, account }: Tab): void {
  chat.close();
  account.close();
}

function state({ chat }: Tab): ChatState {
  return chat.store.getSnapshot();
}

it("shows the rooms and the messages of before while the server does not answer, and then what is new", async () => {
  const all = await closed();
  const tab = await all.open();
  expect(shown(tab)).toEqual(["one", "two"]);
  expect(state(tab)).toMatchObject({ order: state(all.before).order, totalUnread: 3 });
  // The other room comes with the list, however much was said there.
  expect([...resumeHeads(state(tab)).keys()]).toEqual([toRoomId("general")]);
  expect(state(tab)).toMatchObject({ hasSubscriptions: false, connectionStatus: "reconnecting" });
  await tab.chat.messages.send(toRoomId("general"), "mine");
  all.general.send(bob, "three", "temp_three");
  await all.answer();
  expect(shown(tab)).toEqual(["one", "two", "three", "mine"]);
  expect(state(tab).pages.get(toRoomId("general"))).toMatchObject({
    status: "ready",
    isRestored: false,
  });
  // The missed messages came as events: nothing of the room was read a second time.
  const reads = all.server.requests.filter(({ path }) => path.endsWith("/general/messages"));
  expect(reads.map(({ method }) => method)).toEqual(["GET", "POST"]);
  expect(countUnsent(state(tab))).toBe(0);
});

const gone = {
  "that was left, and is not to be read": ({ general, server }) => {
    general.leave(alice);
    server.onCall = ({ path }) =>
      path.endsWith("/general/messages") ? refusal(403, "NOT_SUBSCRIBED") : undefined;
  },
  "that was deleted": ({ server }) => server.rooms.delete("general"),
  "whose address another has now": ({ server }) => {
    server.rooms.delete("general");
    const room = server.room("general", alice);
    room.roomId = "another" as typeof room.roomId;
    for (const text of ["of", "another", "room"]) room.send(alice, text, `temp_${text}`);
  },
} satisfies Record<string, (all: Awaited<ReturnType<typeof closed>>) => unknown>;
it.each(Object.entries(gone))("forgets the messages of a room %s meanwhile", async (_, go) => {
  const all = await closed();
  go(all);
  const tab = await all.open();
  expect(shown(tab)).toEqual(["one", "two"]);
  await all.answer();
  expect(shown(tab)).not.toContain("one");
  expect(await kept(all)).not.toContain('"one"');
});

it("keeps nothing where the session had ended before the chat was there", async () => {
  const all = await closed();
  all.shared.values.clear();
  all.tab(all.shared);
  await all.answer();
  expect(await kept(all)).toBeUndefined();
});

const unusable = {
  "of another version": { version: 0 },
  "without rooms": { subscriptions: undefined },
  "that is none": { version: undefined },
};
it.each(Object.entries(unusable))("throws away a list %s", async (_, change) => {
  const all = await closed();
  const { snapshots } = all.shared;
  const place = { userId: alice.id, workspaceId: all.server.workspaceId };
  const { list } = (await snapshots.read(place)) ?? {};
  const changed = {
    list: { ...(list as object), ...change },
    rooms: new Map(),
    changed: new Set<never>(),
  };
  await snapshots.write(place, changed);
  const tab = await all.open();
  expect(state(tab).order).toEqual([]);
  expect(await kept(all)).toBeUndefined();
  await all.answer();
  expect(shown(tab)).toEqual(["one", "two"]);
});

const strange = {
  "of another version": { version: 0 },
  "of another log": { logEpoch: "before" },
  "that is not listed": { roomId: "another" },
};
it.each(Object.entries(strange))("shows no messages of a room %s", async (_, change) => {
  const all = await closed();
  const place = { userId: alice.id, workspaceId: all.server.workspaceId };
  const read = async () => {
    const stored = await all.shared.snapshots.read(place);
    return (
      stored && {
        ...stored,
        rooms: stored.rooms.map((room) => ({ ...(room as object), ...change })),
      }
    );
  };
  const tab = await all.open({ snapshots: { ...all.shared.snapshots, read } });
  expect(state(tab).order).toEqual(state(all.before).order);
  expect(shown(tab)).toEqual([]);
  await all.answer();
  expect(shown(tab)).toEqual(["one", "two"]);
});

it("keeps the state of one person in one workspace", async () => {
  const all = await closed();
  const elsewhere = { userId: bob.id, workspaceId: all.server.workspaceId };
  const change = { list: {}, rooms: new Map(), changed: new Set<never>() };
  await all.shared.snapshots.write(elsewhere, change);
  expect(await kept(all)).toBeUndefined();
  const tab = await all.open();
  await all.answer();
  expect(await kept(all)).toContain('"one"');
  expect(await all.shared.snapshots.read(elsewhere)).toBeUndefined();
  close(tab);
});

it("shows nothing of another workspace", async () => {
  const all = await closed();
  all.server.workspaceId = "elsewhere" as WorkspaceId;
  const tab = all.signedIn(alice, all.shared);
  await tab.chat.whenRestored();
  expect(state(tab).order).toEqual([]);
});

it("shows nothing where the device reads nothing, or not in time", async () => {
  const all = await closed();
  const never = [() => new Promise<never>(() => undefined), () => Promise.reject(new Error("No"))];
  for (const read of never) {
    const tab = all.tab({ ...all.shared, snapshots: { ...all.shared.snapshots, read } });
    let isDone = false;
    void tab.chat.whenRestored().then(() => (isDone = true));
    await all.time.advance(500);
    expect(isDone).toBe(true);
    expect(state(tab).order).toEqual([]);
  }
});

it("drops what it shows of a log that began anew", async () => {
  const all = await closed();
  all.server.logEpoch = "epoch-2";
  all.server.rooms.delete("general");
  all.server.room("general", alice).send(alice, "restored", "temp_restored");
  const tab = await all.open();
  await all.answer();
  expect(shown(tab)).toEqual(["restored"]);
});

it("reads the room on the screen anew where no channel is to be had", async () => {
  const all = await closed();
  all.general.send(bob, "three", "temp_three");
  all.server.onFrame = () => true;
  const tab = await all.open();
  await all.answer();
  expect(shown(tab)).toEqual(["one", "two", "three"]);
  expect(subscription(tab)).toMatchObject({ lastMsgNo: 3 });
});

it("shows an own message once that had arrived before its entry was removed", async () => {
  const all = await closed();
  all.server.isDown = false;
  const outbox = { ...all.shared.outbox, remove: () => Promise.reject(new Error("Not now")) };
  const tab = await all.connected(alice, { ...all.shared, outbox });
  await tab.chat.rooms.open(toRoomId("general"));
  await tab.chat.messages.send(toRoomId("general"), "mine");
  await all.time.advance(10_000);
  close(tab);
  expect(await all.shared.outbox.list(alice.id)).toHaveLength(1);
  all.server.isDown = true;
  // The outbox may be read before, and after.
  const read = async () => {
    await all.time.settle();
    return all.shared.snapshots.read({ userId: alice.id, workspaceId: all.server.workspaceId });
  };
  const again = await all.open({ snapshots: { ...all.shared.snapshots, read } });
  expect(shown(again)).toEqual(["one", "two", "mine"]);
  await all.answer();
  expect(shown(again)).toEqual(["one", "two", "mine"]);
});

it("keeps at once what is there when the page is hidden, and nothing before the server has told of it", async () => {
  const all = await closed();
  const before = await kept(all);
  const tab = await all.open();
  tab.signal("hidden");
  expect(await kept(all)).toBe(before);
  all.server.isDown = false;
  await all.time.advance(20_000);
  says(all, all.general, "last words");
  tab.signal("hidden");
  expect(await kept(all)).toContain("last words");
});

it("keeps the first list and messages after a second, and a later list after ten", async () => {
  const all = world();
  const shared = keepingBrowser(all.server);
  const rooms = ["general", "other"].map((slug) => all.server.room(slug, alice, bob));
  const tab = await all.connected(alice, shared);
  await tab.chat.rooms.open(toRoomId("general"));
  for (const room of rooms) says(all, room, `early in ${room.slug}`);
  await all.time.advance(1_000);
  expect(await kept({ ...all, shared })).toContain("early in other");
  for (const room of rooms) says(all, room, `late in ${room.slug}`);
  await all.time.advance(1_000);
  expect(await kept({ ...all, shared })).toContain("late in general");
  await all.time.advance(8_000);
  expect(await kept({ ...all, shared })).not.toContain("late in other");
  await all.time.advance(1_000);
  expect(await kept({ ...all, shared })).toContain("late in other");
});

it("writes a room where its messages changed, and no other", async () => {
  const all = await closed();
  all.server.isDown = false;
  const written: string[][] = [];
  const { snapshots } = all.shared;
  const write: typeof snapshots.write = (place, change) => {
    written.push(
      [...change.changed].map((id) => (id === all.general.roomId ? "general" : "other")),
    );
    return snapshots.write(place, change);
  };
  const tab = await all.open({ snapshots: { ...snapshots, write } });
  await tab.chat.rooms.open(toRoomId("other"));
  await all.answer();
  written.length = 0;
  says(all, all.general, "three");
  await all.time.advance(1_000);
  expect(written).toEqual([["general"]]);
  expect(await kept(all)).toContain('"three"');
});

/** As the release before kept a read: with the address of its room alone. */
function withoutRoomIds(snapshots: SnapshotStore): SnapshotStore {
  const read: SnapshotStore["read"] = async (place) => {
    const stored = await snapshots.read(place);
    const list = stored?.list as { readonly reads: readonly object[] };
    const reads = list.reads.map((each) => ({ ...each, roomId: undefined }));
    return stored && { ...stored, list: JSON.parse(JSON.stringify({ ...list, reads })) };
  };
  return { ...snapshots, read };
}

/** Alice has read all of general while the server did not answer, and has loaded the page anew. */
async function readOffline(toKept = (snapshots: SnapshotStore) => snapshots) {
  const all = await closed();
  all.server.isDown = false;
  const tab = await all.open();
  await all.answer();
  all.server.isDown = true;
  const second = state(tab).messages.get(toRoomId("general"))?.at(-1)?.id ?? "";
  void tab.chat.messages.markRead(toRoomId("general"), second);
  tab.signal("hidden");
  close(tab);
  const again = await all.open({ snapshots: toKept(all.shared.snapshots) });
  expect(subscription(again)).toMatchObject({ unreadCount: 0, readMsgNo: 0 });
  return { ...all, again };
}

it.each([
  ["as now", undefined],
  ["as by the release before", withoutRoomIds],
])(
  "counts messages as read that were read just before a reload, and tells the server again; kept %s",
  async (_, toKept) => {
    const all = await readOffline(toKept);
    const { again } = all;
    expect(state(again).totalUnread).toBe(1);
    await all.answer();
    expect(subscription(again)).toMatchObject({ unreadCount: 0, readMsgNo: 2 });
    expect(state(again).localReads.size).toBe(0);
  },
);

it("leaves a room as unread that was marked so elsewhere after it was read", async () => {
  const { again, answer, general } = await readOffline();
  general.read(alice.id, 2);
  general.unreadFrom.set(alice.id, 1);
  await answer();
  expect(subscription(again)).toMatchObject({ unreadCount: 2, readMsgNo: 2, unreadFromMsgNo: 1 });
  expect(state(again).localReads.size).toBe(0);
});

const ends = {
  "signs out": (tab: Tab) => tab.account.auth.signOut(),
  "is signed out by the server": async (tab: Tab) => tab.account.tokens.end("server"),
} satisfies Record<string, (tab: Tab) => Promise<void>>;
it.each(Object.entries(ends))("keeps nothing of a person who %s, in no tab", async (_, end) => {
  const all = await closed();
  all.server.isDown = false;
  const [tab, other] = [await all.open(), await all.open()];
  says(all, all.general, "not kept yet");
  await end(tab);
  other.signal("hidden");
  await all.time.advance(5_000);
  expect(state(other).currentUser).toBeNull();
  expect(await kept(all)).toBeUndefined();
});

it("keeps the newest messages of the last rooms", async () => {
  const all = world();
  const shared = keepingBrowser(all.server);
  const carol = person("Carol", 3);
  const slugs = Array.from({ length: 7 }, (_, at) => `room-${at}`);
  for (const slug of slugs)
    says(
      all,
      all.server.room(slug, carol, bob),
      ...Array.from({ length: 60 }, (_, at) => `${slug} ${at}`),
    );
  const tab = await all.connected(carol, shared);
  for (const slug of slugs) await tab.chat.rooms.open(toRoomId(slug));
  await tab.chat.messages.loadOlder(toRoomId("room-6"));
  await all.time.advance(10_000);
  close(tab);
  all.server.isDown = true;
  const again = all.tab(shared);
  await again.chat.whenRestored();
  expect([...state(again).pages.keys()]).toEqual(slugs.slice(2).map(toRoomId));
  expect(shown(again, "room-6")).toEqual(
    Array.from({ length: 50 }, (_, at) => `room-6 ${at + 10}`),
  );
  const [first] = state(again).messages.get(toRoomId("room-6")) ?? [];
  expect(state(again).pages.get(toRoomId("room-6"))).toMatchObject({
    hasMore: true,
    nextCursor: first?.id,
  });
});
