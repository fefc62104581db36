import { randomUUID } from "node:crypto";
import {
  notificationTabs,
  type CallOf,
  type MessageId,
  type NotificationTab,
  type UsedNotificationType,
  type WorkspaceId,
} from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import type { Received } from "#test/realtime/test-client.ts";
import { createRoomOf, createWorld, openBrowser, signIn, type Person } from "#test/world.ts";
import { limitFeeds } from "./feed-states.service.ts";

let app: TestApp;
let bob: Person;
let olga: Person;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [bob, olga] = [await enter(), await enter()];
});

function enter(): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${randomUUID()}@example.org`);
}

interface Written {
  readonly type?: UsedNotificationType;
  readonly group?: string;
  readonly workspaceId?: WorkspaceId | null;
  readonly facts?: object;
}

/** Bob is told of something, a moment after what came before. */
async function write(written: Written = {}): Promise<string> {
  const { type = "SECURITY_ALERT", group = randomUUID(), workspaceId = null } = written;
  const facts = written.facts ?? { alert: "new-device", address: "192.0.2.1", userAgent: null };
  app.clock.advance(1);
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into notifications (user_id, workspace_id, type, priority, group_key, actor_ids, facts, created_at, updated_at)
      values ($1, $2, $3, 'NORMAL', $4, '{}', $5, $6, $6) returning id`,
    [bob.user.id, workspaceId, type, group, facts, app.clock.now()],
  );
  return rows[0]?.id ?? "";
}

async function idsIn(tab: NotificationTab, query: object = {}): Promise<string[]> {
  const { results } = await bob.call("listNotifications", { query: { tab, ...query } });
  return results.map(({ id }) => id);
}

async function unread(): Promise<number> {
  return (await bob.call("getUnreadNotifications", {})).unreadCount;
}

type Act = "read" | "unread" | "done" | "undone" | "snooze" | "unsnooze";
/** Shorter than a token counts. */
const WHILE_MS = 10 * 60_000;
const inAWhile = () => new Date(app.clock.now().getTime() + WHILE_MS).toISOString();

function act(person: Person, id: string, kind: Act) {
  const params = { id };
  const calls = {
    read: () => person.call("markNotificationRead", { params }),
    unread: () => person.call("markNotificationUnread", { params }),
    done: () => person.call("markNotificationDone", { params }),
    undone: () => person.call("markNotificationUndone", { params }),
    snooze: () => person.call("snoozeNotification", { params, body: { until: inAWhile() } }),
    unsnooze: () => person.call("snoozeNotification", { params, body: { until: null } }),
  };
  return calls[kind]();
}

const standing: readonly [acts: readonly Act[], tabs: string, unread: number][] = [
  [[], "all unread", 1],
  [["read"], "all", 0],
  [["read", "unread"], "all unread", 1],
  [["done"], "done", 0],
  [["done", "undone"], "all unread", 1],
  [["read", "done", "undone"], "all", 0],
  [["done", "unread"], "all unread", 1],
  [["snooze"], "snoozed", 0],
  [["snooze", "unsnooze"], "all unread", 1],
  [["read", "snooze", "unsnooze"], "all unread", 1],
  [["snooze", "read"], "all", 0],
  [["snooze", "done"], "done", 0],
  [["done", "snooze"], "snoozed", 0],
];

test.each(standing)("after %j it stands in: %s", async (acts, tabs, unreadCount) => {
  const id = await write();
  for (const kind of acts) {
    const { notification } = await act(bob, id, kind);
    expect(notification.id).toBe(id);
    app.clock.advance(1);
  }
  const found: string[] = [];
  for (const tab of notificationTabs) if ((await idsIn(tab)).includes(id)) found.push(tab);
  expect([found.join(" "), await unread()]).toEqual([tabs, unreadCount]);
});

test("a change is numbered once and told to every socket of the person alone", async () => {
  const id = await write();
  const [one, other, hers] = [
    await connect(app, bob),
    await connect(app, bob),
    await connect(app, olga),
  ];
  const isChange = ({ event }: Received) => event === "notification_changed";
  const done = await act(bob, id, "done");
  expect(done).toMatchObject({ rev: 1, unreadCount: 0 });
  expect(await act(bob, id, "done")).toEqual(done);
  for (const socket of [one, other]) expect((await socket.until(isChange))["data"]).toEqual(done);
  await Promise.all([one.fence(), hers.fence()]);
  expect([one.frames.filter(isChange).length, hers.frames.filter(isChange)]).toEqual([1, []]);
});

describe("a snoozed one", () => {
  const wake = (id: string, until: string) =>
    app.app.workers
      .find(({ kind }) => kind.name === "notifications.wake")
      ?.run({ userId: bob.user.id, id, until });

  it("comes back at its time, unread and at the top, and all devices are told", async () => {
    const id = await write();
    const { notification } = await act(bob, id, "snooze");
    const later = await write();
    expect([await idsIn("all"), await unread()]).toEqual([[later], 1]);
    app.clock.advance(WHILE_MS);
    const page = await bob.call("listNotifications", { query: { tab: "all" } });
    expect(page.results).toMatchObject([{ id, readAt: null, snoozedUntil: null }, { id: later }]);
    expect([page.unreadCount, await idsIn("snoozed")]).toEqual([2, []]);
    const [first] = await idsIn("all", { limit: 1 });
    const { nextCursor: cursor } = await bob.call("listNotifications", { query: { limit: 1 } });
    expect([first, await idsIn("all", { cursor })]).toEqual([id, [later]]);
    const socket = await connect(app, bob);
    await wake(id, notification.snoozedUntil ?? "");
    const frame = await socket.until(({ event }) => event === "notification_changed");
    expect(frame).toMatchObject({ data: { unreadCount: 2, notification: page.results[0] } });
    expect(await idsIn("all")).toEqual([id, later]);
    await wake(id, notification.snoozedUntil ?? "");
    expect((await bob.call("listNotifications", { query: {} })).rev).toBe(2);
  });

  it("is not woken by the job of an earlier snooze", async () => {
    const id = await write();
    const { notification } = await act(bob, id, "snooze");
    app.clock.advance(1_000);
    await act(bob, id, "snooze");
    await wake(id, notification.snoozedUntil ?? "");
    expect(await idsIn("snoozed")).toEqual([id]);
  });

  it.each([
    ["now", 0],
    ["in the past", -1],
    ["in over a year", 366 * 24 * 60 * 60_000],
  ])("is not hidden until a moment that is %s", async (_, ahead) => {
    const until = new Date(app.clock.now().getTime() + ahead).toISOString();
    const input = { params: { id: await write() }, body: { until } };
    const refusal = await bob.refusal("snoozeNotification", input);
    expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("is back with the next event of its group", async () => {
    const facts = { orgId: randomUUID(), title: "Nordlicht", change: "removed", role: "MEMBER" };
    const group = facts.orgId;
    const id = await write({ type: "ORGANIZATION_CHANGED", group, facts });
    await act(bob, id, "snooze");
    const job = { type: "ORGANIZATION_CHANGED", userId: bob.user.id, actorId: olga.user.id, facts };
    await app.app.workers
      .find(({ kind }) => kind.name === "notifications.notify")
      ?.run({ ...job, cause: randomUUID() });
    const { results } = await bob.call("listNotifications", { query: {} });
    expect(results).toMatchObject([{ id, count: 2, snoozedUntil: null }]);
  });
});

test("one that becomes unread beside another of its group stands for itself", async () => {
  const group = randomUUID();
  const first = await write({ group });
  await act(bob, first, "read");
  const second = await write({ group });
  await act(bob, first, "unread");
  expect(await idsIn("unread")).toEqual([second, first]);
  await act(bob, first, "done");
  await act(bob, first, "undone");
  expect(await idsIn("unread")).toEqual([second, first]);
});

test("tabs have their types, a workspace its own, and all read what they show", async () => {
  const { id: orgId } = await bob.call("createOrganization", { body: { title: "Nordlicht" } });
  const workspaceId = orgId;
  const role = { orgId, title: "Nordlicht", change: "owner", role: "OWNER" };
  const scan = { workspaceId, fileId: randomUUID(), name: "a.doc", threat: "Eicar" };
  const request = {
    workspaceId,
    roomId: randomUUID(),
    sessionRoomSlug: "plans",
    title: "Plans",
    accessLevel: "WRITE",
    requestId: randomUUID(),
    requestType: "JOIN_ROOM",
    reason: null,
  };
  const [alert, owner, file, answer] = [
    await write(),
    await write({ type: "ORGANIZATION_CHANGED", facts: role, workspaceId }),
    await write({ type: "FILE_QUARANTINED", facts: scan, workspaceId }),
    await write({ type: "ACCESS_REQUEST_REJECTED", facts: request, workspaceId }),
  ];
  expect(await idsIn("all")).toEqual([answer, file, owner, alert]);
  expect(await idsIn("invites")).toEqual([answer]);
  expect(await idsIn("mentions")).toEqual([]);
  expect(await idsIn("all", { workspaceId: orgId })).toEqual([answer, file, owner]);
  expect(await idsIn("all", { workspaceId: randomUUID() })).toEqual([]);
  const before = app.clock.now().toISOString();
  const readAll = (body: CallOf<"markAllNotificationsRead">["body"]) =>
    bob.call("markAllNotificationsRead", { body });
  const socket = await connect(app, bob);
  expect(await readAll({ before, tab: "invites" })).toEqual({ rev: 1, unreadCount: 3 });
  const frame = await socket.until(({ event }) => event === "notifications_read");
  expect(frame).toMatchObject({ data: { before, tab: "invites", workspaceId: null, rev: 1 } });
  await act(bob, file, "snooze");
  expect(await readAll({ before, workspaceId: orgId })).toEqual({ rev: 3, unreadCount: 1 });
  expect(await idsIn("unread")).toEqual([alert]);
  await act(bob, file, "unsnooze");
  expect(await idsIn("unread")).toEqual([file, alert]);
});

test("mentions, replies and reactions stand in their tabs, as long as their message does", async () => {
  const { alice, bob: author } = await createWorld(app.app.http.app);
  bob = alice;
  const slug = await createRoomOf(alice, author);
  const say = async (person: Person, content: string, threadId?: MessageId) => {
    const body = { content, ...(threadId && { threadId }) };
    return (await person.call("sendMessage", { params: { slug }, body })).message.id;
  };
  const own = await say(alice, "The pilot is late");
  const mention = await say(author, `<@${alice.user.id}> when?`);
  await say(author, "At nine", own);
  await author.call("addReaction", { params: { slug, id: own }, body: { emoji: "👍" } });
  await app.app.followers.settled();
  const typesIn = async (tab: NotificationTab) => {
    const { results } = await alice.call("listNotifications", { query: { tab } });
    return results.map(({ type }) => type);
  };
  expect(await typesIn("mentions")).toEqual(["MESSAGE_MENTION"]);
  expect(await typesIn("threads")).toEqual(["MESSAGE_REPLY"]);
  expect(await typesIn("reactions")).toEqual(["MESSAGE_REACTION"]);
  const [id = ""] = await idsIn("mentions");
  await act(alice, id, "snooze");
  expect(await idsIn("snoozed")).toEqual([id]);
  await author.call("deleteMessage", { params: { slug, id: mention } });
  await app.app.followers.settled();
  expect(await idsIn("snoozed")).toEqual([]);
});

test.each(["read", "unread", "done", "undone", "snooze", "unsnooze"] as const)(
  "nobody can do %s with what somebody else was told",
  async (kind) => {
    const id = await write();
    await expect(act(olga, id, kind)).rejects.toThrow("NOTIFICATION_NOT_FOUND");
    expect(await idsIn("unread")).toEqual([id]);
  },
);

test("beyond the limit the oldest read ones go first, then the oldest", async () => {
  const ids = [await write(), await write(), await write(), await write()];
  const [first, second, third, fourth] = ids as [string, string, string, string];
  for (const id of [second, fourth]) await act(bob, id, "read");
  const left = async (max: number) => {
    await limitFeeds({ db: app.database.kysely }, max);
    return idsIn("all");
  };
  expect(await left(3)).toEqual([fourth, third, first]);
  expect(await left(1)).toEqual([third]);
});
