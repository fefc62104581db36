import type {
  AccessChanged,
  AccessRequest,
  FrameOf,
  RoomCard,
  WorkspaceId,
} from "@colbin/protocol";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { alice, bob } from "../test/people.ts";
import { world } from "../test/world.ts";
import { createAccessLists } from "./access-lists.ts";
import { createFeed } from "./feed.ts";

type Event = FrameOf<"SERVER_PERSONAL_EVENT">["event"];

const plans = "/session-room/plans";
const names: Readonly<Record<string, string>> = {
  "/notifications": "feed",
  "/notifications/unread-count": "count",
  "/multi-room-chat/sidebar": "sidebar",
  "/threads/followed": "threads",
  [`${plans}/access-requests`]: "requests",
  [`${plans}/participants/status/INVITED`]: "invitations",
};

function request(n: number, change: Partial<AccessRequest> = {}): AccessRequest {
  const createdAt = new Date(n * 1_000).toISOString();
  const id = String(n);
  return { id, sessionRoomSlug: "plans", status: "PENDING", createdAt, ...change } as AccessRequest;
}

function changed(change: Partial<AccessChanged>): AccessChanged {
  const data = {
    sessionRoomSlug: "plans",
    sessionUserId: bob.id,
    accessStatus: "PENDING",
  } as const;
  return { ...data, request: null, ...change };
}

/** Alice is connected; the server keeps the requests of a room. */
async function telling() {
  const all = world();
  const { server, time } = all;
  const kept = { requests: [request(2), request(1)], pageSize: 20 };
  server.onCall = ({ path, query }) => {
    const card = { roomId: toRoomId("plans"), sessionRoomSlug: "plans" };
    if (path === plans) return { status: 200, body: card };
    if (path.startsWith("/notifications"))
      return { status: 200, body: { results: [], nextCursor: null, rev: 0, unreadCount: 0 } };
    if (!path.startsWith(plans)) return undefined;
    const page = Number(query.get("page"));
    const rows = path.endsWith("INVITED") ? [] : kept.requests;
    const results = rows.slice((page - 1) * kept.pageSize, page * kept.pageSize);
    const totalPages = Math.ceil(rows.length / kept.pageSize);
    return { status: 200, body: { results, page, totalPages, totalResults: rows.length } };
  };
  const tab = await all.connected(alice);
  await time.settle();
  const tell = (event: Event, data: unknown, rev?: number) => {
    server.requests.length = 0;
    const frame = { type: "SERVER_PERSONAL_EVENT", event, data, rev } as ServerFrameOf;
    for (const socket of server.open) server.sendNow(socket, frame);
    return time.settle();
  };
  const feed = createFeed(tab.chat.lists);
  const { requests, invitations } = createAccessLists(tab.chat.lists);
  const openAll = () => {
    const stops = [feed.open(), requests.open("plans"), invitations.open("plans")];
    return time.settle().then(() => stops);
  };
  const readings = () => server.requests.map(({ path }) => names[path] ?? path).toSorted();
  const shown = () => requests.of(tab.chat.store.getSnapshot(), "plans");
  const ids = () => shown()?.results?.map(({ id }) => Number(id));
  return { ...all, ...tab, requests, kept, tell, openAll, readings, shown, ids };
}

type ServerFrameOf = FrameOf<"SERVER_PERSONAL_EVENT">;

const sidebarChanged = { workspaceId: "workspace" as WorkspaceId };
const read = {
  id: null,
  before: null,
  tab: "all",
  workspaceId: null,
  readAt: "",
  rev: 1,
  unreadCount: 0,
};
const row = { id: "", readAt: "", doneAt: null, snoozedUntil: null, updatedAt: "" };

it.each([
  ["sidebar_changed", sidebarChanged, ["sidebar"], ["sidebar"]],
  ["sidebar_changed", { workspaceId: "another" }, [], []],
  ["all_muted", { muted: true, mutedUntil: null }, [], []],
  ["threads_read", sidebarChanged, ["threads"], ["threads"]],
  ["threads_read", { workspaceId: "another" }, [], []],
  ["notifications_read", read, [], []],
  ["notification_changed", { notification: row, rev: 1, unreadCount: 0 }, [], []],
  [
    "access_changed",
    changed({ accessStatus: "INVITED" }),
    ["count"],
    ["count", "feed", "invitations", "requests"],
  ],
  ["access_changed", changed({ request: request(3) }), ["count"], ["count", "feed", "invitations"]],
  [
    "reload",
    {},
    ["count", "sidebar", "threads"],
    ["count", "feed", "invitations", "requests", "sidebar", "threads"],
  ],
  ["of a newer server", {}, [], []],
] as const)(
  "reads after %s only what it touches and is shown",
  async (event, data, closed, open) => {
    const { tell, openAll, readings } = await telling();
    await tell(event as Event, data);
    expect(readings()).toEqual(closed);
    await openAll();
    await tell(event as Event, data);
    expect(readings()).toEqual(open);
  },
);

it("tells the screens which of their own reads are old", async () => {
  const { tell, chat } = await telling();
  const heard: string[] = [];
  const stop = chat.lists.onNews(({ part }) => heard.push(part));
  await tell("sidebar_changed", sidebarChanged);
  await tell("all_muted", { muted: true, mutedUntil: null });
  await tell("access_changed", changed({}));
  await tell("emoji_changed", sidebarChanged);
  await tell("notification_settings_changed", {});
  const told = ["mutes", "access", "feed", "emoji", "notification-settings"];
  expect(heard.splice(0)).toEqual(told);
  await tell("reload", {});
  const numbered = ["mutes", "notification-settings", "scheduled", "drafts", "saved"];
  const all = ["feed", "access", "emoji", ...numbered];
  expect(heard.splice(0)).toEqual(all);
  stop();
  await tell("reload", {});
  expect(heard).toEqual([]);
});

it("shows requests as they are made and answered, and counts them", async () => {
  const { tell, openAll, ids, shown, kept } = await telling();
  await openAll();
  await tell("access_changed", changed({ request: request(3) }));
  await tell("access_changed", changed({ request: request(4, { sessionRoomSlug: "other" }) }));
  expect([ids(), shown()?.total]).toEqual([[3, 2, 1], 3]);
  await tell("access_changed", changed({ request: request(2, { accessLevel: "READ" }) }));
  await tell("access_changed", changed({ request: request(3, { status: "APPROVED" }) }));
  expect([ids(), shown()?.total]).toEqual([[2, 1], 2]);
  expect(shown()?.results?.[0]?.accessLevel).toBe("READ");
  // Nobody said that this one is lost.
  kept.requests = [request(5)];
  await tell("reload", {});
  expect(ids()).toEqual([5]);
});

it("reads pages with numbers again, as far as they are loaded, where an item moves them", async () => {
  const { tell, openAll, ids, shown, readings, kept, requests } = await telling();
  kept.pageSize = 2;
  kept.requests = [5, 4, 3, 2, 1].map((n) => request(n));
  await openAll();
  expect([ids(), shown()?.total]).toEqual([[5, 4], 5]);
  await requests.more("plans");
  expect(ids()).toEqual([5, 4, 3, 2]);
  kept.requests.shift();
  await tell("access_changed", changed({ request: request(5, { status: "APPROVED" }) }));
  expect([ids(), shown()?.total]).toEqual([[4, 3, 2, 1], 4]);
  expect(readings().filter((name) => name === "requests")).toHaveLength(2);
});

it("says on the own card what was asked, and forgets the lists that nobody shows any more", async () => {
  const { tell, openAll, shown, chat } = await telling();
  await chat.rooms.card("plans");
  const card = (): RoomCard | undefined => chat.store.getSnapshot().rooms.get(toRoomId("plans"));
  await tell("access_changed", changed({ accessStatus: "INVITED" }));
  expect(card()?.accessStatus).toBeUndefined();
  await tell("access_changed", changed({ sessionUserId: alice.id, accessStatus: "REJECTED" }));
  expect(card()?.accessStatus).toBe("REJECTED");
  for (const stop of await openAll()) stop();
  expect(shown()).toBeDefined();
  await tell("reload", {});
  expect(shown()).toBeUndefined();
});

it.each(["epoch-1", "epoch-2"])(
  "reads what is shown again with a new connection to %s",
  async (epoch) => {
    const { openAll, ids, kept, server, time } = await telling();
    await openAll();
    kept.requests = [request(9)];
    server.logEpoch = epoch;
    server.requests.length = 0;
    server.cutAll();
    await time.advance(60_000);
    expect(ids()).toEqual([9]);
    expect(server.calls("/multi-room-chat/sidebar")).toHaveLength(1);
  },
);

it("reads what has a number again where one is missing, and nothing twice", async () => {
  const { tell, server, time, readings } = await telling();
  const afterNumber = async (rev: number) => {
    await tell("all_muted", { muted: false, mutedUntil: null }, rev);
    return readings();
  };
  // The first one may come before the list that says how far the server is.
  for (const [rev, asked] of [
    [7, ["sidebar", "threads"]],
    [8, []],
    [10, ["sidebar", "threads"]],
    [9, []],
    [11, []],
  ] as const)
    expect(await afterNumber(rev)).toEqual(asked);
  const afterReconnect = async (personalRev: number | undefined) => {
    server.personal = personalRev === undefined ? {} : { personalRev };
    server.requests.length = 0;
    server.cutAll();
    await time.advance(60_000);
    return readings().filter((name) => name === "sidebar");
  };
  for (const [rev, asked] of [
    [11, []],
    [12, ["sidebar"]],
    [undefined, ["sidebar"]],
  ] as const)
    expect(await afterReconnect(rev)).toEqual(asked);
});
