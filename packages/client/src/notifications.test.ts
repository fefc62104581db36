import {
  isInTab,
  type Notification,
  type NotificationChanged,
  type NotificationTab,
  type ServerFrame,
  type WorkspaceId,
} from "@colbin/protocol";
import { expect, it } from "vitest";
import type { FakeReply, FakeRequest } from "../test/fake-backend.ts";
import { refusal } from "../test/fake-calls.ts";
import { alice, bob } from "../test/people.ts";
import { world } from "../test/world.ts";
import { createFeed } from "./feed.ts";

const MINUTE = 60_000;
const orgId = "00000000-0000-7000-a000-000000000000" as WorkspaceId;

/** Number `n` of what Alice is told, as it stands after change `rev`. */
function told(n: number, rev: number): Notification {
  const id = `00000000-0000-7000-b000-${String(n).padStart(12, "0")}`;
  const at = new Date(rev * 1_000).toISOString();
  const times = { createdAt: at, updatedAt: at, readAt: null, doneAt: null, snoozedUntil: null };
  const facts = { orgId, title: "Nordlicht", change: "role", role: "ADMIN" } as const;
  const kind = { type: "ORGANIZATION_CHANGED", priority: "HIGH", workspaceId: orgId } as const;
  const actors = [{ userId: bob.id, fullName: "Bob", avatar_url: null }];
  return { id, ...kind, facts, url: null, count: 1, actors, ...times };
}

/** The state of a row after an act, as the server writes it. */
function stateAfter(act: string, row: Notification, now: string, until: unknown): object {
  const { readAt } = row;
  const states: Readonly<Record<string, object>> = {
    read: { readAt: now },
    done: { readAt: readAt ?? "done", doneAt: "done" },
    undone: { readAt: readAt === "done" ? null : readAt, doneAt: null },
    snooze: { readAt: null, snoozedUntil: until },
  };
  return states[act] ?? {};
}

function frameOf(notification: Notification) {
  const { id, type: notificationType } = notification;
  const words = { title: "", body: "", icon: null, url: null };
  return { type: "SERVER_NOTIFICATION", id, ...words, notificationType, notification } as const;
}

function pageOf(all: readonly Notification[], query: URLSearchParams) {
  const [from, limit] = [Number(query.get("cursor")), Number(query.get("limit"))];
  const rows = all.filter((row) => isInTab(query.get("tab") as NotificationTab, row));
  const hasMore = rows.length > from + limit;
  const nextCursor = hasMore ? String(from + limit) : null;
  return { results: rows.slice(from, from + limit), hasMore, nextCursor };
}

const everywhere = { id: null, tab: "all", workspaceId: null } as const;

/** Alice is connected to a server that keeps her feed. */
async function following() {
  const all = world();
  const { server, time } = all;
  const feed = { rev: 0, rows: [] as Notification[] };
  const state = () => ({
    rev: feed.rev,
    unreadCount: feed.rows.filter((row) => isInTab("unread", row)).length,
  });
  const answer = ({ method, path, query, body }: FakeRequest): FakeReply | undefined => {
    if (!path.startsWith("/notifications")) return undefined;
    if (method === "GET") return { status: 200, body: { ...pageOf(feed.rows, query), ...state() } };
    const [, , id = "", act = ""] = path.split("/");
    const change = (row: Notification): Notification => {
      if (id === "read-all")
        return row.updatedAt <= String(body?.["before"]) ? { ...row, readAt: time.iso() } : row;
      return row.id === id ? { ...row, ...stateAfter(act, row, time.iso(), body?.["until"]) } : row;
    };
    feed.rows = feed.rows.map(change);
    feed.rev += 1;
    const notification = feed.rows.find((row) => row.id === id);
    return { status: 200, body: { ...(notification && { notification }), ...state() } };
  };
  server.onCall = answer;
  const send = (frame: ServerFrame) => {
    for (const socket of server.open) server.deliver(socket, frame);
  };
  /** The server writes a notification; its frame is sent now or later. */
  const tell = (n: number): (() => void) => {
    feed.rev += 1;
    const notification = told(n, feed.rev);
    feed.rows = [notification, ...feed.rows.filter(({ id }) => id !== notification.id)];
    const frame = { ...frameOf(notification), ...state() };
    return () => send(frame);
  };
  /** On another device. */
  const actOn = (id: string, act: string) => {
    const { body } = answer({ method: "POST", path: `/notifications/${id}/${act}` } as never) ?? {};
    const data = body as NotificationChanged;
    send({ type: "SERVER_PERSONAL_EVENT", event: "notification_changed", data });
  };
  const readAllOn = (before: string) => {
    const path = "/notifications/read-all";
    answer({ method: "POST", path, body: { before } } as never);
    const data = { ...everywhere, before, readAt: time.iso(), ...state() };
    send({ type: "SERVER_PERSONAL_EVENT", event: "notifications_read", data });
  };
  const tab = await all.connected(alice);
  await time.settle();
  server.requests.length = 0;
  const notifications = createFeed(tab.chat.lists);
  const { store } = tab.chat;
  const shown = () => store.getSnapshot().notifications;
  /** The numbers of the rows, those that are read in brackets. */
  const list = (key?: string) => notifications.of(store.getSnapshot(), key);
  const open = (key?: string) => {
    notifications.open(key);
    return time.settle();
  };
  const rows = (key?: string) =>
    list(key)?.results?.map(({ id, readAt }) =>
      readAt ? `(${Number(id.slice(-12))})` : `${Number(id.slice(-12))}`,
    );
  const readings = () => server.calls("/notifications").length;
  return {
    ...all,
    feed,
    notifications,
    tell,
    send,
    actOn,
    readAllOn,
    shown,
    list,
    open,
    rows,
    readings,
  };
}

it.each([
  ["in order", [0, 1, 2], 0],
  ["twice", [0, 0, 1, 1, 2], 0],
  ["with one that comes late", [0, 2, 1], 1],
  ["with one that is lost", [0, 2], 1],
])("counts what it is told %s, and reads anew where one is missing", async (_, order, expected) => {
  const { tell, time, shown, open, rows, readings } = await following();
  await open();
  const before = readings();
  const frames = [tell(1), tell(2), tell(3)];
  for (const index of order) frames[index]?.();
  await time.settle();
  expect(shown()).toMatchObject({ rev: 3, unreadCount: 3 });
  expect(rows()).toEqual(["3", "2", "1"]);
  expect(readings() - before).toBe(expected);
});

it("brings more of the same to the front, and loads further pages behind", async () => {
  const { tell, shown, list, open, rows, notifications } = await following();
  for (let n = 1; n <= 25; n += 1) tell(n)();
  expect([shown().unreadCount, list()]).toEqual([25, undefined]);
  await open();
  expect(rows()).toHaveLength(20);
  tell(10)();
  expect(rows()?.slice(0, 2)).toEqual(["10", "25"]);
  await notifications.more();
  await notifications.more();
  expect(rows()).toHaveLength(25);
  expect(list()?.nextCursor).toBeNull();
});

it("marks as read what is read here, and what is read on another device", async () => {
  const { tell, shown, open, rows, actOn, readAllOn, readings, notifications } = await following();
  for (const n of [1, 2, 3, 4]) tell(n)();
  await open();
  await notifications.act(told(2, 2), { kind: "read" });
  expect([rows(), shown().unreadCount]).toEqual([["4", "3", "(2)", "1"], 3]);
  actOn(told(3, 0).id, "read");
  expect([rows(), shown().unreadCount]).toEqual([["4", "(3)", "(2)", "1"], 2]);
  tell(5)();
  readAllOn(told(4, 4).updatedAt);
  expect([rows(), shown().unreadCount]).toEqual([["5", "(4)", "(3)", "(2)", "(1)"], 1]);
  await notifications.markAllRead();
  expect([rows()?.[0], shown().unreadCount]).toEqual(["(5)", 0]);
  expect(readings()).toBe(3);
});

it("puts a row away at once, brings it back to its place, and hides it until its time", async () => {
  const { tell, shown, open, rows, actOn, readings, notifications, time } = await following();
  for (const n of [1, 2, 3]) tell(n)();
  for (const key of ["all", "done", "snoozed", "unread"]) await open(key);
  const before = readings();
  const lists = () => ["all", "done", "snoozed", "unread"].map((key) => rows(key)?.join(" "));
  const start = ["3 2 1", "", "", "3 2 1"];
  const done = notifications.act(told(2, 2), { kind: "done" });
  expect(lists()).toEqual(["3 1", "(2)", "", "3 1"]);
  const undone = notifications.act(told(2, 2), { kind: "undone" });
  expect(lists()).toEqual(start);
  await Promise.all([done, undone]);
  expect([lists(), shown().unreadCount]).toEqual([start, 3]);
  const snooze = { kind: "snooze", until: time.iso() } as const;
  await notifications.act(told(1, 1), snooze);
  expect([lists(), shown().unreadCount]).toEqual([["3 2", "", "1", "3 2"], 2]);
  actOn(told(3, 0).id, "done");
  expect([lists(), shown().unreadCount]).toEqual([["2", "(3)", "1", "2"], 1]);
  expect(readings() - before).toBe(3);
});

it("takes back what is refused", async () => {
  const { tell, open, rows, notifications, server, time } = await following();
  for (const n of [1, 2]) tell(n)();
  await open();
  const { onCall } = server;
  server.onCall = (request) =>
    request.method === "POST" ? refusal(404, "NOTIFICATION_NOT_FOUND") : onCall(request);
  const done = notifications.act(told(2, 2), { kind: "done" });
  expect(rows()).toEqual(["1"]);
  await expect(done).rejects.toMatchObject({ code: "NOTIFICATION_NOT_FOUND" });
  await time.settle();
  expect(rows()).toEqual(["2", "1"]);
});

it("misses nothing that was told while it was away, and looks again by itself", async () => {
  const { tell, send, shown, open, rows, server, time } = await following();
  await open();
  server.isDown = true;
  server.cutAll();
  tell(1)();
  await time.advance(MINUTE);
  expect(shown().unreadCount).toBe(0);
  server.isDown = false;
  await time.advance(MINUTE);
  expect([shown().unreadCount, rows()]).toEqual([1, ["1"]]);
  // Nobody says that these are lost.
  tell(2);
  await time.advance(6 * MINUTE);
  expect(rows()).toEqual(["2", "1"]);
  tell(3);
  send({ type: "SERVER_PERSONAL_EVENT", event: "reload", data: {} });
  await time.settle();
  expect(rows()).toEqual(["3", "2", "1"]);
});

it("lays what it was told meanwhile over an answer that is older", async () => {
  const { tell, shown, open, rows, server, time } = await following();
  const { onCall } = server;
  let answer = () => {};
  server.onCall = (request) => {
    const reply = onCall(request) as FakeReply;
    server.onCall = onCall;
    return new Promise((resolve) => (answer = () => resolve(reply)));
  };
  await open();
  tell(1)();
  expect(shown().unreadCount).toBe(1);
  answer();
  await time.settle();
  expect([shown().unreadCount, rows()]).toEqual([1, ["1"]]);
});

it("says that the list could not be read, and nothing of the number", async () => {
  const { shown, list, open, server, time, notifications } = await following();
  const { onCall } = server;
  server.onCall = () => refusal(500, "INTERNAL_ERROR");
  await open();
  expect(shown().rev).toBe(0);
  expect(list()).toMatchObject({ results: undefined, error: { code: "INTERNAL_ERROR" } });
  server.onCall = onCall;
  notifications.look();
  await time.settle();
  expect(list()).toMatchObject({ results: [], error: null });
});

it("asks for no notifications and no sections for a link guest, whatever is told", async () => {
  const { server, time, connected } = world();
  await connected({ ...alice, role: "GUEST" });
  const [socket] = server.open;
  if (!socket) throw new Error("The guest is connected");
  const tell = (frame: ServerFrame) => server.sendNow(socket, frame);
  tell({ type: "SERVER_PERSONAL_EVENT", event: "reload", data: {} });
  const data = { workspaceId: server.workspaceId };
  tell({ type: "SERVER_PERSONAL_EVENT", event: "sidebar_changed", data });
  await time.settle();
  expect(server.calls("/notifications")).toEqual([]);
  expect(server.calls("/multi-room-chat/sidebar")).toEqual([]);
});
